/** The call platform's webhook: who is let in, and what an event of theirs brings about. */

import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeys } from '../../src/config/variable-kind.ts';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import type { Running } from '../../src/main/start.ts';
import { isWide } from '../support/cases.ts';
import { startHere } from '../support/here.ts';
import { fillMs } from '../support/patience.ts';
import { openSynthetic } from '../support/synthetic.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const former = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pemOf = (key: typeof publicKey): string =>
  key.export({ type: 'spki', format: 'pem' }).toString();
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const address = 'https://graph.example/webhooks/call-platform/default';

let folder: string;
let service: DemoService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-'));
  // While the platform changes its key, both are good.
  writeFileSync(join(folder, 'key.pem'), pemOf(former.publicKey) + pemOf(publicKey));
  service = await startDemoService({ backend: openSynthetic({ now: () => new Date() }) });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const settings = () => ({
  CONNECTOR_BASE_URL: service.url,
  CONNECTOR_TOKEN: service.token,
  CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
  CRM_INSTANCE_ID: service.instances.crm,
  PUBLIC_URL: 'https://graph.example',
  CALL_ANALYTICS_WEBHOOK_KEY_FILE: join(folder, 'key.pem'),
});

const event = (id: string): string => JSON.stringify({ callData: { metaData: { id } } });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Sent {
  readonly body?: string;
  readonly claims?: Record<string, unknown>;
  readonly key?: typeof privateKey;
  readonly token?: string;
  readonly path?: string;
  readonly method?: string;
}

async function send({ url }: Running, sent: Sent) {
  const body = sent.body ?? event('1');
  const claims = { webhook_url: address, body_sha256: hashOf(body), ...sent.claims };
  const token =
    sent.token ??
    (await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(sent.key ?? privateKey));
  const response = await fetch(new URL(sent.path ?? '/webhooks/call-platform/default', url), {
    method: sent.method ?? 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(sent.method === 'GET' ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

async function questionTo({ url }: { readonly url: URL }, query: string) {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return await response.json();
}

describe('the webhook', () => {
  it('takes a key as the platform shows it, in bare base64, alone and beside others', async () => {
    const bare = (key: typeof publicKey): string =>
      key.export({ type: 'spki', format: 'der' }).toString('base64');
    const wrapped = bare(publicKey).replace(/.{64}/g, '$&\n');
    const file = join(folder, 'bare.pem');
    for (const text of [
      bare(publicKey),
      ` ${wrapped}\r\n`,
      `${bare(former.publicKey)}\n\n${wrapped}\n`,
      `${pemOf(former.publicKey)}${bare(publicKey)}`,
    ]) {
      writeFileSync(file, text);
      const config = loadConfig({ ...settings(), CALL_ANALYTICS_WEBHOOK_KEY_FILE: file });
      const keys = publicKeys(config.webhooks.get('default') ?? '');
      expect(keys.some((key) => key.equals(publicKey))).toBe(true);
    }
    expect(
      (await send(await startHere({ ...settings(), CALL_ANALYTICS_WEBHOOK_KEY_FILE: file }), {}))
        .status,
    ).toBe(202);
    for (const text of ['', 'no key', `${wrapped.slice(0, 100)}\n`, `x${wrapped}`]) {
      writeFileSync(file, text);
      expect(() => loadConfig({ ...settings(), CALL_ANALYTICS_WEBHOOK_KEY_FILE: file })).toThrow(
        'CALL_ANALYTICS_WEBHOOK_KEY_FILE: expected',
      );
    }
  });

  it.runIf(isWide)('is not there unless it is configured', async () => {
    const { CALL_ANALYTICS_WEBHOOK_KEY_FILE: _none, ...rest } = settings();
    expect((await send(await startHere(rest), {})).status).toBe(404);
  });

  it.runIf(isWide)(
    'takes events that prove who sent them, no others, and no more than 600 a minute',
    async () => {
      const gateway = await startHere(settings());
      const good = (more: Sent = {}) => send(gateway, more);
      expect(await good()).toEqual({ status: 202, text: '{"accepted":true}' });
      expect((await good({ claims: { body_sha256: undefined } })).status).toBe(202);
      expect(await good({ body: '{"isTest":true}' })).toMatchObject({ text: '{"accepted":false}' });
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      const claims = Buffer.from(JSON.stringify({ webhook_url: address })).toString('base64url');
      const hmac = await new SignJWT({ webhook_url: address })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(pemOf(publicKey)));
      /** Signed with times so many seconds from now. */
      const timed = (claims: Record<string, number>, alg = 'RS256') =>
        new SignJWT({
          webhook_url: address,
          ...Object.fromEntries(
            Object.entries(claims).map(([name, s]) => [name, Math.floor(Date.now() / 1_000) + s]),
          ),
        })
          .setProtectedHeader({ alg })
          .sign(privateKey);
      expect(await good({ key: former.privateKey })).toMatchObject({ status: 202 });
      const inTime: Record<string, number>[] = [
        { exp: 60 },
        { iat: -500 },
        { nbf: -5, exp: 5 },
        { iat: 30, exp: 60 },
      ];
      for (const claims of inTime)
        expect([claims, (await good({ token: await timed(claims) })).status]).toEqual([
          claims,
          202,
        ]);
      const refused: [Sent, number][] = [
        [{ token: await timed({ exp: -3_600 }) }, 401],
        [{ token: await timed({ exp: -120, iat: -10 }) }, 401],
        [{ token: await timed({ nbf: 3_600, exp: 7_200 }) }, 401],
        [{ token: await timed({ iat: 3_600, exp: 7_200 }) }, 401],
        [{ token: await timed({ iat: -3_600 }) }, 401],
        [{ token: await timed({ exp: 60 }, 'RS512') }, 401],
        [{ token: await timed({ exp: 60 }, 'PS256') }, 401],
        [{ key: stranger }, 401],
        [{ token: 'nothing' }, 401],
        [{ token: `${none}.${claims}.` }, 401],
        [{ token: hmac }, 401],
        [{ claims: { webhook_url: 'https://other.example/' } }, 401],
        [{ claims: { webhook_url: undefined } }, 401],
        [{ claims: { body_sha256: hashOf('another body') } }, 401],
        [{ path: '/webhooks/call-platform/another' }, 401],
        [{ path: '/webhooks/call-platform/' }, 401],
        [{ method: 'GET' }, 405],
        [{ body: 'no json' }, 400],
        [{ body: event('../../etc') }, 400],
        [{ body: JSON.stringify({ callData: { metaData: {} } }) }, 400],
        [{ body: JSON.stringify({ callData: 'x'.repeat(2 ** 20) }) }, 413],
      ];
      for (const [sent, status] of refused) {
        const answer = await send(gateway, sent);
        expect([sent, answer.status]).toEqual([sent, status]);
      }
      // More than a minute's events of a stranger: the platform's own are taken nevertheless.
      for (let at = 0; at < 650; at += 1)
        expect((await send(gateway, { token: hmac })).status).toBe(401);
      expect((await good()).status).toBe(202);
      const proven: Sent = { token: await timed({ exp: 600 }), body: '{"isTest":true}' };
      const statuses: number[] = [];
      // A minute may end in between.
      while (statuses.at(-1) !== 429 && statuses.length < 1_300)
        statuses.push((await send(gateway, proven)).status);
      expect(statuses.at(-1)).toBe(429);
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([202]));
    },
  );

  it.runIf(isWide)(
    'has the call asked for by id, and what was cached of it forgotten',
    async () => {
      const gateway = await startHere({ ...settings(), INDEX: 'on', INDEX_HORIZON_MONTHS: '1' });
      const ask = async (query: string) => (await questionTo(gateway, query)).data;
      const question = '{ calls(first: 1) { nodes { upstreamId title } } }';
      const [{ upstreamId: id }] = (await ask(question)).calls.nodes;
      const callsOf = () =>
        service.calls().filter(({ entity }) => entity === 'calls_extensive' || entity === 'calls');
      await ask(question);
      const before = callsOf().length;
      expect((await send(gateway, { body: event(id) })).status).toBe(202);
      const asked = () =>
        callsOf().filter(({ params }) => JSON.stringify(params).includes(`"callIds":["${id}"]`));
      await expect.poll(() => asked().length).toBe(1);
      await ask(question);
      expect(callsOf().length).toBeGreaterThan(before + 1);
    },
  );

  it.runIf(isWide)('has figures say what they lack where the call is announced alone', async () => {
    const gateway = await startHere({ ...settings(), INDEX: 'on', INDEX_HORIZON_MONTHS: '1' });
    const ask = (query: string) => questionTo(gateway, query);
    const status = '{ indexStatus { state completeShare } }';
    const known = { state: 'IDLE', completeShare: 1 };
    await expect
      .poll(async () => (await ask(status)).data.indexStatus, { timeout: fillMs })
      .toEqual(known);
    const figures = '{ callsAggregate(filter: { lastDays: 14 }) { groups { count } } }';
    const before = await ask(figures);
    expect(before.extensions.incomplete).toBeUndefined();
    const { data } = await ask(
      '{ calls(first: 1, filter: { lastDays: 7 }) { nodes { upstreamId } } }',
    );
    const [{ upstreamId: id }] = data.calls.nodes;
    const { faults } = service.admin;
    faults.add({ kind: 'rows', change: 'short', entity: 'calls_extensive' });
    expect((await send(gateway, { body: event(id) })).status).toBe(202);
    const [{ count }] = before.data.callsAggregate.groups;
    await expect
      .poll(() => ask(figures))
      .toMatchObject({
        data: { callsAggregate: { groups: [{ count: count - 1 }] } },
        extensions: { incomplete: [{ path: ['callsAggregate'] }] },
      });
    faults.clear();
  });
});

it('names what is wrong with the key of the webhook', () => {
  const faultsOf = (more: Record<string, string | undefined>): readonly string[] => {
    try {
      loadConfig({ ...settings(), ...more });
    } catch (error) {
      if (error instanceof ConfigError) return error.issues;
      throw error;
    }
    return [];
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ PUBLIC_URL: undefined })).toEqual([
    expect.stringMatching(/^PUBLIC_URL: expected a value since there is a key of the webhook/),
  ]);
  expect(faultsOf({ CALL_ANALYTICS_WEBHOOK_KEY_FILE: '/no/such.pem' })).toEqual([
    'CALL_ANALYTICS_WEBHOOK_KEY_FILE: expected a file that can be read at /no/such.pem; got ENOENT',
  ]);
  expect(faultsOf({ CALL_ANALYTICS_WEBHOOK_KEY_FILE: 'package.json' })).toEqual([
    'CALL_ANALYTICS_WEBHOOK_KEY_FILE: expected an RSA public key of at least 2,048 bits in package.json, in PEM or as the platform shows it, in base64; got something else',
  ]);
});
