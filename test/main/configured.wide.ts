/** Configuration: what each variable says is what a client meets. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { startCollector } from '../support/collector.ts';
import { startHere } from '../support/here.ts';
import { type Settings, startProcess } from '../support/process.ts';
import { openSynthetic } from '../support/synthetic.ts';

let service: DemoService;
let hosted: Settings;
beforeAll(async () => {
  service = await startDemoService({ backend: openSynthetic({ now: () => new Date() }) });
  hosted = {
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
  };
});
afterAll(() => service.close());

async function ask(
  { url }: { readonly url: URL },
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    readonly data?: Readonly<Record<string, unknown>>;
    readonly errors?: readonly {
      readonly message: string;
      readonly extensions: { readonly code: string };
    }[];
    readonly extensions?: { readonly explain?: object; readonly cost: object };
  };
  return {
    ...answer,
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    code: answer.errors?.[0]?.extensions.code,
  };
}

describe('a gateway that was told', () => {
  it('to execute trusted documents only, to explain every answer, and to show no page, does so', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'switchboard-manifest-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const manifest = join(directory, 'manifest.json');
    writeFileSync(
      manifest,
      JSON.stringify({ 'two-accounts': '{ accounts(first: 2) { nodes { name } } }' }),
    );
    const gateway = await startHere({
      ...hosted,
      DOCUMENTS: 'trusted',
      DOCUMENT_MANIFEST: manifest,
      EXPLAIN: 'on',
      GRAPHIQL: 'off',
      DASHBOARD: 'off',
    });
    const showcase = readFileSync('schema/operations/account-360.graphql', 'utf8');
    const trusted = await ask(gateway, { query: showcase, variables: { first: 2 } });
    expect(trusted.errors).toBeUndefined();
    expect(trusted.data).toHaveProperty('accounts');
    // Nobody asked for it.
    expect(trusted.extensions).toHaveProperty('explain.calls');
    const listed = await ask(gateway, { documentId: 'two-accounts' });
    expect(listed.data).toMatchObject({ accounts: { nodes: [{}, {}] } });
    for (const query of ['{ accounts(first: 3) { nodes { name } } }', '{ __typename }'])
      expect(await ask(gateway, { query })).toMatchObject({
        ...{ status: 403, code: 'DOCUMENT_NOT_FOUND' },
      });
    const page = await fetch(new URL('/', gateway.url), { headers: { accept: 'text/html' } });
    expect(page.status).toBe(404);
  });

  it('how much a document, a window and a client may ask, holds them to it', async () => {
    const gateway = await startHere({
      ...hosted,
      MAX_COST: '10',
      MAX_PAGE_SIZE: '7',
      MAX_DEPTH: '4',
      MAX_BODY_BYTES: '5000',
      EXPLAIN: 'off',
      CLIENT_REQUESTS_PER_MINUTE: '6',
    });
    const list = (first: number, inner = 'name'): object => ({
      query: `{ accounts(first: ${first}) { nodes { ${inner} } } }`,
    });
    expect((await ask(gateway, list(7), { 'x-switchboard-explain': '1' })).extensions).toEqual({
      cost: expect.anything(),
    });
    expect(await ask(gateway, list(8))).toMatchObject({ status: 200, code: 'BAD_USER_INPUT' });
    expect(await ask(gateway, list(1, 'owner { manager { name } }'))).toMatchObject({
      ...{ status: 400, code: 'QUERY_TOO_COSTLY' },
    });
    const many = Array.from({ length: 12 }, (_, at) => `a${at}: accounts(first: 1) { totalCount }`);
    const costly = await ask(gateway, { query: `{ ${many.join(' ')} }` });
    expect(costly).toMatchObject({ status: 400, code: 'QUERY_TOO_COSTLY' });
    expect(costly.errors![0]!.message).toContain('at most 10 upstream calls');
    expect(await ask(gateway, { query: `{ __typename } #${'x'.repeat(5_000)}` })).toMatchObject({
      status: 413,
    });
    await ask(gateway, list(1));
    const seventh = await ask(gateway, list(1));
    expect(seventh).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(seventh.retryAfter)).toBeGreaterThan(0);
  });
});

it('a collector that is configured gets the spans of a request, joined to its client’s trace, all of them before the end', async () => {
  const collector = await startCollector();
  // A process of its own: what it says of itself it sends at its end.
  const gateway = await startProcess(['src/main.ts'], {
    ...hosted,
    INDEX: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href,
    OTEL_SERVICE_NAME: 'gateway-of-a-test',
  });
  onTestFinished(async () => void (await gateway.end('SIGKILL')));
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';
  const query = '{ accounts(first: 3) { nodes { name tasks(first: 2) { nodes { subject } } } } }';
  const answer = await ask(gateway, { query }, { traceparent: `00-${traceId}-${parent}-01` });
  expect(answer.errors).toBeUndefined();
  expect(await gateway.end('SIGTERM')).toBe(0);
  const ofTrace = collector.spans.filter((span) => span.traceId === traceId);
  const request = ofTrace.find(({ name }) => name === 'POST /graphql')!;
  expect(request.parentSpanId).toBe(parent);
  const calls = ofTrace.filter((span) => span !== request);
  expect(calls.map(({ name }) => name)).toEqual(['POST /api/v1/connectors/instances/{id}/execute']);
  expect(calls.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
  expect([...collector.resources]).toEqual([expect.stringContaining('gateway-of-a-test')]);
});
