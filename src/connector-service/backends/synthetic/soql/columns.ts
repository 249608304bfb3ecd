/** The SELECT list of a query: each piece of SQL once, read back by its position. */

import { joined, type Sql } from './sql.ts';

export class Columns {
  readonly #items: Sql[] = [];
  readonly #positions = new Map<string, number>();

  /** Position of the piece in the row; adds it when it is new. */
  add(item: Sql): number {
    const key = JSON.stringify([item.text, item.values.map(String)]);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    this.#positions.set(key, this.#items.length);
    return this.#items.push(item) - 1;
  }

  get items(): readonly Sql[] {
    return this.#items;
  }

  list(): Sql {
    return joined(this.#items, ', ');
  }
}
