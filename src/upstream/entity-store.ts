/** Entity store: rows of a scope by entity, id and fields, from whichever request they came (a list, a get, a search, another level of the query), in a memory bounded by weight over all tenants. */

import { LRUCache } from 'lru-cache';
import { cacheName, type EntitySpec, entityKey } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { createLru } from '../lru.ts';
import type { Runtime } from './clock.ts';
import {
  type AnsweredPart,
  contradicts,
  findRow,
  hasAll,
  isPresent,
  type RowPart,
  withNewest,
} from './partial-row.ts';
import { type FetchedWindow, noFields, noWindows, type RowWindow } from './row-contents.ts';
import {
  entityPrefix,
  type KeyPrefix,
  type RowScope,
  type ScopedKey,
  scopedKey,
} from './row-scope.ts';

interface StoredRow extends AnsweredPart {
  /** Time of storage on the monotonic clock; the oldest, where several answers contributed. */
  readonly storedAt: number;
}

interface Part extends StoredRow {
  /** Rough size in memory. */
  readonly bytes: number;
}

interface Entry {
  readonly byId: RowsById;
  readonly id: string;
  /** Parts of a row, newest first; none holds nothing but what a newer one holds. */
  readonly parts: readonly Part[];
  readonly bytes: number;
}

/** Entries of one entity of one scope by id, so that a lookup builds no key text. */
type RowsById = Map<string, Entry>;

export interface EntityMemory {
  /** All entries, the least recently used leaving first; each is its own key. */
  readonly entries: LRUCache<Entry, Entry>;
  /** By instance, entity and scope. */
  readonly byEntity: Map<ScopedKey, RowsById>;
  /** Whether anything is stored at all. */
  readonly isEnabled: boolean;
}

/** @param maxBytes 0: nothing is stored. */
export function createEntityMemory(maxBytes: number): EntityMemory {
  const entries = new LRUCache<Entry, Entry>({
    // The library takes 0 for no limit; nothing weighs as little as 1.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes,
    dispose(entry) {
      if (entry.byId.get(entry.id) === entry) entry.byId.delete(entry.id);
    },
  });
  return { entries, byEntity: new Map(), isEnabled: maxBytes > 0 };
}

/** Finds an entry and counts it as used. */
function findEntry(
  { entries }: EntityMemory,
  byId: RowsById | null,
  id: string,
): Entry | undefined {
  const entry = byId?.get(id);
  return entry && entries.get(entry);
}

/** Replaces the parts of a row. */
function storeEntry(
  { entries }: EntityMemory,
  byId: RowsById,
  id: string,
  parts: readonly Part[],
): void {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 300 + id.length);
  const entry: Entry = { byId, id, parts, bytes };
  const before = byId.get(id);
  if (before !== undefined) entries.delete(before);
  byId.set(id, entry);
  // An entry too large for the memory is not taken.
  if (!entries.set(entry, entry).has(entry)) byId.delete(id);
}

/** Number of rows of an answer that are weighed, as a sample of all. */
const sample = 16;

/** Rough size of each row in memory; of many rows, the mean of a sample. */
function weighRows(rows: readonly Row[]): (row: Row) => number {
  if (rows.length <= sample) return (row) => weigh(row);
  const step = Math.ceil(rows.length / sample);
  const weighed = rows.filter((_row, at) => at % step === 0).map((row) => weigh(row));
  const mean = Math.round(weighed.reduce((sum, bytes) => sum + bytes, 0) / weighed.length);
  return () => mean;
}

/** Rough size of a value in memory; deep or long values are counted by their beginning. */
function weigh(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (depth > 6) return 500;
  const members = Array.isArray(value) ? value : Object.values(value);
  let sum = 32 + 16 * members.length;
  // Items of a list resemble each other; members of an object do not.
  const counted = Math.min(members.length, Array.isArray(value) ? 8 : 50);
  for (let at = 0; at < counted; at += 1) sum += weigh(members[at], depth + 1);
  return counted === 0 ? sum : Math.round((sum * members.length) / counted);
}

export interface PutOptions {
  /** Windows whose pages came with the rows. */
  readonly windows?: readonly FetchedWindow[] | undefined;
  /** Age of an answer from a cache. */
  readonly ageMs?: number | undefined;
  /** The moment before the rows were asked for: those dropped after it may be as they were before, and are skipped. */
  readonly since?: number | undefined;
}

/** Rows of one scope. Field names are the caller's; the same name must mean the same data. */
export interface EntityStore {
  /**
   * Stores rows whose `fields` are complete, a null or absent value included. Rows without the
   * entity's key are skipped. The set must not change afterwards.
   */
  put(
    entity: EntitySpec,
    rows: readonly Row[],
    fields: ReadonlySet<string>,
    options?: PutOptions,
  ): void;
  /** This moment, as a count of the rows dropped so far. */
  moment(): number;
  /** Stores that these ids have no row (negative caching). */
  putAbsent(entity: EntitySpec, ids: Iterable<string>): void;
  /** The stored row with these fields and windows; undefined where it lacks some. */
  peek(
    entity: EntitySpec,
    id: string,
    fields: ReadonlySet<string>,
    windows?: readonly RowWindow[],
  ): StoredRow | undefined;
  /** Parts of a row from fresh answers, newest first. */
  partsOf(entity: EntitySpec, id: string): readonly RowPart[];
  /** Milliseconds for which a row stays fresh. */
  freshFor(entity: EntitySpec, stored: StoredRow): number;
  /** Whether half the time is over for which a row is fresh. */
  isAgeing(entity: EntitySpec, stored: StoredRow): boolean;
  /** Evicts a row that has changed, in all scopes of the tenant. */
  drop(entity: EntitySpec, id: string): void;
  /** Of all scopes of the tenant. */
  readonly changes: RecordChanges;
}

/** By id: when a record was last read in another state than before, on the monotonic clock. */
export interface RecordChanges {
  get(id: string): number | undefined;
  set(id: string, at: number): void;
}

/** Limit of a tenant's viewers whose rows are stored. */
const mostViewers = 1_000;
/** Limit of remembered drops, those of any request that is under way, and of remembered changes. */
const mostDrops = 10_000;
/** Limit of parts per row; beyond it the oldest are dropped. */
const maxParts = 6;
/** Life of a negative entry: an id without a row may get one at any moment. */
const absentMs = 30_000;

/** Drops of rows, counted, so that rows which were asked for before a drop can be told from later ones. */
function createDrops() {
  const keyOf = (entity: EntitySpec, id: string): string => `${cacheName(entity)} ${id}`;
  const last = createLru<string, number>(mostDrops);
  let count = 0;
  return {
    moment: () => count,
    isAfter: (since: number, entity: EntitySpec, id: string): boolean =>
      since < count && (last.get(keyOf(entity, id)) ?? 0) > since,
    add(entity: EntitySpec, id: string) {
      count += 1;
      last.set(keyOf(entity, id), count);
    },
  };
}

/** Entries of one scope, opened entity by entity. */
class ScopeRows {
  readonly #memory: EntityMemory;
  readonly #keyOf: (entity: EntitySpec) => ScopedKey | null;
  readonly #byEntity = new Map<EntitySpec, RowsById | null>();
  #isClosed = false;

  constructor(memory: EntityMemory, keyOf: (entity: EntitySpec) => ScopedKey | null) {
    this.#memory = memory;
    this.#keyOf = keyOf;
  }

  /** Entries of an entity; null where none are stored. */
  of(entity: EntitySpec): RowsById | null {
    let byId = this.#byEntity.get(entity);
    if (byId === undefined) {
      const isStored = !this.#isClosed && entity.key !== null && entity.freshness.freshMs > 0;
      const key = isStored ? this.#keyOf(entity) : null;
      byId = key === null ? null : this.#open(key);
      this.#byEntity.set(entity, byId);
    }
    return byId;
  }

  #open(key: ScopedKey): RowsById {
    const existing = this.#memory.byEntity.get(key);
    const byId: RowsById = existing ?? new Map();
    if (existing === undefined) this.#memory.byEntity.set(key, byId);
    return byId;
  }

  /** Gives the memory back. Whoever still reads the scope finds and stores nothing, since no drop would reach it. */
  close(): void {
    this.#isClosed = true;
    for (const [entity, byId] of this.#byEntity) {
      for (const entry of byId?.values() ?? []) this.#memory.entries.delete(entry);
      const key = this.#keyOf(entity);
      if (key !== null) this.#memory.byEntity.delete(key);
      this.#byEntity.set(entity, null);
    }
  }
}

interface ScopeStore {
  readonly rows: ScopeRows;
  readonly store: EntityStore;
}

/**
 * Creates the stores of a tenant, one for each scope; of many viewers the least recently seen leave first.
 * @param prefixOf the instance of an entity; null where it has none
 */
export function createEntityStores(
  memory: EntityMemory,
  prefixOf: (entity: EntitySpec) => KeyPrefix | null,
  connectedUser: RowScope,
  runtime: Runtime,
): (scope: RowScope) => EntityStore {
  const drops = createDrops();
  const changes = createLru<string, number>(mostDrops);
  const viewers = createLru<RowScope['text'], ScopeStore>(mostViewers, ({ rows }) => rows.close());
  const drop = (entity: EntitySpec, id: string): void => {
    drops.add(entity, id);
    for (const { rows } of [ofConnectedUser, ...viewers.values()]) {
      const entry = rows.of(entity)?.get(id);
      if (entry !== undefined) memory.entries.delete(entry);
    }
  };
  const open = (scope: RowScope): ScopeStore => {
    const rows = new ScopeRows(memory, (entity) => {
      const prefix = prefixOf(entity);
      return prefix && scopedKey(entityPrefix(prefix, cacheName(entity)), scope, 'rows');
    });
    return { rows, store: { ...createScopeStore(memory, rows, drops, runtime), drop, changes } };
  };
  const ofConnectedUser = open(connectedUser);
  return (scope) => {
    if (scope.equals(connectedUser)) return ofConnectedUser.store;
    let opened = viewers.get(scope.text);
    if (opened === undefined) {
      opened = open(scope);
      viewers.set(scope.text, opened);
    }
    return opened.store;
  };
}

function createScopeStore(
  memory: EntityMemory,
  rows: ScopeRows,
  drops: ReturnType<typeof createDrops>,
  { clock }: Runtime,
): Omit<EntityStore, 'drop' | 'changes'> {
  const freshUntil = ({ row, storedAt }: StoredRow, { freshness }: EntitySpec): number =>
    storedAt + (row === null ? Math.min(absentMs, freshness.freshMs) : freshness.freshMs);
  const isFresh = (part: Part, entity: EntitySpec, now: number): boolean =>
    now < freshUntil(part, entity);

  const add = (byId: RowsById, id: string, part: Part): void => {
    const parts = byId.get(id)?.parts ?? [];
    // An answer from a cache may be older than what has been stored since.
    const isPast = parts.some(
      (other) =>
        other.storedAt > part.storedAt &&
        isPresent(other) &&
        isPresent(part) &&
        contradicts(other.row, part.row),
    );
    if (!isPast) storeEntry(memory, byId, id, withNewest(parts, part).slice(0, maxParts));
  };

  return {
    moment: drops.moment,

    put(entity, answered, fields, { windows = noWindows, ageMs = 0, since = drops.moment() } = {}) {
      const byId = rows.of(entity);
      // Rows that are already stale would only evict fresh ones.
      if (byId === null || !memory.isEnabled || ageMs >= entity.freshness.freshMs) return;
      const storedAt = clock.monotonic() - ageMs;
      let weigh: ((row: Row) => number) | null = null;
      for (const row of answered) {
        const id = entityKey(entity, row);
        if (id === null || drops.isAfter(since, entity, id)) continue;
        const newest = findEntry(memory, byId, id)?.parts[0];
        // A cached answer brings the same rows again and again, at an age in whole milliseconds.
        const isStored =
          newest !== undefined &&
          isPresent(newest) &&
          newest.row === row &&
          storedAt <= newest.storedAt + 1 &&
          hasAll(newest, fields, windows);
        if (isStored) continue;
        weigh ??= weighRows(answered);
        add(byId, id, { fields, windows, row, storedAt, bytes: weigh(row) });
      }
    },

    putAbsent(entity, ids) {
      const byId = rows.of(entity);
      if (byId === null || !memory.isEnabled) return;
      const storedAt = clock.monotonic();
      const absent = { fields: noFields, windows: noWindows, row: null, storedAt, bytes: 8 };
      for (const id of ids) add(byId, id, absent);
    },

    peek(entity, id, fields, windows = noWindows) {
      const now = clock.monotonic();
      const entry = findEntry(memory, rows.of(entity), id);
      if (entry === undefined) return undefined;
      const isCurrent = (part: Part): boolean => isFresh(part, entity, now);
      const fresh = entry.parts.every(isCurrent) ? entry.parts : entry.parts.filter(isCurrent);
      const found = findRow(entity, fresh, fields, windows);
      if (found === undefined || 'storedAt' in found) return found;
      return { ...found, storedAt: Math.min(...fresh.map(({ storedAt }) => storedAt)) };
    },

    partsOf(entity, id) {
      const now = clock.monotonic();
      const { parts = [] } = findEntry(memory, rows.of(entity), id) ?? {};
      return parts.filter(isPresent).filter((part) => isFresh(part, entity, now));
    },

    freshFor: (entity, stored) => freshUntil(stored, entity) - clock.monotonic(),

    isAgeing: ({ freshness }, { storedAt }) =>
      clock.monotonic() - storedAt >= freshness.freshMs / 2,
  };
}
