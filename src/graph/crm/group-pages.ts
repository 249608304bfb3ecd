/** The groups of one aggregate query, read on where the CRM ends a page early. */

import type { Shortfall } from '../../paging/incomplete.ts';
import { type OffsetList, readFromOffset } from '../../paging/offset-window.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
import type { Row } from '../../wire/answer.ts';
import { printJson } from '../../wire/json.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { completed } from './completed.ts';

/** Aliases of the n-th group key and of the number of records. Aliases of SOQL are one word. */
export const keyAlias = (at: number): string => `k${at}`;
export const countAlias = 'n';

export interface Groups {
  /** In the order of the query, each group once. */
  readonly rows: readonly Row[];
  /** What is known of groups that did not come; null where all did. */
  readonly shortfall: Shortfall | null;
}

/**
 * The CRM takes no locator of an aggregate query back, so a page that ended early is gone on with
 * by OFFSET; the query's order, by the group keys in the end, is total.
 * @param most groups of the answer; null for a query without keys, which has one.
 */
export async function readGroups(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  most: number | null,
): Promise<Groups> {
  const ask = async (part: Pick<Query, 'limit' | 'offset'>, isBeyond: boolean) => {
    const q = printQuery({ ...query, ...part });
    const options = executeOptions(context, { isBeyond });
    const answer = await context.connector.execute(object.entity, 'list', { q }, options);
    return completed(context, answer, query.select);
  };
  const limit = most ?? 1;
  let shortfall: Shortfall | null = null;
  const list: OffsetList<Row> = {
    limit,
    first: (isBeyond) => ask(most === null ? {} : { limit }, isBeyond),
    part: (offset, rows, isBeyond) =>
      ask({ limit: Math.min(rows, limit - offset), offset }, isBeyond),
    report: (known) => {
      shortfall = known;
    },
  };
  const read = await readFromOffset(list, { start: 0, total: null }, limit);
  const rows = distinct(read.rows, query.groupBy?.length ?? 0);
  const announced = Math.min(read.total ?? 0, limit);
  if (shortfall === null && (read.hasMore || rows.length < announced)) {
    const message = 'The upstream announced further groups and did not hand them out.';
    const expected = announced > rows.length ? announced : null;
    shortfall = { message, expected, received: rows.length };
  }
  return { rows, shortfall };
}

/** A group that comes again is the same group; one that lost a key on the way is nobody's double. */
function distinct(rows: readonly Row[], keys: number): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const values = Array.from({ length: keys }, (_, at) => row[keyAlias(at)]);
    if (values.includes(undefined)) return true;
    const name = printJson(values);
    return !seen.has(name) && seen.add(name);
  });
}
