/** Deadlines: ends requests that take longer than any may. */

import { currentRequest, type RequestRecord } from '../request-record.ts';

/** One timer for all requests. */
export class Deadlines {
  readonly #ms: number;
  readonly #open = new Map<RequestRecord, () => void>();
  #timer: NodeJS.Timeout | null = null;
  #next = Number.POSITIVE_INFINITY;

  /** @param ms from a request's start. */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** @param over called once the time is up, unless the request has ended before. */
  begin(record: RequestRecord, over: () => void): void {
    this.#open.set(record, over);
    this.#arm(record.startedAt + this.#ms);
  }

  end(record: RequestRecord): void {
    this.#open.delete(record);
  }

  #arm(at: number): void {
    if (at >= this.#next) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#next = at;
    // A timer may go off a moment early.
    const ms = Math.max(0, at - performance.now()) + 1;
    this.#timer = setTimeout(() => this.#expire(), ms).unref();
  }

  #expire(): void {
    const latest = performance.now() - this.#ms;
    this.#timer = null;
    this.#next = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const [record, over] of this.#open)
      if (record.startedAt > latest) next = Math.min(next, record.startedAt);
      else {
        this.#open.delete(record);
        currentRequest.run(record, over);
      }
    if (next !== Number.POSITIVE_INFINITY) this.#arm(next + this.#ms);
  }
}
