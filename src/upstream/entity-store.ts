/** Rows by entity, id and fields, kept whichever way they came: a list, a get, a search, another level of the query. */

import { cacheName, type EntitySpec } from '../contract/catalog.ts';
import type { Row } from '../contract/wire/answer.ts';
import { isObject } from '../contract/wire/json.ts';
import {
  type EntityMemory,
  findEntry,
  type KeptRow,
  keepEntry,
  openShelf,
  type Part,
  type Shelf,
  weighRows,
} from './entity-memory.ts';
import type { Surroundings } from './option.ts';

/** What is known of the ids asked for. */
export interface Known {
  /** Rows that have all fields asked for; null: the upstream said there is none. */
  readonly rows: ReadonlyMap<string, Row | null>;
  /** Fields to fetch for the others. */
  readonly missing: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Rows of one tenant. Fields are words of the caller's choosing; the same word must mean the same data. */
export interface EntityStore {
  /**
   * Keeps rows that are known to have `fields` whole, a null or absent value included.
   * Rows without the entity's key are passed over. `ageMs`: of an answer from a cache.
   */
  put(entity: EntitySpec, rows: readonly Row[], fields: ReadonlySet<string>, ageMs?: number): void;
  /** Keeps that these ids have no row. */
  putAbsent(entity: EntitySpec, ids: Iterable<string>): void;
  /** What `get` knows of one row; undefined where it lacks fields. */
  peek(entity: EntitySpec, id: string, fields: ReadonlySet<string>): KeptRow | undefined;
  /** Fields that fresh answers had of a row: some may lie in one answer and some in another. */
  fieldsOf(entity: EntitySpec, id: string): readonly string[];
  /** Milliseconds for which a row stays fresh. */
  freshFor(entity: EntitySpec, kept: KeptRow): number;
  /** Whether half the time is over for which a row is fresh. */
  isAgeing(entity: EntitySpec, kept: KeptRow): boolean;
  /** What is fresh by the entity's freshness. */
  get(entity: EntitySpec, ids: Iterable<string>, fields: ReadonlySet<string>): Known;
  /** Forgets a row, after it was seen to have changed. */
  drop(entity: EntitySpec, id: string): void;
}

/** Rows fetched for ever other fields; beyond this many the oldest go. */
const mostParts = 6;
/** An id without a row may get one any moment. */
const absentMs = 30_000;

/** `prefix` keeps tenants apart: tenant, instance and credential generation of the entity's system. */
export function createEntityStore(
  memory: EntityMemory,
  prefix: (entity: EntitySpec) => string | null,
  { clock }: Surroundings,
): EntityStore {
  const shelves = new Map<EntitySpec, Shelf | null>();
  /** Null where nothing of the entity is kept. */
  const shelfOf = (entity: EntitySpec): Shelf | null => {
    let shelf = shelves.get(entity);
    if (shelf === undefined) {
      const own = prefix(entity);
      const kept = own !== null && entity.key !== null && entity.freshness.freshMs > 0;
      shelf = kept ? openShelf(memory, `${own}${cacheName(entity)}:`) : null;
      shelves.set(entity, shelf);
    }
    return shelf;
  };

  let moment: number | null = null;
  /** What one turn of the event loop reads, it reads at one moment: the clock costs more than the row. */
  const readAt = (): number => {
    if (moment === null) {
      moment = clock.monotonic();
      queueMicrotask(() => {
        moment = null;
      });
    }
    return moment;
  };

  const freshUntil = ({ row, storedAt }: KeptRow, { freshness }: EntitySpec): number =>
    storedAt + (row === null ? Math.min(absentMs, freshness.freshMs) : freshness.freshMs);
  const isFresh = (part: Part, entity: EntitySpec, now: number): boolean =>
    now < freshUntil(part, entity);

  const add = (shelf: Shelf, id: string, part: Part): void => {
    const older = (shelf.entries.get(id)?.parts ?? []).filter(
      ({ fields, row }) => row !== null && !fields.isSubsetOf(part.fields),
    );
    const parts = part.row === null ? [part] : [part, ...older].slice(0, mostParts);
    keepEntry(memory, shelf, id, parts, clock.monotonic());
  };

  return {
    put(entity, rows, fields, ageMs = 0) {
      const shelf = shelfOf(entity);
      // What came too old would only push out what is fresh.
      if (shelf === null || !memory.keeps || ageMs >= entity.freshness.freshMs) return;
      const storedAt = clock.monotonic() - ageMs;
      // The caller's set may go on growing.
      const own = new Set(fields);
      const weigh = weighRows(rows);
      for (const row of rows) {
        const id = idOf(row, entity);
        if (id !== null) add(shelf, id, { fields: own, row, storedAt, bytes: weigh(row) });
      }
    },

    putAbsent(entity, ids) {
      const shelf = shelfOf(entity);
      if (shelf === null || !memory.keeps) return;
      const storedAt = clock.monotonic();
      for (const id of ids) add(shelf, id, { fields: new Set(), row: null, storedAt, bytes: 8 });
    },

    peek(entity, id, fields) {
      const now = readAt();
      const entry = findEntry(memory, shelfOf(entity), id, now);
      if (entry === undefined) return undefined;
      for (const part of entry.parts) {
        if (!isFresh(part, entity, now)) continue;
        if (part.row === null || fields.isSubsetOf(part.fields)) return part;
      }
      if (entry.parts.length < 2) return undefined;
      const fresh = entry.parts.filter((part) => isFresh(part, entity, now));
      const { row } = assemble(fresh, fields);
      if (row === undefined) return undefined;
      return { row, storedAt: Math.min(...fresh.map(({ storedAt }) => storedAt)) };
    },

    fieldsOf(entity, id) {
      const now = readAt();
      const { parts = [] } = findEntry(memory, shelfOf(entity), id, now) ?? {};
      const fresh = parts.filter((part) => part.row !== null && isFresh(part, entity, now));
      return fresh.flatMap(({ fields }) => [...fields]);
    },

    freshFor: (entity, kept) => freshUntil(kept, entity) - readAt(),

    isAgeing: ({ freshness }, { storedAt }) => readAt() - storedAt >= freshness.freshMs / 2,

    get(entity, ids, fields) {
      const rows = new Map<string, Row | null>();
      const missing = new Map<string, ReadonlySet<string>>();
      const shelf = shelfOf(entity);
      const now = readAt();
      for (const id of ids) {
        const parts = findEntry(memory, shelf, id, now)?.parts ?? [];
        const fresh = parts.filter((part) => isFresh(part, entity, now));
        const found = assemble(fresh, fields);
        if (found.row !== undefined) rows.set(id, found.row);
        else missing.set(id, found.missing);
      }
      return { rows, missing };
    },

    drop(entity, id) {
      const shelf = shelfOf(entity);
      if (shelf !== null) memory.entries.delete(shelf.start + id);
    },
  };
}

type Assembled =
  | { readonly row: Row | null }
  | { readonly row: undefined; readonly missing: ReadonlySet<string> };

/** One part that has everything, whole and of one moment; else as many of the newest as it takes. */
function assemble(parts: readonly Part[], fields: ReadonlySet<string>): Assembled {
  const [newest] = parts;
  if (newest?.row === null) return { row: null };
  const whole = parts.find((part) => fields.isSubsetOf(part.fields));
  if (whole !== undefined) return { row: whole.row };
  let missing = fields;
  const used: Row[] = [];
  for (const part of parts) {
    if (part.row === null) continue;
    const left = missing.difference(part.fields);
    if (left.size === missing.size) continue;
    used.push(part.row);
    missing = left;
  }
  if (missing.size > 0 || used.length === 0) return { row: undefined, missing };
  return { row: used.reduceRight<Row>((older, newer) => merge(older, newer), {}) };
}

/** Objects are merged into each other, everything else is replaced by the newer. */
function merge(older: Row, newer: Row): Row {
  const merged: Record<string, unknown> = { ...older };
  for (const [name, value] of Object.entries(newer)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

function idOf(row: Row, { key }: EntitySpec): string | null {
  let value: unknown = row;
  for (const name of key?.split('.') ?? []) value = isObject(value) ? value[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}
