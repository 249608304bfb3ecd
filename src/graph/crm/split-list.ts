/** Split lists: rows of several statements in the CRM's order, each once, where no two of them hold all of a list. */

import type { Row } from '../../contract/wire/execute.ts';
import { rowIdentity } from '../../fetch/keyset-position.ts';

/** The rows of one statement, in the CRM's order. */
export interface SplitPart {
  readonly rows: readonly Row[];
  /** Whether more rows follow that did not come. */
  readonly isCut: boolean;
}

export interface MergedRows {
  readonly rows: readonly Row[];
  /** Whether a part ended before the others: what follows in it is not known. */
  readonly isCut: boolean;
}

/** Which of two rows comes first; null where only the CRM knows. */
type CompareRows = (left: Row, right: Row) => number | null;

/** The first rows of all parts; null where only the CRM knows their order. */
export function mergeSurely(
  parts: readonly SplitPart[],
  limit: number,
  compare: CompareRows,
): MergedRows | null {
  if (!parts.every(({ rows }) => isInOrder(rows, compare))) return null;
  const walk = new Walk(parts, limit);
  while (walk.isOpen) {
    let first: number | null = null;
    for (const at of walk.left) {
      if (first === null) {
        first = at;
        continue;
      }
      const compared = compare(walk.head(at), walk.head(first));
      if (compared === null) return null;
      if (compared < 0) first = at;
    }
    walk.take(first!);
  }
  return walk.merged();
}

/** The CRM's own rows show what it compares otherwise. */
const isInOrder = (rows: readonly Row[], compare: CompareRows): boolean =>
  rows.every((row, at) => at === 0 || (compare(rows[at - 1]!, row) ?? 0) <= 0);

/**
 * The same where the CRM is asked for the order.
 * @param inOrder the ids in the CRM's order, of at most `most`; those that are gone are left out
 */
export async function mergeAsked(
  parts: readonly SplitPart[],
  limit: number,
  most: number,
  inOrder: (ids: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<MergedRows> {
  const walk = new Walk(parts, limit);
  while (walk.isOpen) {
    const { left } = walk;
    const length = Math.max(1, Math.floor(most / left.length));
    const blocks = new Map(left.map((at) => [at, walk.next(at, length)]));
    const ids = new Set([...blocks.values()].flat().map(rowIdentity));
    const places = new Map((await inOrder([...ids])).map((id, place) => [id, place]));
    // What has no id, or is gone meanwhile, stays behind the row before it.
    const placed = [...blocks].flatMap(([at, rows]) => {
      let place = -1;
      return rows.map((row) => {
        place = Math.max(place, places.get(rowIdentity(row)) ?? place);
        return { at, place };
      });
    });
    placed.sort((a, b) => a.place - b.place);
    const waiting = new Map([...blocks].map(([at, rows]) => [at, rows.length]));
    for (const { at } of placed) {
      if (!walk.isOpen) break;
      walk.take(at);
      waiting.set(at, waiting.get(at)! - 1);
      // What follows in this part may come before the others' next.
      if (waiting.get(at) === 0 && walk.mayHaveMore(at)) break;
    }
  }
  return walk.merged();
}

/** How far each part is taken. */
class Walk {
  readonly #parts: readonly SplitPart[];
  readonly #limit: number;
  readonly #taken: number[];
  readonly #rows: Row[] = [];
  readonly #ids = new Set<unknown>();

  constructor(parts: readonly SplitPart[], limit: number) {
    this.#parts = parts;
    this.#limit = limit;
    this.#taken = parts.map(() => 0);
  }

  get isOpen(): boolean {
    return this.#rows.length < this.#limit && !this.#isCut && this.left.length > 0;
  }

  /** A part that is cut has no next row to compare with. */
  get #isCut(): boolean {
    return this.#parts.some(({ rows, isCut }, at) => isCut && this.#taken[at] === rows.length);
  }

  /** Indexes of the parts that have rows left. */
  get left(): readonly number[] {
    return [...this.#parts.keys()].filter((at) => this.mayHaveMore(at));
  }

  mayHaveMore(at: number): boolean {
    return this.#taken[at]! < this.#parts[at]!.rows.length;
  }

  head(at: number): Row {
    return this.#parts[at]!.rows[this.#taken[at]!]!;
  }

  next(at: number, length: number): readonly Row[] {
    const from = this.#taken[at]!;
    return this.#parts[at]!.rows.slice(from, from + length);
  }

  take(at: number): void {
    const row = this.head(at);
    this.#taken[at]! += 1;
    const id = rowIdentity(row);
    // Parts may have rows in common.
    if (id !== undefined && this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#rows.push(row);
  }

  merged(): MergedRows {
    return { rows: this.#rows, isCut: this.#isCut && this.#rows.length < this.#limit };
  }
}
