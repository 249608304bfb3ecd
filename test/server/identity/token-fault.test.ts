/** Whatever is wrong with a token or with a published key is the client's 401; only a set of keys that can't be had is 503. */

import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Authenticator,
  createAuthenticator,
} from '../../../src/server/identity/authentication.ts';
import { type SmallServer, startSmallServer } from '../../support/small-server.ts';

const issuer = 'https://id.example';
const claims = { iss: issuer, aud: 'a', sub: 'x', exp: 9_999_999_999 };
const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = await generateKeyPair('ES256', { extractable: true });
const ecKey = await exportJWK(ec.publicKey);

function signedByRsa(key: KeyObject, header: object): string {
  const text = `${encoded({ alg: 'RS256', ...header })}.${encoded(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`;
}

const signedByEc = (header: object = {}, change: object = {}): Promise<string> =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(ec.privateKey);

const [head, body, signature] = (await signedByEc({ kid: 'k' })).split('.');

/** The listener of the issuer's keys, and the server's authenticator, which knows none of the keys before. */
let answering: RequestListener;
let authenticator: Authenticator;
let server: SmallServer;
const provider = createServer((request, response) => answering(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  server = await startSmallServer({
    authenticator: { authenticate: (header) => authenticator.authenticate(header) },
  });
});
afterAll(async () => {
  await server.close();
  provider.closeAllConnections();
  provider.close();
});

function answerKeys(listener: RequestListener): void {
  answering = listener;
  const { port } = provider.address() as AddressInfo;
  const jwksUrl = `http://127.0.0.1:${port}/`;
  authenticator = createAuthenticator({
    keys: [],
    issuers: [{ issuer, audience: 'a', jwksUrl, tenantClaim: 'org', rolesClaim: 'r' }],
    tenants: new Set(['acme']),
    roles: new Map(),
    now: Date.now,
  });
}

async function ask(token: string) {
  const response = await server.post(
    { query: '{ hello }' },
    { authorization: `Bearer ${token}`, 'x-request-id': `request-${server.log.length}` },
  );
  const id = response.headers.get('x-request-id');
  const { errors } = (await response.json()) as {
    errors?: { message: string; extensions: { code: string } }[];
  };
  const line = await vi.waitUntil(() => server.log.find(({ requestId }) => requestId === id), {
    interval: 1,
  });
  const first = errors?.[0];
  return {
    status: response.status,
    code: first?.extensions.code,
    reason: line.reason,
    text: first?.message,
  };
}

const publishing =
  (keys: unknown): RequestListener =>
  (_request, response) =>
    void response.end(JSON.stringify(keys));

describe('a key that an issuer publishes and that can’t be used', () => {
  const org = { org: 'acme' };
  const rsa = weak.publicKey.export({ format: 'jwk' });
  const unusable: [string, object, RegExp][] = [
    ['RSA of 1024 bits', rsa, /^key .* 2048 bits/],
    ['RSA of no bits', { kty: 'RSA', n: '????', e: 'AQAB' }, /^key .* 2048 bits/],
    ['RSA without a modulus', { kty: 'RSA', e: 'AQAB' }, /^key .*Invalid keyData/],
    ['RSA, and private', weak.privateKey.export({ format: 'jwk' }), /ERR_JWKS_INVALID/],
    ['a curve with a point outside it', { ...ecKey, x: 'AAAA' }, /^key .*Invalid keyData/],
    ['a curve without a point', { kty: 'EC', crv: 'P-256' }, /^key .*Invalid keyData/],
    ['a curve of another algorithm', { ...ecKey, crv: 'P-384' }, /NO_MATCHING_KEY/],
    ['a private curve', { ...ecKey, d: 'AAAA' }, /^key |ERR_JWKS_INVALID/],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0' }, /NO_MATCHING_KEY/],
    ['an unknown type', { kty: 'LATTICE' }, /NO_MATCHING_KEY/],
    ['no type', {}, /NO_MATCHING_KEY/],
    ['one for encryption', { ...ecKey, use: 'enc' }, /NO_MATCHING_KEY/],
    ['one that may not verify', { ...ecKey, key_ops: ['sign'] }, /NO_MATCHING_KEY/],
    ['another algorithm than the token’s', { ...ecKey, alg: 'ES512' }, /NO_MATCHING_KEY/],
  ];

  it.each(unusable)('%s: 401, with its reason in the log', async (_what, jwk, reason) => {
    const isRsa = 'kty' in jwk && jwk.kty === 'RSA';
    const token = isRsa
      ? signedByRsa(weak.privateKey, { kid: 'k' })
      : await signedByEc({ kid: 'k' }, org);
    answerKeys(publishing({ keys: [{ ...jwk, kid: 'k' }] }));
    expect(await ask(token)).toMatchObject({
      ...{ status: 401, code: 'UNAUTHENTICATED', text: 'The credential is not valid here.' },
      reason: expect.stringMatching(reason),
    });
  });

  it.each(unusable)('%s: it leaves its neighbours as they are', async (_what, jwk) => {
    const good = { ...ecKey, kid: 'good' };
    answerKeys(publishing({ keys: [jwk, good, jwk] }));
    for (const header of [{}, { kid: 'good' }])
      expect(await ask(await signedByEc(header, org))).toMatchObject({ status: 200 });
  });

  it('is passed over where a token names no key, before the one that signed it', async () => {
    const strong = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = `${encoded({ alg: 'RS256' })}.${encoded({ ...claims, ...org })}`;
    const signature = createSign('sha256').update(text).sign(strong.privateKey);
    const keys = [rsa, strong.publicKey.export({ format: 'jwk' })];
    answerKeys(publishing({ keys }));
    expect(await ask(`${text}.${signature.toString('base64url')}`)).toMatchObject({
      status: 200,
    });
    expect(await ask(signedByRsa(weak.privateKey, {}))).toMatchObject({
      status: 401,
      reason: expect.stringMatching(/2048 bits/),
    });
  });
});

describe('a token that is not good', () => {
  beforeAll(() => answerKeys(publishing({ keys: [{ ...ecKey, kid: 'k' }] })));
  const canary = 'canary-of-a-stranger';
  const past = { exp: 1_000_000_000 };
  const bad: [string, string | Promise<string>, RegExp][] = [
    ['without a tenant', signedByEc({ kid: 'k' }), /no claim org, which tenantClaim names/],
    [
      'of an unknown tenant',
      signedByEc({}, { org: canary }),
      /its org is none of the access file’s tenants/,
    ],
    ['expired', signedByEc({}, past), /it has expired \(exp\)/],
    ['not valid yet', signedByEc({}, { nbf: 9_999_999_999 }), /nbf/],
    [
      'for another audience',
      signedByEc({}, { aud: canary }),
      /its audience \(aud\) is not the one/,
    ],
    ['of another issuer', signedByEc({}, { iss: canary }), /issuer \(iss\) is none/],
    ['with a text as its end', signedByEc({}, { exp: canary }), /expiry \(exp\) is no number/],
    ['without an end', signedByEc({}, { exp: undefined }), /no claim exp, which is needed/],
    ['without a subject', signedByEc({}, { sub: undefined }), /no claim sub, which is needed/],
    ['with an unknown key', signedByEc({ kid: canary }), /NO_MATCHING_KEY/],
    ['with a critical header', `${encoded({ alg: 'ES256', crit: [canary] })}.${body}.AA`, /SUPP/],
    ['with a shared secret', `${encoded({ alg: 'HS256' })}.${body}.AAAA`, /ALG_NOT_ALLOWED/],
    ['of no algorithm', `${encoded({ alg: 'none' })}.${body}.`, /ALG_NOT_ALLOWED/],
    ['of a made-up algorithm', `${encoded({ alg: canary })}.${body}.AAAA`, /ALG_NOT_ALLOWED/],
    ['without an algorithm', `${encoded({})}.${body}.AAAA`, /JWS_INVALID/],
    ['with a header that is no object', `${encoded('[]')}.${body}.AAAA`, /JWS_INVALID/],
    ['with a header that is no JSON', `${encoded('{')}.${body}.AAAA`, /JWS_INVALID/],
    [
      'with claims that are no JSON',
      `${head}.${encoded('{')}.${signature}`,
      /issuer \(iss\) is none/,
    ],
    ['with another’s signature', `${head}.${body}.${'A'.repeat(86)}`, /SIGNATURE/],
    ['with a short signature', `${head}.${body}.AAAA`, /SIGNATURE/],
    ['without a signature', `${head}.${body}.`, /SIGNATURE/],
    ['of two dots', '..', /issuer \(iss\) is none/],
  ];
  it.each(bad)('%s: 401, with its reason and none of its text', async (_what, token, reason) => {
    const answer = await ask(await token);
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(answer.reason).toMatch(reason);
    expect(JSON.stringify(answer)).not.toContain(canary);
  });
});

describe('keys that can’t be had', () => {
  const outages: [string, RequestListener, RegExp][] = [
    ['an error', (_, response) => void response.writeHead(500).end('{}'), /status 500/],
    ['a redirect', (_, answer) => void answer.writeHead(302, { location: '/' }).end(), /302/],
    ['no content', (_, answer) => void answer.writeHead(204).end(), /status 204/],
    ['a page', (_, response) => void response.end('<html>'), /no JSON/],
    ['nothing', (_, response) => void response.end(), /no JSON/],
    ['null', publishing(null), /no key set/],
    ['a list', publishing([]), /no key set/],
    ['keys that are none', publishing({ keys: ['k'] }), /no key set/],
    ['a list in place of a key', publishing({ keys: [[]] }), /no key set/],
    ['no keys', publishing({ key: [] }), /no key set/],
    ['a reset', (request) => void request.socket.resetAndDestroy(), /ECONNRESET|UND_ERR_SOCKET/],
    ['half of them', halfSent, /keys of the issuer: /],
  ];
  function halfSent(...[, response]: Parameters<RequestListener>): void {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"keys":', () => response.destroy());
  }

  it.each(outages)('%s: 503, with its reason, and try again', async (_what, listener, reason) => {
    answerKeys(listener);
    const answer = await ask(await signedByEc());
    expect(answer).toMatchObject({ status: 503, code: 'OVERLOADED' });
    expect(answer.reason).toMatch(reason);
  });

  it('an empty set of keys has been had: 401', async () => {
    answerKeys(publishing({ keys: [] }));
    expect(await ask(await signedByEc())).toMatchObject({ status: 401 });
  });
});
