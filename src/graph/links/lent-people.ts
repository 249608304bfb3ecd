/** People that earlier requests looked up, handed on for as long as the store holds them as they were. */

import type { CrmObject } from '../../records/crm/model.ts';
import type { Lent } from '../brought.ts';
import type { GraphContext } from '../context.ts';
import { CrmRow, crmRow } from '../crm/row.ts';
import { KeptReading } from '../kept-reading.ts';
import { idsIn, isAgeing, lookupFields, lookupsOf } from './kept-lookup.ts';
import { askAlong } from './people-lookup.ts';

type People = readonly CrmRow[];

/**
 * What `make` makes of the people under some linked ids and those under some addresses; undefined
 * where the store does not know them all.
 */
export function lendPeople<Value>(
  context: GraphContext,
  object: CrmObject,
  paths: ReadonlySet<string>,
  keys: { readonly linked: readonly string[]; readonly emails: readonly string[] },
  make: (linked: People, byEmail: People) => Value,
): Lent<Value> | undefined {
  const reading = new PeopleReading(object, paths);
  const linked = reading.under(context, keys.linked);
  const byEmail = linked && reading.under(context, keys.emails);
  if (byEmail === undefined) return undefined;
  return { value: make(linked!, byEmail), holds: (reader) => reading.holds(reader) };
}

class PeopleReading {
  readonly #object: CrmObject;
  readonly #paths: ReadonlySet<string>;
  readonly #reading = new KeptReading();
  readonly #lookups = new Map<string, KeptLookup>();

  constructor(object: CrmObject, paths: ReadonlySet<string>) {
    this.#object = object;
    this.#paths = paths;
  }

  /** By ascending id, each once. */
  under(context: GraphContext, keys: readonly string[]): People | undefined {
    if (keys.length === 0) return nobody;
    const found = new Map<string, CrmRow>();
    for (const key of keys) {
      const lookups = lookupsOf(this.#object.entity);
      const lookup = this.#reading.read(context, lookups, key, lookupFields);
      if (lookup === undefined) return undefined;
      this.#lookups.set(key, lookup);
      for (const id of idsIn(lookup)) {
        if (found.has(id)) continue;
        const row = this.#record(context, id);
        if (row === undefined) return undefined;
        if (row !== null) found.set(id, row);
      }
    }
    this.#goAlong(context);
    const rows = [...found.values()];
    return rows.length < 2 ? rows : rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  holds(context: GraphContext): boolean {
    if (!this.#reading.holds(context)) return false;
    this.#goAlong(context);
    return true;
  }

  #record(context: GraphContext, id: string): CrmRow | null | undefined {
    if (this.#paths.size === 0) return new CrmRow(this.#object, id, { Id: id });
    const kept = this.#reading.read(context, this.#object.entity, id, this.#paths);
    if (kept === undefined) return undefined;
    return kept.row === null ? null : (crmRow(this.#object, kept.row) ?? undefined);
  }

  #goAlong(context: GraphContext): void {
    const { entities } = context.connector;
    for (const [key, lookup] of this.#lookups) {
      if (isAgeing(entities, this.#object.entity, lookup))
        askAlong(context, this.#object, { key, wanted: { paths: this.#paths, windows: [] } });
    }
  }
}

type KeptLookup = Parameters<typeof idsIn>[0];

const nobody: People = [];
