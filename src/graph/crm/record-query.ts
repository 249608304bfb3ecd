/** Record queries: statements over an object's records, whose rows have every selected field. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import { executeOptions, type GraphContext, type PageOptions } from '../../engine/context.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { KeysetList } from '../../fetch/keyset-list.ts';
import { printQuery } from '../../soql/print.ts';
import { allOf, type Condition, type Query } from '../../soql/query.ts';
import { fillNulls } from './left-out-null.ts';
import { ListStatement, longestStatement, type StatementParams } from './list-statement.ts';
import { askReadable } from './readable-query.ts';

/** Runs a statement over an object's records. An order is a total one. */
export async function queryRecords(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  page?: PageOptions,
): Promise<Answer> {
  return askReadable(context, object, query, async (readable, repeat) => {
    const { orderBy = [], limit } = readable;
    const isList = orderBy.length > 0 && limit !== undefined;
    const { params, firstRows }: StatementParams = isList
      ? new ListStatement({ ...readable, limit }).params(context)
      : { params: { q: printQuery(readable, longestStatement(context)) } };
    const options = { ...executeOptions(context, { ...page, ...repeat }), firstRows };
    const answer = await context.connector.execute(object.entity, 'list', params, options);
    return fillNulls(context, answer, readable.select);
  });
}

/** The records under a condition by ascending id, for readers that need all of them. */
export const recordList = (
  context: GraphContext,
  object: CrmObject,
  select: Query['select'],
  where: Condition | undefined,
): KeysetList<Row> => ({
  order: [],
  site: listSite(object.entity),
  query(request) {
    const { orderBy, limit } = request;
    const query = { object: object.name, select, where: allOf(where, request.where) };
    return queryRecords(context, object, { ...query, orderBy, limit }, request);
  },
});
