/** Which records are under an address or an id: what one request has asked, the next ones know for a while. */

import type { KeptRow } from '../../connector/entity-memory.ts';
import type { EntityStore } from '../../connector/entity-store.ts';
import { cacheName, type EntitySpec } from '../../records/catalog.ts';
import { keptWith } from '../kept-with.ts';

/** Rows of the store are found by the record's id; lookups stand beside them as rows of a kind of their own, of the same age. */
export const lookupsOf = keptWith(
  (entity: EntitySpec): EntitySpec => ({
    ...entity,
    cachedAs: `${cacheName(entity)} under a key`,
    key: entity.key === null ? null : 'key',
  }),
);

export const lookupFields: ReadonlySet<string> = new Set(['ids']);

/** The lookup kept under a key. */
export function peekLookup(
  store: EntityStore,
  entity: EntitySpec,
  key: string,
): KeptRow | undefined {
  return store.peek(lookupsOf(entity), key, lookupFields);
}

/** What a lookup found, ascending. */
export function idsIn({ row }: KeptRow): readonly string[] {
  return (row?.ids ?? []) as readonly string[];
}

/** Whether half of the time is over for which a lookup is kept. */
export function isAgeing(store: EntityStore, entity: EntitySpec, lookup: KeptRow): boolean {
  return store.isAgeing(lookupsOf(entity), lookup);
}

/** @param ageMs of the answer that told, where it came from a cache. */
export function keepIds(
  store: EntityStore,
  entity: EntitySpec,
  found: ReadonlyMap<string, readonly string[]>,
  ageMs: number,
): void {
  const rows = Array.from(found, ([key, ids]) => ({ key, ids }));
  store.put(lookupsOf(entity), rows, lookupFields, ageMs);
}
