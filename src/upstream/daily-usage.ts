/** The day's calls as an upstream reports them, and when a spent day is looked at again. */

import type { DayUsage } from '../contract/wire/execute.ts';
import type { Clock } from './clock.ts';

/** Interval after which a spent day is probed again: the vendor's day need not end at midnight. */
const lookAgainMs = 15 * 60_000;

/** Remaining calls of a day, and the day's limit. */
export interface DayLeft {
  readonly left: number;
  readonly limit: number;
}

interface Report extends DayUsage {
  readonly at: number;
  /** Calls of this process that the report does not count. */
  since: number;
}

/** The day as the upstream reports it: calls of every program that uses the same account, these among them. */
export class ReportedDay {
  readonly #clock: Clock;
  #report: Report | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param underWay calls of this process that were sent and not answered: the report may not count them. */
  learn(usage: DayUsage, underWay: number): void {
    this.#report = { ...usage, at: this.#clock.monotonic(), since: underWay };
  }

  sent(): void {
    if (this.#report !== null) this.#report.since += 1;
  }

  /** The smaller remainder of the day, counted here or reported by the upstream. */
  lessOf(counted: DayLeft | null): DayLeft | null {
    if (this.#report === null) return counted;
    const reported = { left: this.#left(this.#report), limit: this.#report.limit };
    return counted === null || reported.left < counted.left ? reported : counted;
  }

  /** Milliseconds until a spent day is probed again; 0 while calls are left. */
  spentMs(): number {
    if (this.#report === null || this.#left(this.#report) > 0) return 0;
    return Math.max(this.#report.at + lookAgainMs - this.#clock.monotonic(), 0);
  }

  /** Drops a report that is too old to reject calls by. @returns whether there was one. */
  lookAgain(): boolean {
    if (this.#report === null || this.#left(this.#report) > 0 || this.spentMs() > 0) return false;
    this.#report = null;
    return true;
  }

  #left({ used, limit, since }: Report): number {
    return Math.max(limit - used - since, 0);
  }
}
