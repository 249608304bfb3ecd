/** Turns at a database that answers one statement after the other. */

import type { ReadOptions } from './database.ts';

let lastRank = 0;

/** Rank of a question, in the order in which they are asked: shorter reads that prepare its long one don't cost it its turn. */
export const nextRank = (): number => ++lastRank;

export class Turns {
  #isTaken = false;
  readonly #short: (() => void)[] = [];
  /** Those with a rank. Their turn is when no short one waits: figures of all calls take a hundred times as long as a list. */
  readonly #long: { readonly rank: number; readonly begin: () => void }[] = [];

  /** Resolves when it is the caller's turn, who then has to `pass` it on, even having given up meanwhile. */
  take({ rank }: ReadOptions = {}): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
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
