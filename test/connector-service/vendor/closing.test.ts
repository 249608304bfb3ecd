/** Whatever ends a request to a vendor – the vendor, the client, the service itself – ends it with a refusal, and leaves no line on stderr. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { BackendError } from '../../../src/connector-service/backend.ts';
import { startAccountService } from '../../../src/connector-service/service.ts';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';

const json = { 'content-type': 'application/json' };
const call = { filter: { callIds: ['1'] }, contentSelector: { exposedFields: { media: true } } };

/** Requests with what the vendor answers them before it says no more. */
const underWay = {
  'nothing came': ['users', 'list', {}, () => undefined],
  'half an answer came': [
    'users',
    'list',
    {},
    (response: ServerResponse) => void response.writeHead(200, json).write('{"users":['),
  ],
  'a walk that nobody else paces': ['stats_activity_scorecards', 'list', {}, () => undefined],
  'half a recording came': [
    'call_audio',
    'download',
    call,
    (response: ServerResponse) =>
      void response
        .writeHead(206, { 'content-range': 'bytes 0-999999/1000000', 'content-length': 1_000_000 })
        .write('x'.repeat(1_000)),
  ],
} as const;

async function open(last: (response: ServerResponse) => void) {
  let came = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    came = resolve;
  });
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}/recording`;
    if (request.url === '/v2/calls/extensive')
      return response.writeHead(200, json).end(`{"calls":[{"media":{"audioUrl":"${url}"}}]}`);
    if (request.headers.range === 'bytes=0-0')
      return response.writeHead(206, { 'content-range': 'bytes 0-0/1000000' }).end('x');
    held.push(response);
    last(response);
    setImmediate(came);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reported: unknown[] = [];
  const vendor = openVendorBackend({});
  const fields = {
    access_key: 'a',
    access_key_secret: 'b',
    base_url: `http://127.0.0.1:${port}`,
  };
  const service = await startAccountService({
    vendor,
    accounts: { 'call-analytics': fields, crm: null },
    report: (error) => reported.push(error),
  });
  onTestFinished(async () => {
    await service.close();
    server.closeAllConnections();
    server.close();
  });
  const ask = (entity: string, action: string, params: object, signal?: AbortSignal) =>
    fetch(`${service.url}/api/v1/connectors/instances/${service.instances.callAnalytics}/execute`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${service.token}` },
      body: JSON.stringify({ entity, action, params }),
      signal: signal ?? null,
    }).then(async (response) => `${response.status} ${(await response.text()).length}`);
  return { service, vendor, fields, reported, arrived, held, ask };
}

const ways = ['the service closes', 'the client leaves', 'the vendor hangs up'] as const;
const cases = Object.entries(underWay).flatMap(([name, under]) =>
  ways.map((way) => [name, way, under] as const),
);

it.each(cases)('%s, and %s', async (_name, way, [entity, action, params, last]) => {
  const { service, reported, arrived, held, ask } = await open(last);
  const leaving = new AbortController();
  const asked = ask(entity, action, params, leaving.signal).catch(() => 'an end');
  await arrived;
  if (way === 'the service closes') await service.close();
  else if (way === 'the client leaves') leaving.abort();
  else for (const response of held) response.socket?.resetAndDestroy();
  const isRefused = way === 'the vendor hangs up' && action === 'list';
  expect(await asked).toMatch(isRefused ? /^502 / : /^an end$/);
  // Whatever is reported late is reported before the service has closed.
  await service.close();
  expect(reported).toEqual([]);
});

it('a request that meets the end of the backend, or comes after it, is refused', async () => {
  const { vendor, fields, arrived } = await open(() => undefined);
  const ask = () =>
    vendor.execute({
      system: 'call-analytics',
      entity: 'users',
      action: 'list',
      params: {},
      page: null,
      instance: { id: 'one', credentials: () => fields },
    });
  const asked = ask().catch((error: unknown) => error);
  await arrived;
  vendor.close();
  expect(await asked).toMatchObject({ status: 503, body: expect.anything() });
  expect(await asked).toBeInstanceOf(BackendError);
  await expect(ask()).rejects.toBeInstanceOf(BackendError);
});
