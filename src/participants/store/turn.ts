/** Turns at a database that answers one statement after the other. */

import type { ReadOptions } from './database.ts';

export class Turns {
  #isTaken = false;
  readonly #short: (() => void)[] = [];
  /** Those with a rank. Their turn is when no short one waits: figures of all calls take a hundred times as long as a list. */
  readonly #long: { readonly rank: number; readonly begin: () => void }[] = [];

  /** Resolves when it is the caller's turn, who then has to `pass` it on, even having given up meanwhile. */
  take({ rank }: ReadOptions = {}): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      if (rank === undefined) return Promise.resolve();
      // The questions of a request come in one turn of the event loop, those first that had least to look up.
      setImmediate(() => this.pass());
    }
    return new Promise((begin) => {
      if (rank === undefined) this.#short.push(begin);
      else {
        const behind = this.#long.findIndex((other) => other.rank > rank);
        this.#long.splice(behind === -1 ? this.#long.length : behind, 0, { rank, begin });
      }
    });
  }

  pass(): void {
    const begin = this.#short.shift() ?? this.#long.shift()?.begin;
    if (begin === undefined) this.#isTaken = false;
    else begin();
  }
}
