/** PostgreSQL connections that end while a statement is under way: the statement fails, and nothing else. */

import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { IndexStoreError } from '../../src/participants/store/database.ts';
import { openPostgres } from '../../src/participants/store/postgres.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';

describe.skipIf(!hasPostgres)('a connection that is lost', () => {
  let proxy: PostgresProxy;
  beforeAll(async () => {
    proxy = await startPostgresProxy(await openDatabase(inject('runFolder')));
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
});
