/**
 * Children of a lone parent of whose own children something is shown: one statement about the
 * children brings both, a wave earlier than the parent's statement and one for what hangs on its rows.
 */

import { createContextCache } from '@pothos/core';
import type { Row } from '../../contract/wire/answer.ts';
import { AskedLoader } from '../../fetch/asked-loader.ts';
import type { KeysetRequest } from '../../fetch/keyset-list.ts';
import type { Page } from '../../fetch/pages.ts';
import { printQuery } from '../../soql/print.ts';
import { allOf, type Selection } from '../../soql/query.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import type { ChildList } from './child-rest.ts';
import { completed } from './completed.ts';
import { placeWindows, type Subquery } from './subquery.ts';

export interface DeepList extends ChildList {
  /** Children of the children that come along; none where nothing of them is shown. */
  readonly grandchildren: readonly Subquery[];
}

interface Deep {
  readonly parentId: string;
  readonly request: KeysetRequest;
}

const loaders = createContextCache(
  (_context: GraphContext) => new Map<string, AskedLoader<Deep, Page<Row> | null, string>>(),
);

/** The parent's children in the window's order; null where several parents ask, whose windows one statement can't limit. */
export function deepChildren(
  context: GraphContext,
  list: DeepList,
  parentId: string,
  request: KeysetRequest,
): Promise<Page<Row> | null> {
  const byList = loaders(context);
  const { object, where } = list;
  const key = printQuery({
    object: object.name,
    select: [list.child.field, ...selectOf(list)],
    where,
  });
  let loader = byList.get(key);
  if (loader === undefined) {
    const batch = ([only, ...others]: readonly Deep[]) =>
      others.length > 0
        ? Promise.resolve([null, ...others.map(() => null)])
        : Promise.all([read(context, list, only!)]);
    const cacheKeyFn = (deep: Deep) => JSON.stringify(deep);
    loader = new AskedLoader<Deep, Page<Row> | null, string>(batch, { cacheKeyFn });
    byList.set(key, loader);
  }
  return loader.load({ parentId, request });
}

const selectOf = ({ paths, grandchildren }: DeepList): readonly Selection[] => [
  'Id',
  ...[...paths].sort(),
  ...grandchildren.map(({ selection }) => selection),
];

async function read(
  context: GraphContext,
  list: DeepList,
  { parentId, request }: Deep,
): Promise<Page<Row>> {
  const { child, object, where, grandchildren } = list;
  const select = selectOf(list);
  const { orderBy, limit } = request;
  const own = { op: 'eq', path: child.field, value: parentId } as const;
  const conditions = allOf(own, where, request.where);
  const q = printQuery({ object: object.name, select, where: conditions, orderBy, limit });
  const options = executeOptions(context, request);
  const answer = await context.connector.execute(object.entity, 'list', { q }, options);
  const { rows, page } = completed(context, answer, select);
  return { rows: rows.map((row) => placeWindows(row, grandchildren)), page };
}
