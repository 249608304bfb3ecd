/** Order of split groups: as their query has it, with the CRM's own order of values that only it compares. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { OrderKey } from '../../fetch/keyset-position.ts';
import { rowComparer } from '../../fetch/sort-key-comparison.ts';
import { selectedValue } from '../../soql/analysis.ts';
import { encodedLength } from '../../soql/literal.ts';
import { printExpression, printQuery } from '../../soql/print.ts';
import type { FieldPath, OrderBy, Query } from '../../soql/query.ts';
import { longestStatement } from './list-statement.ts';
import { keyType } from './sort-key.ts';
import { resultNames } from './split-group.ts';

interface GroupOrder {
  readonly name: string;
  readonly orderBy: OrderBy;
  /** The field that is ordered by; null for a figure. */
  readonly field: FieldPath | null;
  readonly compare: (left: Row, right: Row) => number | null;
}

/** @throws UserInputError for an order by what is not selected */
export async function orderGroups(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const order = (query.orderBy ?? []).map((key) => groupOrder(object, query, key));
  const places = new Map<number, ReadonlyMap<unknown, number>>();
  for (;;) {
    let unsure: number | null = null;
    const sorted = rows.toSorted((left, right) => {
      for (const [at, { name, orderBy, compare }] of order.entries()) {
        const placeOf = places.get(at);
        const compared =
          placeOf === undefined
            ? compare(left, right)
            : byPlace(placeOf, orderBy, left[name], right[name]);
        if (compared === null) {
          unsure ??= at;
          return 0;
        }
        if (compared !== 0) return compared;
      }
      return 0;
    });
    if (unsure === null) return sorted;
    const { field, name } = order[unsure]!;
    if (field === null) return sorted;
    places.set(
      unsure,
      await placesOf(
        context,
        object,
        field,
        rows.map((row) => row[name]),
      ),
    );
  }
}

function groupOrder(object: CrmObject, query: Query, orderBy: OrderBy): GroupOrder {
  const expression = printExpression(orderBy.path).toLowerCase();
  const at = query.select.findIndex((selected) => {
    const value = selectedValue(selected);
    return value !== null && printExpression(value).toLowerCase() === expression;
  });
  if (at < 0)
    throw new UserInputError(`Expected ${expression} among what is selected: it is ordered by.`);
  const name = resultNames(query.select)[at]!;
  const field = typeof orderBy.path === 'string' ? orderBy.path : null;
  const spec = object.fields.find((candidate) => candidate.name === field)?.spec;
  // Numbers of periods, days as texts, figures.
  const type = field === null ? 'date' : spec === undefined ? null : keyType(spec);
  if (type === null) return { name, orderBy, field, compare: sameOrNull(name) };
  const { direction = 'asc', nulls = 'first' } = orderBy;
  const keyOf = (type: OrderKey['type']) =>
    rowComparer([{ path: name, type, direction, nulls }], listSite(object.entity));
  const [plain, asNumber] = [keyOf(type), keyOf('number')];
  const compare = (left: Row, right: Row) =>
    typeof left[name] === 'number' || typeof right[name] === 'number'
      ? asNumber(left, right)
      : plain(left, right);
  return { name, orderBy, field, compare };
}

const sameOrNull =
  (name: string) =>
  (left: Row, right: Row): number | null =>
    left[name] === right[name] ? 0 : null;

function byPlace(
  places: ReadonlyMap<unknown, number>,
  { direction = 'asc', nulls = 'first' }: OrderBy,
  left: unknown,
  right: unknown,
): number {
  if (left === null || right === null) {
    if (left === right) return 0;
    return (left === null) === (nulls === 'first') ? -1 : 1;
  }
  const difference = (places.get(folded(left)) ?? 0) - (places.get(folded(right)) ?? 0);
  return direction === 'asc' ? difference : -difference;
}

const folded = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** The places of a field's values in the CRM's order. */
async function placesOf(
  context: GraphContext,
  object: CrmObject,
  field: FieldPath,
  values: readonly unknown[],
): Promise<ReadonlyMap<unknown, number>> {
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))];
  const query: Query = {
    object: object.name,
    select: [field, { expression: { fn: 'COUNT', of: 'Id' }, alias: 'n' }],
    where: { op: 'in', path: field, values: texts },
    groupBy: [field],
    orderBy: [{ path: field, direction: 'asc' }],
  };
  const longest = longestStatement(context);
  if (encodedLength(printQuery(query, Number.POSITIVE_INFINITY)) > longest)
    throw new UserInputError(
      `Expected fewer groups by ${field}: what you may see takes several statements, and which of their groups comes first only the CRM knows.`,
    );
  context.allowance.extend(1);
  const q = printQuery(query, longest);
  const { rows } = await context.connector.execute(
    object.entity,
    'list',
    { q },
    executeOptions(context),
  );
  return new Map(rows.map((row, at) => [folded(row[field]), at]));
}
