/** A pair that the vendor has rotated is stored before anything else in its answer is judged: whatever is wrong with it, the account is not lost. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BackendOperation } from '../../../src/connector-service/backend.ts';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import { openTokenStore } from '../../../src/connector-service/vendor/sign-in/token-store.ts';

const key = Buffer.alloc(32, 7);
const account = 'one';

type Change = (answer: Readonly<Record<string, unknown>>) => {
  readonly status?: number;
  readonly body: unknown;
};

/** Both vendors' token addresses: a refresh token works once, and the answer is changed as a test wants it. */
async function openRotating(change: { current: Change | null }) {
  let generation = 0;
  const grants: (string | null)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    const { url = '' } = request;
    const json = (status: number, body: unknown): void =>
      void response.writeHead(status).end(JSON.stringify(body));
    if (url.includes('/oauth2/')) {
      grants.push(form.get('refresh_token'));
      if (form.get('refresh_token') !== `refresh-${generation}`)
        return json(400, { error: 'invalid_grant' });
      generation += 1;
      const pair = {
        access_token: `access-${generation}`,
        refresh_token: `refresh-${generation}`,
        scope: 'api',
        expires_in: 3_600,
      };
      const { status = 200, body } = change.current?.(pair) ?? { body: pair };
      return json(status, body);
    }
    if (request.headers.authorization !== `Bearer access-${generation}`)
      return json(401, [{ message: 'ended', errorCode: 'INVALID_SESSION_ID' }]);
    return url.startsWith('/v2/')
      ? json(200, { users: [{ id: '1' }], records: {} })
      : json(200, { totalSize: 1, done: true, records: [{ Id: '001000000000001AAA' }] });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const folder = mkdtempSync(join(tmpdir(), 'rotated-'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(folder, 'tokens.db');
  const time = { now: Date.parse('2026-11-02T12:00:00Z') };
  const process = () => {
    const backend = openVendorBackend({ file, key, clock: () => time.now });
    onTestFinished(() => backend.close());
    return backend;
  };
  return { base, file, time, grants, process };
}

const operations: Readonly<Record<string, (base: string) => BackendOperation>> = {
  'the call platform': (base) => ({
    system: 'call-analytics',
    entity: 'users',
    action: 'list',
    params: {},
    page: null,
    instance: {
      id: account,
      credentials: () => ({
        refresh_token: 'refresh-0',
        client_id: 'id',
        client_secret: 'secret',
        base_url: base,
        login_url: base,
      }),
    },
  }),
  'the CRM': (base) => ({
    system: 'crm',
    entity: 'accounts',
    action: 'list',
    params: { q: 'SELECT Id FROM Account' },
    page: null,
    instance: {
      id: account,
      credentials: () => ({
        refresh_token: 'refresh-0',
        client_id: 'id',
        client_secret: 'secret',
        instance_url: base,
      }),
    },
  }),
};

const bases = ['http://vendor.example', 'https://10.0.0.1', 'ftp://127.0.0.1', 'no address', '//x'];
const changes: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    bases.map((base): [string, Change] => [
      `the base ${base}`,
      (pair) => ({ body: { ...pair, instance_url: base, api_base_url_for_customer: base } }),
    ]),
  ),
  'no access token': ({ access_token: _, ...others }) => ({ body: others }),
  'an access token that is a number': (pair) => ({ body: { ...pair, access_token: 7 } }),
  'an empty access token': (pair) => ({ body: { ...pair, access_token: '' } }),
};
/** Odd, but good. */
const oddities: Readonly<Record<string, Change>> = {
  'status 201': (pair) => ({ status: 201, body: pair }),
  'a scope of another form': (pair) => ({ body: { ...pair, scope: [1, { a: null }] } }),
  'a life of another form': (pair) => ({ body: { ...pair, expires_in: 'soon' } }),
  'a life below zero': (pair) => ({ body: { ...pair, expires_in: -5 } }),
  'a base of another form': (pair) => ({ body: { ...pair, instance_url: 5 } }),
  'more members': (pair) => ({ body: { ...pair, more: { deep: ['x'] } } }),
};

describe.each(Object.entries(operations))('at %s', (_system, operation) => {
  it.each(Object.entries(changes))(
    '%s is refused, and the pair is stored',
    async (_what, change) => {
      const answers = { current: change as Change | null };
      const { base, file, time, grants, process } = await openRotating(answers);
      const first = process();
      for (let n = 0; n < 3; n += 1)
        await expect(first.execute(operation(base))).rejects.toMatchObject({ status: 502 });
      expect(grants).toEqual(['refresh-0']);
      const store = openTokenStore({ file, key });
      expect((await store.read(account))?.refreshToken).toBe('refresh-1');
      await store.close();
      // A minute later, and after a restart, the vendor is asked again, with the token that counts.
      time.now += 61_000;
      await expect(first.execute(operation(base))).rejects.toMatchObject({ status: 502 });
      await expect(process().execute(operation(base))).rejects.toMatchObject({ status: 502 });
      answers.current = null;
      await expect(process().execute(operation(base))).resolves.toBeDefined();
      time.now += 61_000;
      await expect(first.execute(operation(base))).resolves.toBeDefined();
      expect(grants).toEqual(['refresh-0', 'refresh-1', 'refresh-2', 'refresh-3']);
    },
  );

  it.each(Object.entries(oddities))('%s changes nothing', async (_what, change) => {
    const { base, grants, process } = await openRotating({ current: change });
    await expect(process().execute(operation(base))).resolves.toBeDefined();
    expect(grants).toEqual(['refresh-0']);
  });
});
