/** Configuration to options of the server: limits, dashboard, webhook, documents, metrics. */

import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Environment } from '../config/variable.ts';
import { publicKeys } from '../config/variable-kind.ts';
import type { Config } from '../config.ts';
import { estimateAndGrant } from '../engine/plan/operation-estimate.ts';
import { absenceSentences } from '../row-access/absence.ts';
import type { DashboardOptions } from '../server/dashboard.ts';
import type { MediaLinks } from '../server/media-link.ts';
import type { IndexWatch } from '../server/metrics.ts';
import type { ServerLimits, ServerOptions } from '../server/server.ts';
import { type WebhookOptions, webhookPrefix } from '../server/webhook.ts';
import type { Clock } from '../upstream/clock.ts';
import { authenticatorOf } from './authenticator.ts';
import { cacheSizes } from './cache-size.ts';
import type { TenantServices } from './connector-service.ts';
import { healthOf, revocationHealth, tokenHealth } from './health.ts';
import type { IdentifyCaller } from './host-caller.ts';
import { hostRuleOf } from './host-rule.ts';
import type { Tenants } from './open-tenant.ts';
import type { Shared } from './redis-state.ts';
import type { RunningParticipants } from './start-index.ts';
import { readScreenDocuments } from './trusted-document.ts';

/** Files of `npm run dashboard`. */
const dashboardFiles = new URL('../../dist/dashboard/', import.meta.url);

/** The open parts of a gateway that its server uses. */
export interface GatewayParts {
  readonly config: Config;
  readonly services: TenantServices;
  readonly log: Logger;
  readonly tenants: Tenants;
  readonly index: RunningParticipants;
  /** Clock of the index. */
  readonly clock: Clock;
  /** Null without Redis. */
  readonly shared: Shared | null;
  readonly links: MediaLinks;
  /** Names callers of the program that the gateway is mounted in. */
  readonly identify?: IdentifyCaller | undefined;
}

type ConfiguredOptions = Omit<
  ServerOptions,
  'schema' | 'showcases' | 'questions' | 'onCrmRecords' | 'createContext' | 'tracing'
>;

export function serverOptions(parts: GatewayParts): ConfiguredOptions {
  const { config, services, log, tenants, index, clock, shared, links } = parts;
  const { environment: env, access } = config;
  const sizes = cacheSizes(env);
  return {
    host: env.HOST,
    port: env.PORT,
    allowsHost: hostRuleOf(config),
    authenticator: authenticatorOf(config, shared?.isRevoked, parts.identify),
    limits: limitsOf(env),
    corsOrigins: env.CORS_ORIGINS,
    graphiql: env.GRAPHIQL === 'on',
    dashboard: dashboardOf(config),
    explain: env.EXPLAIN,
    documents: {
      onlyTrusted: env.DOCUMENTS === 'trusted',
      manifest: config.manifest,
      ...(shared !== null && { persisted: shared.persisted }),
    },
    ...(shared !== null && { quotaCounter: shared.quotaCounter }),
    estimateCost: estimateAndGrant,
    budgets: tenants.budgets,
    absences: ({ tenant, rows }) => {
      const people = tenants.rowAccess(tenant, rows)?.lastPeople() ?? null;
      return people === null ? [] : absenceSentences(people);
    },
    documentBytes: sizes.documents,
    cacheBytes: () => ({
      rows: tenants.resources.entities.entries.calculatedSize,
      upstream: tenants.resources.memory.calculatedSize,
    }),
    answers: {
      maxBytes: sizes.answers,
      indexVersion: index.participants.version,
    },
    webhook: webhookOf(config, index.hint),
    media: {
      links,
      connector: tenants.find,
      share: {
        calls: env.MEDIA_LINK_CALLS,
        counter: shared?.linkCounter(env.MEDIA_LINK_CALLS, env.MEDIA_URL_SECONDS + linkMinute),
      },
    },
    log,
    // Of several workers the process that forked them serves the metrics.
    admin:
      env.ADMIN_PORT === undefined || cluster.isWorker
        ? null
        : { host: env.ADMIN_HOST, port: env.ADMIN_PORT },
    registry: metricsRegistry(),
    health: () => [
      ...healthOf(tenants, index),
      ...[...new Set(services.values())].flatMap(tokenHealth),
      ...revocationHealth(access === null ? null : shared),
    ],
    index: indexWatch(tenants, index, clock),
  };
}

function dashboardOf({ environment: env }: Config): DashboardOptions | null {
  if (env.DASHBOARD === 'off') return null;
  return {
    files: dashboardFiles,
    documents: readScreenDocuments(),
    frameAncestors: env.DASHBOARD_FRAME_ANCESTORS,
  };
}

/** Addresses that the platform sends events to; null where no tenant has a key for them. */
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

/** A registry of metrics; in a worker, one that the process which forked it can collect. */
function metricsRegistry(): Registry {
  const registry = new Registry();
  if (cluster.isWorker) {
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries([registry]);
  }
  return registry;
}

/** Links made within a minute are one, which lasts as long as the last of them. */
const linkMinute = 60;

/** Time to answer an operation whose upstream calls ended by the deadline. */
const graceMs = 1_000;

/** Limits that no honest client comes near, and whose cost is bounded by others: directives, errors that an answer names, levels of a request's JSON. */
const fixedLimits = { directives: 50, errors: 1_000, jsonDepth: 32 };

function limitsOf(env: Environment): ServerLimits {
  return {
    tokens: env.MAX_TOKENS,
    depth: env.MAX_DEPTH,
    aliases: env.MAX_ALIASES,
    ...fixedLimits,
    fields: env.MAX_FIELDS,
    values: env.MAX_VALUES,
    cost: env.MAX_COST,
    bodyBytes: env.MAX_BODY_BYTES,
    answerBytes: env.MAX_ANSWER_BYTES,
    clientUnreadBytes: env.MAX_CLIENT_UNREAD_BYTES,
    unreadBytes: env.MAX_UNREAD_BYTES,
    concurrent: env.MAX_CONCURRENT,
    queued: env.MAX_QUEUED,
    requestsPerMinute: env.CLIENT_REQUESTS_PER_MINUTE,
    headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    operationTimeoutMs: env.REQUEST_TIMEOUT_MS + graceMs,
  };
}

function indexWatch(
  tenants: Tenants,
  { participants, state }: RunningParticipants,
  clock: Clock,
): IndexWatch {
  return {
    // Without an index there are no figures: a share of 0 would be an alarm about what nobody wants.
    figures: () =>
      Promise.all(
        (state() === null ? [] : tenants.names).map(async (tenant) => {
          const { complete, calls, readTo, transcripts } = await participants.status(tenant);
          return { tenant, complete, calls, readTo, transcripts };
        }),
      ),
    now: () => clock.now(),
    isUp() {
      const now = state();
      return now === null ? null : now !== 'down';
    },
  };
}
