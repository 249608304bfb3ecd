/** Which records are under an address or an id: what one request has asked, the next ones know for a while. */

import type { EntityStore } from '../../connector/entity-store.ts';
import type { EntitySpec } from '../../records/catalog.ts';
import { keptWith } from '../kept-with.ts';

/** Rows of the store are found by the record's id; lookups stand beside them as rows of a kind of their own, of the same age. */
const lookupsOf = keptWith(
  (entity: EntitySpec): EntitySpec => ({
    ...entity,
    entity: `${entity.entity} under a key`,
    key: entity.key === null ? null : 'key',
  }),
);

const fields: ReadonlySet<string> = new Set(['ids']);

/** The ids kept under a key, none included. `ageing`: half of the time they are kept for is over. */
export function keptIds(store: EntityStore, entity: EntitySpec, key: string) {
  const lookups = lookupsOf(entity);
  const kept = store.peek(lookups, key, fields);
  if (kept === undefined || kept.row === null) return undefined;
  return { ids: kept.row.ids as readonly string[], ageing: store.isAgeing(lookups, kept) };
}

/** @param ageMs of the answer that told, where it came from a cache. */
export function keepIds(
  store: EntityStore,
  entity: EntitySpec,
  found: ReadonlyMap<string, readonly string[]>,
  ageMs: number,
): void {
  const rows = Array.from(found, ([key, ids]) => ({ key, ids }));
  store.put(lookupsOf(entity), rows, fields, ageMs);
}
