import { inspect } from 'node:util';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { startTracing } from '../../src/server/tracing.ts';
import { email, faults, line, secret, trace } from '../support/canary.ts';
import { openWorld } from '../support/world.ts';

const queries = [
  'query ($e: String!) { accounts(first: 1, filter: { name: { eq: $e } }) { nodes { name tasks(first: 1) { nodes { subject } } } } }',
  'query ($e: String!) { search(term: $e, types: [CONTACT]) { id } }',
  'query ($e: String!) { calls(first: 2, filter: { from: "2026-10-30T00:00:00Z", titleContains: $e }) { nodes { id } } }',
  'query ($q: String!) { soql(query: $q) { nodes { values } } }',
  '{ calls(first: 2, filter: { from: "2026-10-30T00:00:00Z" }) { nodes { title transcript { monologues { topic } } parties { contact { title } } } } }',
] as const;

it('a canary token, e-mail and transcript line leave no trace in errors, log, spans and metrics, through every fault', async () => {
  let patience = 10_000;
  const lines: string[] = [];
  const registry = new Registry();
  const exporter = new InMemorySpanExporter();
  const tracing = await startTracing({
    serviceName: 'test',
    serviceVersion: '1',
    endpoint: new URL('http://127.0.0.1:1'),
    exporter,
  });
  const world = await openWorld({
    index: 'off',
    media: true,
    service: { token: secret },
    context: {
      get deadline() {
        return performance.now() + patience;
      },
    },
    server: {
      explain: 'on',
      registry,
      tracing,
      log: createLog('trace', { write: (text: string) => void lines.push(text) }),
    },
  });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= world.close());
  onTestFinished(close);
  const shutdown = exporter.shutdown.bind(exporter);
  const spans: unknown[] = [];
  exporter.shutdown = async () => {
    spans.push(...exporter.getFinishedSpans());
    await shutdown();
  };
  const variables = { e: `${email} ${line}`, q: `SELECT Id FROM Account WHERE Name = '${email}'` };
  const ask = async (query: string): Promise<{ readonly errors: readonly object[] }> => {
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: secret, 'x-forwarded-for': email },
      body: JSON.stringify({ query, variables }),
    });
    const {
      data: _,
      errors = [],
      extensions,
    } = (await response.json()) as {
      readonly data: unknown;
      readonly errors?: readonly object[];
      readonly extensions?: object;
    };
    expect(extensions).toHaveProperty('explain.calls');
    expect(JSON.stringify([errors, extensions, [...response.headers]])).not.toMatch(trace);
    return { errors };
  };
  const { data } = await world.ask(
    '{ calls(first: 1, filter: { from: "2026-10-30T00:00:00Z" }) { nodes { media { audioUrl } } } }',
  );
  const file: string = data.calls.nodes[0].media.audioUrl;
  const play = async (): Promise<void> => {
    const played = await fetch(file, { signal: AbortSignal.timeout(80) }).catch(() => null);
    if (played === null) return;
    const refusal = played.status >= 400 ? await played.text().catch(() => '') : '';
    expect(JSON.stringify([...played.headers]) + refusal).not.toMatch(trace);
    await played.body?.cancel().catch(() => {});
  };
  let failures = 0;
  patience = 60;
  for (const fault of faults) {
    world.service.admin.faults.clear();
    world.service.admin.faults.add(fault);
    const playing = play();
    const answers = await Promise.all(queries.map(ask));
    await playing;
    failures += answers.filter(({ errors }) => errors.length > 0).length;
  }
  const figures = await registry.metrics();
  await close();
  expect(failures).toBeGreaterThan(faults.length * 2);
  expect(lines.length).toBeGreaterThan(faults.length * queries.length);
  expect(spans.length).toBeGreaterThan(faults.length * queries.length);
  expect(figures).toContain('switchboard_errors_total{code="UPSTREAM_TIMEOUT"}');
  expect(figures).not.toMatch(trace);
  expect(lines.join('')).not.toMatch(trace);
  for (const span of spans) expect(inspect(span, { depth: 5 })).not.toMatch(trace);
});
