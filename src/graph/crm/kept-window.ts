/** A window that one kept page holds whole: read once, and what is made of it is kept with the page. */

import type { Connection } from '../../paging/connection.ts';
import type { Row } from '../../wire/answer.ts';
import { KeptValue, OfKept } from '../brought.ts';
import type { CrmRow } from './row.ts';

/** Its total is what its rows tell; null where a request would have to ask. */
class KeptWindow extends KeptValue {
  readonly connection: Connection<CrmRow>;

  constructor(connection: Connection<CrmRow>) {
    super();
    this.connection = connection;
  }
}

/** The window as one request sees it: a total that has to be asked for is asked in its name. */
class SeenWindow extends OfKept<KeptWindow> implements Connection<CrmRow> {
  readonly #count: () => Promise<number | null>;

  constructor(kept: KeptWindow, count: () => Promise<number | null>) {
    super(kept);
    this.#count = count;
  }

  get edges() {
    return this.keeper.connection.edges;
  }

  get nodes() {
    return this.keeper.connection.nodes;
  }

  get pageInfo() {
    return this.keeper.connection.pageInfo;
  }

  async totalCount() {
    return (await this.keeper.connection.totalCount()) ?? this.#count();
  }
}

/** By the page's rows, which are the same for as long as the page is kept, and by the question. */
const windows = new WeakMap<readonly Row[], WeakMap<object, KeptWindow | null>>();

/**
 * @param question always the same object where the same window of the same rows is asked for.
 * @param read the window without its count; null where the page does not hold it whole.
 */
export function keptWindow(
  rows: readonly Row[],
  question: object,
  read: () => Connection<CrmRow> | null,
  count: () => Promise<number | null>,
): Connection<CrmRow> | null {
  let byQuestion = windows.get(rows);
  if (byQuestion === undefined) {
    byQuestion = new WeakMap();
    windows.set(rows, byQuestion);
  }
  let kept = byQuestion.get(question);
  if (kept === undefined) {
    const connection = read();
    kept = connection === null ? null : new KeptWindow(connection);
    byQuestion.set(question, kept);
  }
  return kept === null ? null : new SeenWindow(kept, count);
}
