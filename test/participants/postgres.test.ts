/** PostgreSQL connections that are lost or cannot be had: the statement fails, and nothing else. */

import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Database, IndexStoreError } from '../../src/participants/store/database.ts';
import { openPostgres } from '../../src/participants/store/postgres.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';

it.skipIf(!hasPostgres)('connections that are open stay where the server has no more', async () => {
  const url = new URL(await openDatabase(inject('runFolder')));
  const open = () => {
    const database = openPostgres({ url: url.href, readMs: 5_000 });
    onTestFinished(() => database.close());
    return database;
  };
  const role = `lone${url.pathname.slice(1)}`;
  const sql = `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`;
  await open().write([{ sql, params: [] }]);
  url.username = role;
  const lone = open();
  expect(await lone.read('SELECT 1')).toEqual([[1]]);
  await expect(lone.write([{ sql: 'SELECT 2', params: [] }])).rejects.toMatchObject({
    advice: expect.stringContaining('the server has none left'),
    reopens: false,
  });
  expect(await lone.read('SELECT 3')).toEqual([[3]]);
});

describe.skipIf(!hasPostgres)('a connection that is lost', () => {
  let direct: string;
  let proxy: PostgresProxy;
  beforeAll(async () => {
    direct = await openDatabase(inject('runFolder'));
    proxy = await startPostgresProxy(direct);
  });
  afterAll(() => proxy.close());

  const statements = ['SELECT 1', 'SELECT 2', 'SELECT 3'];
  const write = [...statements, 'COMMIT'];

  // An error that nobody hears ends the process, and this run with it.
  it.each(write)('while %s of a write runs fails that write alone', async (last) => {
    proxy.mode = 'open';
    const sent: string[] = [];
    const database = openPostgres({
      url: proxy.url,
      readMs: 5_000,
      onStatement(sql) {
        sent.push(sql);
        if (sql === last) proxy.mode = 'refused';
      },
    });
    onTestFinished(() => database.close());
    const writing = database.write(statements.map((sql) => ({ sql, params: [] })));
    await expect(writing).rejects.toThrow(IndexStoreError);
    expect(sent).toEqual(write.slice(0, write.indexOf(last) + 1));
    proxy.mode = 'open';
    expect(await database.read('SELECT 4')).toEqual([[4]]);
  });

  // A machine that lost its power says no goodbye, and the server waits two hours for its next word.
  it('without a word in the midst of a write keeps no row from others', async () => {
    proxy.mode = 'open';
    const open = (url: string, onStatement?: (sql: string) => void) => {
      const database = openPostgres({ url, readMs: 5_000, idleMs: 100, onStatement });
      onTestFinished(() => database.close());
      return database;
    };
    const create = 'CREATE TABLE IF NOT EXISTS public.held (no integer)';
    const fill = 'INSERT INTO public.held VALUES (1)';
    const update = 'UPDATE public.held SET no = no + 1 RETURNING no';
    const lost = open(proxy.url, (sql) => {
      if (sql === 'COMMIT') proxy.mode = 'silent';
    });
    const other = open(direct);
    const write = (database: Database, ...sql: string[]) =>
      database.write(sql.map((each) => ({ sql: each, params: [] })));
    await write(other, create, fill);
    const writing = write(lost, update).catch((error: unknown) => error);
    await expect.poll(() => proxy.mode).toBe('silent');
    expect(await write(other, update)).toEqual([[[2]]]);
    expect(await writing).toBeInstanceOf(IndexStoreError);
  });
});
