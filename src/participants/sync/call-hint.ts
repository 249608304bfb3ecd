/**
 * Call hints: ids of changed calls, announced by the platform's webhook and fetched a hundred at a time into the
 * index. A hint proves nothing, so its call is fetched; the walk finds the calls whose hints were lost.
 */

import { pageRows } from '../../contract/entity-spec.ts';
import { SwitchboardError } from '../../errors.ts';
import { type Clock, wait } from '../../upstream/clock.ts';

interface HintOptions {
  readonly clock: Clock;
  /** Forgets what was cached of the calls, before they are read. */
  readonly forget: (ids: readonly string[]) => Promise<void>;
  /** Reads them into the index; gives those that are to be tried again. */
  readonly read: (ids: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
  readonly onError: (error: unknown) => void;
}

/** Hints that come together are followed together. */
const gatherMs = 2_000;
/** A hint that can't be followed is tried again so late, and so often. */
const againMs = 30_000;
const mostTries = 5;
/** Hints that wait at most; more are refused, and left to the walk. */
const mostWaiting = 10_000;

export class CallHints {
  readonly #options: HintOptions;
  /** Times each was tried. */
  readonly #waiting = new Map<string, number>();
  readonly #ending = new AbortController();
  #following: Promise<void> | null = null;

  constructor(options: HintOptions) {
    this.#options = options;
  }

  /** @returns whether there was room for it. */
  add(callId: string): boolean {
    if (this.#waiting.size >= mostWaiting && !this.#waiting.has(callId)) return false;
    this.#waiting.set(callId, 0);
    this.#following ??= this.#follow().finally(() => {
      this.#following = null;
    });
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
  }

  /** @returns how long the next one waits. */
  async #round(signal: AbortSignal): Promise<number> {
    const { forget, read, onError } = this.#options;
    const tries = new Map([...this.#waiting].slice(0, pageRows));
    const ids = [...tries.keys()];
    for (const id of ids) this.#waiting.delete(id);
    const tryAgain = (again: readonly string[]): void => {
      for (const id of again) {
        const tried = (tries.get(id) ?? 0) + 1;
        // One that came anew meanwhile begins anew.
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
