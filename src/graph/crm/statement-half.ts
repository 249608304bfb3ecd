/**
 * Halves of a statement: which of its parts are unreadable, where the CRM neither names them nor describes itself.
 * Each try is a call for one record with some of the parts.
 */

import type { CrmObject } from '../../contract/crm/model.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { UpstreamError } from '../../errors.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query, SelectItem } from '../../soql/query.ts';
import { type ObjectQuery, pathsIn, usedPaths } from './readable-statement.ts';

/** A selection and what it teaches where it alone is refused. */
interface Suspect {
  readonly item: SelectItem;
  readonly hide: () => void;
  /** What else its refusal may mean: the fields of a child list. */
  readonly within: readonly Suspect[];
}

/** @throws UpstreamError for a failure that is no refusal, AllowanceSpentError where the request has no calls left. */
export async function tryByHalves(
  context: GraphContext,
  queries: readonly ObjectQuery[],
): Promise<void> {
  for (const { object, query } of queries) {
    const isReadable = probe(context, object);
    if (!(await isReadable([]))) context.connector.unreadable.hide(object.name);
    else await find(suspectsOf(context, object, query), isReadable, queries.length === 1);
  }
}

type Probe = (suspects: readonly Suspect[]) => Promise<boolean>;

const probe =
  (context: GraphContext, object: CrmObject): Probe =>
  async (suspects) => {
    const select = ['Id', ...suspects.map(({ item }) => item)];
    const q = printQuery({ object: object.name, select, limit: 1 });
    const options = executeOptions(context, { isBeyond: true });
    const { tries } = context.connector.unreadable;
    const cached = tries.get(q);
    if (cached !== undefined) return cached;
    const isReadable = await context.connector
      .execute(object.entity, 'list', { q }, options)
      .then(() => true)
      .catch((error: unknown) => {
        if (error instanceof UpstreamError && error.refused !== undefined) return false;
        throw error;
      });
    tries.set(q, isReadable);
    return isReadable;
  };

/** @param isRefused whether these suspects were refused together already. */
async function find(
  suspects: readonly Suspect[],
  isReadable: Probe,
  isRefused: boolean,
): Promise<void> {
  if (suspects.length === 0 || (!isRefused && (await isReadable(suspects)))) return;
  const [only, ...others] = suspects;
  if (others.length === 0) {
    const { within, hide } = only!;
    const [list, ...fields] = within;
    if (list === undefined || !(await isReadable([list]))) hide();
    else await find(fields, isReadable, true);
    return;
  }
  const middle = Math.ceil(suspects.length / 2);
  const [first, second] = [suspects.slice(0, middle), suspects.slice(middle)];
  const isFirstReadable = await isReadable(first);
  if (!isFirstReadable) await find(first, isReadable, true);
  // What was refused is in the one half that is left.
  await find(second, isReadable, isFirstReadable);
}

function suspectsOf(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  wrap: (item: SelectItem) => SelectItem = (item) => item,
): readonly Suspect[] {
  const { model, connector } = context;
  const ofPath = (path: string): Suspect => ({
    item: wrap(path),
    hide: () => connector.unreadable.hide(object.name, path),
    within: [],
  });
  const suspects: Suspect[] = [];
  for (const item of query.select) {
    if (typeof item === 'string') suspects.push(ofPath(item));
    else if ('alias' in item) suspects.push(...pathsIn(item.expression).map(ofPath));
    else if ('subquery' in item) {
      const { subquery } = item;
      const child = model.child(object.name, subquery.object);
      const target = child && model.object(child.object);
      if (child === undefined || target === undefined) continue;
      const inner = (item: SelectItem): SelectItem =>
        wrap({ subquery: { object: subquery.object, select: [item], limit: 1 } });
      const list: Suspect = { item: inner('Id'), hide: () => {}, within: [] };
      suspects.push({
        item: wrap({ subquery: { ...subquery, limit: 1 } }),
        hide: () => connector.unreadable.hide(object.name, child.name),
        within: [list, ...suspectsOf(context, target, subquery, inner)],
      });
    }
  }
  for (const [, paths] of usedPaths(query)) suspects.push(...paths.map(ofPath));
  const distinct = new Map(suspects.map((suspect) => [JSON.stringify(suspect.item), suspect]));
  distinct.delete(JSON.stringify(wrap('Id')));
  return [...distinct.values()];
}
