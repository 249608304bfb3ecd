/** Incomplete lists: fewer rows than the upstream has. They are collected during a request and reported under `extensions.incomplete`. */

/** Rows missing from a list: how many were expected and received. */
export interface Shortfall {
  /** A sentence for the client: what may be missing and why. */
  readonly message: string;
  /** How many rows the upstream announced; null where not counted. */
  readonly expected: number | null;
  /** How many of them came; null where not counted. */
  readonly received: number | null;
}

/** Rows that name no parent: they may be missing from any of several lists. */
export const unplacedRows: Shortfall = {
  message: 'Some rows that came do not say whose they are; they may belong here.',
  expected: null,
  received: null,
};

export interface IncompleteList extends Shortfall {
  /** Path of the list in the response; empty for the entry that counts the lists not named. */
  readonly path: readonly (string | number)[];
}

/** Most lists that one answer names; the others are counted in one entry more. */
const maxNamed = 100;

/** Incomplete lists of one request. A response with an entry is never stored in the answer cache. */
export class IncompleteLists {
  readonly #named = new Map<string, IncompleteList>();
  #unnamed = 0;

  /** How many shortfalls were reported, each path once. */
  get count(): number {
    return this.#named.size + this.#unnamed;
  }

  /** Reports a list. The first report of a path stands. */
  add(path: readonly (string | number)[], { message, expected, received }: Shortfall): void {
    const key = JSON.stringify(path);
    if (this.#named.has(key)) return;
    if (this.#named.size < maxNamed) this.#named.set(key, { path, message, expected, received });
    else this.#unnamed += 1;
  }

  /** The entries of the answer's `extensions.incomplete`, in the order of their reports. */
  entries(): IncompleteList[] {
    const entries = [...this.#named.values()];
    if (this.#unnamed > 0) {
      const message = `${this.#unnamed} further lists of this answer are incomplete.`;
      entries.push({ path: [], message, expected: null, received: null });
    }
    return entries;
  }
}
