/** An OpenTelemetry collector for a test: receives spans as OTLP over HTTP. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: server, 3: client. */
  readonly kind: number;
  readonly traceState?: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: URL;
  readonly spans: readonly ReceivedSpan[];
  /** Attributes of the resources that spans came from, without duplicates, as JSON. */
  readonly resources: ReadonlySet<string>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const resources = new Set<string>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.url === '/base/v1/traces')
      for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
        resources.add(JSON.stringify(valuesOf(resource.attributes)));
        for (const { spans: sent } of scopeSpans)
          for (const span of sent) spans.push({ ...span, attributes: valuesOf(span.attributes) });
      }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/base`), spans, resources };
}
