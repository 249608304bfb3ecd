/** Figures over records by a fact of their own calls: all records of a filter are read, grouped by their fields or by the fact, and measured. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import { memberAt } from '../../contract/member-at.ts';
import type { GraphContext } from '../../engine/context.ts';
import { HiddenRowError, UserInputError } from '../../errors.ts';
import type { Coverage } from '../../participants/call-query.ts';
import { reportIncomplete } from '../connection-type.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import { filterCondition } from '../crm/filter.ts';
import type { Filter } from '../crm/post-filter.ts';
import { readWholeList } from '../crm/whole-list.ts';
import { factOf, factPaths } from './call-fact.ts';
import { type FactArgs, factMeasure } from './call-fact-measure.ts';
import { reportUncovered } from './index-query.ts';

/** Fields that records are grouped by: what is read of a record, and what groups it. */
interface GroupField {
  readonly description: string;
  /** Objects that have it. Default: both. */
  readonly of?: 'Opportunity';
  readonly paths: (object: CrmObject, context: Pick<GraphContext, 'model'>) => readonly string[];
  readonly keyOf: (row: CrmRow, paths: readonly string[]) => GroupKeyValue;
}

interface GroupKeyValue {
  readonly value: string | null;
  /** Of a record in the CRM. */
  readonly id?: string | null;
}

const ofRecord = (id: string, name: string): Pick<GroupField, 'paths' | 'keyOf'> => ({
  paths: () => [id, name],
  keyOf: (row) => ({ value: textAt(row, name), id: textAt(row, id) }),
});

const ofAccount = (field: 'segment' | 'industry'): Pick<GroupField, 'paths' | 'keyOf'> => ({
  paths(object, { model }) {
    const declared = model
      .declaredObject('Account')
      .fields.find(({ graphName }) => graphName === field);
    if (declared === undefined)
      throw new UserInputError(
        `Expected a field of accounts to group by, got ${field.toUpperCase()}: they have none.`,
      );
    return [object.name === 'Account' ? declared.name : `Account.${declared.name}`];
  },
  keyOf: (row, [path = '']) => ({ value: textAt(row, path) }),
});

const groupFields = {
  FACT: {
    description: 'The fact itself, in `buckets`.',
    paths: () => [],
    keyOf: () => ({ value: null }),
  },
  OWNER: { description: 'Owner of the record.', ...ofRecord('OwnerId', 'Owner.Name') },
  MANAGER: {
    description: "The owner's manager.",
    ...ofRecord('Owner.ManagerId', 'Owner.Manager.Name'),
  },
  SEGMENT: { description: 'Segment of the account.', ...ofAccount('segment') },
  INDUSTRY: { description: 'Industry of the account.', ...ofAccount('industry') },
  STAGE: {
    description: 'Stage of the deal now.',
    of: 'Opportunity',
    paths: () => ['StageName'],
    keyOf: (row) => ({ value: textAt(row, 'StageName') }),
  },
  RESULT: {
    description: 'WON, LOST or OPEN.',
    of: 'Opportunity',
    paths: () => ['IsWon', 'IsClosed'],
    keyOf: (row) => ({
      value:
        fieldOf(row, 'IsWon') === true
          ? 'WON'
          : fieldOf(row, 'IsClosed') === true
            ? 'LOST'
            : 'OPEN',
    }),
  },
  QUARTER: {
    description: "Quarter of the deal's close date, such as 2026-Q3.",
    of: 'Opportunity',
    paths: () => ['CloseDate'],
    keyOf(row) {
      const date = textAt(row, 'CloseDate');
      const quarter = Math.ceil(Number(date?.slice(5, 7)) / 3);
      return { value: date === null ? null : `${date.slice(0, 4)}-Q${quarter}` };
    },
  },
} as const satisfies Readonly<Record<string, GroupField>>;

export type FactGroupField = keyof typeof groupFields;
export const groupField = (name: FactGroupField): GroupField => groupFields[name];
export const groupFieldNames = Object.keys(groupFields) as readonly FactGroupField[];

/** Null behind a parent that is null or hidden from the viewer. */
function textAt(row: CrmRow, path: string): string | null {
  let value: unknown = row.values;
  for (const name of path.split('.')) {
    if (value === null) return null;
    value = (value as Readonly<Record<string, unknown>>)[name];
    if (value instanceof HiddenRowError) return null;
    if (value instanceof Error) throw value;
  }
  return typeof value === 'string' ? value : null;
}

export interface FactFigureArgs extends FactArgs {
  readonly filter?: Filter | null;
  readonly groupBy?: readonly FactGroupField[] | null;
  readonly buckets?: readonly number[] | null;
}

/** One thing that the records of a group have in common; of FACT the bounds of its bucket. */
export interface FactKey extends GroupKeyValue {
  readonly field: FactGroupField;
  readonly from?: number;
  /** Null for the last bucket. */
  readonly to?: number | null;
}

export interface FactGroup {
  readonly keys: readonly FactKey[];
  /** Ascending. */
  readonly values: readonly number[];
  /** Of all its records. */
  readonly calls: number;
  /** Records of all groups, and of those that differ in the last key alone. */
  readonly ofAll: number;
  readonly ofGroup: number;
}

export interface FactFigures {
  readonly groups: readonly FactGroup[];
  readonly rows: number;
  readonly withoutFact: number;
  readonly beforeCoverage: number;
  readonly coverage: Coverage;
}

/** Lower bounds of buckets unless others are given: 0, 1–2, 3–5, 6–10, 11–20 and more. */
export const usualBuckets: readonly number[] = [0, 1, 3, 6, 11, 21];
const mostBuckets = 100;

const advice = 'narrow the filter';

/** What is read of the records. @throws UserInputError */
function pathsOf(
  context: Pick<GraphContext, 'model'>,
  object: CrmObject,
  groupBy: readonly FactGroupField[],
): readonly string[] {
  return [
    ...new Set([
      ...factPaths(object.name),
      ...groupBy.flatMap((name) => groupField(name).paths(object, context)),
    ]),
  ];
}

export async function factFigures(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  args: FactFigureArgs,
): Promise<FactFigures> {
  const groupBy = args.groupBy ?? [];
  const bounds = args.buckets ?? usualBuckets;
  checkArgs(object, groupBy, args, bounds);
  const measure = await factMeasure(context, args);
  const isWhole = factOf(args.fact).isWhole && args.over == null;
  const where = filterCondition(context.model, object, args.filter);
  const paths = pathsOf(context, object, groupBy);
  const { rows, unreadable } = await readWholeList(
    context,
    object,
    { where, tests: [], paths, windows: [] },
    { advice },
  );
  if (unreadable > 0)
    reportIncomplete(context, info, {
      message: 'Records came without their id, and are in no figure.',
      expected: rows.length + unreadable,
      received: rows.length,
    });
  const { facts, coverage } = await measure(rows);
  reportUncovered(context, info, { from: coverage.completeFrom }, coverage);
  const measured: Measured[] = [];
  let beforeCoverage = 0;
  let withoutFact = 0;
  for (const [at, row] of rows.entries()) {
    const { value, calls, isComplete } = memberAt(facts, at);
    if (!isComplete) beforeCoverage += 1;
    else if (value === null) withoutFact += 1;
    else measured.push({ row, calls, value });
  }
  return {
    groups: grouped(measured, object, context, groupBy, { bounds, isWhole }),
    rows: measured.length,
    withoutFact,
    beforeCoverage,
    coverage,
  };
}

function checkArgs(
  object: CrmObject,
  groupBy: readonly FactGroupField[],
  { buckets }: FactFigureArgs,
  bounds: readonly number[],
): void {
  if (new Set(groupBy).size < groupBy.length)
    throw new UserInputError('Expected groupBy to name each field once.');
  const alone = groupBy.find((name) => (groupField(name).of ?? object.name) !== object.name);
  if (alone !== undefined)
    throw new UserInputError(
      `Expected fields of accounts in groupBy, got ${alone}: deals have it.`,
    );
  if (buckets != null && !groupBy.includes('FACT'))
    throw new UserInputError('Expected FACT in groupBy beside "buckets", got none.');
  if (bounds.length === 0 || bounds.length > mostBuckets)
    throw new UserInputError(`Expected 1 to ${mostBuckets} buckets, got ${bounds.length}.`);
  if (bounds.some((bound, at) => at > 0 && bound <= memberAt(bounds, at - 1)))
    throw new UserInputError('Expected buckets in ascending order, each once.');
}

interface Measured {
  readonly row: CrmRow;
  readonly calls: number;
  readonly value: number;
}

interface Buckets {
  readonly bounds: readonly number[];
  readonly isWhole: boolean;
}

function grouped(
  measured: readonly Measured[],
  object: CrmObject,
  context: GraphContext,
  groupBy: readonly FactGroupField[],
  buckets: Buckets,
): readonly FactGroup[] {
  const readers = groupBy.map((field) => {
    const { paths, keyOf } = groupField(field);
    const read = paths(object, context);
    return ({ row, value }: Measured): FactKey =>
      field === 'FACT' ? bucketOf(value, buckets) : { field, ...keyOf(row, read) };
  });
  const keyed = measured.map((record) => ({
    ...record,
    keys: readers.map((read) => read(record)),
  }));
  const nameOf = (keys: readonly FactKey[]): string =>
    JSON.stringify(keys.map(({ value, id }) => [id ?? value]));
  const outer = Map.groupBy(keyed, ({ keys }) => nameOf(keys.slice(0, -1)));
  return [...Map.groupBy(keyed, ({ keys }) => nameOf(keys)).values()]
    .map((members) => {
      const { keys } = memberAt(members, 0);
      return {
        keys,
        values: members.map(({ value }) => value).sort((a, b) => a - b),
        calls: members.reduce((sum, { calls }) => sum + calls, 0),
        ofAll: measured.length,
        ofGroup: outer.get(nameOf(keys.slice(0, -1)))?.length ?? 0,
      };
    })
    .sort(byKeys);
}

/** The bucket of a value; below the first bound it is one of its own. */
function bucketOf(value: number, { bounds, isWhole }: Buckets): FactKey {
  const at = bounds.findLastIndex((bound) => bound <= value);
  const from = at < 0 ? -Infinity : memberAt(bounds, at);
  const to = bounds[at + 1] ?? null;
  return { field: 'FACT', value: bucketText(from, to, isWhole), from, to };
}

/** `0`, `1–2`, `21 or more`; of fractions `0.2 to below 0.4`. */
function bucketText(from: number, to: number | null, isWhole: boolean): string {
  if (to === null) return `${from} or more`;
  if (from === -Infinity) return `below ${to}`;
  if (!isWhole) return `${from} to below ${to}`;
  return to - from <= 1 ? String(from) : `${from}–${to - 1}`;
}

/** In the order of their keys, those without one last. */
function byKeys({ keys: a }: FactGroup, { keys: b }: FactGroup): number {
  for (const [at, key] of a.entries()) {
    const order = compareKeys(key, memberAt(b, at));
    if (order !== 0) return order;
  }
  return 0;
}

function compareKeys(a: FactKey, b: FactKey): number {
  if (a.from !== undefined && b.from !== undefined) return a.from - b.from;
  if (a.value === null || b.value === null)
    return Number(a.value === null) - Number(b.value === null);
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return (a.id ?? '') < (b.id ?? '') ? -1 : Number((a.id ?? '') > (b.id ?? ''));
}

/** By linear interpolation between the nearest ranks. @param values ascending, one at least @param p from 0 to 100 */
export function percentileOf(values: readonly number[], p: number): number {
  const rank = ((values.length - 1) * p) / 100;
  const below = memberAt(values, Math.floor(rank));
  const above = memberAt(values, Math.ceil(rank));
  return below + (above - below) * (rank - Math.floor(rank));
}
