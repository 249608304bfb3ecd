/** A whole Switchboard for a test: synthetic company, connector service and gateway, each on a socket of its own. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../src/connector-service/backend.ts';
import type { LogEntry } from '../../src/connector-service/log.ts';
import { parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import type { Permission } from '../../src/contract/permission.ts';
import { type DemoServiceOptions, startDemoService } from '../../src/demo/service.ts';
import type { GraphContext } from '../../src/engine/context.ts';
import { CompanySizes } from '../../src/engine/list-size-estimate.ts';
import { estimateAndGrant } from '../../src/engine/plan/operation-estimate.ts';
import { defaultPageLimits } from '../../src/fetch/connection.ts';
import { createCursorCodec } from '../../src/fetch/cursor.ts';
import type { Currencies } from '../../src/graph/crm/currency.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import { createScanParticipants } from '../../src/participants/scanned-participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { participantsOf } from '../../src/participants/viewer-participant.ts';
import { absenceSentences } from '../../src/row-access/absence.ts';
import type { TeamRule } from '../../src/row-access/people.ts';
import { type RowViewer, rowCondition } from '../../src/row-access/row-access.ts';
import { createRowAccess } from '../../src/row-access/tenant-access.ts';
import { type Authenticator, openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { createMediaLinks } from '../../src/server/media-link.ts';
import { createServer, type ServerOptions } from '../../src/server/server.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import type { InstanceOptions } from '../../src/upstream/connector-instance.ts';
import { RequestAllowance } from '../../src/upstream/request-allowance.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import { statementMs } from './patience.ts';
import { bareServer } from './small-server.ts';
import { openSynchronised } from './synchronised.ts';
import { openSynthetic } from './synthetic.ts';

/** The day on which the tests' company ends. */
export const today = new Date('2026-11-02T12:00:00Z');

export const customSchema = parseCustomSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../schema/custom.example.json'), 'utf8')),
);
export const model = buildCrmModel(customSchema);
export const schema = buildSchema(model);

export interface GraphAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  readonly data: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The execute calls the answer took, in the order the service received them. */
  readonly calls: readonly LogEntry[];
}

export interface World {
  readonly url: URL;
  readonly service: Awaited<ReturnType<typeof startDemoService>>;
  readonly syncer: Syncer;
  /** The connector whose answers are kept: people and anchors are always read with it, and a change is announced to it (`forget`). */
  readonly connector: UpstreamConnector;
  /** @param rights of the viewer; all of them unless said otherwise. */
  ask(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    rights?: readonly Permission[],
  ): Promise<GraphAnswer>;
  /** The same world, asked by somebody who sees their own rows or those of a team; null sees all. */
  as(viewer: RowViewer | null): Pick<World, 'ask'>;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Who asks, where it is not somebody who sees all rows. */
  readonly viewer?: RowViewer;
  /** What says who is below whom in the CRM. Default: the manager. */
  readonly team?: TeamRule;
  readonly backend?: Backend;
  readonly service?: Partial<DemoServiceOptions>;
  /** Another world's service, for a second gateway before it. */
  readonly shared?: World['service'];
  readonly context?: Partial<GraphContext>;
  /** Whether answers are kept between requests, asked for each. Default: no, so that every request's calls show. */
  readonly cache?: boolean | (() => boolean);
  /**
   * What the participant index holds before the first question: all (the default), nothing, what a
   * function synchronises; or there is none, and questions are scanned for. `copied` is all, too,
   * for a backend or service whose calls are the company's own: that index is made once.
   */
  readonly index?: boolean | 'off' | 'copied' | ((syncer: Syncer) => Promise<unknown>);
  /** A PostgreSQL for the index. Default: SQLite. */
  readonly storeUrl?: string;
  /** The index counts trackers, too. Default: no. */
  readonly trackers?: boolean;
  /** The index holds the words of transcripts, too, of all or of so many months. Default: no. */
  readonly words?: boolean | number;
  /** What the graph asks instead of the participants themselves, to see or change questions. */
  readonly watch?: (participants: Participants) => Participants;
  /** Files have signed addresses of the server, which plays them. Default: addresses that lead nowhere and never change. */
  readonly media?: boolean;
  /** The connector of whoever asks. Default: one to the service, for all. */
  readonly connectorOf?: (viewer: Identity) => UpstreamConnector;
  /** What the server does otherwise than `bareServer` says. */
  readonly server?: Partial<ServerOptions>;
  /** Calls held ready for pages that end early. Default: as few as in earnest. */
  readonly reserve?: (reckoned: number) => number;
  /** The connector's way to hand a CRM locator back, and what else differs from a plain CRM instance. */
  readonly crm?: Partial<InstanceOptions>;
  /** Whether the gateway has looked up already which currency the company has, as after its first question. Default: it has. */
  readonly currencies?: 'unknown';
}

const oneCurrency = {
  areSeveral: false,
  main: 'USD',
  all: [{ code: 'USD', rate: 1, decimals: null, isActive: true, isCorporate: true }],
} as const;

/** All rights and rows, or those that the header names, in the scope of the connector that a test has put in place. */
const rightsAuthenticator = (context?: WorldOptions['context']): Authenticator => ({
  isOpen: true,
  authenticate(authorization = '') {
    const admitted = openToAll.authenticate(undefined) as Identity;
    // A browser's window brings them as a bearer.
    const rights = /(?:Rights|Bearer) ?([^;]*)/.exec(authorization)?.[1]?.split(' ') as
      | Permission[]
      | undefined;
    const [, level, person] = /Rows (own|team) (\S+)/.exec(authorization) ?? [];
    const rows = { level: level as RowViewer['level'], person: person || null };
    return {
      ...admitted,
      rowScope: context?.connector?.scope ?? admitted.rowScope,
      ...(rights && { permissions: new Set(rights) }),
      ...(level && { rows, rowScope: RowScope.ofViewer(admitted.tenant, rowCondition(rows)) }),
    };
  },
});

/** Header by which `byRights` knows a viewer: `Rights media transcripts; Rows own ada@example.com`. */
export const viewerHeaders = (
  rights: readonly Permission[] | undefined,
  rows: RowViewer | undefined,
): Record<string, string> => {
  const parts = [
    ...(rights === undefined ? [] : [`Rights ${rights.join(' ')}`]),
    ...(rows === undefined ? [] : [`Rows ${rows.level} ${rows.person ?? '-'}`]),
  ];
  return parts.length === 0 ? {} : { authorization: parts.join('; ') };
};

export const byRights = rightsAuthenticator();

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const ownBackend = () => options.backend ?? openSynthetic({ now: () => today, customSchema });
  const service =
    options.shared ??
    (await startDemoService({
      backend: ownBackend(),
      clock: () => today.getTime(),
      ...options.service,
    }));
  const connectorOptions = {
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token } as const,
    instances: {
      'call-analytics': {
        id: service.instances.callAnalytics,
        budget: { perSecond: null, perDay: null },
      },
      crm: { id: service.instances.crm, ...options.crm },
    },
  };
  const connect = () => {
    const connector = createConnector({
      ...connectorOptions,
      // Without chance no failed attempt waits before the next one.
      resources: createResources({ runtime: { clock: systemClock, random: () => 0 } }),
    });
    if (options.currencies !== 'unknown')
      connector.unreadable.facts.set('currencies', oneCurrency satisfies Currencies);
    return connector;
  };
  const kept = connect();
  const { cache = false } = options;
  const keeps = (): boolean => (typeof cache === 'function' ? cache() : cache);
  const connectorOf = (viewer: Identity): UpstreamConnector =>
    (options.connectorOf?.(viewer) ?? (keeps() ? kept : connect())).as(viewer.rowScope);
  const accessOf = createRowAccess(
    { connector: kept, monotonic: systemClock.monotonic },
    options.team ?? 'manager',
  );
  const sizes = new CompanySizes();
  const cursors = createCursorCodec(Buffer.alloc(32, 7));
  const clock = { ...systemClock, now: () => today.getTime() };
  const { index = true, trackers = false, words = false } = options;
  const syncerOn = (database: Database): Syncer =>
    new Syncer({
      tenant: 'default',
      database,
      connector: kept,
      clock,
      settings: { walk: trackers ? 'contents' : 'people' },
      ...(words && { transcripts: { horizonMonths: words === true ? 120 : words } }),
    });
  const fill = async (filled: Syncer): Promise<void> => {
    await filled.run();
    await filled.transcripts?.run();
  };
  const isPlain =
    options.storeUrl === undefined &&
    (index === 'copied' ||
      (index === true && options.backend === undefined && options.service === undefined));
  const database = isPlain
    ? await openSynchronised(
        `${trackers ? 'trackers' : 'people'}${words ? `-words-${words}` : ''}`,
        (empty) => fill(syncerOn(empty)),
      )
    : await openStore({ url: options.storeUrl, readMs: statementMs });
  const syncer = syncerOn(database);
  if ((index === true || index === 'copied') && !isPlain) await fill(syncer);
  if (typeof index === 'function') await index(syncer);
  const answering =
    index === 'off'
      ? createScanParticipants({ connectors: new Map([[syncer.tenant, kept]]), clock })
      : createIndexParticipants(new Map([[syncer.tenant, syncer]]));
  const participants = options.watch?.(answering) ?? answering;
  let base: URL | null = null;
  const links = createMediaLinks({
    key: Buffer.alloc(32, 9),
    base: () => base!,
    lifeSeconds: 60,
    now: Date.now,
  });
  const accessFor = ({ rows }: Identity): GraphContext['rowAccess'] =>
    options.context?.rowAccess ?? (rows === undefined ? null : accessOf(rows));
  const server = createServer({
    ...bareServer,
    media: options.media ? { links, connector: () => kept, share: { calls: 1_000 } } : null,
    estimateCost: (input, runs) => estimateAndGrant(input, runs, options.reserve),
    authenticator: rightsAuthenticator(options.context),
    absences({ rows }) {
      const people = rows === undefined ? null : accessOf(rows).lastPeople();
      return people === null ? [] : absenceSentences(people);
    },
    schema,
    createContext: (record) => ({
      tenant: record.identity!.tenant,
      viewer: record.identity!,
      connector: options.context?.connector ?? connectorOf(record.identity!),
      rowAccess: accessFor(record.identity!),
      allowance: new RequestAllowance(),
      notes: record,
      incomplete: record.incomplete,
      sizes,
      participants: participantsOf(participants, accessFor(record.identity!)),
      model,
      cursors,
      pageLimits: defaultPageLimits,
      fileUrl: ({ entity, id }) =>
        options.media
          ? links.url({ tenant: record.identity!.tenant, entity, id })
          : `http://files.test/${entity}/${id}`,
      deadline: record.startedAt + 30_000,
      signal: record.signal,
      now: today,
      timeZone: 'UTC',
      memos: new Map(),
      ...options.context,
    }),
    ...options.server,
  });
  const { url } = await server.listen();
  base = url;
  const askAs =
    (rows: RowViewer | undefined): World['ask'] =>
    async (query, variables, rights) => {
      const before = service.calls().length;
      const response = await fetch(new URL('/graphql', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...viewerHeaders(rights, rows) },
        body: JSON.stringify({ query, variables }),
      });
      const answer = (await response.json()) as Omit<GraphAnswer, 'calls'>;
      return { ...answer, calls: service.calls().slice(before) };
    };
  return {
    url,
    service,
    syncer,
    connector: kept,
    ask: askAs(options.viewer),
    as: (viewer) => ({ ask: askAs(viewer ?? undefined) }),
    async close() {
      await server.close(0);
      await kept.close();
      await database.close();
      if (options.shared === undefined) await service.close();
    },
  };
}
