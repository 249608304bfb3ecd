/**
 * Call hints: ids of changed calls, announced by the platform's webhook and fetched a hundred at a time into the
 * index. A hint proves nothing, so its call is fetched; the walk finds the calls whose hints were lost.
 */

import { pageRows } from '../../contract/entity-spec.ts';
import { SwitchboardError } from '../../errors.ts';
import { type Clock, wait } from '../../upstream/clock.ts';

interface HintOptions {
  readonly clock: Clock;
  /** Removes the calls from caches, before they are read. */
  readonly forget: (ids: readonly string[]) => Promise<void>;
  /** Reads the calls into the index. @returns ids to be tried again */
  readonly read: (ids: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
  readonly onError: (error: unknown) => void;
}

/** Time in which hints are gathered into one batch. */
const gatherMs = 2_000;
/** Delay before a hint that failed is tried again, and number of attempts. */
const againMs = 30_000;
const mostTries = 5;
/** Limit of waiting hints; more are rejected, and left to the walk. */
const mostWaiting = 10_000;

export class CallHints {
  readonly #options: HintOptions;
  /** Waiting call ids with their number of attempts. */
  readonly #waiting = new Map<string, number>();
  readonly #ending = new AbortController();
  #following: Promise<void> | null = null;

  constructor(options: HintOptions) {
    this.#options = options;
  }

  /** Adds a hint. @returns false when too many wait */
  add(callId: string): boolean {
    if (this.#waiting.size >= mostWaiting && !this.#waiting.has(callId)) return false;
    this.#waiting.set(callId, 0);
    this.#following ??= this.#follow();
    return true;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#ending;
    let pause = gatherMs;
    while (this.#waiting.size > 0) {
      await wait(clock, pause, signal);
      if (signal.aborted) return;
      pause = await this.#round(signal);
    }
    // In the same turn as the look at what waits: a later one would miss a hint in between.
    this.#following = null;
  }

  /** Reads one batch. @returns the delay until the next */
  async #round(signal: AbortSignal): Promise<number> {
    const { forget, read, onError } = this.#options;
    const tries = new Map([...this.#waiting].slice(0, pageRows));
    const ids = [...tries.keys()];
    for (const id of ids) this.#waiting.delete(id);
    const tryAgain = (again: readonly string[]): void => {
      for (const id of again) {
        const tried = (tries.get(id) ?? 0) + 1;
        // A hint repeated in the meantime starts with all attempts.
        if (tried < mostTries && !this.#waiting.has(id)) this.#waiting.set(id, tried);
      }
    };
    try {
      await forget(ids);
      const again = await read(ids, signal);
      tryAgain(again);
      return again.length > 0 ? againMs : gatherMs;
    } catch (error) {
      if (signal.aborted) return 0;
      onError(error);
      tryAgain(ids);
      const retryMs = error instanceof SwitchboardError ? (error.retryAfterMs ?? 0) : 0;
      return Math.max(againMs, retryMs);
    }
  }
}
