import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntitySpec } from '../../src/contract/entity-spec.ts';
import { createEntityMemory, type EntityStore } from '../../src/upstream/entity-store.ts';
import { manualClock } from '../support/clock.ts';
import { fleeting, rowStore, thing } from '../support/connect.ts';

const nested = { ...thing, entity: 'nested', key: 'metaData.id' } as const;
const rowOf = (store: EntityStore, entity: EntitySpec, id: string, ...names: string[]) =>
  store.peek(entity, id, fields(...names))?.row;
const fields = (...names: string[]): ReadonlySet<string> => new Set(names);

function stored(maxBytes = 1_000_000) {
  const clock = manualClock();
  const memory = createEntityMemory(maxBytes);
  const store = (tenant = 't') => rowStore(memory, { clock, random: () => 0 }, tenant);
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
    const found = ['2', '1', '3'].map((id) => rowOf(store, thing, id, 'a'));
    expect(found).toEqual([{ id: '2', a: 3 }, { id: '1', a: 1, b: 2 }, undefined]);
  });

  it('is put together of answers that both have a value of another form, and of none where only one has', () => {
    const store = stored().store();
    const odd = () => new Error('of another form');
    store.put(thing, [{ id: '1', a: 1, c: odd() }], fields('a', 'c'));
    store.put(thing, [{ id: '1', b: 2, c: odd() }], fields('b', 'c'));
    expect(rowOf(store, thing, '1', 'a', 'b')).toMatchObject({ a: 1, b: 2 });
    store.put(thing, [{ id: '2', a: 1, c: odd() }], fields('a', 'c'));
    store.put(thing, [{ id: '2', b: 2, c: 3 }], fields('b', 'c'));
    expect(rowOf(store, thing, '2', 'a', 'b')).toBeUndefined();
  });

  it('is not kept where there is no memory for it', () => {
    const store = stored(0).store();
    store.put(thing, [{ id: '1', a: 1 }], fields('a'));
    expect(rowOf(store, thing, '1', 'a')).toBeUndefined();
  });

  it('is not found while fields are still to be fetched, and is whole when they have come', () => {
    const store = stored().store();
    store.put(nested, [{ metaData: { id: '1' }, content: { topics: [1] } }], fields('topics'));
    expect(rowOf(store, nested, '1', 'topics', 'parties', 'trackers')).toBeUndefined();
    store.put(
      nested,
      [{ metaData: { id: '1' }, parties: [], content: { trackers: [2] } }],
      fields('parties', 'trackers'),
    );
    expect(rowOf(store, nested, '1', 'topics', 'trackers')).toEqual({
      metaData: { id: '1' },
      parties: [],
      content: { topics: [1], trackers: [2] },
    });
  });

  it('is of the newest moment: what a newer answer contradicts is forgotten, whichever came first', () => {
    const store = stored().store();
    store.put(thing, [{ id: '1', a: 'old', b: 'old' }], fields('a', 'b'));
    store.put(thing, [{ id: '1', a: 'new' }], fields('a'));
    expect(rowOf(store, thing, '1', 'a', 'b')).toBeUndefined();
    expect(rowOf(store, thing, '1', 'a')).toMatchObject({ a: 'new' });
    store.put(thing, [{ id: '1', c: 'new' }], fields('c'));
    expect(rowOf(store, thing, '1', 'a', 'c')).toMatchObject({
      a: 'new',
      c: 'new',
    });
    store.put(thing, [{ id: '1', a: 'old', b: 'old' }], fields('a', 'b'), { ageMs: 300 });
    expect(rowOf(store, thing, '1', 'a', 'b')).toBeUndefined();
    expect(rowOf(store, thing, '1', 'a')).toMatchObject({ a: 'new' });
  });

  it('is gone after its time, each part after its own, the age of a cached answer included', async () => {
    const { store: open, clock } = stored();
    const store = open();
    store.put(thing, [{ id: '1', a: 1 }], fields('a'), { ageMs: 600 });
    store.put(thing, [{ id: '1', b: 1 }], fields('b'));
    await clock.advance(500);
    expect(rowOf(store, thing, '1', 'a', 'b')).toBeUndefined();
    await clock.advance(500);
    expect(rowOf(store, thing, '1', 'b')).toBeUndefined();
  });

  it('may be the knowledge that there is none', async () => {
    const { store: open, clock } = stored();
    const store = open();
    store.putAbsent(thing, ['9']);
    expect(rowOf(store, thing, '9', 'a')).toBeNull();
    store.put(thing, [{ id: '9', a: 1 }], fields('a'));
    expect(rowOf(store, thing, '9', 'a')).toEqual({ id: '9', a: 1 });
    store.putAbsent(thing, ['9']);
    expect(rowOf(store, thing, '9', 'a')).toBeNull();
    await clock.advance(1_000);
    expect(rowOf(store, thing, '9', 'a')).toBeUndefined();
  });

  it('is seen with its age, which is that of its oldest part', async () => {
    const { store: open, clock } = stored();
    const store = open();
    expect(store.peek(thing, '1', fields('a'))).toBeUndefined();
    store.put(thing, [{ id: '1', a: 1 }], fields('a'), { ageMs: 400 });
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
    store.put(thing, [{ id: '1', a: 'old', b: 'old' }], fields('a', 'b'), { ageMs: 1_000 });
    expect(rowOf(store, thing, '1', 'a')).toEqual({ id: '1', a: 'new' });
  });

  it('belongs to its tenant and its entity', () => {
    const { store } = stored();
    store('a').put(thing, [{ id: '1', a: 1 }], fields('a'));
    expect(rowOf(store('b'), thing, '1', 'a')).toBeUndefined();
    expect(rowOf(store('a'), { ...thing, entity: 'others' }, '1', 'a')).toBeUndefined();
  });

  it('is dropped when asked, and never kept without an id, a key or a time', () => {
    const store = stored().store();
    store.put(thing, [{ id: '1' }, { id: 1.5 }, { id: '' }, {}], fields());
    store.drop(thing, '1');
    store.put(fleeting, [{ id: '2' }], fields());
    store.put({ ...thing, key: null }, [{ id: '3' }], fields());
    for (const id of ['1', '1.5', '', '2', '3']) {
      expect(rowOf(store, thing, id)).toBeUndefined();
    }
  });

  it('is not kept where it was asked for before it was dropped', () => {
    const store = stored().store();
    const before = store.moment();
    store.drop(thing, '1');
    const after = store.moment();
    const rows = [{ id: '1' }, { id: '2' }];
    store.put(thing, rows, fields(), { since: before });
    expect(rowOf(store, thing, '1')).toBeUndefined();
    expect(rowOf(store, thing, '2')).toBeDefined();
    store.put(thing, rows, fields(), { since: after });
    expect(rowOf(store, thing, '1')).toBeDefined();
  });

  it('is found under the digits of an id that came as a number', () => {
    const store = stored().store();
    store.put(thing, [{ id: 7, a: 1 }], fields('a'));
    expect(rowOf(store, thing, '7', 'a')).toEqual({ id: 7, a: 1 });
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
    expect(rowOf(store, thing, '499', 'text')).toBeDefined();
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
        const row = rowOf(store, thing, '1', ...wanted);
        const unseen = wanted.filter((name) => seen.get(name)?.size === 0);
        if (unseen.length > 0) expect(row).toBeUndefined();
        if (row) for (const name of wanted) expect(seen.get(name)).toContain(row[name]);
      }),
      { numRuns: 300 },
    );
  });
});
