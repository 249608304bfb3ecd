/** Aggregates of CRM records: one SOQL GROUP BY with exactly the groups and measures selected. */

import type { EnumRef, InputRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { UserInputError } from '../../errors.ts';
import type { CrmField, CrmObject } from '../../records/crm/model.ts';
import { printQuery } from '../../soql/print.ts';
import type { Expression, Selection } from '../../soql/query.ts';
import { allOf } from '../../soql/query.ts';
import type { Row } from '../../wire/answer.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import type { Types } from '../graph.ts';
import { objectType } from '../needs.ts';
import { selectedFields } from '../selection.ts';
import { type Filter, filterCondition } from './filter.ts';
import { type Having, havingCondition } from './having.ts';
import { type GroupPeriod, groupExpression } from './period.ts';

export interface GroupBy {
  /** Wire name. */
  readonly field: string;
  readonly by?: GroupPeriod | null;
}

export interface AggregateArgs {
  readonly filter?: Filter | null;
  readonly groupBy?: readonly GroupBy[] | null;
  readonly having?: Having | null;
  readonly first: number;
}

/** What a measure is taken of, and under which alias its value stands in the row. */
export const measures = ['sum', 'avg', 'min', 'max', 'countDistinct'] as const;
export type Measure = (typeof measures)[number];

const functions = {
  sum: 'SUM',
  avg: 'AVG',
  min: 'MIN',
  max: 'MAX',
  countDistinct: 'COUNT_DISTINCT',
} as const;

/** One group of records. */
export interface GroupRow {
  readonly object: CrmObject;
  readonly groupBy: readonly GroupBy[];
  readonly values: Row;
}

export interface AggregateTypes {
  readonly group: ObjectRef<Types, GroupRow>;
  readonly groupField: EnumRef<Types, string>;
  readonly groupBy: InputRef<GroupBy>;
}

/** Alias of the n-th group key, and of a measure of a field. Aliases of SOQL are one word. */
export const keyAlias = (at: number): string => `k${at}`;
export const countAlias = 'n';
export const measureAlias = (measure: Measure, field: string): string =>
  `${measure}_${field.replace(/__c$/, '')}`;

/** Under which name a field is measured. */
export const measuredName = ({ name, graphName }: CrmField): string =>
  name === 'Id' ? 'upstreamId' : graphName;

/** The groups, largest first. */
export async function aggregate(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  args: AggregateArgs,
): Promise<GroupRow[]> {
  const groupBy = args.groupBy ?? [];
  checkGroups(groupBy, args.having);
  const keys = groupBy.map(({ field, by }) => groupExpression(object, field, by ?? null));
  const select: Selection[] = [
    ...keys.map((expression, at) => ({ expression, alias: keyAlias(at) })),
    { expression: { fn: 'COUNT', of: 'Id' }, alias: countAlias } as const,
    ...selectedMeasures(info, object),
  ];
  const q = printQuery({
    object: object.name,
    select,
    where: allOf(filterCondition(context.model, object, args.filter)),
    groupBy: keys.length > 0 ? keys : undefined,
    having: havingCondition(object, args.having),
    orderBy:
      keys.length > 0
        ? [
            { path: { fn: 'COUNT', of: 'Id' }, direction: 'desc' },
            ...keys.map((path) => ({ path, direction: 'asc' as const })),
          ]
        : undefined,
    limit: keys.length > 0 ? args.first : undefined,
  });
  const answer = await context.connector.execute(
    object.entity,
    'list',
    { q },
    executeOptions(context),
  );
  return answer.rows.map((values) => ({ object, groupBy, values }));
}

/** @throws UserInputError for what the CRM's grammar has no place for. */
function checkGroups(groupBy: readonly GroupBy[], having: Having | null | undefined): void {
  const keys = new Set(groupBy.map(({ field, by }) => `${field} ${by ?? ''}`));
  if (keys.size < groupBy.length) {
    throw new UserInputError('Expected groupBy to name each field and period once.');
  }
  const conditions = Object.values(having ?? {}).some((one) => one !== null && one !== undefined);
  if (conditions && groupBy.length === 0) {
    throw new UserInputError('Expected groupBy beside having: without it there is one group.');
  }
}

/** `sum { amount } max { closeDate }` → SUM(Amount), MAX(CloseDate). */
function selectedMeasures(info: GraphQLResolveInfo, object: CrmObject): Selection[] {
  const selections = new Map<string, Selection>();
  const group = objectType(info, `${object.typeName}Group`);
  for (const selected of selectedFields(info, group)) {
    const measure = measures.find((one) => one === selected.field.name);
    if (measure === undefined) continue;
    const type = objectType(info, measureTypeName(object, measure));
    for (const { field } of selectedFields(info, type, selected.nodes)) {
      const wire = object.fields.find((one) => measuredName(one) === field.name);
      if (wire === undefined) continue;
      const alias = measureAlias(measure, wire.name);
      const expression: Expression = { fn: functions[measure], of: wire.name };
      selections.set(alias, { expression, alias });
    }
  }
  return [...selections.values()];
}

/** Sums and averages share a type, as do minima and maxima. */
export function measureTypeName(object: CrmObject, measure: Measure): string {
  if (measure === 'countDistinct') return `${object.typeName}DistinctCounts`;
  return `${object.typeName}${measure === 'sum' || measure === 'avg' ? 'Numbers' : 'Extremes'}`;
}
