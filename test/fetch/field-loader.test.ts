import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/contract/wire/execute.ts';
import {
  type Fetched,
  type FieldLoaderOptions,
  FieldLoader as Loader,
} from '../../src/fetch/field-loader.ts';
import { type MaybePromise, thenMaybe } from '../../src/fetch/maybe-promise.ts';
import { createEntityMemory } from '../../src/upstream/entity-store.ts';
import { mergeRows } from '../../src/upstream/partial-row.ts';
import { type FetchedWindow, heldWindow } from '../../src/upstream/row-contents.ts';
import { cases } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { rowStore, thing } from '../support/connect.ts';

/** A loader whose answers are rows alone. */
class FieldLoader {
  readonly #loader: Loader;

  constructor(options: FieldLoaderOptions) {
    this.#loader = new Loader(options);
  }

  load(key: string, fields: ReadonlySet<string>): MaybePromise<Row | null> {
    return thenMaybe(this.#loader.load(key, fields), (part) => (part === null ? null : part.row));
  }

  peek(key: string, fields: ReadonlySet<string>): Row | null | undefined {
    const part = this.#loader.peek(key, fields);
    return part === null ? null : part?.row;
  }

  prime(rows: ReadonlyMap<string, Row>, fields: ReadonlySet<string>): void {
    this.#loader.prime({ rows, fields });
  }
}

const set = (...names: string[]): ReadonlySet<string> => new Set(names);

/** An upstream that has every key but `gone`, and every field: `a` of key `1` is `1.a`. */
function upstream(change: (rows: Map<string, Row | Error>) => void = () => {}) {
  const asked: { keys: string[]; fields: string[] }[] = [];
  const fetch = async (keys: readonly string[], fields: ReadonlySet<string>): Promise<Fetched> => {
    asked.push({ keys: [...keys], fields: [...fields].sort() });
    await Promise.resolve();
    const rows = new Map<string, Row | Error>(
      keys
        .filter((key) => key !== 'gone')
        .map((key) => [
          key,
          { id: key, ...Object.fromEntries([...fields].map((f) => [f, `${key}.${f}`])) },
        ]),
    );
    change(rows);
    return { rows, ageMs: 0 };
  };
  return { asked, fetch };
}

describe('a batch', () => {
  it('asks once for all keys and the union of their fields, in the order of the asking', async () => {
    const { asked, fetch } = upstream();
    const loader = new FieldLoader({ fetch });
    const rows = await Promise.all([
      loader.load('2', set('a')),
      loader.load('1', set('b')),
      loader.load('2', set('c')),
    ]);
    expect(asked).toEqual([{ keys: ['2', '1'], fields: ['a', 'b', 'c'] }]);
    expect(rows.map((row) => row?.id)).toEqual(['2', '1', '2']);
    expect(rows[0]).toMatchObject({ a: '2.a', c: '2.c' });
  });

  it('gives null for a key nobody has, and does not ask for it again', async () => {
    const { asked, fetch } = upstream();
    const loader = new FieldLoader({ fetch });
    expect(await loader.load('gone', set('a'))).toBeNull();
    expect(await loader.load('gone', set('a', 'b'))).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('drops rows of strangers and takes rows in any order', async () => {
    const { fetch } = upstream((rows) => {
      const turned = [...rows].reverse();
      rows.clear();
      rows.set('stranger', { id: 'stranger' });
      for (const [key, row] of turned) rows.set(key, row);
    });
    const loader = new FieldLoader({ fetch });
    const rows = await Promise.all(['1', '2', '3'].map((key) => loader.load(key, set('a'))));
    expect(rows.map((row) => row?.a)).toEqual(['1.a', '2.a', '3.a']);
  });

  it('fails a key whose row is an error, and lets its siblings live', async () => {
    let broken = true;
    const { asked, fetch } = upstream((rows) => {
      if (broken) rows.set('2', new Error('Row 2 is broken.'));
    });
    const loader = new FieldLoader({ fetch });
    const settled = await Promise.allSettled(['1', '2', '3'].map((k) => loader.load(k, set('a'))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    broken = false;
    expect(await loader.load('2', set('a'))).toMatchObject({ a: '2.a' });
    expect(asked.map(({ keys }) => keys)).toEqual([['1', '2', '3'], ['2']]);
  });

  it('that is refused as a whole fails its keys, and the next one tries again', async () => {
    let refused = true;
    const { fetch } = upstream(() => {
      if (refused) throw new Error('Refused.');
    });
    const loader = new FieldLoader({ fetch });
    await expect(loader.load('1', set('a'))).rejects.toThrow('Refused.');
    refused = false;
    expect(await loader.load('1', set('a'))).toMatchObject({ a: '1.a' });
  });
});

describe('a later need', () => {
  it('fetches only the fields that are missing, of the keys that miss them', async () => {
    const { asked, fetch } = upstream();
    const loader = new FieldLoader({ fetch });
    await Promise.all([loader.load('1', set('a')), loader.load('2', set('a', 'b'))]);
    const row = await loader.load('1', set('a', 'b', 'c'));
    await loader.load('2', set('b'));
    // The batch asked for the union, so both are known whole.
    expect(asked).toEqual([
      { keys: ['1', '2'], fields: ['a', 'b'] },
      { keys: ['1'], fields: ['c'] },
    ]);
    expect(row).toEqual({ id: '1', a: '1.a', b: '1.b', c: '1.c' });
  });

  it('of what is just being fetched waits for it', async () => {
    const { asked, fetch } = upstream();
    const loader = new FieldLoader({
      fetch: async (keys, fields) => {
        const answer = await fetch(keys, fields);
        if (asked.length === 1) second = loader.load('1', set('a'));
        await new Promise((done) => setImmediate(done));
        return answer;
      },
    });
    let second: MaybePromise<Row | null> | undefined;
    const first = await loader.load('1', set('a', 'b'));
    expect(await second).toBe(first);
    expect(asked).toHaveLength(1);
  });

  it('of what is just failing fails with it', async () => {
    const loader = new FieldLoader({
      fetch: async () => {
        second ??= loader.load('1', set('a'));
        await new Promise((done) => setImmediate(done));
        return { rows: new Map([['1', new Error('Broken.')]]), ageMs: 0 };
      },
    });
    let second: MaybePromise<Row | null> | undefined;
    await expect(loader.load('1', set('a'))).rejects.toThrow('Broken.');
    await expect(second).rejects.toThrow('Broken.');
  });

  it('costs nothing when a list has brought the row', async () => {
    const { asked, fetch } = upstream();
    const loader = new FieldLoader({ fetch });
    loader.prime(new Map([['1', { id: '1', a: 'listed' }]]), set('a'));
    expect(await loader.load('1', set('a'))).toEqual({ id: '1', a: 'listed' });
    expect(await loader.load('1', set('a', 'b'))).toEqual({ id: '1', a: 'listed', b: '1.b' });
    expect(asked).toEqual([{ keys: ['1'], fields: ['b'] }]);
  });
});

describe('rows of earlier requests', () => {
  const kept = () => {
    const runtime = { clock: manualClock(), random: () => 0 };
    const store = rowStore(createEntityMemory(1_000_000), runtime);
    return { cache: { store, entity: thing } };
  };

  it('are taken first, and only what they lack is fetched', async () => {
    const { asked, fetch } = upstream();
    const memory = kept();
    await new FieldLoader({ fetch, ...memory }).load('1', set('a'));
    const later = new FieldLoader({ fetch, ...memory });
    expect(await later.load('1', set('a'))).toMatchObject({ a: '1.a' });
    expect(await later.load('2', set('a'))).toMatchObject({ a: '2.a' });
    expect(asked.map(({ keys }) => keys)).toEqual([['1'], ['2']]);
  });

  it('are there at once, and those that are not are one batch', async () => {
    const { asked, fetch } = upstream();
    const memory = kept();
    const first = new FieldLoader({ fetch, ...memory });
    await Promise.all(['1', '2', 'gone'].map((key) => first.load(key, set('a', 'b'))));
    const later = new FieldLoader({ fetch, ...memory });
    expect(later.load('1', set('a'))).toMatchObject({ a: '1.a' });
    expect(later.load('gone', set('c'))).toBeNull();
    expect(later.peek('3', set('a'))).toBeUndefined();
    const rest = [later.load('3', set('a')), later.load('2', set('c')), later.load('2', set('b'))];
    expect(rest.map((row) => row instanceof Promise)).toEqual([true, true, false]);
    await Promise.all(rest);
    expect(asked.slice(1)).toEqual([{ keys: ['3', '2'], fields: ['a', 'c'] }]);
    expect(later.load('2', set('a', 'b', 'c'))).toEqual({
      id: '2',
      a: '2.a',
      b: '2.b',
      c: '2.c',
    });
  });

  it('are not those that changed while they were fetched', async () => {
    const memory = kept();
    const { asked, fetch } = upstream(() => memory.cache.store.drop(thing, '1'));
    await new FieldLoader({ fetch, ...memory }).load('1', set('a'));
    expect(await new FieldLoader({ fetch, ...memory }).load('1', set('a'))).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  it('are kept as absent too', async () => {
    const { asked, fetch } = upstream();
    const memory = kept();
    await new FieldLoader({ fetch, ...memory }).load('gone', set('a'));
    expect(await new FieldLoader({ fetch, ...memory }).load('gone', set('b'))).toBeNull();
    expect(asked).toHaveLength(1);
  });
});

it('answers any sequence of needs rightly and never asks for what it has', async () => {
  const key = fc.constantFrom('1', '2', '3', 'gone');
  const fields = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const wave = fc.array(fc.tuple(key, fields), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(wave, { maxLength: 5 }), async (waves) => {
      const { asked, fetch } = upstream();
      const loader = new FieldLoader({ fetch });
      const had = new Map<string, Set<string>>();
      for (const needs of waves) {
        const before = asked.length;
        const rows = await Promise.all(needs.map(([k, names]) => loader.load(k, set(...names))));
        for (const [at, [k, names]] of needs.entries()) {
          if (k === 'gone') expect(rows[at]).toBeNull();
          for (const name of k === 'gone' ? [] : names)
            expect(rows[at]![name]).toBe(`${k}.${name}`);
        }
        expect(asked.length - before).toBeLessThanOrEqual(1);
        for (const { keys, fields } of asked.slice(before)) {
          for (const k of keys) {
            expect(fields.every((name) => had.get(k)?.has(name))).toBe(false);
            had.set(k, new Set([...(had.get(k) ?? []), ...fields]));
          }
        }
      }
    }),
    { numRuns: 200 },
  );
});

describe('a row that changes between its parts', () => {
  const parents = ['A', 'B', 'C'];
  const need = fc.subarray(['name', 'industry', 'owner'], { minLength: 1 });
  const step = fc.record({ need, moves: fc.boolean(), isNew: fc.boolean(), primed: fc.boolean() });

  it('never shows values of two states together', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        let state = 0;
        /** The row as it is: its account, with the fields asked for. */
        const row = (fields: ReadonlySet<string>): Row => {
          const Id = parents[state % parents.length]!;
          return {
            id: '1',
            account: { Id, ...Object.fromEntries([...fields].map((f) => [f, `${Id}.${f}`])) },
          };
        };
        const fetch = async (
          _keys: readonly string[],
          fields: ReadonlySet<string>,
        ): Promise<Fetched> => ({
          rows: new Map([['1', row(fields)]]),
          ageMs: 0,
        });
        const clock = { clock: manualClock(), random: () => 0 };
        const store = rowStore(createEntityMemory(1e6), clock);
        const open = () => new FieldLoader({ fetch, cache: { store, entity: thing } });
        let loader = open();
        for (const { need, moves, isNew, primed } of steps) {
          if (moves) state += 1;
          if (isNew) loader = open();
          if (primed) loader.prime(new Map([['1', row(set(need[0]!))]]), set(need[0]!));
          const { account } = (await loader.load('1', set(...need))) as { account: Row };
          for (const field of need) expect(account[field]).toBe(`${account.Id}.${field}`);
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it('whose fields change together shows those of one moment, though nothing else tells of the change', async () => {
    const entity = { ...thing, changesTogether: true };
    const fields = fc.subarray(['name', 'industry', 'owner'], { minLength: 1 });
    const need = fc.record({ fields, windows: fc.subarray([window('tasks'), window('deals')]) });
    const move = fc.record({ need, moves: fc.boolean(), isNew: fc.boolean(), also: need });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 10 }), async (steps) => {
        let state = 0;
        let fetches = 0;
        const fetch = async (
          keys: readonly string[],
          names: ReadonlySet<string>,
          windows: readonly FetchedWindow[],
        ): Promise<Fetched> => {
          fetches += 1;
          const values = [...names].map((name) => [name, state] as const);
          const pages = windows.map(({ member }) => [member, pageOf(state)] as const);
          const row = Object.fromEntries<unknown>([...values, ...pages]);
          return { rows: new Map(keys.map((id) => [id, { id, ...row }])), windows, ageMs: 0 };
        };
        const clock = { clock: manualClock(), random: () => 0 };
        const store = rowStore(createEntityMemory(1e6), clock);
        const open = () => new Loader<FetchedWindow>({ fetch, cache: { store, entity } });
        let loader = open();
        for (const { need, moves, isNew, also } of steps) {
          if (moves) state += 1;
          if (isNew) loader = open();
          fetches = 0;
          const asked = [need, also, also];
          const found = await Promise.all(
            asked.map(({ fields, windows }, at) =>
              loader.load(at === 2 ? '2' : '1', set(...fields), windows),
            ),
          );
          await loader.load('1', set(...need.fields), need.windows);
          expect(fetches).toBeLessThanOrEqual(state === 0 ? 1 : 3);
          for (const [at, part] of found.entries()) {
            const { fields, windows } = asked[at]!;
            const { row, windows: placed } = part!;
            expect(new Set(fields.map((name) => row[name])).size).toBe(1);
            for (const wanted of windows)
              expect(row[heldWindow(row, placed, wanted)!.member]).toMatchObject({ done: true });
          }
        }
      }),
      { numRuns: cases(200) },
    );
  });
});

/** A window of three rows, and the page that comes for it. */
const window = (member: string, limit = 3): FetchedWindow => ({
  ...{ member, list: member, order: 'id', fields: set('a'), limit },
});
const pageOf = (...values: readonly unknown[]) => ({
  ...{ done: true, totalSize: values.length, records: values.map((a) => ({ a })) },
});

describe('a window', () => {
  it('is cut from a longer one of the same list and order with more fields, and of none else', async () => {
    const asked: string[] = [];
    const full = pageOf(1, 2, 3, 4, 5);
    const loader = new Loader<FetchedWindow>({
      async fetch(keys, fields, windows) {
        asked.push(
          `${keys} ${[...fields]} ${windows.map(({ list, limit }) => `${list} ${limit}`)}`,
        );
        const pages = Object.fromEntries(windows.map(({ member }) => [member, full]));
        return { rows: new Map(keys.map((id) => [id, { id, ...pages }])), windows, ageMs: 0 };
      },
    });
    const long = { ...window('tasks', 5), fields: set('a', 'b') };
    const load = (wanted: FetchedWindow) => loader.load('1', set('id'), [wanted]);
    await load(long);
    for (const known of [
      window('tasks', 5),
      window('tasks', 2),
      { ...window('tasks'), order: null },
    ])
      expect(load(known)).not.toBeInstanceOf(Promise);
    expect(asked).toEqual(['1 id tasks 5']);
    // As many rows as were asked for: there may be more.
    await load(window('tasks', 6));
    await load({ ...window('tasks'), order: 'name' });
    await load({ ...window('tasks'), fields: set('c') });
    await load(window('deals'));
    expect(asked.slice(1)).toEqual(['1  tasks 6', '1  tasks 3', '1  tasks 3', '1  deals 3']);
    // The limit has cut nothing off: there are no others.
    expect(load(window('tasks', 900))).not.toBeInstanceOf(Promise);
  });

  it('and another one of the same member are both in a row that is put together', async () => {
    const loader = new Loader<FetchedWindow>({
      fetch: async (keys, _fields, windows) => ({
        rows: new Map(keys.map((id) => [id, { id, tasks: pageOf(windows[0]!.list) }])),
        ...{ windows, ageMs: 0 },
      }),
    });
    const lists = ['open', 'closed'].map((list) => ({ ...window('tasks', 2), list }));
    for (const list of lists) await loader.load('1', set('id'), [list]);
    const { row, windows } = (await loader.load('1', set('id'), lists))!;
    const shown = lists.map((list) => row[heldWindow(row, windows, list)!.member]);
    expect(shown).toEqual([pageOf('open'), pageOf('closed')]);
  });
});

it('lays rows over each other object by object', () => {
  expect(
    mergeRows(
      { a: 1, owner: { Id: 'x', Name: 'N' }, list: [1] },
      { owner: { Email: 'e' }, list: [2] },
    ),
  ).toEqual({ a: 1, owner: { Id: 'x', Name: 'N', Email: 'e' }, list: [2] });
});
