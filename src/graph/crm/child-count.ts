/** How many children each of many parents has: one grouped count for all parents of a batch. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmChild, CrmObject } from '../../contract/crm/model.ts';
import { misshapen } from '../../contract/wire/value.ts';
import { readByKeys } from '../../fetch/keyed-rows.ts';
import { listSite } from '../../fetch/pages.ts';
import { TracedLoader } from '../../fetch/traced-loader.ts';
import { chunkByEncodedLength } from '../../soql/chunk.ts';
import { printCondition, printQuery } from '../../soql/print.ts';
import { allOf, type Condition, isNever, type Query } from '../../soql/query.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import { memoizeByKey } from '../memoize.ts';

const loaders = memoizeByKey<GraphContext, string, TracedLoader<string, number>>();

export function countChildren(
  context: GraphContext,
  child: CrmChild,
  object: CrmObject,
  where: Condition | undefined,
  parentId: string,
): Promise<number> {
  if (isNever(where)) return Promise.resolve(0);
  const key = `${object.name}.${child.field} ${where === undefined ? '' : printCondition(where)}`;
  const batch = (ids: readonly string[]) => count(context, child, object, where, ids);
  return loaders(context, key, () => new TracedLoader(batch)).load(parentId);
}

/** Groups of one query: the CRM gives at most 2,000 rows of aggregates. */
const maxGroups = 2_000;

async function count(
  context: GraphContext,
  child: CrmChild,
  object: CrmObject,
  where: Condition | undefined,
  parentIds: readonly string[],
): Promise<(number | Error)[]> {
  const query = (ids: readonly string[]): Query => ({
    object: object.name,
    select: [child.field, { expression: { fn: 'COUNT', of: 'Id' }, alias: 'n' }],
    where: allOf({ op: 'in', path: child.field, values: ids }, where),
    groupBy: [child.field],
    limit: maxGroups,
  });
  const chunks = chunkByEncodedLength([...parentIds], {
    around: printQuery(query(['x'])),
    maxValues: maxGroups,
  });
  const counts = new Map<string, number | Error>();
  await Promise.all(
    chunks.map(async (chunk) => {
      const { rows } = await readByKeys({
        site: listSite(object.entity),
        keys: chunk,
        keyOf: (row) => normalizeCrmId(String(row[child.field] ?? '')),
        ask(ids, page) {
          const options = executeOptions(context, page);
          const q = printQuery(query(ids));
          return context.connector.execute(object.entity, 'list', { q }, options);
        },
      });
      for (const [id, row] of rows) counts.set(id, row instanceof Error ? row : countOf(row.n));
    }),
  );
  return parentIds.map((id) => counts.get(id) ?? 0);
}

function countOf(value: unknown): number | Error {
  return Number.isSafeInteger(value) ? (value as number) : misshapen('a number of records', value);
}
