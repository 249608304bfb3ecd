/** Every place that can hold vendors' tokens, for gateways that share it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type BackendAnswer, BackendError } from '../../../src/connector-service/backend.ts';
import {
  openVendorBackend,
  type VendorOptions,
} from '../../../src/connector-service/vendor/open.ts';
import { openTokenStore } from '../../../src/connector-service/vendor/sign-in/token-store.ts';
import { type FacadeClient, openFacade } from '../../support/facade.ts';
import { hasPostgres, openDatabase } from '../../support/postgres.ts';
import { hasRedis, startRedis, type TestRedis } from '../../support/redis.ts';

const key = Buffer.alloc(32, 7);
const token = {
  line: 'a',
  accessToken: 'canary-access',
  refreshToken: 'canary-refresh',
  base: null,
  expiresAt: null,
};

interface Place {
  readonly options: Pick<VendorOptions, 'file' | 'redisUrl' | 'postgresUrl'>;
  /** Everything it holds, as text. */
  dump(): Promise<string>;
  /** Ends the leases of locks. */
  expire(): Promise<void>;
  close(): Promise<void>;
}

async function sqlite(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens.db');
  const run = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    options: { file },
    dump: async () =>
      run((database) => database.prepare('SELECT * FROM vendor_token').all())
        .map(({ sealed }) => Buffer.from(sealed as Uint8Array).toString('latin1'))
        .join(),
    expire: async () => run((database) => database.exec('UPDATE vendor_token SET held_until = 0')),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

async function redis(): Promise<Place> {
  const server: TestRedis = await startRedis();
  const client = new Redis(server.url);
  const keys = (pattern: string): Promise<string[]> =>
    client.keys(`switchboard:vendor-token:${pattern}`);
  return {
    options: { redisUrl: server.url },
    dump: async () =>
      (await Promise.all((await keys('*}')).map((one) => client.getBuffer(one))))
        .map((bytes) => bytes?.toString('latin1'))
        .join(),
    expire: async () => void (await client.del(await keys('*:lock'))),
    async close() {
      client.disconnect();
      await server.close();
    },
  };
}

async function postgres(): Promise<Place> {
  const url = await openDatabase(inject('runFolder'));
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    options: { postgresUrl: url },
    dump: async () =>
      (await client.query<{ sealed: Buffer }>('SELECT sealed FROM switchboard_vendor_token')).rows
        .map(({ sealed }) => sealed.toString('latin1'))
        .join(),
    expire: async () =>
      void (await client.query('UPDATE switchboard_vendor_token SET held_until = now()')),
    close: () => client.end(),
  };
}

const places = [
  ['SQLite', true, sqlite],
  ['Redis', hasRedis, redis],
  ['PostgreSQL', hasPostgres, postgres],
] as const;

for (const [name, isHere, open] of places)
  describe.runIf(isHere)(`tokens in ${name}`, () => {
    let place: Place;
    let client: FacadeClient;
    beforeAll(async () => {
      place = await open();
    });
    afterAll(() => place.close());

    const gateway = () => {
      const backend = openVendorBackend({
        ...place.options,
        key,
        clock: () => client.time.now,
      });
      onTestFinished(() => backend.close());
      return backend;
    };
    const contacts = (account: string) => ({
      system: 'crm' as const,
      entity: 'contacts',
      action: 'list' as const,
      params: { q: 'SELECT Id FROM Contact LIMIT 20' },
      page: null,
      instance: {
        id: account,
        credentials: () => ({
          refresh_token: client.facade.accounts.crmRefreshToken,
          client_id: client.facade.accounts.crmApp.clientId,
          client_secret: client.facade.accounts.crmApp.clientSecret,
          instance_url: client.facade.url,
        }),
      },
    });
    const rowsOf = (answer: BackendAnswer) => ('records' in answer ? answer.records.length : 0);
    const signIns = () =>
      client.facade.requests.filter(({ url }) => url.startsWith('/services/oauth2')).length;
    const vendors = async (): Promise<void> => {
      client = await openFacade({ crmRotation: true });
      onTestFinished(() => client.close());
    };

    it('are encrypted, and another process reads them with the same key alone', async () => {
      const stores = [key, key, Buffer.alloc(32, 8)].map((one) =>
        openTokenStore({ ...place.options, key: one }),
      );
      const [one, other, stranger] = stores;
      onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
      expect(await one!.read('first')).toBeNull();
      await one!.write('first', token);
      await one!.write('first', { ...token, line: 'b' });
      expect(await other!.read('first')).toEqual({ ...token, line: 'b' });
      expect(await other!.read('second')).toBeNull();
      await expect(stranger!.read('first')).rejects.toMatchObject({ status: 503 });
      expect(await place.dump()).not.toContain('canary');
    });

    it('have one lock for each account, which frees itself when its holder dies', async () => {
      const looks: number[] = [];
      const open = () =>
        openTokenStore({
          ...place.options,
          key,
          pause: async (ms) => void looks.push(ms),
        });
      const stores = [open(), open()];
      onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
      const [one, other] = stores;
      let entered = (): void => {};
      const inside = new Promise<void>((resolve) => {
        entered = resolve;
      });
      void one!.locked('lock', () => {
        entered();
        return new Promise(() => undefined);
      });
      await inside;
      expect(await other!.locked('lock of another', async () => 'free')).toBe('free');
      await expect(other!.locked('lock', async () => 'mine')).rejects.toMatchObject({
        status: 503,
      });
      expect(looks.length).toBeGreaterThan(100);
      await place.expire();
      expect(await other!.locked('lock', async () => 'mine')).toBe('mine');
    });

    it('that rotate are renewed by one of two gateways, and known to a third that starts later', async () => {
      await vendors();
      const gateways = [gateway(), gateway()];
      const ask = (list: readonly ReturnType<typeof gateway>[]) =>
        Promise.all(list.map((one) => one.execute(contacts('rotating'))));
      for (let round = 1; round <= 3; round += 1) {
        expect((await ask([...gateways, ...gateways])).map(rowsOf)).toEqual([20, 20, 20, 20]);
        expect(signIns()).toBe(round);
        client.facade.endSessions();
      }
      expect((await ask([gateway()])).map(rowsOf)).toEqual([20]);
      expect(signIns()).toBe(4);
    });
  });

describe.runIf(hasRedis)('a store that goes away', () => {
  it('while a token is given out loses nothing: the pair is stored as soon as it is back', async () => {
    const server = await startRedis();
    let dies = true;
    const client = await openFacade({
      crmRotation: true,
      instead: ({ url }) => {
        if (url.startsWith('/services/oauth2') && dies) {
          dies = false;
          void server.kill();
        }
        return null;
      },
    });
    const backend = openVendorBackend({
      redisUrl: server.url,
      key,
      clock: () => client.time.now,
      pause: async () => undefined,
    });
    onTestFinished(async () => {
      backend.close();
      await client.close();
      await server.close();
    });
    const ask = () =>
      backend.execute({
        system: 'crm',
        entity: 'contacts',
        action: 'list',
        params: { q: 'SELECT Id FROM Contact LIMIT 20' },
        page: null,
        instance: {
          id: 'one',
          credentials: () => ({
            refresh_token: client.facade.accounts.crmRefreshToken,
            client_id: client.facade.accounts.crmApp.clientId,
            client_secret: client.facade.accounts.crmApp.clientSecret,
            instance_url: client.facade.url,
          }),
        },
      });
    await expect(ask()).rejects.toMatchObject(new BackendError(503, 'The store of tokens is away'));
    expect(client.facade.requests.map(({ url }) => url)).toEqual(['/services/oauth2/token']);
    await server.restart();
    const answer = await ask();
    expect('records' in answer && answer.records).toHaveLength(20);
    expect(client.facade.requests).toHaveLength(2);
  });
});
