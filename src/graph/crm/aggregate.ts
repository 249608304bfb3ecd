/** Aggregates of CRM records: one SOQL GROUP BY with exactly the selected groups and measures, continued where the CRM ends a page early. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmField, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { printJson } from '../../contract/wire/json.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { none } from '../../engine/plan/cost-sum.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import type { PlanNode } from '../../engine/plan/operation.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { selectedOn } from '../../engine/plan/row-requirement.ts';
import { UserInputError } from '../../errors.ts';
import { listSite, type Shortfall } from '../../fetch/incomplete-list.ts';
import { type OffsetRequest, readFromOffset } from '../../fetch/offset-list.ts';
import { printQuery } from '../../soql/print.ts';
import {
  allOf,
  type Condition,
  type Expression,
  isAlways,
  isNever,
  type Query,
  type SelectItem,
  type Value,
} from '../../soql/query.ts';
import { reportIncomplete } from '../connection-type.ts';
import { isCurrency, withKey } from './aggregate-currency.ts';
import { countAlias, type GroupBy, type GroupRow, keyAlias } from './aggregate-key.ts';
import { reportArchivedGroups } from './archived-activity.ts';
import { type Comparators, comparatorCondition } from './comparator.ts';
import { currenciesOf } from './currency.ts';
import { filterCondition } from './filter.ts';
import { groupExpression } from './group-period.ts';
import { fillNulls } from './left-out-null.ts';
import { ListStatement, longestStatement, type StatementParams } from './list-statement.ts';
import type { Filter } from './post-filter.ts';
import { askReadable } from './readable-query.ts';
import { statementsOf } from './split-cost.ts';

export interface AggregateArgs {
  readonly filter?: Filter | null;
  readonly groupBy?: readonly GroupBy[] | null;
  readonly having?: Having | null;
  readonly first: number;
}

/** Most groups of one answer. */
export const maxGroups = 200;

/** Aggregate functions; the alias of a value is made of function and field. */
const aggregateFunctions = ['sum', 'avg', 'min', 'max', 'countDistinct'] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

const functions = {
  sum: 'SUM',
  avg: 'AVG',
  min: 'MIN',
  max: 'MAX',
  countDistinct: 'COUNT_DISTINCT',
} as const;

/** Alias of a measure of a field. Aliases of SOQL are one word. */
export const measureAlias = (measure: AggregateFunction, field: string): string =>
  `${measure}_${field.replace(/__c$/, '')}`;

/** Under which name a field is measured. */
export const measuredName = ({ name, graphName }: CrmField): string =>
  name === 'Id' ? 'upstreamId' : graphName;

/** Default number of groups. */
export const usualGroups = 100;

/** Cost: one statement, and the records that groups are named after. */
export const aggregateCost =
  (object: CrmObject): Cost =>
  (fieldPlace) => {
    const { context, args, estimate, node } = fieldPlace;
    const { model } = context;
    const { first = usualGroups, groupBy } = args;
    const rows = typeof first === 'number' ? first : usualGroups;
    if (rows <= 0) return none;
    const statements = statementsOf(fieldPlace, object);
    // Of several statements different values are read apart.
    const apart = statements > 1 ? distinctFields(node, object).length : 0;
    estimate.add('crm', statements * (1 + apart));
    const grouped = Array.isArray(groupBy) ? (groupBy as readonly GroupBy[]) : [];
    const names = grouped.flatMap(
      ({ field }) => model.field(object.name, field)?.spec.reference?.to ?? [],
    );
    return { rows, batches: 1, targets: names.flatMap((name) => model.object(name) ?? []) };
  };

/** The groups, largest first. */
export async function aggregate(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  args: AggregateArgs,
): Promise<GroupRow[]> {
  const requested = args.groupBy ?? [];
  checkGroups(requested, args.having);
  const byCurrency = requested.findIndex(({ field }) => isCurrency(object, field));
  const currencies = byCurrency < 0 ? null : await currenciesOf(context);
  // Of one currency there is one group, and nothing to ask the CRM.
  const only = currencies?.areSeveral === false ? currencies : null;
  const groupBy = only === null ? requested : requested.toSpliced(byCurrency, 1);
  checkGroups(groupBy, args.having);
  const keys = groupBy.map(({ field, by }) => groupExpression(object, field, by ?? null));
  const select: SelectItem[] = [
    ...keys.map((expression, at) => ({ expression, alias: keyAlias(at) })),
    { expression: { fn: 'COUNT', of: 'Id' }, alias: countAlias } as const,
    ...selectedMeasures(nodeOf(info), object),
  ];
  const where = filterCondition(context.model, object, args.filter);
  const having = havingCondition(object, args.having);
  if (isNever(where) || isNever(having)) {
    return requested.length > 0 ? [] : [{ object, groupBy, values: measuresOfNone(select) }];
  }
  const query: Query = {
    object: object.name,
    select,
    where,
    groupBy: keys.length > 0 ? keys : undefined,
    having,
    orderBy:
      keys.length > 0
        ? [
            { path: { fn: 'COUNT', of: 'Id' }, direction: 'desc' },
            ...keys.map((path) => ({ path, direction: 'asc' as const })),
          ]
        : undefined,
  };
  const most = keys.length > 0 ? args.first : null;
  const { rows, shortfall } = await readGroups(context, object, query, most);
  if (shortfall !== null) reportIncomplete(context, info, shortfall);
  else reportArchivedGroups(context, info, object, where);
  if (only === null)
    return rows.slice(0, args.first).map((values) => ({ object, groupBy, values }));
  // Without other keys the CRM has a group of no records, too.
  const filled = keys.length > 0 ? rows : rows.filter((row) => row[countAlias] !== 0);
  return filled.slice(0, args.first).map((row) => ({
    object,
    groupBy: requested,
    values: withKey(row, byCurrency, only.main, requested),
  }));
}

/** The one group of no records, as the CRM answers it: numbers of records are 0, and no other measure has a value. */
function measuresOfNone(select: readonly SelectItem[]): Row {
  return Object.fromEntries(
    select.flatMap((selection) => {
      if (typeof selection === 'string' || !('alias' in selection)) return [];
      const { alias, expression } = selection;
      const counts =
        typeof expression !== 'string' && 'fn' in expression && expression.fn.startsWith('COUNT');
      return [[alias, counts ? 0 : null]];
    }),
  );
}

/** @throws UserInputError for what the CRM's grammar has no place for. */
function checkGroups(groupBy: readonly GroupBy[], having: Having | null | undefined): void {
  const keys = new Set(groupBy.map(({ field, by }) => `${field} ${by ?? ''}`));
  if (keys.size < groupBy.length) {
    throw new UserInputError('Expected groupBy to name each field and period once.');
  }
  const conditions = Object.values(having ?? {}).some(
    (condition) => condition !== null && condition !== undefined,
  );
  if (conditions && groupBy.length === 0) {
    throw new UserInputError('Expected groupBy beside having: without it there is one group.');
  }
}

/** `sum { amount } max { closeDate }` → SUM(Amount), MAX(CloseDate). */
function selectedMeasures(node: PlanNode, object: CrmObject): SelectItem[] {
  const selections = new Map<string, SelectItem>();
  for (const selected of selectedOn(node, `${object.typeName}Group`)) {
    const measure = aggregateFunctions.find((name) => name === selected.field.name);
    if (measure === undefined) continue;
    for (const { field } of selectedOn(selected, measureTypeName(object, measure))) {
      const wire = object.fields.find((candidate) => measuredName(candidate) === field.name);
      if (wire === undefined) continue;
      const alias = measureAlias(measure, wire.name);
      const expression: Expression = { fn: functions[measure], of: wire.name };
      selections.set(alias, { expression, alias });
    }
  }
  return [...selections.values()];
}

const distinctFields = (node: PlanNode, object: CrmObject) =>
  selectedOn(node, `${object.typeName}Group`)
    .filter(({ field }) => field.name === 'countDistinct')
    .flatMap((selected) => selectedOn(selected, measureTypeName(object, 'countDistinct')));

/** Sums and averages share a type, as do minima and maxima. */
export function measureTypeName(object: CrmObject, measure: AggregateFunction): string {
  if (measure === 'countDistinct') return `${object.typeName}DistinctCounts`;
  return `${object.typeName}${measure === 'sum' || measure === 'avg' ? 'Numbers' : 'Extremes'}`;
}

export interface Having {
  readonly count?: Comparators | null;
  readonly sum?: readonly FieldComparison[] | null;
  readonly avg?: readonly FieldComparison[] | null;
}

export interface FieldComparison {
  /** Wire name. */
  readonly field: string;
  readonly value: Comparators;
}

const identity = (value: unknown): Value => value as Value;

/** HAVING clause, its functions compared like fields; undefined where it restricts nothing. */
function havingCondition(
  object: CrmObject,
  having: Having | null | undefined,
): Condition | undefined {
  if (having === null || having === undefined) return undefined;
  const condition = allOf(
    compare({ fn: 'COUNT', of: 'Id' }, having.count ?? {}),
    ...(['sum', 'avg'] as const).flatMap((measure) =>
      (having[measure] ?? []).map(({ field, value }) => {
        if (!object.fields.some((candidate) => candidate.name === field)) {
          throw new UserInputError(`Expected a field of ${object.name}, got ${field}.`);
        }
        return compare({ fn: measure === 'sum' ? 'SUM' : 'AVG', of: field }, value);
      }),
    ),
  );
  return isAlways(condition) ? undefined : condition;
}

function compare(
  path: { readonly fn: 'COUNT' | 'SUM' | 'AVG'; readonly of: string },
  comparators: Comparators,
): Condition | undefined {
  return comparatorCondition(path, comparators, identity);
}

interface Groups {
  /** In the order of the query, each group once. */
  readonly rows: readonly Row[];
  /** Shortfall of groups; null where all came. */
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
  const readPart = (part: Pick<Query, 'limit' | 'offset'>, request: OffsetRequest) =>
    askReadable(context, object, { ...query, ...part }, async (readable, repeat) => {
      const { params, firstRows } = groupStatement(context, readable);
      const options = { ...executeOptions(context, { ...request, ...repeat }), firstRows };
      const answer = await context.connector.execute(object.entity, 'list', params, options);
      return fillNulls(context, answer, readable.select);
    });
  const limit = most ?? 1;
  const keys = query.groupBy?.length ?? 0;
  const { rows, total, hasMore, shortfall } = await readFromOffset<Row>(
    {
      site: listSite(object.entity),
      limit,
      first: async (request) => readPart(most === null ? {} : { limit: most }, request),
      part: async (offset, count, request) =>
        readPart({ limit: Math.min(count, limit - offset), offset }, request),
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

/** Of the first groups other statements may hold as many. */
function groupStatement(context: GraphContext, query: Query): StatementParams {
  const { limit, offset } = query;
  return limit === undefined || offset !== undefined
    ? { params: { q: printQuery(query, longestStatement(context)) } }
    : new ListStatement({ ...query, limit }).params(context);
}

/** A group that comes again is the same group; one that lost a key on the way has no name. */
function groupName(row: Row, keys: number): string | null {
  const values = Array.from({ length: keys }, (_, at) => row[keyAlias(at)]);
  return values.includes(undefined) ? null : printJson(values);
}
