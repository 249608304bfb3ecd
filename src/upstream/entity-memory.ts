/** The memory rows are kept in: bounded by weight over all tenants, and read by id without a text made for it. */

import { LRUCache } from 'lru-cache';
import type { Row } from '../contract/wire/answer.ts';

export interface KeptRow {
  /** null: the upstream said there is none. */
  readonly row: Row | null;
  /** On the connector's monotonic clock; where several answers contributed, of the oldest. */
  readonly storedAt: number;
}

/** One row as one answer had it. */
export interface Part extends KeptRow {
  readonly fields: ReadonlySet<string>;
  /** In memory, roughly. */
  readonly bytes: number;
}

export interface Entry {
  readonly shelf: Shelf;
  readonly id: string;
  /** Newest first; none is covered by a newer one. */
  readonly parts: readonly Part[];
  readonly bytes: number;
  /** When it last counted as used. */
  usedAt: number;
}

/** Rows of one entity of one tenant by id: found without making a text of tenant, entity and id at every reading. */
export interface Shelf {
  readonly start: string;
  readonly entries: Map<string, Entry>;
}

export interface EntityMemory {
  /** All entries, the least recently used leaving first. */
  readonly entries: LRUCache<string, Entry>;
  /** By tenant and entity. */
  readonly shelves: Map<string, Shelf>;
  /** Whether anything is kept at all. */
  readonly keeps: boolean;
}

/** A row that is read a thousand times a second need not become the most recently used one each time. */
const useMs = 1_000;

/** @param maxBytes 0: nothing is kept. */
export function createEntityMemory(maxBytes: number): EntityMemory {
  const entries = new LRUCache<string, Entry>({
    // The library takes 0 for no limit; nothing weighs as little as 1.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (entry) => entry.bytes,
    dispose(entry) {
      const { shelf, id } = entry;
      if (shelf.entries.get(id) === entry) shelf.entries.delete(id);
    },
  });
  return { entries, shelves: new Map(), keeps: maxBytes > 0 };
}

/** @param start tenant and entity, as the keys of its entries begin. */
export function openShelf({ shelves }: EntityMemory, start: string): Shelf {
  let shelf = shelves.get(start);
  if (shelf === undefined) {
    shelf = { start, entries: new Map() };
    shelves.set(start, shelf);
  }
  return shelf;
}

/** An entry, which counts as used by it. */
export function findEntry(
  { entries }: EntityMemory,
  shelf: Shelf | null,
  id: string,
  now: number,
): Entry | undefined {
  const entry = shelf?.entries.get(id);
  if (entry === undefined || now - entry.usedAt < useMs) return entry;
  entry.usedAt = now;
  return entries.get(entry.shelf.start + id);
}

/** Puts the parts of a row in the place of those that were there. */
export function keepEntry(
  memory: EntityMemory,
  shelf: Shelf,
  id: string,
  parts: readonly Part[],
  now: number,
): void {
  const { entries } = memory;
  const key = shelf.start + id;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 200 + key.length);
  const entry = { shelf, id, parts, bytes, usedAt: now };
  entries.set(key, entry);
  // What is too large for the memory is not taken.
  if (entries.peek(key) === entry) shelf.entries.set(id, entry);
}

/** Rows of an answer that are weighed; they stand for the others. */
const sample = 16;

/** Bytes of each of these rows in memory, roughly: of many, what some of them weigh on average. */
export function weighRows(rows: readonly Row[]): (row: Row) => number {
  if (rows.length <= sample) return (row) => weigh(row);
  const step = Math.ceil(rows.length / sample);
  const weighed = rows.filter((_row, at) => at % step === 0).map((row) => weigh(row));
  const mean = Math.round(weighed.reduce((sum, bytes) => sum + bytes, 0) / weighed.length);
  return () => mean;
}

/** Bytes of a value in memory, roughly; what is deep or long is counted by its beginning. */
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
