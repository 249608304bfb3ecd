/** Kept reads: what follows from answers of the connected user, read once for all who ask, and again when its rows are no longer fresh or a change of them was announced. */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Answer } from '../contract/wire/execute.ts';
import type { MaybePromise } from '../fetch/maybe-promise.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { Params } from '../upstream/request-key.ts';

/** Connector of the connected user and its clock. */
export interface KeptSource {
  readonly connector: UpstreamConnector;
  /** The connector's clock, in milliseconds. */
  readonly monotonic: () => number;
}

/** One reading of all that a kept value follows from. It knows until when its answers are fresh. */
export class Reading {
  readonly #source: KeptSource;
  readonly #isReload: boolean;
  /** The rows that came, by which two readings are compared. */
  readonly answers: unknown[] = [];
  until = Number.POSITIVE_INFINITY;

  /** @param isReload whether answers from before it began are of no use */
  constructor(source: KeptSource, isReload: boolean) {
    this.#source = source;
    this.#isReload = isReload;
  }

  get connector(): UpstreamConnector {
    return this.#source.connector;
  }

  /** Lists rows for all requests to come: no request pays. */
  async list(entity: EntitySpec, params: Params, fresh = false): Promise<Answer> {
    const { connector, monotonic } = this.#source;
    const answer = await connector.execute(entity, 'list', params, {
      isForAll: true,
      ...((fresh || this.#isReload) && { cache: 'reload' }),
    });
    this.answers.push(answer.rows);
    // What is not from the local cache may be another gateway's: its age shows when it is asked for again.
    const { cached } = answer;
    this.#note(cached === undefined ? 0 : monotonic() - cached.ageMs + entity.freshness.freshMs);
    return answer;
  }

  /** The value of another kept read, which is part of this one. */
  async use<T extends object>(kept: KeptRead<T>): Promise<T> {
    const value = await kept.get();
    this.answers.push(value);
    this.#note(kept.until);
    return value;
  }

  #note(end: number): void {
    this.until = Math.min(this.until, end);
  }
}

interface Kept<T> {
  readonly value: T;
  readonly answers: readonly unknown[];
  readonly until: number;
  readonly changes: number;
}

export class KeptRead<T extends object> {
  readonly #source: KeptSource;
  readonly #entities: readonly EntitySpec[];
  readonly #read: (reading: Reading) => Promise<T>;
  readonly #isEqual: (left: T, right: T) => boolean;
  #kept: Kept<T> | null = null;
  #pending: { readonly changes: number; readonly value: Promise<T> } | null = null;

  /**
   * @param entities whose changes are changes of the value
   * @param isEqual whether two values say the same: the former object stays then
   */
  constructor(
    source: KeptSource,
    entities: readonly EntitySpec[],
    read: (reading: Reading) => Promise<T>,
    isEqual: (left: T, right: T) => boolean = () => false,
  ) {
    this.#source = source;
    this.#entities = entities;
    this.#read = read;
    this.#isEqual = isEqual;
  }

  /** Until when the value is known to be fresh, on the monotonic clock. */
  get until(): number {
    return this.#kept?.until ?? 0;
  }

  /** The value as it was last read; null before. */
  get last(): T | null {
    return this.#kept?.value ?? null;
  }

  /** The value, at once while it is fresh. @throws what its reading throws: a former value never stands in */
  get(): MaybePromise<T> {
    const changes = this.#changes();
    const kept = this.#kept;
    if (kept !== null && kept.changes === changes && this.#source.monotonic() < kept.until)
      return kept.value;
    // What was asked before a change may not show it.
    if (this.#pending?.changes !== changes) this.#begin(changes);
    return this.#pending!.value;
  }

  #begin(changes: number): void {
    const value = this.#renew(changes).finally(() => {
      if (this.#pending?.value === value) this.#pending = null;
    });
    this.#pending = { changes, value };
  }

  async #renew(changes: number): Promise<T> {
    const before = this.#kept;
    // Without a value from since the change, any cached answer may be from before it.
    const reading = new Reading(this.#source, changes !== (before?.changes ?? 0));
    const read = await this.#read(reading);
    const { answers, until } = reading;
    const isSame =
      before !== null &&
      (sameAnswers(before.answers, answers) || this.#isEqual(before.value, read));
    const value = isSame ? before.value : read;
    if (this.#changes() === changes) this.#kept = { value, answers, until, changes };
    return value;
  }

  #changes(): number {
    let sum = 0;
    for (const entity of this.#entities) sum += this.#source.connector.changesOf(entity);
    return sum;
  }
}

function sameAnswers(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((answer, at) => answer === right[at]);
}

export function sameSet<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean {
  return left.size === right.size && left.isSubsetOf(right);
}
