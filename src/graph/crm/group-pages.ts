/** The groups of one aggregate query, read on where the CRM ends a page early. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/answer.ts';
import { printJson } from '../../contract/wire/json.ts';
import type { Shortfall } from '../../fetch/incomplete.ts';
import { type OffsetRequest, readFromOffset } from '../../fetch/offset-list.ts';
import { listSite } from '../../fetch/pages.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
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
  const ask = async (part: Pick<Query, 'limit' | 'offset'>, asked: OffsetRequest) => {
    const q = printQuery({ ...query, ...part });
    const options = executeOptions(context, asked);
    const answer = await context.connector.execute(object.entity, 'list', { q }, options);
    return completed(context, answer, query.select);
  };
  const limit = most ?? 1;
  const keys = query.groupBy?.length ?? 0;
  const { rows, total, hasMore, shortfall } = await readFromOffset<Row>(
    {
      site: listSite(object.entity),
      limit,
      first: (asked) => ask(most === null ? {} : { limit }, asked),
      part: (offset, count, asked) =>
        ask({ limit: Math.min(count, limit - offset), offset }, asked),
      key: (row) => groupName(row, keys),
    },
    { start: 0, total: null },
    limit,
  );
  const read = rows.map(({ row }) => row);
  if (shortfall === null && !hasMore) return { rows: read, shortfall };
  const message = 'The upstream announced further groups and did not hand them out.';
  const expected = total === null ? null : Math.min(total, limit);
  return { rows: read, shortfall: { message, expected, received: rows.length } };
}

/** A group that comes again is the same group; one that lost a key on the way has no name. */
function groupName(row: Row, keys: number): string | null {
  const values = Array.from({ length: keys }, (_, at) => row[keyAlias(at)]);
  return values.includes(undefined) ? null : printJson(values);
}
