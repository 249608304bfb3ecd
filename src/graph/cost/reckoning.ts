/** Adds up the upstream calls of a query: batches by what flows into them, lists that are asked once, pages. */

import { encodedLength, maxQueryBytes } from '../../soql/chunk.ts';

/** Objects that arrive at a place of the query: how many at most, and at how many different moments. */
export interface Flow {
  readonly rows: number;
  /** Objects that arrive together are asked about in one batch; each further moment may be a batch more. */
  readonly waves: number;
  /** Of CRM records: how many references away from the record a statement was about. */
  readonly level?: number;
  /** Of CRM records: keys of the child windows that came along. */
  readonly brought?: ReadonlySet<string>;
}

export const single: Flow = { rows: 1, waves: 1 };

/** Beyond it a figure says nothing more. */
const countless = 1e9;
/** Places visited at most: more are no query a person or program means. */
const maxVisits = 20_000;
/** Room for a statement's own words, and for an id in quotes with its comma, as they stand in a URL. */
const frameBytes = 400;
const idBytes = 27;

/** Thrown when a query has too many places to look at; it costs more than any limit. */
export class CountlessError extends Error {}

export const atMost = (figure: number): number => Math.min(figure, countless);

/** `rows` objects below each of a flow. */
export const times = ({ rows, waves }: Flow, each: number): Flow => ({
  rows: atMost(rows * each),
  waves,
});

/**
 * One reading of the query. Batches merge what different places ask of one loader, so a first
 * reading finds out which loaders are shared, and a second one (`before`) reckons.
 */
export class Reckoning {
  readonly #before: Reckoning | null;
  readonly #once = new Map<string, number>();
  readonly #uses = new Map<string, number>();
  readonly #rows = new Map<string, number>();
  readonly #texts = new Map<string, Set<string>>();
  #calls = 0;
  #visits = 0;

  constructor(before: Reckoning | null) {
    this.#before = before;
  }

  get total(): number {
    let sum = this.#calls;
    for (const calls of this.#once.values()) sum += calls;
    return atMost(sum);
  }

  /** Whether several places ask one loader, so that a second reading has more to say. */
  get isShared(): boolean {
    for (const places of this.#uses.values()) if (places > 1) return true;
    return false;
  }

  /** @throws CountlessError */
  visit(): void {
    this.#visits += 1;
    if (this.#visits > maxVisits) throw new CountlessError();
  }

  add(calls: number): void {
    this.#calls = atMost(this.#calls + calls);
  }

  /** Calls that a request makes once, however many places ask; `what` names what they fetch. */
  once(what: string, calls: number): void {
    this.#once.set(what, Math.max(this.#once.get(what) ?? 0, calls));
  }

  /** How many places of the query ask this loader. */
  uses(loader: string): number {
    return (this.#before === null ? 0 : this.#before.#uses.get(loader)) || 1;
  }

  /** Objects looked up by key in batches of at least `perCall`. */
  batch(loader: string, flow: Flow, perCall: number): Flow {
    return this.priced(loader, flow, (rows, waves) =>
      Math.min(rows, Math.ceil(rows / perCall) + waves - 1),
    );
  }

  /** The same with a price of its own for all waves together. */
  priced(loader: string, flow: Flow, price: (rows: number, waves: number) => number): Flow {
    this.#uses.set(loader, (this.#uses.get(loader) ?? 0) + 1);
    this.#rows.set(loader, atMost((this.#rows.get(loader) ?? 0) + flow.rows));
    if (flow.rows === 0) return flow;
    this.add(price(flow.rows, flow.waves));
    return this.#after(loader, flow);
  }

  /**
   * Records by id: pieces of a list of ids that fit a URL beside everything the query's places
   * select of the object, since a batch selects it all.
   * @param texts what this place adds to the statement.
   */
  records(object: string, flow: Flow, texts: Iterable<string>): Flow {
    const loader = `record ${object}`;
    const own = this.#texts.get(loader) ?? new Set<string>();
    for (const text of texts) own.add(text);
    this.#texts.set(loader, own);
    const perCall = this.#idsBeside(loader);
    const before = this.#before;
    const shared = before !== null && this.uses(loader) > 1 ? (before.#rows.get(loader) ?? 0) : 0;
    return this.priced(loader, flow, (rows, waves) =>
      Math.min(rows, Math.ceil(Math.max(rows, shared) / perCall) + waves - 1),
    );
  }

  #idsBeside(loader: string): number {
    // A loader that is asked only where another one is shared is unknown to the first reading.
    const before = this.#before === null ? undefined : this.#before.#texts.get(loader);
    let bytes = frameBytes;
    for (const text of new Set([...(before ?? []), ...this.#texts.get(loader)!]))
      bytes += encodedLength(`${text},`);
    return idsBeside(bytes);
  }

  /**
   * What comes out of a loader arrives at the moments of its batches. Where several places ask, or
   * one asks several times, an object may also be known already or on its way for another.
   */
  #after(loader: string, { rows, waves }: Flow): Flow {
    const uses = this.uses(loader);
    const moments = uses === 1 && waves === 1 ? 1 : 2 * waves + uses - 1;
    return { rows, waves: Math.min(rows, moments) };
  }
}

/** Ids that fit a statement which takes so many bytes without them. */
export function idsBeside(bytes: number): number {
  return Math.max(1, Math.floor((maxQueryBytes - bytes) / idBytes));
}
