/** Tracing spans for a collector, named after OpenTelemetry's conventions: one per request, one per execute request below it, joined to the client's by W3C headers. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import {
  type AttemptStart,
  attemptEndTopic,
  attemptStartTopic,
} from '../upstream/diagnostics-channel.ts';
import { isDashboardPath } from './dashboard.ts';
import { assetPrefix } from './graphiql.ts';
import { pathOf } from './log.ts';
import { mediaPrefix } from './media-link.ts';
import { questionPath } from './question-route.ts';
import { currentRequest, type RequestRecord } from './request-record.ts';
import { webhookPrefix } from './webhook.ts';

export interface Tracing {
  begin(request: IncomingMessage, record: RequestRecord): void;
  end(response: ServerResponse, record: RequestRecord): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

interface TracingOptions {
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** Base URL of the collector; spans go to \`/v1/traces\` below it. */
  readonly endpoint: URL;
  /** In place of the collector. */
  readonly exporter?: SpanExporter;
}

/** Spans of requests under way, each with the context that it was begun in. */
type Requests = WeakMap<RequestRecord, { readonly span: Span; readonly parent: Context }>;

const propagator = new W3CTraceContextPropagator();

/** Loads the SDK only here: a server without a collector pays nothing for it. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    {
      defaultResource,
      detectResources,
      resourceAttributesEnvDetector,
      resourceFromAttributes,
      serviceInstanceIdDetector,
      serviceNameEnvDetector,
    },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = new URL('v1/traces', `${options.endpoint.href.replace(/\/$/, '')}/`).href;
  const { serviceName, serviceVersion } = options;
  const provider = new TracerProvider({
    // What the environment says of the service goes before what is known here.
    resource: defaultResource()
      .merge(detectResources({ detectors: [serviceInstanceIdDetector] }))
      .merge(
        resourceFromAttributes({
          'service.name': serviceName,
          'service.version': serviceVersion,
        }),
      )
      .merge(
        detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
      ),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: options.exporter ?? new OTLPTraceExporter({ url }) }),
    ],
  });
  const tracer = provider.getTracer('switchboard', serviceVersion);
  const requests: Requests = new WeakMap();
  const stop = traceAttempts(tracer, requests);

  return {
    begin(request, record) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const attributes = requestAttributes(request);
      const kind = SpanKind.SERVER;
      const span = tracer.startSpan(nameOf(attributes), { kind, attributes }, parent);
      requests.set(record, { span, parent });
    },
    end(response, record) {
      const span = requests.get(record)?.span;
      if (span === undefined) return;
      const { identity, document, operationName, codes, id } = record;
      span.setAttributes({
        // There are no others in this graph.
        ...(document !== null && { 'graphql.operation.type': 'query' }),
        ...(operationName !== null && { 'graphql.operation.name': operationName }),
        'switchboard.request_id': id,
        'switchboard.tenant': identity?.tenant ?? '',
        'switchboard.client': identity?.client ?? '',
        'switchboard.codes': [...codes],
      });
      // A client that leaves early has got no status.
      if (response.headersSent) noteStatus(span, response.statusCode, 500);
      span.end();
    },
    async close() {
      stop();
      await provider.shutdown();
    },
  };
}

/** From `firstError` on a status is an error, whose type it is. */
function noteStatus(span: Span, status: number, firstError: 400 | 500): void {
  span.setAttribute('http.response.status_code', status);
  if (status < firstError) return;
  span.setAttribute('error.type', String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Methods that the conventions know; any other may be a stranger's invention. */
const knownMethods: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
);

const longestText = 256;

/** Paths and queries hold signed links, ids and literals: of a path its route is told, of a query only that there is one. */
function requestAttributes({ method = '', url = '/', headers, httpVersion }: IncomingMessage) {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const route = routeOf(path);
  const host = URL.parse(`http://${headers.host}`);
  const agent = headers['user-agent'];
  return {
    ...(knownMethods.has(method)
      ? { 'http.request.method': method }
      : {
          'http.request.method': '_OTHER',
          'http.request.method_original': method.slice(0, longestText),
        }),
    ...(route !== null && { 'http.route': route }),
    'url.scheme': 'http',
    'url.path': route ?? pathOf(path),
    ...(query !== -1 && { 'url.query': 'REDACTED' }),
    ...(host !== null && serverOf(host)),
    'network.protocol.version': httpVersion,
    ...(agent !== undefined && { 'user_agent.original': agent.slice(0, longestText) }),
  } satisfies Attributes;
}

const serverOf = ({ hostname, port, protocol }: URL) => ({
  // The brackets of an IPv6 address belong to the URL.
  'server.address': hostname.replace(/^\[|\]$/g, ''),
  'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
});

function nameOf(attributes: ReturnType<typeof requestAttributes>): string {
  const method = attributes['http.request.method'];
  const route = attributes['http.route'];
  return [method === '_OTHER' ? 'HTTP' : method, ...(route === undefined ? [] : [route])].join(' ');
}

/** @returns null for a path that nothing is at. */
function routeOf(path: string): string | null {
  if (path === '/' || path === '/graphql' || path === questionPath) return path;
  if (path.startsWith(mediaPrefix)) return `${mediaPrefix}{link}`;
  if (path.startsWith(webhookPrefix)) return `${webhookPrefix}{tenant}`;
  if (path.startsWith(assetPrefix)) return `${assetPrefix}{file}`;
  return isDashboardPath(path) ? '/app/{path}' : null;
}

function traceAttempts(tracer: Tracer, requests: Requests): () => void {
  const attempts = new WeakMap<object, Span>();
  const stops = [
    attemptStartTopic.subscribe((event) => {
      const record = currentRequest.getStore();
      const request = record === undefined ? undefined : requests.get(record);
      const context =
        request === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, request.span);
      const span = tracer.startSpan(
        `POST ${event.pathTemplate}`,
        { kind: SpanKind.CLIENT, attributes: attemptAttributes(event) },
        context,
      );
      attempts.set(event.attempt, span);
      propagator.inject(contextOf(span, request?.parent), event, {
        set: ({ setHeader }, name, value) => {
          if (name === 'traceparent' || name === 'tracestate') setHeader(name, value);
        },
      });
    }),
    attemptEndTopic.subscribe(({ attempt, status, bytes, error }) => {
      const span = attempts.get(attempt);
      if (span === undefined) return;
      span.setAttribute('switchboard.bytes', bytes);
      if (error !== null) {
        span.setAttributes({ 'error.type': error, 'switchboard.code': error });
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      if (status !== null) noteStatus(span, status, 400);
      span.end();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** W3C's flag of a trace id that was drawn at random, which the SDK drops. */
const randomFlag = 0x02;

/** The span's own context with the flags of its trace. */
function contextOf(span: Span, parent: Context | undefined): Context {
  const spanContext = span.spanContext();
  const flags = (parent && trace.getSpanContext(parent)?.traceFlags) ?? 0;
  const traceFlags = spanContext.traceFlags | (flags & randomFlag);
  return trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, traceFlags });
}

function attemptAttributes(event: AttemptStart): Attributes {
  const { origin, pathTemplate, system, entity, action, tenant, number } = event;
  return {
    'http.request.method': 'POST',
    ...(number > 1 && { 'http.request.resend_count': number - 1 }),
    ...serverOf(new URL(origin)),
    'url.full': origin + pathTemplate.replace('{id}', 'REDACTED'),
    'url.template': pathTemplate,
    'switchboard.service': system,
    'switchboard.entity': entity,
    'switchboard.action': action,
    'switchboard.tenant': tenant,
    'switchboard.attempt': number,
  };
}
