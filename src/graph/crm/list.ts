/** The list of an object: one SOQL query a window, with parents as paths and child windows as subqueries. */

import type { GraphQLResolveInfo } from 'graphql';
import { type Connection, mapNodes } from '../../paging/connection.ts';
import { keysetPaths } from '../../paging/keyset.ts';
import { keysetConnection } from '../../paging/keyset-walk.ts';
import type { PageArgs } from '../../paging/window.ts';
import { normalizeCrmId } from '../../records/crm/id.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { countQuery, readCount } from '../../soql/count.ts';
import { printCondition, printQuery } from '../../soql/print.ts';
import { allOf, type Condition } from '../../soql/query.ts';
import type { Row } from '../../wire/answer.ts';
import { askedWindow } from '../asked-window.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { childWindows } from './child.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type Order, orderKeys } from './order.ts';
import { planConnection } from './plan.ts';
import { placeWindows, primeRecords, subqueries } from './record-loader.ts';
import { CrmRow } from './row.ts';

export interface ListRequest {
  readonly args: PageArgs;
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: readonly Order[] | null | undefined;
}

export async function listRecords(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  { args, filter, orderBy }: ListRequest,
): Promise<Connection<CrmRow>> {
  const order = orderKeys(object, orderBy);
  const where = filterCondition(context.model, object, filter);
  const { plan, fields } = planConnection(info, context.model, object);
  const windows = childWindows(context, info, plan);
  // What a second subquery of one relationship asks is loaded when its field resolves.
  const placed = subqueries(windows)[0] ?? [];
  const paths = new Set([...plan.paths, ...keysetPaths(order)]);
  const select = [
    'Id',
    ...[...paths].filter((path) => path !== 'Id').sort(),
    ...placed.map(({ selection }) => selection),
  ];
  const options = executeOptions(context);
  let ageMs = 0;
  const execute = async (q: string, locator?: string) => {
    const params = { q };
    const answer = await context.connector.execute(object.entity, 'list', params, {
      ...options,
      locator,
    });
    ageMs = Math.max(ageMs, answer.cached?.ageMs ?? 0);
    return answer;
  };
  // Where a page ends early, the service may take its path back; the query goes with it.
  let asking = '';

  const connection = await keysetConnection<Row>(
    {
      order,
      site: { service: 'crm', entity: object.entity.entity, action: 'list' },
      query: ({ where: beyond, orderBy, limit }) => {
        const query = { object: object.name, select, where: allOf(where, beyond), orderBy, limit };
        asking = printQuery(query);
        return execute(asking);
      },
      follow: context.connector.takesLocators('crm')
        ? (locator) => execute(asking, locator)
        : undefined,
      count: () => countRecords(context, object, where),
    },
    askedWindow(context, args, fields),
    context.cursors.of({
      list: object.name,
      filter: where === undefined ? '' : printCondition(where),
      order: JSON.stringify(order),
      tenant: context.tenant,
    }),
    { more: fields.has('pageInfo') },
  );
  const mapped = mapNodes(connection, (values) => {
    const id = normalizeCrmId(String(values.Id)) ?? String(values.Id);
    return new CrmRow(object, id, placeWindows(values, placed));
  });
  const rows = mapped.edges.map((edge) => edge.node);
  const brought = placed.flatMap(({ keys }) => keys);
  primeRecords(context, object, rows, paths, ageMs, brought);
  return mapped;
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
