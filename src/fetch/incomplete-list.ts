/** Incomplete lists: rows missing from a list, and the entries of `extensions.incomplete` that report them. */

/** Rows missing from a list: how many were expected and received. */
export interface Shortfall {
  /** A sentence for the client: what may be missing and why. */
  readonly message: string;
  /** Number of rows that the upstream announced; null where not counted. */
  readonly expected: number | null;
  /** Number of rows received; null where not counted. */
  readonly received: number | null;
}

export const rowsMissingMessage =
  'The upstream announced more rows of this list than it handed out.';

/** Shortfall: a full last page without a total, so more rows may exist. */
export const fullLastPage: Shortfall = {
  message:
    'The upstream ended this list after a full page and did not say whether there are more rows.',
  expected: null,
  received: null,
};

/** Shortfall: the total that this list reports did not come, so completeness is unknown. */
export const uncountedRows: Shortfall = {
  message: 'The upstream did not say how many rows this list has; some may be missing.',
  expected: null,
  received: null,
};

/** A walk whose windows hold another number of rows than the list, although nothing follows; null where it is the same. */
export function otherSize(expected: number, received: number): Shortfall | null {
  if (expected === received) return null;
  const message =
    'The windows of this walk hold another number of rows than the list: it changed meanwhile, or rows did not come, or came twice.';
  return { message, expected, received };
}

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

  /** Number of reported shortfalls, each path once. */
  get count(): number {
    return this.#named.size + this.#unnamed;
  }

  /** Reports a list. The first report of a path wins. */
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
