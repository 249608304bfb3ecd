import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKey } from '../../../src/server/identity/api-key.ts';
import {
  type Authenticator,
  createAuthenticator,
} from '../../../src/server/identity/authentication.ts';
import type { Identity } from '../../../src/server/identity/identity.ts';
import { RowScope } from '../../../src/upstream/row-scope.ts';
import { type SmallServer, startSmallServer } from '../../support/small-server.ts';

const issuer = 'https://id.example';
const good = createKey();
const limited = createKey();

const identity = (client: string, requestsPerMinute: number | null = null): Identity => ({
  tenant: 'acme',
  rowScope: RowScope.ofConnectedUser('acme'),
  client,
  permissions: new Set(['transcripts']),
  requestsPerMinute,
});

describe('who may ask', () => {
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let jwks: Server;
  let fetched = 0;
  let server: SmallServer;
  let authenticator: Authenticator;
  let now = Date.now();

  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' };
    jwks = createServer(({ url }, response) => {
      if (url === '/jwks.json') fetched += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
    const { port } = jwks.address() as AddressInfo;
    authenticator = createAuthenticator({
      keys: [
        { sha256: good.sha256, identity: identity('dashboard') },
        { sha256: limited.sha256, identity: identity('limited', 2) },
      ],
      issuers: [
        {
          issuer,
          audience: 'switchboard',
          jwksUrl: `http://127.0.0.1:${port}/jwks.json`,
          tenantClaim: 'org',
          rolesClaim: 'roles',
        },
        {
          issuer: 'https://named.example',
          audience: 'switchboard',
          jwksUrl: `http://127.0.0.1:${port}/others.json`,
          tenant: 'acme',
          rolesClaim: 'roles',
          personClaim: 'upn',
        },
      ],
      rowLevelOf: (_tenant, roles) => (roles.includes('rep') ? 'own' : 'all'),
      tenants: new Set(['acme', 'globex']),
      roles: new Map([
        ['analyst', ['free-soql']],
        ['coach', ['transcripts', 'media']],
      ]),
      now: () => now,
    });
    server = await startSmallServer({ authenticator });
  });
  afterAll(async () => {
    await server.close();
    jwks.close();
  });

  const ask = async (authorization?: string) => {
    const response = await server.post(
      { query: '{ whoami }' },
      authorization === undefined ? {} : { authorization },
    );
    const { data, errors } = (await response.json()) as {
      data?: { whoami: string };
      errors?: { message: string; extensions: { code: string } }[];
    };
    return {
      status: response.status,
      who: data?.whoami,
      code: errors?.[0]?.extensions.code,
      text: JSON.stringify(errors ?? ''),
      retryAfter: response.headers.get('retry-after'),
      challenge: response.headers.get('www-authenticate'),
    };
  };

  const token = (claims: JWTPayload, change: (jwt: SignJWT) => SignJWT = (jwt) => jwt) =>
    change(
      new SignJWT({ org: 'globex', roles: ['analyst'], ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setIssuer(issuer)
        .setAudience('switchboard')
        .setSubject('ana@example.test')
        .setExpirationTime(new Date(now + 60_000)),
    ).sign(keys.privateKey);

  it('knows a client by its key', async () => {
    expect(await ask(`Bearer ${good.text}`)).toMatchObject({ status: 200, who: 'acme/dashboard' });
  });

  it.each([
    [{ email: 'Ada@Example.com', email_verified: true }, 'ada@example.com'],
    [{ email: 'ada@example.com' }, null],
    [{ email: 'ada@example.com', email_verified: false }, null],
    [{ email: 'ada@example.com', email_verified: 'true' }, null],
    [{ email_verified: true }, null],
    [{ email: 'ada', email_verified: true }, null],
    [{ email: ['ada@example.com'], email_verified: true }, null],
    [{ upn: 'ada@example.com' }, null],
    [{ iss: 'https://named.example', upn: 'ada@example.com' }, 'ada@example.com'],
    [{ iss: 'https://named.example', email: 'ada@example.com', email_verified: true }, null],
  ])('reads whose rows a token shows from its claims %j: %s', async (claims, person) => {
    const iss = 'iss' in claims ? claims.iss : issuer;
    const jwt = await token({ ...claims, roles: ['rep'] }, (plain) => plain.setIssuer(iss));
    const { rows, rowScope } = await authenticator.authenticate(`Bearer ${jwt}`);
    expect(rows).toEqual({ level: 'own', person });
    const ofOther = await token({ ...claims }, (plain) => plain.setIssuer(iss));
    const other = await authenticator.authenticate(`Bearer ${ofOther}`);
    expect(other.rows).toBeUndefined();
    expect(other.rowScope.equals(rowScope)).toBe(false);
  });

  it('challenges who sends nothing, and says no to what it does not know', async () => {
    expect(await ask()).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      challenge: 'Bearer',
    });
    const wrong = await ask(`Bearer sbk_canary${'x'.repeat(30)}`);
    expect(wrong).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(wrong.text).not.toContain('canary');
    expect((await ask(`Basic ${good.text}`)).status).toBe(401);
    expect((await ask(`Bearer ${good.sha256}`)).status).toBe(401);
  });

  it('knows a client by a signed token, and keeps its subject to itself', async () => {
    const answer = await ask(`Bearer ${await token({})}`);
    expect(answer.status).toBe(200);
    expect(answer.who).toMatch(/^globex\/token-[0-9a-f]{12}$/);
  });

  it.each([
    [['analyst'], ['free-soql']],
    [
      ['analyst', 'coach'],
      ['free-soql', 'media', 'transcripts'],
    ],
    [['owner'], []],
    [[], []],
    // A claim in another form names no role.
    [{ analyst: true }, []],
  ] as const)('gives a token whose roles are %j the permissions %j', async (roles, permissions) => {
    const identity = await authenticator.authenticate(`Bearer ${await token({ roles })}`);
    expect([...identity.permissions].sort()).toEqual(permissions);
  });

  it('asks the issuer for its keys once', async () => {
    for (const n of [1, 2, 3]) await ask(`Bearer ${await token({ n })}`);
    expect(fetched).toBe(1);
  });

  it('refuses a token that is expired, foreign, altered, unsigned or for an unknown tenant', async () => {
    const fair = await token({});
    const [head, , signature] = fair.split('.');
    const forged = Buffer.from(
      JSON.stringify({ iss: issuer, aud: 'switchboard', sub: 'x', org: 'acme', exp: 9e9 }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const bad = [
      await token({}, (jwt) => jwt.setExpirationTime(new Date(now - 60_000))),
      await token({}, (jwt) => jwt.setAudience('another')),
      await token({}, (jwt) => jwt.setIssuer('https://evil.example')),
      await token({ org: 'nobody' }),
      await token({ org: ['acme'] }),
      `${head}.${forged}.${signature}`,
      `${none}.${forged}.`,
      'a.b.c',
    ];
    for (const one of bad)
      expect(await ask(`Bearer ${one}`)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('stops taking a token it knows once the token has expired', async () => {
    const fair = await token({ once: true });
    expect((await ask(`Bearer ${fair}`)).status).toBe(200);
    now += 120_000;
    expect((await ask(`Bearer ${fair}`)).status).toBe(401);
  });

  it('holds each client to its own quota', async () => {
    expect((await ask(`Bearer ${limited.text}`)).status).toBe(200);
    expect((await ask(`Bearer ${limited.text}`)).status).toBe(200);
    const third = await ask(`Bearer ${limited.text}`);
    expect(third).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(third.retryAfter)).toBeGreaterThan(0);
    expect((await ask(`Bearer ${good.text}`)).status).toBe(200);
  });
});

describe('an issuer that exchanges its keys', () => {
  type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
  const pairs: Pair[] = [];
  let published: readonly object[] = [];
  let url: string;
  let keysServer: Server;
  beforeAll(async () => {
    for (let n = 0; n < 3; n += 1) pairs.push(await generateKeyPair('ES256'));
    keysServer = createServer((_request, response) => {
      response.end(JSON.stringify({ keys: published }));
    });
    await new Promise<void>((resolve) => keysServer.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(keysServer.address() as AddressInfo).port}/`;
  });
  afterAll(() => keysServer.close());

  const accepts = () => {
    const one = { issuer, audience: 'a', jwksUrl: url, tenant: 'acme', rolesClaim: 'r' };
    const tenants = new Set(['acme']);
    const authenticator = createAuthenticator({
      ...{ keys: [], issuers: [one], tenants, roles: new Map(), now: Date.now },
    });
    return async (jwt: string): Promise<boolean> => {
      try {
        return (await authenticator.authenticate(`Bearer ${jwt}`)).tenant === 'acme';
      } catch (error) {
        expect(error).toMatchObject({ code: 'UNAUTHENTICATED' });
        return false;
      }
    };
  };
  const signed = (pair: Pair, kid?: string) =>
    new SignJWT({ sub: 'x', aud: 'a', iss: issuer })
      .setProtectedHeader({ alg: 'ES256', ...(kid !== undefined && { kid }) })
      .setExpirationTime('2h')
      .sign(pair.privateKey);

  it('takes tokens that name no key, whichever of its keys signed them', async () => {
    const [one, two, stranger] = pairs as [Pair, Pair, Pair];
    published = [await exportJWK(one.publicKey), await exportJWK(two.publicKey)];
    const isAccepted = accepts();
    expect(await isAccepted(await signed(one))).toBe(true);
    expect(await isAccepted(await signed(two))).toBe(true);
    expect(await isAccepted(await signed(stranger))).toBe(false);
    const [head, , signature] = (await signed(one)).split('.');
    const forged = Buffer.from(JSON.stringify({ iss: issuer, aud: 'a', sub: 'y', exp: 9e9 }));
    expect(await isAccepted(`${head}.${forged.toString('base64url')}.${signature}`)).toBe(false);
  });

  it('and withdraws one is obeyed before the tokens of that key expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [old, next] = pairs as [Pair, Pair, Pair];
    const isAccepted = accepts();
    published = [{ ...(await exportJWK(old.publicKey)), kid: 'old' }];
    const token = await signed(old, 'old');
    expect(await isAccepted(token)).toBe(true);
    published = [{ ...(await exportJWK(next.publicKey)), kid: 'next' }];
    expect(await isAccepted(token)).toBe(true);
    vi.setSystemTime(Date.now() + 21 * 60_000);
    expect(await isAccepted(token)).toBe(false);
    expect(await isAccepted(await signed(next, 'next'))).toBe(true);
  });
});

describe('an issuer that can’t be reached', () => {
  it('is no proof against a token: try again', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const server = await startSmallServer({
      authenticator: createAuthenticator({
        keys: [],
        issuers: [
          {
            issuer,
            audience: 'a',
            jwksUrl: 'http://127.0.0.1:1/jwks',
            tenant: 'acme',
            rolesClaim: 'r',
          },
        ],
        tenants: new Set(['acme']),
        roles: new Map(),
        now: Date.now,
      }),
    });
    const token = await new SignJWT({ sub: 'x' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(issuer)
      .setAudience('a')
      .setExpirationTime('1m')
      .sign(privateKey);
    const response = await server.post(
      { query: '{ hello }' },
      { authorization: `Bearer ${token}` },
    );
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    await server.close();
  });
});
