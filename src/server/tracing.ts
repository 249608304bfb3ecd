/** Tracing spans for a collector: one per request, one per execute request below it, joined to the client's by W3C headers. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { attemptEndTopic, attemptStartTopic } from '../upstream/diagnostics-channel.ts';
import { currentRequest, type RequestRecord } from './request-record.ts';

export interface Tracing {
  begin(request: IncomingMessage, record: RequestRecord): void;
  end(response: ServerResponse, record: RequestRecord): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

interface TracingOptions {
  readonly serviceName: string;
  /** Base URL of the collector; spans go to \`/v1/traces\` below it. */
  readonly endpoint: URL;
  /** In place of the collector. */
  readonly exporter?: SpanExporter;
}

/** Loads the SDK only here: a server without a collector pays nothing for it. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = new URL('v1/traces', `${options.endpoint.href.replace(/\/$/, '')}/`).href;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: options.exporter ?? new OTLPTraceExporter({ url }) }),
    ],
  });
  const tracer = provider.getTracer('switchboard');
  const requests = new WeakMap<RequestRecord, Span>();
  const stop = traceAttempts(tracer, requests);

  return {
    begin(request, record) {
      const parent = parseTraceParent(String(request.headers.traceparent ?? ''));
      const context =
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
      requests.set(
        record,
        tracer.startSpan(
          'request',
          { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method ?? '' } },
          context,
        ),
      );
    },
    end(response, record) {
      const span = requests.get(record);
      if (span === undefined) return;
      const { identity, operation, codes, id } = record;
      if (operation !== null) span.updateName(`request ${operation}`);
      span.setAttributes({
        'http.response.status_code': response.statusCode,
        'switchboard.request_id': id,
        'switchboard.tenant': identity?.tenant ?? '',
        'switchboard.client': identity?.client ?? '',
        'switchboard.codes': [...codes],
      });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    async close() {
      stop();
      await provider.shutdown();
    },
  };
}

function traceAttempts(tracer: Tracer, requests: WeakMap<RequestRecord, Span>): () => void {
  const attempts = new WeakMap<object, Span>();
  const stops = [
    attemptStartTopic.subscribe(
      ({ attempt, number, system, entity, action, tenant, setHeader }) => {
        const record = currentRequest.getStore();
        const parent = record === undefined ? undefined : requests.get(record);
        const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
        const span = tracer.startSpan(
          `execute ${entity} ${action}`,
          {
            kind: SpanKind.CLIENT,
            attributes: {
              'switchboard.service': system,
              'switchboard.entity': entity,
              'switchboard.action': action,
              'switchboard.tenant': tenant,
              'switchboard.attempt': number,
            },
          },
          context,
        );
        attempts.set(attempt, span);
        const { traceId, spanId, traceFlags } = span.spanContext();
        setHeader('traceparent', `00-${traceId}-${spanId}-0${traceFlags.toString(16)}`);
      },
    ),
    attemptEndTopic.subscribe(({ attempt, status, bytes, error }) => {
      const span = attempts.get(attempt);
      if (span === undefined) return;
      if (status !== null) span.setAttribute('http.response.status_code', status);
      span.setAttribute('switchboard.bytes', bytes);
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
