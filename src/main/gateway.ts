/** The gateway of one process: connectors → graph → server, with each as configured. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Access } from '../config/access-file.ts';
import type { HostedService } from '../config/hosted.ts';
import type { Environment } from '../config/variable.ts';
import { publicKeys } from '../config/variable-kind.ts';
import type { Config } from '../config.ts';
import type { CrmModel } from '../contract/crm/model.ts';
import { defaultPageLimits } from '../fetch/connection.ts';
import { createCursorCodec } from '../fetch/cursor.ts';
import { CompanySizes } from '../graph/company-size.ts';
import { type GraphContext, WatchedContext } from '../graph/context.ts';
import { estimateAndGrant } from '../graph/plan/operation-estimate.ts';
import { buildSchema } from '../graph/schema.ts';
import { readQuestions } from '../questions/saved-question.ts';
import type { HealthPart } from '../server/admin.ts';
import { readDashboardDocuments } from '../server/dashboard.ts';
import { createMediaLinks } from '../server/media-route.ts';
import type { IndexWatch } from '../server/metrics.ts';
import { createServer, type Listening, type Server, type ServerLimits } from '../server/server.ts';
import { readShowcases } from '../server/showcase.ts';
import { type WebhookOptions, webhookPrefix } from '../server/webhook.ts';
import { CallAllowance } from '../upstream/call-allowance.ts';
import { systemClock } from '../upstream/clock.ts';
import type { ProbedAccount } from './account-probe.ts';
import { authenticatorOf, clientsOf, hostRuleOf } from './authenticator.ts';
import { cacheSizes } from './cache-size.ts';
import { isWorker } from './cluster.ts';
import { openParticipants, type RunningParticipants } from './participant-index.ts';
import { openShared, revocationHealth } from './shared-state.ts';
import { signingKey } from './signing-key.ts';
import { openTenants, type Tenants } from './tenant.ts';

export interface Gateway {
  readonly listening: Listening;
  /** What own accounts are and may read; null where none are configured, or no tenant uses them. */
  accounts(): Promise<readonly ProbedAccount[] | null>;
  close(): Promise<void>;
}

const operations = new URL('../../schema/operations/', import.meta.url);
/** The saved questions that come with Switchboard. */
const shippedQuestions = new URL('../../queries/', import.meta.url);
/** What `npm run dashboard` builds, and the questions that it asks. */
const dashboardFiles = new URL('../../dist/dashboard/', import.meta.url);
const dashboardDocuments = new URL(
  '../dashboard/graphql/persisted-documents.json',
  import.meta.url,
);

/** @param hosted awaited once the schema is built: meanwhile the embedded service makes its company. */
export async function startGateway(
  config: Config,
  hosted: HostedService | Promise<HostedService>,
  model: CrmModel,
  log: Logger,
): Promise<Gateway> {
  const { environment: env, access, connector } = config;
  const isReal = connector.kind !== 'embedded';
  const schema = buildSchema(model);
  const showcases = readShowcases(operations);
  const questions = readQuestions(
    env.QUERIES_DIR ?? fileURLToPath(shippedQuestions),
    schema,
    showcases.map(({ name }) => name),
  );
  const tenants = openTenants(env, access, await hosted, isReal);
  const sizes = new CompanySizes();
  const sizesOfCaches = cacheSizes(env);
  const index = openParticipants(env, tenants, isReal, log, sizes, () => server.forgetAnswers());
  const shared =
    tenants.resources.redis === null
      ? null
      : await openShared(tenants.resources.redis, {
          directory: env.DATA_DIR,
          clients: clientsOf(access),
        });
  if (access !== null && shared?.knowsRevoked() === false)
    log.warn(
      'Redis does not answer: clients revoked while this gateway was away are let in until it does',
    );
  const key = signingKey(env.SIGNING_KEY, env.DATA_DIR);
  const cursors = createCursorCodec(key);
  let listening: Listening | null = null;
  const links = createMediaLinks({
    key,
    base: () => env.PUBLIC_URL ?? listening!.url,
    lifeSeconds: env.MEDIA_URL_SECONDS,
    now: Date.now,
  });
  const tracing =
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? null
      : await (await import('../server/tracing.ts')).startTracing({
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: env.OTEL_SERVICE_NAME,
        });

  const pageLimits = {
    defaultSize: Math.min(defaultPageLimits.defaultSize, env.MAX_PAGE_SIZE),
    maxSize: env.MAX_PAGE_SIZE,
  };
  const server: Server = createServer<GraphContext>({
    host: env.HOST,
    port: env.PORT,
    allowsHost: hostRuleOf(config),
    schema,
    createContext: (record) => ({
      tenant: record.identity!.tenant,
      viewer: record.identity!,
      connector: tenants.connector(record.identity!.tenant),
      allowance: new CallAllowance(),
      incomplete: record.incomplete,
      sizes,
      participants: index.participants,
      model,
      cursors,
      pageLimits,
      fileUrl: (file) => links.url({ tenant: record.identity!.tenant, ...file }),
      deadline: record.startedAt + env.REQUEST_TIMEOUT_MS,
      signal: record.signal,
      now: new Date(),
      timeZone: env.COMPANY_TIME_ZONE,
      memos: new Map(),
    }),
    authenticator: authenticatorOf(config, shared?.isRevoked),
    limits: limitsOf(env),
    corsOrigins: env.CORS_ORIGINS,
    graphiql: env.GRAPHIQL === 'on',
    dashboard:
      env.DASHBOARD === 'off'
        ? null
        : {
            files: dashboardFiles,
            documents: readDashboardDocuments(dashboardDocuments),
            frameAncestors: env.DASHBOARD_FRAME_ANCESTORS,
            isHome: access === null,
          },
    explain: env.EXPLAIN,
    showcases,
    questions,
    documents: {
      onlyTrusted: env.DOCUMENTS === 'trusted',
      manifest: manifestOf(env),
      ...(shared !== null && { persisted: shared.persisted }),
    },
    ...(shared !== null && { quotaCounter: shared.quotaCounter }),
    estimateCost: estimateAndGrant,
    budgets: tenants.budgets,
    documentBytes: sizesOfCaches.documents,
    cacheBytes: () => ({
      rows: tenants.resources.entities.entries.calculatedSize,
      upstream: tenants.resources.memory.calculatedSize,
    }),
    answers: {
      maxBytes: sizesOfCaches.answers,
      watch: (context) => new WatchedContext(context, systemClock.monotonic),
      indexVersion: index.participants.version,
    },
    webhook: webhookOf(config, index.hint),
    media: { links, connector: tenants.find },
    log,
    // Of several workers the process that forked them serves the metrics.
    admin:
      env.ADMIN_PORT === undefined || isWorker
        ? null
        : { host: env.ADMIN_HOST, port: env.ADMIN_PORT },
    registry: registryOf(),
    health: () => [
      ...healthOf(tenants, index),
      ...revocationHealth(access === null ? null : shared),
    ],
    index: indexWatch(tenants, index),
    tracing,
  });
  const close = async (patienceMs: number, delayMs: number): Promise<void> => {
    await server.close(patienceMs, delayMs);
    await index.close();
    shared?.close();
    await tenants.close();
  };
  listening = await server.listen().catch(async (error: unknown) => {
    await close(0, 0);
    throw error;
  });

  const probeUser = access === null ? 'default' : someUserOf(access);
  return {
    listening,
    async accounts() {
      if (connector.kind !== 'vendor' || probeUser === undefined) return null;
      const { probeAccounts } = await import('./account-probe.ts');
      return probeAccounts(tenants.connector(probeUser), Date.now(), 'background');
    },
    close: () => close(env.DRAIN_TIMEOUT_MS, env.DRAIN_DELAY_MS),
  };
}

/** Where the platform was told to send events; null where no tenant has a key for them. */
function webhookOf(
  { environment: env, webhooks }: Config,
  onCall: WebhookOptions['onCall'],
): WebhookOptions | null {
  if (webhooks.size === 0) return null;
  const urlOf = (tenant: string): string => new URL(webhookPrefix + tenant, env.PUBLIC_URL).href;
  return {
    tenants: new Map(
      [...webhooks].map(([tenant, pem]) => [tenant, { keys: publicKeys(pem), url: urlOf(tenant) }]),
    ),
    onCall,
    now: Date.now,
  };
}

/** A tenant that uses the connector of the environment. */
const someUserOf = ({ tenants }: Access): string | undefined =>
  [...tenants].find(([, { connector }]) => connector === null)?.[0];

/** In a worker, one whose metrics the process that forked it can collect. */
function registryOf(): Registry {
  const registry = new Registry();
  if (isWorker) {
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries([registry]);
  }
  return registry;
}

/** For the answer of an operation whose upstream calls ended by the deadline. */
const graceMs = 1_000;

function limitsOf(env: Environment): ServerLimits {
  return {
    tokens: env.MAX_TOKENS,
    depth: env.MAX_DEPTH,
    aliases: env.MAX_ALIASES,
    directives: env.MAX_DIRECTIVES,
    fields: env.MAX_FIELDS,
    values: env.MAX_VALUES,
    cost: env.MAX_COST,
    bodyBytes: env.MAX_BODY_BYTES,
    answerBytes: env.MAX_ANSWER_BYTES,
    clientUnreadBytes: env.MAX_CLIENT_UNREAD_BYTES,
    unreadBytes: env.MAX_UNREAD_BYTES,
    jsonDepth: env.MAX_JSON_DEPTH,
    concurrent: env.MAX_CONCURRENT,
    queued: env.MAX_QUEUED,
    requestsPerMinute: env.CLIENT_REQUESTS_PER_MINUTE,
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    operationTimeoutMs: env.REQUEST_TIMEOUT_MS + graceMs,
  };
}

function manifestOf(env: Environment): Readonly<Record<string, string>> {
  if (env.DOCUMENT_MANIFEST === undefined) return {};
  return JSON.parse(readFileSync(env.DOCUMENT_MANIFEST, 'utf8')) as Record<string, string>;
}

function indexWatch(tenants: Tenants, { participants, state }: RunningParticipants): IndexWatch {
  return {
    figures: () =>
      Promise.all(
        tenants.names.map(async (tenant) => {
          const { complete, calls } = await participants.status(tenant);
          return { tenant, complete, calls };
        }),
      ),
    isUp() {
      const now = state();
      return now === null ? null : now !== 'down';
    },
  };
}

/** A dead upstream does not make the gateway unready: the other system's data is still served. */
function healthOf(
  { names, connector, resources }: Tenants,
  index: RunningParticipants,
): readonly HealthPart[] {
  const shared = resources.shared();
  const parts: HealthPart[] = names.flatMap((tenant) =>
    (['call-analytics', 'crm'] as const).flatMap((system) => {
      const health = connector(tenant).health(system);
      if (health === null) return [];
      const state = { closed: 'ok', 'half-open': 'degraded', open: 'down' } as const;
      return [{ name: `${tenant}/${system}`, state: state[health.breaker] }];
    }),
  );
  if (shared !== 'off')
    parts.push({ name: 'redis', state: shared === 'ready' ? 'ok' : 'degraded' });
  const state = index.state();
  if (state !== null) parts.push({ name: 'index', state });
  return parts;
}
