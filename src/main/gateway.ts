/** Gateway of one process: connectors → graph → server, each as configured. */

import type { Logger } from 'pino';
import { transcribedTenants } from '../config/transcript-right.ts';
import type { Environment } from '../config/variable.ts';
import type { Config } from '../config.ts';
import type { CrmModel } from '../contract/crm/model.ts';
import type { GraphContext } from '../engine/context.ts';
import { CompanySizes } from '../engine/list-size-estimate.ts';
import { defaultPageLimits } from '../fetch/connection.ts';
import { createCursorCodec } from '../fetch/cursor.ts';
import { buildSchema } from '../graph/schema.ts';
import { participantsOf } from '../participants/viewer-participant.ts';
import type { HealthPart } from '../server/admin.ts';
import { createMediaLinks } from '../server/media-link.ts';
import type { RequestRecord } from '../server/request-record.ts';
import { createServer, type Listening, type Server } from '../server/server.ts';
import type { Tracing } from '../server/tracing.ts';
import type { UsageReport } from '../server/usage.ts';
import { type Clock, systemClock } from '../upstream/clock.ts';
import { sharedTopic } from '../upstream/diagnostics-channel.ts';
import { RequestAllowance } from '../upstream/request-allowance.ts';
import type { ProbedAccount, Right } from './account-probe.ts';
import { clientsOf } from './authenticator.ts';
import type { TenantServices } from './connector-service.ts';
import { openCrmChanges } from './crm-change.ts';
import type { IdentifyCaller } from './host-caller.ts';
import { openTenants, type Tenants } from './open-tenant.ts';
import { programVersion } from './program-version.ts';
import type { FillFacts } from './progress.ts';
import type { Shared } from './redis-state.ts';
import { watchRights } from './rights-mark.ts';
import { type GatewayParts, serverOptions } from './server-option.ts';
import { signingKey } from './signing-key.ts';
import { openParticipants } from './start-index.ts';
import { readShownDocuments } from './trusted-document.ts';

export interface Gateway extends Omit<OpenGateway, 'server' | 'close'> {
  readonly listening: Listening;
  close(): Promise<void>;
}

/** Gateway that answers requests, and has no address of its own yet. */
interface OpenGateway {
  readonly server: Server;
  /** Identity and rights of own accounts, and hosted instances that can't be used; null where there are neither. */
  accounts(): Promise<readonly ProbedAccount[] | null>;
  /** How far the index of each tenant is. */
  fills(): Promise<readonly FillFacts[]>;
  /** Which client asked for which fields, since the start. */
  usage(): UsageReport;
  /** Parts of the system, as `/readyz` has them. */
  health(): readonly HealthPart[];
  close(patienceMs: number, delayMs: number): Promise<void>;
}

/** Opens it, and listens. @param starting as of `openGateway`. */
export async function startGateway(
  config: Config,
  starting: TenantServices | Promise<TenantServices>,
  model: CrmModel,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Gateway> {
  const { DRAIN_TIMEOUT_MS, DRAIN_DELAY_MS } = config.environment;
  let listening: Listening | null = null;
  const base = (): URL => listening!.url;
  const { server, close, ...reports } = await openGateway(
    config,
    starting,
    model,
    log,
    base,
    clock,
  );
  listening = await server.listen().catch(async (error: unknown) => {
    await close(0, 0);
    throw error;
  });
  return { ...reports, listening, close: () => close(DRAIN_TIMEOUT_MS, DRAIN_DELAY_MS) };
}

/**
 * @param starting awaited once the schema is built: meanwhile an embedded service makes its company.
 * @param base address of links without PUBLIC_URL.
 * @param clock of what runs in the background: synchronising, events, checks of the index.
 * @param identify names callers of the program that it is mounted in.
 */
export async function openGateway(
  config: Config,
  starting: TenantServices | Promise<TenantServices>,
  model: CrmModel,
  log: Logger,
  base: () => URL,
  clock: Clock,
  identify?: IdentifyCaller,
): Promise<OpenGateway> {
  const { environment: env, access } = config;
  const schema = buildSchema(model);
  const { showcases, questions } = readShownDocuments(env, schema);
  const services = await starting;
  const tenants = openTenants(env, access, services);
  for (const { tokens } of new Set(services.values()))
    tokens?.watch((reasons) => logTokens(log, reasons));
  const stopLogging = logSharedState(log);
  const stopWatching = watchRights(env.DATA_DIR, () => {
    for (const tenant of tenants.names) tenants.connector(tenant).unreadable.forget();
  });
  const sizes = new CompanySizes();
  const forgetAnswers = (tenant: string): void => server.forgetAnswers(tenant);
  const transcribed = transcribedTenants(config);
  const index = openParticipants(env, tenants, log, sizes, forgetAnswers, clock, transcribed);
  const shared = await openSharedState(tenants, config, log);
  const changes = openCrmChanges(tenants, model, forgetAnswers);
  const key = signingKey(env.SIGNING_KEY, env.DATA_DIR);
  const links = createMediaLinks({
    key,
    base: () => env.PUBLIC_URL ?? base(),
    lifeSeconds: env.MEDIA_URL_SECONDS,
    now: Date.now,
  });
  const parts = { config, services, log, tenants, index, clock, shared, links, identify };
  const options = serverOptions(parts);
  const server: Server = createServer({
    ...options,
    schema,
    showcases,
    questions,
    onCrmRecords: changes.announce,
    createContext: contextFactory(parts, { model, sizes, cursors: createCursorCodec(key) }),
    tracing: await tracingOf(env),
  });
  const close = async (patienceMs: number, delayMs: number): Promise<void> => {
    await server.close(patienceMs, delayMs);
    await index.close();
    shared?.close();
    changes.close();
    stopLogging();
    stopWatching();
    await tenants.close();
  };
  return {
    server,
    async accounts() {
      const { probeSources } = await import('./source-probe.ts');
      const accounts = await probeSources(config, { tenants, schema, model });
      const unknown = (accounts ?? []).flatMap(({ rights }) => rights.flatMap(declaredHidden));
      if (unknown.length > 0)
        log.warn(
          { parts: unknown },
          'CRM_CUSTOM_SCHEMA declares what is not there, or not readable for this user',
        );
      return accounts;
    },
    fills() {
      const hasCalls = (name: string) => tenants.connector(name).health('call-analytics') !== null;
      return Promise.all(tenants.names.filter(hasCalls).map(index.participants.status));
    },
    usage: () => server.usage(),
    health: options.health,
    close,
  };
}

const declaredHidden = ({ right, hidden }: Right): readonly string[] =>
  hidden.flatMap(({ field, isDeclared }) =>
    isDeclared ? [field === null ? right : `${right}.${field}`] : [],
  );

/** One context for each operation: the tenant's connector, budget, index and clock. */
function contextFactory(
  { config: { environment: env, access }, tenants, index, links }: GatewayParts,
  shared: Pick<GraphContext, 'model' | 'sizes' | 'cursors'>,
): (record: RequestRecord) => GraphContext {
  const pageLimits = {
    defaultSize: Math.min(defaultPageLimits.defaultSize, env.MAX_PAGE_SIZE),
    maxSize: env.MAX_PAGE_SIZE,
  };
  return (record) => {
    const viewer = record.identity!;
    index.look(record);
    const { tenant } = viewer;
    const rowAccess = tenants.rowAccess(tenant, viewer.rows);
    return {
      ...shared,
      tenant,
      viewer,
      connector: tenants.connector(tenant).as(viewer.rowScope),
      rowAccess,
      allowance: new RequestAllowance(),
      notes: record,
      incomplete: record.incomplete,
      participants: participantsOf(index.participants, rowAccess),
      pageLimits,
      fileUrl: (file) => links.url({ tenant, ...file }),
      deadline: record.startedAt + env.REQUEST_TIMEOUT_MS,
      signal: record.signal,
      now: new Date(),
      timeZone: env.COMPANY_TIME_ZONE,
      namedTrackers: access?.tenants.get(tenant)?.trackers,
      memos: new Map(),
    };
  };
}

/** Quotas, persisted documents and revoked clients in Redis; null without it. */
async function openSharedState(
  { resources: { redis } }: Tenants,
  { environment: env, access }: Config,
  log: Logger,
): Promise<Shared | null> {
  if (redis === null) return null;
  const { openShared } = await import('./redis-state.ts');
  const shared = await openShared(redis, { directory: env.DATA_DIR, clients: clientsOf(access) });
  if (access !== null && !shared.knowsRevoked())
    log.warn(
      'Redis does not answer: clients revoked while this gateway was away are let in until it does',
    );
  return shared;
}

/** Logs that Redis went away or came back. @returns a function that ends it. */
function logSharedState(log: Logger): () => void {
  let wasReady = true;
  return sharedTopic.subscribe(({ state, refusal }) => {
    const isReady = state === 'ready';
    if (isReady && !wasReady) log.info('Redis answers again');
    if (!isReady)
      log.warn(
        `Redis ${refusal === null ? 'does not answer' : `refuses to write (${refusal})`}: this process keeps to its share of the budget and caches for itself`,
      );
    wasReady = isReady;
  });
}

/** Logs that stored tokens can't be read, or can be again. */
function logTokens(log: Logger, reasons: readonly string[]): void {
  if (reasons.length === 0) log.info('stored tokens can be read again, or were replaced');
  for (const reason of reasons) log.error({ reason }, 'stored tokens can not be read');
}

async function tracingOf(env: Environment): Promise<Tracing | null> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const { startTracing } = await import('../server/tracing.ts');
  return startTracing({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: env.OTEL_SERVICE_NAME,
    serviceVersion: programVersion(),
  });
}
