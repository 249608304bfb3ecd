/** The admin port: liveness, readiness, metrics, and which client asks for what. */

import { createHttp, end, type HttpOptions, type HttpServer, type Route } from './http-server.ts';
import type { UsageReport } from './usage.ts';

/** One thing readiness depends on, or that is worth knowing. */
export interface HealthPart {
  readonly name: string;
  readonly state: 'ok' | 'degraded' | 'down';
  /** What is wrong, in words for the operator. */
  readonly reason?: string;
}

interface AdminOptions extends Pick<HttpOptions, 'host' | 'port' | 'failed' | 'allowsHost'> {
  /** A registry, or another source of metrics in Prometheus' form. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
  readonly usage: () => UsageReport | Promise<UsageReport>;
  /** False from the moment the process begins to shut down. */
  readonly ready: () => boolean;
  readonly parts: () => readonly HealthPart[];
}

export function createAdmin(options: AdminOptions): HttpServer {
  const routes: Readonly<Record<string, Route>> = {
    '/healthz': (_request, response) => end(response, 200, 'ok\n'),
    '/readyz': (_request, response) => {
      const ready = options.ready();
      const state = ready ? 'ready' : 'draining';
      response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' });
      response.end(`${JSON.stringify({ state, parts: options.parts() })}\n`);
    },
    '/usage': async (_request, response) => {
      const report = await options.usage();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`${JSON.stringify(report)}\n`);
    },
    '/metrics': async (_request, response) => {
      const { metrics } = options;
      const text = await metrics.metrics();
      response.writeHead(200, { 'content-type': metrics.contentType });
      response.end(text);
    },
  };
  return createHttp({
    host: options.host,
    port: options.port,
    headersTimeoutMs: 5000,
    requestTimeoutMs: 5000,
    failed: options.failed,
    allowsHost: options.allowsHost ?? null,
    // Probes and figures.
    underAnyHost: (path) => Object.hasOwn(routes, path),
    route: (path) => (Object.hasOwn(routes, path) ? routes[path]! : null),
  });
}
