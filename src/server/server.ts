/** The whole server: its routes, and what each request passes on the way to the graph. */

import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { createAdmission } from './admission.ts';
import { assetPrefix, assetRoute, createPageRoute } from './graphiql/page.ts';
import { createGraphqlRoute } from './graphql-route.ts';
import { createHttp, type HttpServer, type Route } from './http.ts';
import type { Authenticator } from './identity/identity.ts';
import type { DocumentLimitOptions } from './limit/document-limit.ts';
import { createQuota } from './quota.ts';
import type { RequestRecord } from './request.ts';
import type { Showcase } from './showcase.ts';
import { createGraphql } from './yoga.ts';

export interface ServerLimits extends DocumentLimitOptions {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  readonly concurrent: number;
  readonly queued: number;
  /** Of one client; 0: none. */
  readonly requestsPerMinute: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
}

export interface ServerOptions<Context extends object> {
  readonly host: string;
  readonly port: number;
  readonly schema: GraphQLSchema;
  readonly createContext: (record: RequestRecord) => Context | Promise<Context>;
  readonly authenticator: Authenticator;
  readonly limits: ServerLimits;
  readonly corsOrigins: readonly string[];
  readonly graphiql: boolean;
  readonly explain: boolean;
  readonly showcases: readonly Showcase[];
  readonly log: Logger;
}

export function createServer<Context extends object>(options: ServerOptions<Context>): HttpServer {
  const { limits, log } = options;
  const unexpected = (cause: unknown) => log.error({ err: cause }, 'unexpected failure');
  const page = options.graphiql
    ? createPageRoute({ showcases: options.showcases, explain: options.explain })
    : undefined;
  const graphql = createGraphqlRoute({
    yoga: createGraphql({
      schema: options.schema,
      createContext: options.createContext,
      limits,
      plugins: [],
      unexpected,
    }),
    corsOrigins: options.corsOrigins,
    authenticator: options.authenticator,
    quota: createQuota({ requestsPerMinute: limits.requestsPerMinute }),
    admission: createAdmission({ maxConcurrent: limits.concurrent, maxQueued: limits.queued }),
    body: { maxBytes: limits.bodyBytes, maxDepth: limits.jsonDepth },
    page,
  });

  const routes = new Map<string, Route>([['/graphql', graphql]]);
  if (page !== undefined) routes.set('/', page);

  return createHttp({
    host: options.host,
    port: options.port,
    headersTimeoutMs: limits.headersTimeoutMs,
    requestTimeoutMs: limits.requestTimeoutMs,
    failed: unexpected,
    route: (path) =>
      routes.get(path) ?? (page !== undefined && path.startsWith(assetPrefix) ? assetRoute : null),
  });
}
