/** Turns at a database that answers one statement after the other. */

export class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn, who then has to `pass` it on, even having given up meanwhile. */
  take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((begin) => void this.#waiting.push(begin));
  }

  pass(): void {
    const begin = this.#waiting.shift();
    if (begin === undefined) this.#isTaken = false;
    else begin();
  }
}
