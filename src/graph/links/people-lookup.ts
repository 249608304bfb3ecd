/**
 * People of the CRM by e-mail address and by linked id together: at once where an earlier lookup
 * knows them, else one SOQL query per object and wave.
 */

import { AskedLoader } from '../../loaders/asked-loader.ts';
import { allThere, type Soon } from '../../loaders/at-once.ts';
import { normaliseEmail } from '../../participants/key.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import type { GraphContext } from '../context.ts';
import { knownRecords, loadRecord } from '../crm/record-loader.ts';
import { CrmRow } from '../crm/row.ts';
import { keptWith } from '../kept-with.ts';
import { idsIn, isAgeing, peekLookup } from './kept-lookup.ts';
import { type Lookup, lookUp, type Wanted } from './people-query.ts';

/** People of an object with the fields that one field of a query wants of them. */
export interface People {
  /**
   * Those under some keys, in the order of their ids, each once. Several may share an address.
   * @param keys normalised addresses and 18-character ids; ids of other objects find nobody.
   */
  under(keys: readonly string[]): Soon<readonly CrmRow[]>;
}

/** @param wanted does not change; the same one for the same field. */
export function peopleOf(context: GraphContext, object: CrmObject, wanted: Wanted): People {
  return finderOf(context, object).wanting(wanted);
}

/** The people under some addresses, in the order of their ids. Malformed ones find nobody and cost no call. */
export function peopleByEmail(
  context: GraphContext,
  object: CrmObject,
  emails: readonly unknown[],
  wanted: Wanted,
): Soon<readonly CrmRow[]> {
  const addresses = emails.map(normaliseEmail).filter((email) => email !== null);
  return peopleOf(context, object, wanted).under(addresses);
}

const nobody: readonly CrmRow[] = [];

const finders = keptWith((_context: GraphContext) => new Map<CrmObject, Finder>());

function finderOf(context: GraphContext, object: CrmObject): Finder {
  const byObject = finders(context);
  let finder = byObject.get(object);
  if (finder === undefined) {
    finder = new Finder(context, object);
    byObject.set(object, finder);
  }
  return finder;
}

/** What one request knows of an object's people. */
class Finder {
  readonly #context: GraphContext;
  readonly #object: CrmObject;
  /** Ids under keys this request asked for; none for a key nobody has. */
  readonly #asked = new Map<string, readonly string[]>();
  /** Why it is not known who is under a key. */
  readonly #failed = new Map<string, Error>();
  /** Ids under keys that earlier requests asked for. */
  readonly #kept = new Map<string, { readonly ids: readonly string[]; readonly ageing: boolean }>();
  /** Those of them that a query which goes out anyway should bring anew. */
  #ageing: Lookup[] = [];
  readonly #views = new Map<Wanted, PeopleWanted>();
  readonly #loader: AskedLoader<Lookup, readonly string[]>;
  readonly #record: ReturnType<typeof knownRecords>;

  constructor(context: GraphContext, object: CrmObject) {
    this.#context = context;
    this.#object = object;
    this.#record = knownRecords(context, object);
    // Its cache is off: `asked` holds the ids, and fields wanted later come by id.
    this.#loader = new AskedLoader((lookups) => this.#ask(lookups), { cache: false });
  }

  wanting(wanted: Wanted): PeopleWanted {
    let view = this.#views.get(wanted);
    if (view === undefined) {
      view = new PeopleWanted(this, wanted);
      this.#views.set(wanted, view);
    }
    return view;
  }

  /** The people under a key where nothing has to be fetched for them. */
  known(key: string, wanted: Wanted): readonly CrmRow[] | undefined {
    const asked = this.#asked.get(key);
    const kept = asked === undefined ? this.#recall(key) : undefined;
    const rows = this.#rowsKnown(asked ?? kept?.ids, wanted.paths);
    if (rows !== undefined && kept?.ageing) this.#ageing.push({ key, wanted });
    return rows;
  }

  #recall(key: string) {
    let kept = this.#kept.get(key);
    if (kept === undefined) {
      const { entities } = this.#context.connector;
      const { entity } = this.#object;
      const lookup = peekLookup(entities, entity, key);
      if (lookup === undefined) return undefined;
      kept = { ids: idsIn(lookup), ageing: isAgeing(entities, entity, lookup) };
      this.#kept.set(key, kept);
    }
    return kept;
  }

  #rowsKnown(ids: readonly string[] | undefined, paths: ReadonlySet<string>) {
    if (ids === undefined) return undefined;
    if (ids.length === 0) return nobody;
    const rows: CrmRow[] = [];
    for (const id of ids) {
      const row = this.#bare(id, paths) ?? this.#record(id, paths);
      if (row === undefined) return undefined;
      if (row !== null) rows.push(row);
    }
    return rows;
  }

  /** The ids under a key, from the query that the whole wave shares. */
  idsUnder(key: string, wanted: Wanted): Soon<readonly string[]> {
    return this.#asked.get(key) ?? this.#loader.load({ key, wanted });
  }

  record(id: string, paths: ReadonlySet<string>): Soon<CrmRow | null> {
    return this.#bare(id, paths) ?? loadRecord(this.#context, this.#object, id, paths);
  }

  /** Nothing is fetched of a record when nothing but its id is wanted. */
  #bare(id: string, paths: ReadonlySet<string>): CrmRow | undefined {
    return paths.size === 0 ? new CrmRow(this.#object, id, { Id: id }) : undefined;
  }

  async #ask(lookups: readonly Lookup[]): Promise<(readonly string[] | Error)[]> {
    const wanted = lookups.filter(({ key }) => !this.#asked.has(key) && !this.#failed.has(key));
    if (wanted.length > 0) {
      const along = this.#ageing.filter(({ key }) => !this.#asked.has(key));
      this.#ageing = [];
      const found = await lookUp(this.#context, this.#object, wanted, along);
      for (const [key, ids] of found)
        if (ids instanceof Error) this.#failed.set(key, ids);
        else this.#asked.set(key, ids);
    }
    return lookups.map(({ key }) => this.#failed.get(key) ?? this.#asked.get(key) ?? []);
  }
}

class PeopleWanted implements People {
  readonly #finder: Finder;
  readonly #wanted: Wanted;
  /** By key: the same people are in many calls. */
  readonly #found = new Map<string, readonly CrmRow[]>();

  constructor(finder: Finder, wanted: Wanted) {
    this.#finder = finder;
    this.#wanted = wanted;
  }

  under(keys: readonly string[]): Soon<readonly CrmRow[]> {
    if (keys.length === 0) return nobody;
    if (keys.length === 1) return this.#known(keys[0]!) ?? this.#fetch(keys);
    const rows = new Map<string, CrmRow>();
    for (const key of keys) {
      const known = this.#known(key);
      if (known === undefined) return this.#fetch(keys);
      for (const row of known) rows.set(row.id, row);
    }
    const found = [...rows.values()];
    return found.length < 2 ? found : found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #known(key: string): readonly CrmRow[] | undefined {
    let rows = this.#found.get(key);
    if (rows === undefined) {
      rows = this.#finder.known(key, this.#wanted);
      if (rows !== undefined) this.#found.set(key, rows);
    }
    return rows;
  }

  async #fetch(keys: readonly string[]): Promise<readonly CrmRow[]> {
    const found = await Promise.all(
      [...new Set(keys)].map(
        // A key of which ids but not all fields are kept is asked for anew: one query brings both for the whole wave.
        (key) => this.#known(key)?.map(({ id }) => id) ?? this.#finder.idsUnder(key, this.#wanted),
      ),
    );
    const ids = [...new Set(found.flat())].sort();
    const rows = await allThere(ids.map((id) => this.#finder.record(id, this.#wanted.paths)));
    return rows.filter((row) => row !== null);
  }
}
