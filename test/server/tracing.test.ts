import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request as openRequest } from 'node:http';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTracing } from '../../src/server/tracing.ts';
import { type ReceivedSpan, startCollector } from '../support/collector.ts';
import { openWorld, type World } from '../support/world.ts';

/** Headers of the execute requests that leave the process, as they are sent. */
function sentHeaders(): Record<string, string>[] {
  const sent: Record<string, string>[] = [];
  const note = (message: unknown): void => {
    const { path, headers } = (
      message as { request: { path: string; headers: readonly string[] | string } }
    ).request;
    if (!path.endsWith('/execute')) return;
    const pairs = typeof headers === 'string' ? headers.split(/: |\r\n/) : headers;
    sent.push(
      Object.fromEntries(
        pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : [])),
      ),
    );
  };
  subscribe('undici:request:create', note);
  onTestFinished(() => void unsubscribe('undici:request:create', note));
  return sent;
}

/** The spans of some requests, from the collector that they were sent to. */
async function traced(requests: (world: World) => Promise<unknown>) {
  const collector = await startCollector();
  const tracing = await startTracing({
    serviceName: 'gateway-of-a-test',
    serviceVersion: '1.2.3',
    endpoint: collector.url,
  });
  const world = await openWorld({ server: { tracing }, index: false, media: true });
  await requests(world);
  // Closing sends what is left.
  await world.close();
  const { spans, resources } = collector;
  const [resource] = [...resources].map((text) => JSON.parse(text));
  return { resource, world, spans };
}

const post = (world: World, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL('/graphql', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'test/1', ...headers },
    body: JSON.stringify(body),
  }).then((response) => response.text());

const accounts = 'query SomeAccounts { accounts(first: 1) { nodes { name } } }';

/** The one span with such a name and attributes. */
function find(spans: readonly ReceivedSpan[], name: string, attributes: object = {}): ReceivedSpan {
  const matching = spans.filter(
    (span) =>
      span.name === name &&
      Object.entries(attributes).every(([key, value]) => span.attributes[key] === value),
  );
  expect(matching, `${name} of ${spans.map((span) => span.name)}`).toHaveLength(1);
  return matching[0] as ReceivedSpan;
}

const server = 2;
const client = 3;
const isError = 2;

describe('spans', () => {
  it('are named, and say what they say, as OpenTelemetry’s conventions have it', async () => {
    const { world, spans } = await traced(async (world) => {
      world.service.admin.faults.add({ kind: 'status', status: 503, entity: 'accounts', times: 1 });
      await post(world, { query: accounts });
      await post(world, { query: '{ nothing }' });
      const url = new URL('/graphql', world.url);
      url.searchParams.set(
        'query',
        '{ contacts(where: { Email: { eq: "ada@example.com" } }) { totalCount } }',
      );
      await fetch(url, { headers: { accept: 'application/json' } }).then((answer) => answer.text());
      await fetch(new URL('/media/a-secret-link', world.url));
      await fetch(new URL('/place/secret', world.url));
      await new Promise((resolve) =>
        openRequest(new URL('/graphql', world.url), { method: 'PROPFIND' }, resolve).end(),
      );
    });
    const address = { 'server.address': world.url.hostname, 'server.port': Number(world.url.port) };
    const ofServer = { ...address, 'url.scheme': 'http', 'network.protocol.version': '1.1' };

    const whole = find(spans, 'POST /graphql', { 'graphql.operation.type': 'query' });
    expect(whole).toMatchObject({ kind: server, status: { code: 0 } });
    expect(whole.attributes).toMatchObject({
      ...ofServer,
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'url.path': '/graphql',
      'http.response.status_code': 200,
      'graphql.operation.name': 'SomeAccounts',
      'user_agent.original': 'test/1',
    });
    expect(whole.attributes).not.toHaveProperty(['error.type']);

    // What a client did wrong is no error of the server.
    const refused = spans.filter(
      (span) => span.name === 'POST /graphql' && !('graphql.operation.type' in span.attributes),
    );
    expect(refused.map(({ status }) => status.code)).toEqual([0]);

    const get = find(spans, 'GET /graphql');
    expect(get.attributes).toMatchObject({ ...ofServer, 'url.query': 'REDACTED' });
    expect(find(spans, 'GET /media/{link}').attributes).toMatchObject({
      'url.path': '/media/{link}',
      'http.response.status_code': 403,
    });
    const nowhere = find(spans, 'GET');
    expect(nowhere.attributes).not.toHaveProperty(['http.route']);
    expect(find(spans, 'HTTP /graphql').attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'PROPFIND',
    });

    const template = '/api/v1/connectors/instances/{id}/execute';
    const calls = spans.filter(({ attributes }) => attributes['switchboard.entity'] === 'accounts');
    const [failed, repeated] = calls.sort(
      (a, b) =>
        Number(a.attributes['switchboard.attempt']) - Number(b.attributes['switchboard.attempt']),
    ) as [ReceivedSpan, ReceivedSpan];
    const service = new URL(world.service.url);
    for (const call of [failed, repeated]) {
      expect(call).toMatchObject({ name: `POST ${template}`, kind: client });
      expect(call).toMatchObject({ traceId: whole.traceId, parentSpanId: whole.spanId });
      expect(call.attributes).toMatchObject({
        'http.request.method': 'POST',
        'server.address': service.hostname,
        'server.port': Number(service.port),
        'url.template': template,
        'url.full': `${service.origin}${template.replace('{id}', 'REDACTED')}`,
        'switchboard.service': 'crm',
      });
    }
    expect(failed.attributes).toMatchObject({
      'http.response.status_code': 503,
      'error.type': '503',
      'switchboard.code': 'UPSTREAM_UNAVAILABLE',
    });
    expect(failed.status).toEqual({ code: isError });
    expect(failed.attributes).not.toHaveProperty(['http.request.resend_count']);
    expect(repeated.attributes).toMatchObject({
      'http.response.status_code': 200,
      'http.request.resend_count': 1,
    });
    expect(repeated.attributes).not.toHaveProperty(['error.type']);
    expect(repeated.status.code).toBe(0);

    const known = new Set<unknown>(Object.values(conventions));
    const invented = spans
      .flatMap(({ attributes }) => Object.keys(attributes))
      .filter((name) => !name.startsWith('switchboard.') && !known.has(name));
    expect(invented).toEqual([]);
    // Links, literals and ids stay here.
    expect(JSON.stringify(spans)).not.toMatch(/secret|example\.com|SELECT/);
    expect(JSON.stringify(spans)).not.toContain(world.service.instances.crm);
  });

  it('say what failed where there is no status', async () => {
    const { spans } = await traced(async (world) => {
      world.service.admin.faults.add({ kind: 'reset', entity: 'accounts' });
      await post(world, { query: accounts });
    });
    const calls = spans.filter(({ kind }) => kind === client);
    expect(calls.length).toBeGreaterThan(0);
    for (const { attributes, status } of calls) {
      expect(attributes).toMatchObject({ 'error.type': 'UPSTREAM_UNAVAILABLE' });
      expect(attributes).not.toHaveProperty(['http.response.status_code']);
      expect(status).toEqual({ code: isError });
    }
  });

  it('name the operation of an answer from the cache, too', async () => {
    const collector = await startCollector();
    const tracing = await startTracing({
      serviceName: 'test',
      serviceVersion: '1',
      endpoint: collector.url,
    });
    const world = await openWorld({ server: { tracing }, index: false, cache: true });
    for (let time = 0; time < 3; time += 1) await post(world, { query: accounts });
    await world.close();
    const names = collector.spans
      .filter(({ kind }) => kind === server)
      .map(({ attributes }) => attributes['graphql.operation.name']);
    expect(names).toEqual(['SomeAccounts', 'SomeAccounts', 'SomeAccounts']);
  });
});

describe('the resource', () => {
  it('is the service and the SDK, with what the environment adds', async () => {
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test,service.name=other');
    onTestFinished(() => void vi.unstubAllEnvs());
    const ask = (world: World) => post(world, { query: '{ __typename }' });
    const { resource } = await traced(ask);
    expect(resource).toEqual({
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.version': expect.stringMatching(/^\d+\.\d+/),
      'service.name': 'other',
      'service.version': '1.2.3',
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'deployment.environment.name': 'test',
    });
    vi.stubEnv('OTEL_SERVICE_NAME', 'mine');
    expect((await traced(ask)).resource).toMatchObject({ 'service.name': 'mine' });
  });
});

describe('the client’s trace', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';
  const state = 'vendor=a:b/c,other@system=1';

  it.each([
    ['01', '01', true],
    ['03', '03', true],
    ['00', '00', false],
    ['02', '02', false],
    // Flags that no version knows stay with who set them.
    ['ff', '03', true],
  ])(
    'goes on to the connector service: flags %s as %s, sampled %s',
    async (flags, onward, isSampled) => {
      const sent = sentHeaders();
      const { spans } = await traced((world) =>
        post(
          world,
          { query: accounts },
          { traceparent: `00-${traceId}-${parent}-${flags}`, tracestate: state },
        ),
      );
      expect(sent).toHaveLength(1);
      expect(sent[0]?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-${onward}$`));
      expect(sent[0]?.tracestate).toBe(state);
      expect(spans.length).toBe(isSampled ? 2 : 0);
      if (!isSampled) return;
      const call = spans.find(({ kind }) => kind === client);
      const request = spans.find(({ kind }) => kind === server);
      expect(request).toMatchObject({ traceId, parentSpanId: parent, traceState: state });
      expect(call).toMatchObject({ traceId, parentSpanId: request?.spanId, traceState: state });
      expect(sent[0]?.traceparent).toContain(call?.spanId);
    },
  );

  it.each([
    [{ traceparent: 'nonsense', tracestate: state }],
    [{ traceparent: `00-${'0'.repeat(32)}-${parent}-01`, tracestate: state }],
    [{ tracestate: state }],
    [{}],
  ])('begins here where a client has none: %j', async (headers) => {
    const sent = sentHeaders();
    await traced((world) => post(world, { query: accounts }, headers));
    expect(sent[0]?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(sent[0]?.traceparent).not.toContain(traceId);
    expect(sent[0]).not.toHaveProperty('tracestate');
  });
});
