/** Cost sum: adds up the upstream calls that the fields of an operation may need, by the fan-out of each field and the batches that they share. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { SystemName } from '../../errors.ts';
import { encodedLength } from '../../soql/literal.ts';
import { maxQueryBytes } from '../../soql/statement-limit.ts';

/** Fan-out at a field of the query: how many objects at most, arriving in how many batches. */
export interface Fanout {
  readonly rows: number;
  /** Objects that arrive together are loaded in one batch; each further moment may be one batch more. */
  readonly batches: number;
  /** For CRM records: references away from the record that the statement selected. */
  readonly level?: number;
  /** For CRM records: keys of the child windows that came along. */
  readonly prefetched?: ReadonlySet<string>;
  /** Objects of the CRM that what hangs on these rows may lead to. */
  readonly targets?: readonly CrmObject[];
  /** Behind an interface or union: of each type that can be there. */
  readonly byType?: ReadonlyMap<string, Fanout>;
}

/** Objects of a list that is no connection: parties of a call, people behind its voices. */
export const listSize = 50;
/** Cap of all figures. */
export const countless = 1e9;

const atMost = (figure: number): number => Math.min(figure, countless);
export const single: Fanout = { rows: 1, batches: 1 };
export const none: Fanout = { rows: 0, batches: 0 };

/**
 * `each` objects below each object of a fan-out.
 * @example times({ rows: 3, batches: 1 }, 20) // → { rows: 60, batches: 1 }
 */
export const times = ({ rows, batches }: Fanout, each: number): Fanout => ({
  rows: atMost(rows * each),
  batches,
});

/** Estimated upstream calls of an operation, and which fields contribute most. */
export interface CallEstimate {
  /** Of both systems and the reserve. */
  readonly calls: number;
  readonly systems: Readonly<Record<SystemName, number>>;
  /** Held ready for pages that end early. */
  readonly reserve: number;
  /** Whether a run may need more, since nobody has read yet whose rows the viewer sees. */
  readonly isLeast: boolean;
  /** Values of the answer at worst. */
  readonly values: number;
  /** By path, the dearest first. */
  readonly fields: readonly { readonly path: string; readonly calls: number }[];
}

/** Room for a statement's own words, and for an id in quotes with its comma, as they stand in a URL. */
const frameBytes = 400;
const idBytes = 27;

/** Adds up one pass over a query. */
export class CostSum {
  readonly uses = new Map<string, number>();
  /** Values of the answer. */
  values = 0;
  readonly #expectedUses: ReadonlyMap<string, number>;
  readonly #path: string[] = [];
  readonly #calls = new Map<string, number>();
  readonly #systems: Record<SystemName, number> = { 'call-analytics': 0, crm: 0 };
  readonly #once = new Map<
    string,
    { readonly system: SystemName; readonly path: string; readonly calls: number }
  >();
  readonly #marked = new WeakMap<Fanout, Set<string>>();
  /** CRM objects fetched by id: the union of what all fields select of them, and their prices. */
  readonly #records = new Map<
    string,
    { readonly texts: Set<string>; readonly pay: (() => void)[] }
  >();

  constructor(expectedUses: ReadonlyMap<string, number>) {
    this.#expectedUses = expectedUses;
  }

  /** Response keys of the field that is being looked at. */
  get path(): readonly string[] {
    return this.#path;
  }

  /** Attributes calls that `add` adds to this field. */
  inField(responseKey: string, add: () => void): void {
    this.#path.push(responseKey);
    try {
      add();
    } finally {
      this.#path.pop();
    }
  }

  /** Calls in the name of the field that is being looked at. */
  add(system: SystemName, calls: number, path = this.#path.join('.')): void {
    this.#systems[system] = atMost(this.#systems[system] + calls);
    this.#calls.set(path, atMost((this.#calls.get(path) ?? 0) + calls));
  }

  /** Calls that a request makes once, however many fields need them; `what` names the fetched data. */
  once(system: SystemName, what: string, calls: number): void {
    const counted = this.#once.get(what);
    if (counted === undefined || counted.calls < calls)
      this.#once.set(what, { system, path: counted?.path ?? this.#path.join('.'), calls });
  }

  /** Whether these objects are marked for the first time: their fields share their flow. */
  mark(fanout: Fanout, what: string): boolean {
    const marks = this.#marked.get(fanout) ?? new Set();
    this.#marked.set(fanout, marks);
    return !marks.has(what) && marks.add(what) !== undefined;
  }

  /** Number of fields of the query that use this loader. */
  sharedBy(loader: string): number {
    return this.#expectedUses.get(loader) ?? 1;
  }

  /** Objects looked up by key in batches of at least `perCall`. */
  batch(system: SystemName, loader: string, fanout: Fanout, perCall: number): Fanout {
    return this.priced(system, loader, fanout, (rows, batches) =>
      batchCount(rows, batches, perCall),
    );
  }

  /** Like `batch`, with a price function for all batches together. */
  priced(
    system: SystemName,
    loader: string,
    fanout: Fanout,
    price: (rows: number, batches: number) => number,
  ): Fanout {
    const after = this.#through(loader, fanout);
    if (fanout.rows > 0) this.add(system, price(fanout.rows, fanout.batches));
    return after;
  }

  /**
   * Records by id: as many as fit a URL beside everything the query's places select of the object,
   * since a batch selects it all.
   * @param texts what this place adds to the statement.
   */
  records(object: string, fanout: Fanout, texts: Iterable<string>): Fanout {
    const after = this.#through(`record ${object}`, fanout);
    const records = this.#records.get(object) ?? { texts: new Set(), pay: [] };
    this.#records.set(object, records);
    for (const text of texts) records.texts.add(text);
    const path = this.#path.join('.');
    const { rows, batches } = fanout;
    const shared = records.texts;
    if (rows > 0)
      records.pay.push(() =>
        this.add('crm', batchCount(rows, batches, idsBeside(bytesOf(shared))), path),
      );
    return after;
  }

  /**
   * Objects leave a loader batch by batch. Where several fields use it, or one uses it several
   * times, an object may also be cached or in flight already.
   */
  #through(loader: string, fanout: Fanout): Fanout {
    this.uses.set(loader, (this.uses.get(loader) ?? 0) + 1);
    const { rows, batches } = fanout;
    const uses = this.sharedBy(loader);
    const moments = uses === 1 && batches === 1 ? 1 : 2 * batches + uses - 1;
    return rows === 0 ? fanout : { rows, batches: Math.min(rows, moments) };
  }

  /** Once the walk is over. */
  result(): CallEstimate {
    for (const { pay } of this.#records.values()) for (const price of pay) price();
    for (const { system, path, calls } of this.#once.values()) this.add(system, calls, path);
    const fields = [...this.#calls].map(([path, calls]) => ({ path, calls }));
    fields.sort((a, b) => b.calls - a.calls);
    const calls = fields.reduce((sum, field) => sum + field.calls, 0);
    return {
      ...{ calls: atMost(calls), reserve: 0, isLeast: false, values: this.values, fields },
      systems: this.#systems,
    };
  }
}

/** Calls for keys that arrive at several moments, each a batch of its own. */
function batchCount(rows: number, batches: number, perCall: number): number {
  return Math.min(rows, Math.ceil(rows / perCall) + batches - 1);
}

function bytesOf(texts: ReadonlySet<string>): number {
  let bytes = frameBytes;
  for (const text of texts) bytes += encodedLength(`${text},`);
  return bytes;
}

/** Ids that fit a statement which takes so many bytes without them. */
export function idsBeside(bytes: number): number {
  return Math.max(1, Math.floor((maxQueryBytes - bytes) / idBytes));
}
