/** The shape of a result record: which keys it has, and how each is read from a row of the database. */

import type { Row } from '../../../backend.ts';
import type { Cells } from './database.ts';
import { invalidField } from './problem.ts';

/** What a page has gathered before its records are put together: child results by plan and parent id. */
export type Gathered = ReadonlyMap<object, ReadonlyMap<string, unknown>>;

export type Read = (cells: Cells, gathered: Gathered) => unknown;

/** A record, or a parent inside one; members keep the order of the SELECT list. */
export class RecordShape {
  /** Null when there is no such record: a parent that is missing. */
  readonly #attributes: (cells: Cells) => Row | null;
  readonly #members = new Map<string, { readonly key: string; readonly read: Read }>();
  readonly #parents = new Map<string, RecordShape>();

  constructor(attributes: (cells: Cells) => Row | null) {
    this.#attributes = attributes;
  }

  /** @throws StatementProblem INVALID_FIELD when the key is there already. */
  add(key: string, read: Read, text: string): void {
    const name = key.toLowerCase();
    if (this.#members.has(name)) throw invalidField(`duplicate field selected: ${text}`, text);
    this.#members.set(name, { key, read });
  }

  /** The parent under this key; made on its first mention. */
  parent(key: string, text: string, make: () => RecordShape): RecordShape {
    const known = this.#parents.get(key);
    if (known) return known;
    const shape = make();
    this.add(key, (cells, gathered) => shape.read(cells, gathered), text);
    this.#parents.set(key, shape);
    return shape;
  }

  read(cells: Cells, gathered: Gathered): Row | null {
    const attributes = this.#attributes(cells);
    if (attributes === null) return null;
    const record: Record<string, unknown> = { attributes };
    for (const { key, read } of this.#members.values()) record[key] = read(cells, gathered);
    return record;
  }
}
