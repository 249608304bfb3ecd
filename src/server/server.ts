/** The server: its routes, the steps of a request to the graph, its log and metrics. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { GraphContext } from '../engine/context.ts';
import type { DocumentLimitOptions } from '../engine/document/document-limit.ts';
import type { Question } from '../questions/saved-question.ts';
import { createAdmin, type HealthPart } from './admin.ts';
import { AnswerCache, type AnswerCacheOptions, AnswersInFlight } from './answer-cache.ts';
import { createCrmWebhookRoute, crmWebhookPath, type ForgetRecords } from './crm-webhook.ts';
import {
  createDashboardRoute,
  type DashboardOptions,
  homeRoute,
  isDashboardPath,
} from './dashboard.ts';
import {
  boundedDocumentCache,
  createDocuments,
  type DocumentCache,
  type DocumentOptions,
} from './document/document.ts';
import type { Showcase } from './example-operation.ts';
import { assetPrefix, assetRoute, createPageRoute } from './graphiql.ts';
import { createGraphql } from './graphql.ts';
import { createGraphqlRoute, type ExplainMode } from './graphql-route.ts';
import { createHttp, type HttpServer, type Route } from './http-server.ts';
import type { Authenticator } from './identity/authentication.ts';
import type { Identity } from './identity/identity.ts';
import { Admission, Quota, type QuotaOptions } from './limit/admission.ts';
import { type AnswerSizeLimits, AnswerSizes } from './limit/answer-size.ts';
import { logRequest, requestLog } from './log.ts';
import { mediaPrefix } from './media-link.ts';
import { createMediaRoute, type MediaOptions } from './media-route.ts';
import { createMetrics, type IndexWatch } from './metrics.ts';
import { deprecations } from './operation-use.ts';
import type { HostRule } from './origin-policy.ts';
import type { Budgets, CostOptions } from './pipeline.ts';
import type { AnswerHere } from './question-page.ts';
import { createQuestionRoute, questionPath, questionPrefix } from './question-route.ts';
import type { RequestRecord } from './request-record.ts';
import type { Tracing } from './tracing.ts';
import { Usage, type UsageReport } from './usage.ts';
import { createWebhookRoute, type WebhookOptions, webhookPrefix } from './webhook.ts';

export interface ServerLimits extends DocumentLimitOptions, AnswerSizeLimits {
  /** Upstream calls of one query at worst. */
  readonly cost: number;
  /** Errors that one answer names. */
  readonly errors: number;
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  readonly concurrent: number;
  readonly queued: number;
  /** Requests per minute of one client; 0 for no limit. */
  readonly requestsPerMinute: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** After which an operation is stopped, whatever it waits for. */
  readonly operationTimeoutMs: number;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Names the server answers to, on both ports; null for any. */
  readonly allowsHost: HostRule | null;
  readonly schema: GraphQLSchema;
  readonly createContext: (record: RequestRecord) => GraphContext;
  readonly authenticator: Authenticator;
  readonly limits: ServerLimits;
  readonly corsOrigins: readonly string[];
  readonly graphiql: boolean;
  readonly dashboard: DashboardOptions | null;
  readonly explain: ExplainMode;
  readonly showcases: readonly Showcase[];
  /** Saved questions, which are listed at `/queries`. */
  readonly questions: readonly Question[];
  /** `trusted` are the showcases, the saved questions, and the dashboard's operations. */
  readonly documents: Omit<DocumentOptions, 'trusted'>;
  /** Upstream calls a query may need at worst. */
  readonly estimateCost: CostOptions['estimate'];
  /** Remaining upstream budgets of a tenant. */
  readonly budgets: (tenant: string) => Budgets;
  /** Why nothing of a system is shown to a viewer. Default: nothing is said. */
  readonly absences?: ((viewer: Identity) => readonly string[]) | undefined;
  /** Options of the answer cache. Default: no cache. */
  readonly answers?: AnswerCacheOptions;
  /** Memory for parsed and compiled documents. */
  readonly documentBytes: number;
  /** Bytes of the caches below the server, for the metrics. */
  readonly cacheBytes: () => Readonly<Record<string, number>>;
  readonly media: MediaOptions | null;
  readonly webhook: WebhookOptions | null;
  readonly onCrmRecords: ForgetRecords;
  readonly log: Logger;
  readonly admin: { readonly host: string; readonly port: number } | null;
  /** For the metrics. */
  readonly index?: IndexWatch | undefined;
  /** Parts of the system whose state readiness reports. */
  readonly health: () => readonly HealthPart[];
  readonly tracing: Tracing | null;
  /** Registry of the server's metrics. Default: one of its own. */
  readonly registry?: Registry;
  /** Counts quotas elsewhere than in this process. */
  readonly quotaCounter?: QuotaOptions['counter'];
}

export interface Listening {
  readonly url: URL;
  readonly adminUrl: URL | null;
}

export interface Server extends Pick<HttpServer, 'handle' | 'fetch'> {
  listen(): Promise<Listening>;
  /** Ready for requests of another server: no port is opened but the one of the metrics, where there is one. */
  mount(): Promise<void>;
  /** Whether something is at this path, without its query. */
  answers(path: string): boolean;
  /** Unready at once; running requests get `patienceMs` to finish. */
  close(patienceMs: number, delayMs?: number): Promise<void>;
  /** Which client asked for which fields, since the start. */
  usage(): UsageReport;
  /** Forgets a tenant's whole answers: rows that they were made of have changed. */
  forgetAnswers(tenant: string): void;
}

/** Caches of the server. */
interface Caches {
  readonly documents: DocumentCache;
  readonly answers: AnswerCache | null;
  readonly inFlight: AnswersInFlight;
}

export function createServer(options: ServerOptions): Server {
  const { limits, log, tracing, allowsHost } = options;
  const unexpected = (cause: unknown) => log.error({ err: cause }, 'unexpected failure');
  const sizes = new AnswerSizes(limits);
  const requests = requestLog(log);
  const usage = new Usage(() => deprecations(options.schema));
  let ready = false;

  const caches: Caches = {
    documents: boundedDocumentCache(options.documentBytes),
    answers: (options.answers?.maxBytes ?? 0) === 0 ? null : new AnswerCache(options.answers!),
    inFlight: new AnswersInFlight(),
  };
  const metrics = createMetrics({
    cacheBytes: () => ({
      documents: caches.documents.bytes(),
      answers: caches.answers?.bytes ?? 0,
      ...options.cacheBytes(),
    }),
    running: () => http.running(),
    unreadBytes: () => sizes.unreadBytes,
    index: options.index,
    ...(options.registry !== undefined && { registry: options.registry }),
  });

  const route = routesOf(options, sizes, caches, unexpected, (request) => http.fetch(request));
  const http = createHttp({
    host: options.host,
    port: options.port,
    allowsHost,
    headersTimeoutMs: limits.headersTimeoutMs,
    requestTimeoutMs: limits.requestTimeoutMs,
    route,
    begun: (request, record) => tracing?.begin(request, record),
    finished(request: IncomingMessage, response: ServerResponse, record: RequestRecord) {
      sizes.release(record);
      metrics.request(record, response.statusCode, (performance.now() - record.startedAt) / 1000);
      usage.count(request.headers, record);
      tracing?.end(response, record);
      logRequest(requests, request, response, record);
    },
    failed: unexpected,
  });
  const admin =
    options.admin === null
      ? null
      : createAdmin({
          ...options.admin,
          allowsHost,
          metrics: metrics.registry,
          usage: () => usage.report(),
          ready: () => ready,
          parts: options.health,
          failed: unexpected,
        });

  return {
    usage: () => usage.report(),
    forgetAnswers(tenant) {
      caches.answers?.forget(tenant);
      caches.inFlight.close(tenant);
    },
    handle: http.handle,
    fetch: http.fetch,
    answers: (path) => route(path) !== null,
    async mount() {
      await admin?.listen();
      ready = true;
    },
    async listen() {
      const adminUrl = admin === null ? null : await admin.listen();
      const url = await http.listen();
      ready = true;
      return { url, adminUrl };
    },
    async close(patienceMs, delayMs = 0) {
      ready = false;
      // Balancers need a moment to learn it; until then their requests are still answered.
      await http.close(patienceMs, delayMs);
      await admin?.close(0);
      await tracing?.close();
      metrics.close();
    },
  };
}

/** Looking at a text costs by its length, even where the parser would soon give up. */
const charactersPerToken = 32;

const graphqlPath = '/graphql';

/** Clients add a slash, or join addresses with one too many. */
const withoutSlash =
  (route: Route): Route =>
  (request, response, record) => {
    request.url = request.url?.replace(`${graphqlPath}/`, graphqlPath);
    return route(request, response, record);
  };

/** A route whose code is loaded for its first request. */
function lateRoute(load: () => Promise<Route>): Route {
  let loading: Promise<Route> | null = null;
  return async (request, response, record) => {
    loading ??= load();
    return (await loading)(request, response, record);
  };
}

/** Routes by path. */
function routesOf(
  options: ServerOptions,
  sizes: AnswerSizes,
  caches: Caches,
  unexpected: (cause: unknown) => void,
  answerHere: AnswerHere,
): (path: string) => Route | null {
  const { limits, showcases, questions, dashboard } = options;
  const page = options.graphiql
    ? createPageRoute({
        showcases,
        explain: options.explain !== 'off',
        onlyTrusted: options.documents.onlyTrusted,
        needsKey: options.authenticator.isOpen !== true,
      })
    : null;
  const documents = createDocuments({
    maxCharacters: limits.tokens * charactersPerToken,
    ...options.documents,
    trusted: [...showcases, ...questions, ...(dashboard?.documents ?? [])],
    // The page is dead without the schema, which its viewers may see.
    introspection: options.graphiql,
  });
  const quota = new Quota({
    requestsPerMinute: limits.requestsPerMinute,
    counter: options.quotaCounter,
  });
  const graphql = createGraphqlRoute({
    graphql: createGraphql({
      schema: options.schema,
      createContext: options.createContext,
      limits,
      documents,
      sizes,
      cost: { estimate: options.estimateCost, maxCost: limits.cost },
      budgets: options.budgets,
      absences: options.absences,
      documentCache: caches.documents,
      answers: caches.answers,
      inFlight: caches.inFlight,
      unexpected,
    }),
    corsOrigins: options.corsOrigins,
    authenticator: options.authenticator,
    quota,
    admission: new Admission({ maxConcurrent: limits.concurrent, maxQueued: limits.queued }),
    operationTimeoutMs: limits.operationTimeoutMs,
    sizes,
    body: { maxBytes: limits.bodyBytes, maxDepth: limits.jsonDepth },
    explain: options.explain,
    page,
  });
  const { corsOrigins, authenticator } = options;
  const list = createQuestionRoute({ questions, corsOrigins, authenticator });
  const { schema } = options;
  const rows = lateRoute(async () => {
    const { createQuestionRowsRoute } = await import('./question-rows-route.ts');
    const access = { corsOrigins, authenticator };
    return createQuestionRowsRoute({ schema, questions, sizes, answerHere, ...access });
  });
  const media = options.media === null ? null : createMediaRoute(options.media);
  const { webhook } = options;
  const events = webhook === null ? null : createWebhookRoute(webhook);
  const { onCrmRecords: onRecords } = options;
  const changes = createCrmWebhookRoute({ authenticator, quota, onRecords });
  const app = dashboard === null ? null : createDashboardRoute(dashboard);

  return (path) => {
    if (path === graphqlPath) return graphql;
    if (path === `${graphqlPath}/`) return withoutSlash(graphql);
    if (path === questionPath) return list;
    if (path.startsWith(questionPrefix)) return rows;
    if (path === '/') return app === null ? page : homeRoute;
    if (isDashboardPath(path)) return app;
    if (path.startsWith(mediaPrefix)) return media;
    if (path.startsWith(webhookPrefix)) return events;
    if (path === crmWebhookPath) return changes;
    return page !== null && path.startsWith(assetPrefix) ? assetRoute : null;
  };
}
