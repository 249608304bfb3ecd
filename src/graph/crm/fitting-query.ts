/** Fitting queries: the query for visible rows as statements of a length that the CRM takes. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { memoize } from '../../engine/memoize.ts';
import { UserInputError } from '../../errors.ts';
import type { CrmVisibility } from '../../row-access/crm-visibility.ts';
import { judgedByKey, type VisibleQuery, visibleQuery } from '../../row-access/visible-query.ts';
import { encodedLength } from '../../soql/literal.ts';
import { printQuery } from '../../soql/print.ts';
import type { Condition, Query, SelectItem } from '../../soql/query.ts';
import { maxQueryBytes } from '../../soql/statement-limit.ts';
import type { FilledPath } from './readable-statement.ts';
import { type SplitQuery, splitQuery } from './split-statement.ts';

interface FittingQuery {
  readonly visible: VisibleQuery;
  /** The statements that it takes, where it is too long for one. */
  readonly split: SplitQuery | null;
  /** Bytes of a query that no statements make; else null. */
  readonly unfit: number | null;
  /** Pages of children that its rows don't bring along: each looks as one that the CRM has cut before its first row. */
  readonly fills: readonly FilledPath[];
}

/** By the bytes of a statement. */
const fitted = new WeakMap<Query, Map<number, FittingQuery>>();

/** @param longest bytes of a statement */
export function fittingQuery(
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
  longest: number,
): FittingQuery {
  const visible = visibleQuery(visibility, object, query);
  const length = tooLong(visible.query, longest);
  if (length === null) return { visible, split: null, unfit: null, fills: [] };
  const byLength = fitted.get(visible.query) ?? new Map<number, FittingQuery>();
  fitted.set(visible.query, byLength);
  return memoize(byLength, longest, () => {
    const named = visibleQuery(visibility.byIds, object, query);
    const lone = withoutLongChildren(query, named.query);
    return { ...fittingLone(visibility, object, lone.query, longest), fills: lone.fills };
  });
}

function fittingLone(
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
  longest: number,
): Omit<FittingQuery, 'fills'> {
  const visible = visibleQuery(visibility, object, query);
  const length = tooLong(visible.query, longest);
  if (length === null) return { visible, split: null, unfit: null };
  const named = visibleQuery(visibility.byIds, object, query);
  if (tooLong(named.query, longest) === null) return { visible: named, split: null, unfit: null };
  const byKey = judgedByKey(visibility.byIds, object, query);
  if (byKey !== null) return { visible: byKey, split: null, unfit: null };
  const split = splitQuery(named.query, longest);
  return { visible: named, split, unfit: split === null ? length : null };
}

export const unfitting = ({ name }: CrmObject, longest: number, length: number): UserInputError =>
  new UserInputError(
    `Expected a question about ${name} that fits one statement of ${longest} bytes: to say which of them you may see takes ${length}. Ask for them by key, or below an account or deal.`,
  );

const lengths = new WeakMap<Query, number>();

/** A statement of fewer values always fits. */
const fewValues = 300;

/** The length of a query that doesn't fit one statement, in bytes; null for one that does. */
export function tooLong(query: Query, longest: number): number | null {
  if (longest >= maxQueryBytes && valuesOf(query) <= fewValues) return null;
  let length = lengths.get(query);
  if (length === undefined) {
    length = encodedLength(printQuery(query, Number.POSITIVE_INFINITY));
    lengths.set(query, length);
  }
  return length > longest ? length : null;
}

/** The query without the lists of children that name many ids: they are read for all of its rows at once. */
function withoutLongChildren(
  query: Query,
  visible: Query,
): { readonly query: Query; readonly fills: readonly FilledPath[] } {
  const long = new Set(
    visible.select.flatMap((item) =>
      isChildren(item) && valuesOf(item.subquery) > fewValues ? [item.subquery.object] : [],
    ),
  );
  if (long.size === 0) return { query, fills: [] };
  const select = query.select.filter(
    (item) => !isChildren(item) || !long.has(item.subquery.object),
  );
  const fills = [...long].map((name): FilledPath => ({ path: [name], value: cutPage }));
  return { query: { ...query, select: select.length > 0 ? select : ['Id'] }, fills };
}

const cutPage = Object.freeze({ totalSize: null, done: false, records: Object.freeze([]) });

type Children = Extract<SelectItem, { readonly subquery: Query }>;

const isChildren = (item: SelectItem): item is Children =>
  typeof item === 'object' && 'subquery' in item;

function valuesOf({ where, select }: Query): number {
  return select.reduce(
    (sum, item) => (isChildren(item) ? sum + valuesOf(item.subquery) : sum),
    where === undefined ? 0 : valuesIn(where),
  );
}

/** Whether a condition on children is too long to go with their parents' statement. */
export const namesMany = (condition: Condition | undefined): boolean =>
  condition !== undefined && valuesIn(condition) > fewValues;

function valuesIn(condition: Condition): number {
  if ('conditions' in condition)
    return condition.conditions.reduce((sum, part) => sum + valuesIn(part), 0);
  if ('condition' in condition) return valuesIn(condition.condition);
  if ('query' in condition)
    return condition.query.where === undefined ? 0 : valuesIn(condition.query.where);
  return 'values' in condition ? condition.values.length : 1;
}
