/** The list of an object: one SOQL query a window, with parents as paths and child windows as subqueries. */

import type { GraphQLResolveInfo } from 'graphql';
import { type Connection, mapNodes } from '../../paging/connection.ts';
import { keysetPaths } from '../../paging/keyset.ts';
import { scannedConnection } from '../../paging/keyset-scan.ts';
import { type KeysetList, keysetConnection } from '../../paging/keyset-walk.ts';
import type { PageArgs } from '../../paging/window.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { countQuery, readCount } from '../../soql/count.ts';
import { printCondition, printQuery } from '../../soql/print.ts';
import { allOf, type Condition, never } from '../../soql/query.ts';
import { lastPage, type Row } from '../../wire/answer.ts';
import { askedWindow } from '../asked-window.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { childWindows } from './child.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type Order, orderKeys } from './order.ts';
import { type OuterCondition, type RowTest, splitFilter } from './outer-condition.ts';
import { planConnection } from './plan.ts';
import { placeWindows, primeRecords, subqueries } from './record-loader.ts';
import { type CrmRow, listedRow } from './row.ts';

export interface ListRequest {
  readonly args: PageArgs;
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: readonly Order[] | null | undefined;
  /** Conditions the filter may hold besides those of the CRM. */
  readonly outer?: readonly OuterCondition[];
}

export async function listRecords(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  { args, filter, orderBy, outer = [] }: ListRequest,
): Promise<Connection<CrmRow>> {
  const order = orderKeys(object, orderBy);
  const split = splitFilter(filter, new Set(outer.map((condition) => condition.name)));
  const where = filterCondition(context.model, object, split.filter);
  const tests = outer.flatMap(({ name, test }) =>
    (split.outer.get(name) ?? []).flatMap((given) => test(context, object, given) ?? []),
  );
  const { plan, fields } = planConnection(info, context.model, object);
  const tested = tests.flatMap((test) => test.windows);
  const windows = [...tested, ...childWindows(context, info, plan)];
  // What a second subquery of one relationship asks is loaded when its field resolves.
  const placed = subqueries(windows)[0] ?? [];
  const paths = new Set([
    ...plan.paths,
    ...keysetPaths(order),
    ...tests.flatMap((test) => test.paths),
  ]);
  const select = [
    'Id',
    ...[...paths].filter((path) => path !== 'Id').sort(),
    ...placed.map(({ selection }) => selection),
  ];
  const options = executeOptions(context);
  let ageMs = 0;
  // Rows of answers that are all kept have been kept themselves, when the answers came.
  let fetched = false;
  const execute = async (q: string, locator?: string) => {
    const params = { q };
    const answer = await context.connector.execute(object.entity, 'list', params, {
      ...options,
      locator,
    });
    ageMs = Math.max(ageMs, answer.cached?.ageMs ?? 0);
    fetched ||= answer.cached === undefined;
    return answer;
  };
  // Where a page ends early, the service may take its path back; the query goes with it.
  let asking = '';

  const window = askedWindow(context, args, fields);
  const more = fields.has('pageInfo');
  let stretches = 0;
  const toRow = (values: Row): CrmRow => listedRow(object, placeWindows(values, placed));
  const list: KeysetList<Row> = {
    order,
    site: { service: 'crm', entity: object.entity.entity, action: 'list' },
    query: async ({ where: beyond, orderBy, limit }) => {
      const narrowed = await Promise.all(tests.map((test) => test.narrow(stretches)));
      if (narrowed.includes(never)) return { rows: [], page: lastPage };
      const filters = allOf(where, ...narrowed, beyond);
      asking = printQuery({ object: object.name, select, where: filters, orderBy, limit });
      return execute(asking);
    },
    follow: context.connector.takesLocators('crm')
      ? (locator) => execute(asking, locator)
      : undefined,
    count: () => countRecords(context, object, where),
  };
  const cursors = context.cursors.of({
    list: object.name,
    filter: [where === undefined ? '' : printCondition(where), ...tests.map((t) => t.text)].join(
      ' & ',
    ),
    order: JSON.stringify(order),
    tenant: context.tenant,
  });
  const connection =
    tests.length === 0
      ? await keysetConnection(list, window, cursors, { more })
      : await scannedConnection(list, window, cursors, {
          more,
          keep: (rows) => {
            stretches += 1;
            return keepAll(tests, rows.map(toRow));
          },
        });
  const mapped = mapNodes(connection, toRow);
  for (const test of tests) test.shown(mapped);
  const brought = placed.flatMap(({ keys }) => keys);
  primeRecords(context, object, mapped.nodes, paths, fetched ? ageMs : null, brought);
  return mapped;
}

/** Rows that pass every test. */
async function keepAll(tests: readonly RowTest[], rows: readonly CrmRow[]): Promise<boolean[]> {
  const answers = await Promise.all(tests.map((test) => test.keep(rows)));
  return rows.map((_row, i) => answers.every((answer) => answer[i] === true));
}

async function countRecords(
  context: GraphContext,
  object: CrmObject,
  where: Condition | undefined,
): Promise<number | null> {
  const q = printQuery(countQuery(object.name, where));
  const answer = await context.connector.execute(
    object.entity,
    'list',
    { q },
    executeOptions(context),
  );
  return readCount(answer.rows);
}
