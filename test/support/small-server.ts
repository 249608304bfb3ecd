/** A server over the small graph on a port of its own, and ways to talk to it. */

import type { GraphContext } from '../../src/engine/context.ts';
import { IncompleteLists } from '../../src/fetch/incomplete-list.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import { createLog } from '../../src/server/log.ts';
import { createServer, type ServerLimits, type ServerOptions } from '../../src/server/server.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { type SmallGraph, smallGraph } from './small-graph.ts';

export const roomyLimits: ServerLimits = {
  tokens: 4000,
  depth: 24,
  aliases: 100,
  directives: 50,
  fields: 2000,
  values: 10_000,
  cost: 1000,
  errors: 1000,
  bodyBytes: 2 ** 20,
  answerBytes: 2 ** 24,
  clientUnreadBytes: 2 ** 25,
  unreadBytes: 2 ** 27,
  jsonDepth: 32,
  concurrent: 256,
  queued: 1024,
  requestsPerMinute: 0,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  operationTimeoutMs: 31_000,
};

/** A context of these members, for graphs that look at no others. */
export function smallContext(members: Partial<GraphContext>): GraphContext {
  const { viewer = { rowScope: RowScope.ofConnectedUser('default') } } = members;
  const connector = { entities: { changes: new Map() }, scope: viewer.rowScope };
  const incomplete = new IncompleteLists();
  return { connector, viewer, rowAccess: null, incomplete, ...members } as GraphContext;
}

/** Everything a server needs but its graph: open, on a port of its own, without pages, log or admin port. */
export const bareServer: Omit<ServerOptions, 'answers' | 'schema' | 'createContext'> = {
  host: '127.0.0.1',
  port: 0,
  allowsHost: null,
  authenticator: openToAll,
  limits: roomyLimits,
  corsOrigins: [],
  graphiql: false,
  dashboard: null,
  explain: 'off',
  showcases: [],
  questions: [],
  documentBytes: 2 ** 25,
  cacheBytes: () => ({}),
  documents: { onlyTrusted: false },
  estimateCost: () => ({
    ...{ calls: 1, reserve: 0, isLeast: false, values: 1, fields: [] },
    systems: { 'call-analytics': 0, crm: 1 },
  }),
  budgets: () => ({ 'call-analytics': null, crm: null }),
  media: null,
  webhook: null,
  onCrmRecords: async () => {},
  log: createLog('silent'),
  admin: null,
  health: () => [],
  tracing: null,
};

export interface SmallServer {
  readonly url: URL;
  readonly adminUrl: URL | null;
  readonly graph: SmallGraph;
  /** Lines of the log so far, parsed. */
  readonly log: Record<string, unknown>[];
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  query(query: string, variables?: unknown): Promise<Answer>;
  /** @param patienceMs how long it waits for requests under way, and a tenth of it for idle connections. Default: 1,000. */
  close(patienceMs?: number): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly unknown[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

type Overrides = Partial<Omit<ServerOptions, 'limits'>> & {
  readonly limits?: Partial<ServerLimits>;
};

export async function startSmallServer(overrides: Overrides = {}): Promise<SmallServer> {
  const graph = smallGraph();
  const lines: Record<string, unknown>[] = [];
  const server = createServer({
    ...bareServer,
    schema: graph.schema,
    createContext: ({ identity }) => smallContext({ tenant: identity!.tenant, viewer: identity! }),
    graphiql: true,
    explain: 'header',
    showcases: [{ name: 'hello', query: 'query Hello { hello }', variables: null }],
    log: createLog('trace', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    ...overrides,
    limits: { ...roomyLimits, ...overrides.limits },
  });
  const { url, adminUrl } = await server.listen();
  const endpoint = new URL('/graphql', url);

  const post: SmallServer['post'] = (body, headers = {}) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  return {
    url,
    adminUrl,
    graph,
    log: lines,
    post,
    async query(query, variables) {
      const response = await post({ query, variables });
      return { status: response.status, ...(await response.json()) };
    },
    close: (patienceMs = 1_000) => server.close(patienceMs),
  };
}
