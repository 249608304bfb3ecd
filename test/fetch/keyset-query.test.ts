/** What a window over a CRM list asks of the CRM, and what it refuses before it asks. */

import { describe, expect, it } from 'vitest';
import { lastPage } from '../../src/contract/wire/execute.ts';
import { UserInputError } from '../../src/errors.ts';
import type { Connection } from '../../src/fetch/connection.ts';
import type { OrderKey } from '../../src/fetch/keyset-position.ts';
import { keysetConnection } from '../../src/fetch/keyset-window.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { type Deal, FakeCrm, type FakeCrmOptions, site } from './fake-crm.ts';
import { codec, cursors, first } from './support.ts';

const idAt = (i: number): string => `006${String(i * 7).padStart(12, '0')}AAA`;

const ids = (connection: Connection<Deal>): string[] =>
  connection.edges.map((edge) => edge.node.Id);

describe('a window over a CRM list', () => {
  const plain: FakeCrmOptions = { pageRows: 2_000, takesLocators: true, locatorsDie: false };
  const rows = (count: number): Deal[] =>
    Array.from({ length: count }, (_, i) => ({
      Id: idAt(i),
      Name: 'x',
      Amount: i,
      CloseDate: null,
      CreatedDate: '2026-05-01T07:25:37.000+0000',
      IsWon: false,
      Account: null,
    }));

  it('is one query, with one row more than asked for', async () => {
    const fake = new FakeCrm(rows(50), plain);
    const window = await keysetConnection(fake.list([]), first(10), cursors);
    expect(fake.asked).toMatchObject([
      { where: undefined, orderBy: [{ path: 'Id', direction: 'asc' }], limit: 11 },
    ]);
    await keysetConnection(fake.list([]), first(10, window.pageInfo.endCursor), cursors);
    expect(fake.asked[1]).toMatchObject({
      where: { op: 'gt', path: 'Id', value: idAt(9) },
      limit: 11,
    });
  });

  it('counts only what is selected and not yet known', async () => {
    const fake = new FakeCrm(rows(50), plain);
    const part = await keysetConnection(fake.list([]), first(10), cursors);
    expect(fake.counted).toBe(0);
    expect(await part.totalCount()).toBe(50);
    expect(await part.totalCount()).toBe(50);
    expect(fake.counted).toBe(1);
    const whole = await keysetConnection(fake.list([]), first(60), cursors);
    expect(await whole.totalCount()).toBe(50);
    expect(fake.counted).toBe(1);
    const { count: _, ...uncountable } = fake.list([]);
    const unknown = await keysetConnection(uncountable, first(10), cursors);
    expect(await unknown.totalCount()).toBeNull();
  });

  it('of no rows asks nothing unless someone wants to know whether there are any', async () => {
    const fake = new FakeCrm(rows(1), plain);
    const silent = await keysetConnection(fake.list([]), first(0), cursors, { more: false });
    expect(fake.asked).toEqual([]);
    expect(await silent.totalCount()).toBe(1);
    const asked = await keysetConnection(fake.list([]), first(0), cursors);
    expect(asked.pageInfo).toMatchObject({ hasNextPage: true, endCursor: null });
    expect(fake.asked.length).toBe(1);
  });

  it('follows short pages by their address where the service takes it, else by keyset', async () => {
    const follow = new FakeCrm(rows(50), { ...plain, pageRows: 4 });
    expect(ids(await keysetConnection(follow.list([]), first(10), cursors)).length).toBe(10);
    expect([follow.asked.length, follow.followed]).toEqual([1, 2]);
    const keyset = new FakeCrm(rows(50), { pageRows: 4, takesLocators: false, locatorsDie: false });
    expect(ids(await keysetConnection(keyset.list([]), first(10), cursors)).length).toBe(10);
    expect(keyset.asked.map((request) => request.limit)).toEqual([11, 7, 3]);
    const dying = new FakeCrm(rows(50), { pageRows: 4, takesLocators: true, locatorsDie: true });
    expect(ids(await keysetConnection(dying.list([]), first(10), cursors)).length).toBe(10);
    expect([dying.asked.length, dying.followed]).toEqual([3, 2]);
  });

  it('says so when rows are promised and none come', async () => {
    const page = { rows: [], page: { ...lastPage, done: false } };
    let asked = 0;
    const list = {
      order: [],
      query: async () => {
        asked += 1;
        return page;
      },
      site,
    };
    await expect(keysetConnection(list, first(5), cursors)).rejects.toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
    });
    expect(asked).toBe(2);
  });

  it('holds instants in the form that a condition has them in', async () => {
    const order: OrderKey[] = [
      { path: 'CreatedDate', type: 'datetime', direction: 'asc', nulls: 'first' },
    ];
    const fake = new FakeCrm(rows(3), plain);
    const window = await keysetConnection(fake.list(order), first(1), cursors);
    expect(cursors.decode(window.pageInfo.endCursor!, 'after')).toEqual([
      'k',
      '2026-05-01T07:25:37.000Z',
      idAt(0),
    ]);
  });

  it('refuses cursors of other lists, orders and styles, before any query', async () => {
    const fake = new FakeCrm(rows(3), plain);
    const foreign = codec
      .of({ list: 'items', filter: '{}', order: 'at', scope: RowScope.ofConnectedUser('two') })
      .encode(['k', 'x']);
    for (const cursor of [
      foreign,
      cursors.encode(['c', null]),
      cursors.encode(['k']),
      cursors.encode(['k', 1]),
      cursors.encode(['k', null]),
      cursors.encode(['k', 'a', 'b']),
      'nonsense',
    ]) {
      await expect(
        keysetConnection(fake.list([]), first(1, cursor), cursors),
      ).rejects.toBeInstanceOf(UserInputError);
    }
    expect(fake.asked).toEqual([]);
  });

  it('names the field when a value cannot be ordered by', async () => {
    const order: OrderKey[] = [
      { path: 'Amount', type: 'number', direction: 'asc', nulls: 'first' },
    ];
    const fake = new FakeCrm([{ ...rows(1)[0]!, Amount: 'many' as never }], plain);
    const connection = await keysetConnection(fake.list(order), first(1), cursors);
    expect(ids(connection)).toEqual([idAt(0)]);
    expect(() => connection.pageInfo.endCursor).toThrow(/type number in Amount.*got string/);
  });
});
