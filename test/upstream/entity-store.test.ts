import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEntityMemory, createEntityStore } from '../../src/upstream/entity-store.ts';
import { manualClock } from '../support/clock.ts';
import { fleeting, thing } from '../support/connect.ts';

const nested = { ...thing, entity: 'nested', key: 'metaData.id' } as const;
const fields = (...names: string[]): ReadonlySet<string> => new Set(names);

function stored(maxBytes = 1_000_000) {
  const clock = manualClock();
  const memory = createEntityMemory(maxBytes);
  const store = (tenant = 't') =>
    createEntityStore(memory, () => `${tenant}:`, { clock, random: () => 0 });
  return { clock, memory, store };
}

describe('a kept row', () => {
  it('is found by its id when it has the fields asked for, whichever answer it came from', () => {
    const store = stored().store();
    store.put(
      thing,
      [
        { id: '1', a: 1, b: 2 },
        { id: '2', a: 3 },
      ],
      fields('a'),
    );
    store.put(thing, [{ id: '1', a: 1, b: 2 }], fields('a', 'b'));
    expect(store.get(thing, ['2', '1', '3'], fields('a'))).toEqual({
      rows: new Map([
        ['2', { id: '2', a: 3 }],
        ['1', { id: '1', a: 1, b: 2 }],
      ]),
      missing: new Map([['3', fields('a')]]),
    });
  });

  it('is not kept where there is no memory for it', () => {
    const store = stored(0).store();
    store.put(thing, [{ id: '1', a: 1 }], fields('a'));
    expect(store.get(thing, ['1'], fields('a')).rows.size).toBe(0);
  });

  it('tells which fields are still to be fetched, and is whole when they have come', () => {
    const store = stored().store();
    store.put(nested, [{ metaData: { id: '1' }, content: { topics: [1] } }], fields('topics'));
    expect(store.get(nested, ['1'], fields('topics', 'parties', 'trackers')).missing).toEqual(
      new Map([['1', fields('parties', 'trackers')]]),
    );
    store.put(
      nested,
      [{ metaData: { id: '1' }, parties: [], content: { trackers: [2] } }],
      fields('parties', 'trackers'),
    );
    expect(store.get(nested, ['1'], fields('topics', 'trackers')).rows.get('1')).toEqual({
      metaData: { id: '1' },
      parties: [],
      content: { topics: [1], trackers: [2] },
    });
  });

  it('is of one moment where one answer had everything, else the newer value holds', () => {
    const store = stored().store();
    store.put(thing, [{ id: '1', a: 'old', b: 'old' }], fields('a', 'b'));
    store.put(thing, [{ id: '1', a: 'new' }], fields('a'));
    expect(store.get(thing, ['1'], fields('a', 'b')).rows.get('1')).toMatchObject({
      a: 'old',
      b: 'old',
    });
    expect(store.get(thing, ['1'], fields('a')).rows.get('1')).toMatchObject({ a: 'new' });
    store.put(thing, [{ id: '1', c: 'new' }], fields('c'));
    expect(store.get(thing, ['1'], fields('a', 'c')).rows.get('1')).toMatchObject({
      a: 'new',
      c: 'new',
    });
  });

  it('is gone after its time, each part after its own, the age of a cached answer included', async () => {
    const { store: open, clock } = stored();
    const store = open();
    store.put(thing, [{ id: '1', a: 1 }], fields('a'), 600);
    store.put(thing, [{ id: '1', b: 1 }], fields('b'));
    await clock.advance(500);
    expect(store.get(thing, ['1'], fields('a', 'b')).missing).toEqual(
      new Map([['1', fields('a')]]),
    );
    await clock.advance(500);
    expect(store.get(thing, ['1'], fields('b')).rows.size).toBe(0);
  });

  it('may be the knowledge that there is none', async () => {
    const { store: open, clock } = stored();
    const store = open();
    store.putAbsent(thing, ['9']);
    expect(store.get(thing, ['9'], fields('a')).rows).toEqual(new Map([['9', null]]));
    store.put(thing, [{ id: '9', a: 1 }], fields('a'));
    expect(store.get(thing, ['9'], fields('a')).rows.get('9')).toEqual({ id: '9', a: 1 });
    store.putAbsent(thing, ['9']);
    expect(store.get(thing, ['9'], fields('a')).rows.get('9')).toBeNull();
    await clock.advance(1_000);
    expect(store.get(thing, ['9'], fields('a')).missing.size).toBe(1);
  });

  it('is seen with its age, which is that of its oldest part', async () => {
    const { store: open, clock } = stored();
    const store = open();
    expect(store.peek(thing, '1', fields('a'))).toBeUndefined();
    store.put(thing, [{ id: '1', a: 1 }], fields('a'), 400);
    store.put(thing, [{ id: '1', b: 2 }], fields('b'));
    store.putAbsent(thing, ['2']);
    const storedAt = clock.monotonic();
    expect(store.peek(thing, '1', fields('a'))).toMatchObject({
      row: { id: '1', a: 1 },
      storedAt: storedAt - 400,
    });
    expect(store.peek(thing, '1', fields('a', 'b'))).toMatchObject({
      row: { id: '1', a: 1, b: 2 },
      storedAt: storedAt - 400,
    });
    expect(store.peek(thing, '1', fields('a', 'c'))).toBeUndefined();
    expect(store.isAgeing(thing, store.peek(thing, '1', fields('a'))!)).toBe(false);
    expect(store.peek(thing, '2', fields('a'))).toMatchObject({ row: null, storedAt });
    await clock.advance(100);
    expect(store.isAgeing(thing, store.peek(thing, '1', fields('a'))!)).toBe(true);
    await clock.advance(500);
    expect(store.peek(thing, '1', fields('a'))).toBeUndefined();
    expect(store.peek(thing, '1', fields('b'))?.row).toEqual({ id: '1', b: 2 });
  });

  it('does not push out a younger one when it comes from an answer that is too old', () => {
    const store = stored().store();
    store.put(thing, [{ id: '1', a: 'new' }], fields('a'));
    store.put(thing, [{ id: '1', a: 'old', b: 'old' }], fields('a', 'b'), 1_000);
    expect(store.get(thing, ['1'], fields('a')).rows.get('1')).toEqual({ id: '1', a: 'new' });
  });

  it('belongs to its tenant and its entity', () => {
    const { store } = stored();
    store('a').put(thing, [{ id: '1', a: 1 }], fields('a'));
    expect(store('b').get(thing, ['1'], fields('a')).rows.size).toBe(0);
    expect(store('a').get({ ...thing, entity: 'others' }, ['1'], fields('a')).rows.size).toBe(0);
  });

  it('is dropped when asked, and never kept without an id, a key or a time', () => {
    const store = stored().store();
    store.put(thing, [{ id: '1' }, { id: 7 }, { id: '' }, {}], fields());
    store.drop(thing, '1');
    store.put(fleeting, [{ id: '2' }], fields());
    store.put({ ...thing, key: null }, [{ id: '3' }], fields());
    for (const id of ['1', '7', '', '2', '3']) {
      expect(store.get(thing, [id], fields()).rows.size).toBe(0);
    }
  });

  it('is not changed by a caller that goes on using its set of fields', () => {
    const store = stored().store();
    const growing = new Set(['a']);
    store.put(thing, [{ id: '1', a: 1 }], growing);
    growing.add('b');
    expect(store.get(thing, ['1'], fields('b')).rows.size).toBe(0);
  });

  it('stays for as long as it is read, and others leave', async () => {
    const { store: open, clock } = stored(50_000);
    const store = open();
    const slow = { ...thing, freshness: { freshMs: 1e9, staleMs: 0 } };
    for (let n = 0; n < 200; n += 1) {
      store.put(slow, [{ id: String(n), text: 'x'.repeat(1_000) }], fields('text'));
      await clock.advance(1_000);
      expect(store.peek(slow, '0', fields('text'))).toBeDefined();
    }
    expect(store.peek(slow, '100', fields('text'))).toBeUndefined();
  });

  it('makes room for others', () => {
    const { store: open, memory } = stored(50_000);
    const store = open();
    for (let n = 0; n < 500; n += 1) {
      store.put(thing, [{ id: String(n), text: 'x'.repeat(1_000) }], fields('text'));
    }
    expect(memory.entries.calculatedSize).toBeLessThanOrEqual(50_000);
    expect(store.get(thing, ['499'], fields('text')).rows.size).toBe(1);
    expect(store.peek(thing, '0', fields('text'))).toBeUndefined();
    // What has left holds no memory by another way.
    const leftInMemory = [...memory.byEntity.values()].flatMap((byId) => [...byId.values()]);
    expect(new Set(leftInMemory)).toEqual(new Set(memory.entries.values()));
  });

  it('always has every field it claims, with the newest value of one that was put', () => {
    const names = ['a', 'b', 'c', 'd'];
    const subset = fc.subarray(names, { minLength: 1 });
    fc.assert(
      fc.property(fc.array(subset, { maxLength: 12 }), subset, (puts, wanted) => {
        const store = stored().store();
        const seen = new Map<string, Set<number>>(names.map((name) => [name, new Set()]));
        puts.forEach((own, version) => {
          const values = Object.fromEntries(own.map((name) => [name, version]));
          for (const name of own) seen.get(name)?.add(version);
          store.put(thing, [{ id: '1', ...values }], new Set(own));
        });
        const { rows, missing } = store.get(thing, ['1'], new Set(wanted));
        const row = rows.get('1');
        const unseen = wanted.filter((name) => seen.get(name)?.size === 0);
        if (row) {
          expect(unseen).toEqual([]);
          for (const name of wanted) expect(seen.get(name)).toContain(row[name]);
        } else {
          for (const name of unseen) expect(missing.get('1')).toContain(name);
        }
      }),
      { numRuns: 300 },
    );
  });
});
