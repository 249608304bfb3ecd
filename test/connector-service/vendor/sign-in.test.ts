import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type BackendAnswer,
  BackendError,
  type BackendOperation,
  type VendorBackend,
} from '../../../src/connector-service/backend.ts';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import { openTokenStore } from '../../../src/connector-service/vendor/sign-in/token-store.ts';
import type { FacadeOptions, FacadeRequest } from '../../../src/demo/vendor-api/vendor-api.ts';
import { crmPrivateKey, type FacadeClient, openFacade } from '../../support/facade.ts';

const key = Buffer.alloc(32, 7);

interface World {
  readonly client: FacadeClient;
  readonly file: string;
  /** Another process: a backend on the same file. */
  gateway(): VendorBackend;
  /** Requests so far whose path begins so. */
  count(path: string): number;
  readonly platform: Record<string, string>;
  readonly crm: Record<string, string>;
}

async function open(facade: Partial<FacadeOptions> = {}): Promise<World> {
  const client = await openFacade(facade);
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  const backends: VendorBackend[] = [];
  onTestFinished(async () => {
    for (const backend of backends) backend.close();
    await client.close();
    rmSync(folder, { recursive: true });
  });
  const { accounts, url } = client.facade;
  const file = join(folder, 'tokens.db');
  return {
    client,
    file,
    gateway() {
      const backend = openVendorBackend({ file, key, clock: () => client.time.now });
      backends.push(backend);
      return backend;
    },
    count: (path) =>
      client.facade.requests.filter((request) => request.url.startsWith(path)).length,
    platform: {
      refresh_token: accounts.platformRefreshToken,
      client_id: accounts.platformApp.clientId,
      client_secret: accounts.platformApp.clientSecret,
      base_url: url,
      login_url: url,
    },
    crm: {
      refresh_token: accounts.crmRefreshToken,
      client_id: accounts.crmApp.clientId,
      client_secret: accounts.crmApp.clientSecret,
      instance_url: url,
    },
  };
}

type Fields = Readonly<Record<string, string>>;

const instanceOf = (credentials: Fields, id = 'one') => ({ id, credentials: () => credentials });
const users = (credentials: Fields, page: BackendOperation['page'] = null): BackendOperation => ({
  system: 'call-analytics',
  entity: 'users',
  action: 'list',
  params: {},
  page,
  instance: instanceOf(credentials),
});
const contacts = (
  credentials: Fields,
  page: BackendOperation['page'] = null,
): BackendOperation => ({
  system: 'crm',
  entity: 'contacts',
  action: 'list',
  params: { q: 'SELECT Id FROM Contact ORDER BY Id' },
  page,
  instance: instanceOf(credentials),
});
const calls = (credentials: Fields, page: BackendOperation['page'] = null): BackendOperation => ({
  ...users(credentials, page),
  entity: 'calls',
});
const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const platformToken = '/oauth2/generate-customer-token';
const crmToken = '/services/oauth2/token';

function rowsOf(answer: BackendAnswer): number {
  return 'rows' in answer ? answer.rows.length : 'records' in answer ? answer.records.length : 0;
}

/** What the backend refuses with. */
async function refusal(answer: Promise<unknown>): Promise<BackendError> {
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BackendError);
  return error as BackendError;
}

describe('every form signs in', () => {
  it.each<[string, (world: World) => BackendOperation]>([
    [
      'key and secret',
      ({ client: { facade }, platform }) =>
        users({
          access_key: facade.accounts.accessKey,
          access_key_secret: facade.accounts.accessKeySecret,
          base_url: platform.base_url!,
        }),
    ],
    [
      'access token',
      ({ client: { facade }, platform }) =>
        users({ access_token: facade.accounts.accessToken, base_url: platform.base_url! }),
    ],
    ['refresh token of the call platform', ({ platform }) => users(platform)],
    ['refresh token of the CRM', ({ crm }) => contacts(crm)],
    ['client credentials', ({ crm }) => contacts(without(crm, 'refresh_token'))],
    [
      'JWT bearer',
      ({ crm, client }) =>
        contacts({
          ...without(crm, 'refresh_token', 'client_secret'),
          username: client.facade.accounts.crmUsername,
          private_key: crmPrivateKey,
        }),
    ],
  ])('%s', async (_form, operation) => {
    const world = await open();
    expect(rowsOf(await world.gateway().execute(operation(world)))).toBeGreaterThan(10);
  });

  it('takes the host out of the token, and follows the newest', async () => {
    const world = await open();
    const elsewhere = { ...world.platform, base_url: 'https://nowhere.invalid' };
    expect(rowsOf(await world.gateway().execute(users(elsewhere)))).toBeGreaterThan(10);
    const login = {
      ...world.crm,
      instance_url: 'https://nowhere.invalid',
      login_url: world.crm.instance_url!,
    };
    expect(rowsOf(await world.gateway().execute(contacts(login)))).toBeGreaterThan(10);
  });
});

describe('a session that ends', () => {
  it.each<[string, (world: World, page: BackendOperation['page']) => BackendOperation, string]>([
    ['the call platform', ({ platform }, page) => calls(platform, page), platformToken],
    ['the CRM', ({ crm }, page) => contacts(crm, page), crmToken],
  ])(
    'in the middle of a walk of %s loses nothing and costs one sign-in',
    async (_system, operation, path) => {
      const world = await open({ crmRotation: true });
      const gateway = world.gateway();
      let page: BackendOperation['page'] = null;
      let seen = 0;
      let total = 0;
      for (let pages = 0; pages < 4; pages += 1) {
        const answer = await gateway.execute(operation(world, page));
        seen += rowsOf(answer);
        total =
          'totalSize' in answer
            ? answer.totalSize
            : 'totalRecords' in answer
              ? answer.totalRecords!
              : 0;
        page = 'next' in answer ? answer.next : null;
        world.client.facade.endSessions();
        if (page === null) break;
      }
      expect(page === null ? seen : Math.min(seen, total)).toBe(page === null ? total : seen);
      expect(world.count(path)).toBeGreaterThan(0);
      expect(world.count(path)).toBeLessThanOrEqual(4);
    },
  );

  it('is renewed once for all who met its end', async () => {
    const world = await open();
    const gateway = world.gateway();
    await gateway.execute(users(world.platform));
    world.client.facade.endSessions();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => gateway.execute(users(world.platform))),
    );
    expect(new Set(answers.map(rowsOf)).size).toBe(1);
    expect(world.count(platformToken)).toBe(2);
  });

  it('is renewed before it ends, where the vendor says when', async () => {
    const world = await open({ platformTokenLifeMs: 3_600_000 });
    const gateway = world.gateway();
    await gateway.execute(users(world.platform));
    world.client.time.now += 3_570_000;
    await gateway.execute(users(world.platform));
    expect([world.count(platformToken), world.count('/v2/users')]).toEqual([2, 2]);
  });

  it('is repeated once, not for ever', async () => {
    const sessionError = JSON.stringify([
      { message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' },
    ]);
    const world = await open({
      instead: ({ url }) =>
        url.startsWith('/services/data') ? { status: 401, body: sessionError } : null,
    });
    const error = await refusal(world.gateway().execute(contacts(world.crm)));
    expect(error.status).toBe(401);
    expect([world.count('/services/data'), world.count(crmToken)]).toEqual([2, 2]);
  });

  it.each([
    'This session is not valid for use with the REST API',
    'Connected app is not attached to Agent',
  ])('is no reason to sign in where it only is not for this: %s', async (message) => {
    const body = JSON.stringify([{ message, errorCode: 'INVALID_SESSION_ID' }]);
    const world = await open({
      instead: ({ url }) => (url.startsWith('/services/data') ? { status: 401, body } : null),
    });
    await refusal(world.gateway().execute(contacts(world.crm)));
    expect([world.count('/services/data'), world.count(crmToken)]).toEqual([1, 1]);
  });

  it('is not looked for behind a missing scope, which is named', async () => {
    const world = await open({ scopes: ['api:workspaces:read'] });
    const error = await refusal(world.gateway().execute(users(world.platform)));
    expect([error.status, JSON.stringify(error.body)]).toEqual([
      401,
      expect.stringContaining("'api:users:read'"),
    ]);
    expect([world.count('/v2/users'), world.count(platformToken)]).toEqual([1, 1]);
  });
});

describe('tokens that work once', () => {
  it('are on disk, encrypted, before the new pair is used', async () => {
    let looked = 0;
    const seen: FacadeRequest[] = [];
    const world = await open({ instead: (request) => void seen.push(request) });
    const store = openTokenStore({ file: world.file, key });
    onTestFinished(() => store.close());
    const gateway = world.gateway();
    for (let n = 0; n < 3; n += 1) {
      await gateway.execute(users(world.platform));
      const bearer = seen.findLast(({ url }) => url.startsWith('/v2/'))?.headers.authorization;
      const stored = await store.read('one');
      expect(`Bearer ${stored?.accessToken}`).toBe(bearer);
      const bytes = readFileSync(world.file).toString('latin1');
      for (const secret of [
        stored?.accessToken,
        stored?.refreshToken,
        world.platform.client_secret,
      ])
        expect(bytes).not.toContain(secret);
      world.client.facade.endSessions();
      looked += 1;
    }
    expect([looked, world.count(platformToken)]).toEqual([3, 3]);
  });

  it('go on after a restart, whatever the variable still says', async () => {
    const world = await open();
    await world.gateway().execute(users(world.platform));
    world.client.facade.endSessions();
    expect(rowsOf(await world.gateway().execute(users(world.platform)))).toBeGreaterThan(10);
    expect(world.count(platformToken)).toBe(2);
  });

  it('begin another line when the variable changes', async () => {
    const world = await open();
    await world.gateway().execute(users(world.platform));
    world.client.facade.endSessions();
    const error = await refusal(
      world.gateway().execute(users({ ...world.platform, refresh_token: 'another' })),
    );
    expect(error.body).toMatchObject({ errorCode: 'SIGN_IN_REFUSED' });
  });

  it('are renewed by one of two gateways that need it at once', async () => {
    const world = await open();
    const gateways = [world.gateway(), world.gateway()];
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        gateways.flatMap((gateway) => [
          gateway.execute(users(world.platform)),
          gateway.execute(users(world.platform)),
        ]),
      );
      expect(answers.map(rowsOf).every((rows) => rows > 10)).toBe(true);
      world.client.facade.endSessions();
    }
    expect(world.count(platformToken)).toBe(3);
  });

  it('survive an answer that never came to a request that never arrived', async () => {
    let lost = 1;
    const world = await open({
      instead: ({ url }) =>
        url.startsWith(platformToken) && lost-- > 0 ? { status: 503, cut: true } : null,
    });
    expect(rowsOf(await world.gateway().execute(users(world.platform)))).toBeGreaterThan(10);
  });

  it('that were spent by an answer that got lost say so, and nobody asks again and again', async () => {
    let lost = 1;
    const world = await open({
      instead: ({ url }) =>
        url.startsWith(platformToken) && lost-- > 0
          ? { status: 200, cut: true, afterwards: true }
          : null,
    });
    const gateway = world.gateway();
    for (let n = 0; n < 5; n += 1) {
      const error = await refusal(gateway.execute(users(world.platform)));
      expect([error.status, error.body]).toEqual([
        401,
        { message: 'Signing in was refused: invalid_grant', errorCode: 'SIGN_IN_REFUSED' },
      ]);
    }
    expect(world.count(platformToken)).toBe(2);
    expect(world.count('/v2/')).toBe(0);
  });

  it('that were revoked end in one refusal a minute', async () => {
    const world = await open({ crmRotation: true });
    const gateway = world.gateway();
    await gateway.execute(contacts(world.crm));
    world.client.facade.revoke();
    for (let n = 0; n < 5; n += 1) await refusal(gateway.execute(contacts(world.crm)));
    expect(world.count(crmToken)).toBe(2);
    world.client.time.now += 61_000;
    await refusal(gateway.execute(contacts(world.crm)));
    expect(world.count(crmToken)).toBe(3);
  });

  it('wait for a lock whose holder is at work, and take one whose holder died', async () => {
    const time = { now: 0 };
    const folder = mkdtempSync(join(tmpdir(), 'lock-'));
    const open = () =>
      openTokenStore({
        file: join(folder, 'tokens.db'),
        key,
        clock: () => time.now,
        pause: async (ms) => {
          time.now += ms;
        },
      });
    const [one, other] = [open(), open()];
    onTestFinished(async () => {
      await one.close();
      await other.close();
      rmSync(folder, { recursive: true });
    });
    const dead = one.locked('a', () => new Promise(() => undefined));
    void dead;
    await expect(other.locked('a', async () => 'mine')).rejects.toMatchObject({ status: 503 });
    time.now += 40_000;
    expect(await other.locked('a', async () => 'mine')).toBe('mine');
    expect(await one.locked('b', async () => 'free')).toBe('free');
  });

  it('are refused without a place that keeps them', () => {
    expect(openVendorBackend().storesTokens).toBe(false);
    expect(openVendorBackend({ file: ':memory:' }).storesTokens).toBe(false);
    expect(() => openTokenStore({ file: '/tmp/none.db' })).toThrow('Expected a key of 32 bytes');
  });
});
