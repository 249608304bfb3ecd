/** A server over the small graph on a port of its own, and ways to talk to it. */

import { pino } from 'pino';
import { openToAll } from '../../src/server/identity/identity.ts';
import { createServer, type ServerLimits, type ServerOptions } from '../../src/server/server.ts';
import { type SmallContext, type SmallGraph, smallGraph } from './small-graph.ts';

export const roomyLimits: ServerLimits = {
  tokens: 4000,
  depth: 24,
  aliases: 100,
  directives: 50,
  fields: 2000,
  bodyBytes: 2 ** 20,
  jsonDepth: 32,
  concurrent: 256,
  queued: 1024,
  requestsPerMinute: 0,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
};

export interface SmallServer {
  readonly url: URL;
  readonly graph: SmallGraph;
  /** Lines of the log so far, parsed. */
  readonly log: Record<string, unknown>[];
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  query(query: string, variables?: unknown): Promise<Answer>;
  close(): Promise<void>;
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

type Overrides = Partial<Omit<ServerOptions<SmallContext>, 'limits'>> & {
  readonly limits?: Partial<ServerLimits>;
};

export async function startSmallServer(overrides: Overrides = {}): Promise<SmallServer> {
  const graph = smallGraph();
  const lines: Record<string, unknown>[] = [];
  const server = createServer<SmallContext>({
    host: '127.0.0.1',
    port: 0,
    schema: graph.schema,
    createContext: ({ identity }) => ({ tenant: identity!.tenant, client: identity!.client }),
    authenticator: openToAll,
    corsOrigins: [],
    graphiql: true,
    explain: true,
    showcases: [{ name: 'hello', query: 'query Hello { hello }', variables: null }],
    log: pino({ level: 'trace' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    ...overrides,
    limits: { ...roomyLimits, ...overrides.limits },
  });
  const url = await server.listen();
  const endpoint = new URL('/graphql', url);

  const post: SmallServer['post'] = (body, headers = {}) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  return {
    url,
    graph,
    log: lines,
    post,
    async query(query, variables) {
      const response = await post({ query, variables });
      return { status: response.status, ...(await response.json()) };
    },
    close: () => server.close(1000),
  };
}
