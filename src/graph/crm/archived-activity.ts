/** Archived activities: events and closed tasks older than a year, which the CRM hands out by queryAll alone, and so only some connector services. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { instantOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import type { Connection, Window } from '../../fetch/connection.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import type { OrderKey } from '../../fetch/keyset-position.ts';
import { SourceNames } from '../../soql/analysis.ts';
import type { CompareCondition, Condition, Query, RelativeDate, Value } from '../../soql/query.ts';
import { reportOnce } from '../connection-type.ts';
import { today } from '../request-time.ts';
import { startOfDay } from '../time-zone.ts';
import type { CrmRow } from './crm-row.ts';

/** The dashboard knows it by its first words. */
const archivedMissing: Shortfall = {
  message:
    "The CRM's archive is not read over this connector service: events and closed tasks older than a year are missing.",
  expected: null,
  received: null,
  isLasting: true,
};

/** By object: the fields that say when the archive takes a record, and those that are false while it does not. */
const archives: ReadonlyMap<string, { dates: ReadonlySet<string>; open: ReadonlySet<string> }> =
  new Map([
    ['Task', { dates: new Set(['ActivityDate']), open: new Set(['IsArchived', 'IsClosed']) }],
    [
      'Event',
      {
        dates: new Set([
          'ActivityDate',
          'ActivityDateTime',
          'StartDateTime',
          'EndDate',
          'EndDateTime',
        ]),
        open: new Set(['IsArchived']),
      },
    ],
  ]);

/** A list of activities, and what of it is shown. */
interface ShownList {
  readonly where: Condition | undefined;
  readonly order: readonly OrderKey[];
  readonly window: Window;
  /** Whether its size is selected: that counts no archived ones. */
  readonly isCounted: boolean;
}

/** Reports a window of activities that reaches, or counts, what the archive keeps; the list of many parents once. */
export function reportArchived<R extends CrmRow>(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  object: CrmObject,
  list: ShownList,
  connection: Connection<R>,
): void {
  const report = reportOf(context, list, () => ({
    since: archivedBefore(context, object, list.where),
    isMade: false,
  }));
  if (report.since === null || report.isMade) return;
  if (!list.isCounted && !reachesBefore(report.since, object, list, connection)) return;
  reportOnce(context, info, archivedMissing);
  report.isMade = true;
}

/** The report of a list, which a field of many parents shares: each parent's own would look at calendar and path anew. */
const reportOf = memoizeByRequestKey<
  ShownList,
  { readonly since: number | null; isMade: boolean }
>();

/** Reports figures of activities that lack archived ones. */
export function reportArchivedGroups(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  object: CrmObject,
  where: Condition | undefined,
): void {
  if (archivedBefore(context, object, where) !== null) reportOnce(context, info, archivedMissing);
}

/** Reports a statement of an analyst that reads activities, whether by FROM or by a list of children; the CRM has no joins with them. */
export function reportArchivedStatement(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  query: Query,
): void {
  if (!context.connector.lacksArchive()) return;
  const lacks = activitiesOf(context.model, query, query.object).some(
    ({ name, where }) => archivedBefore(context, { name }, where) !== null,
  );
  if (lacks) reportOnce(context, info, archivedMissing);
}

interface Activities {
  readonly name: string;
  readonly where: Condition | undefined;
}

/** Activities that a statement reads, with the conditions on them; names and paths as the CRM spells them. */
function activitiesOf(model: CrmModel, query: Query, object: string): readonly Activities[] {
  const below = query.select.flatMap((item) => {
    if (typeof item !== 'object' || !('subquery' in item)) return [];
    const { subquery } = item;
    const list = declaredObject(model, object)?.children.find(({ name }) =>
      isSame(name, subquery.object),
    );
    return list === undefined ? [] : activitiesOf(model, subquery, list.object);
  });
  return [...sourceOf(model, query, object), ...below];
}

function sourceOf(
  model: CrmModel,
  source: Pick<Query, 'object' | 'alias' | 'parents' | 'where'>,
  object: string,
): readonly Activities[] {
  const declared = declaredObject(model, object);
  if (declared === undefined || !archives.has(declared.name)) return [];
  const names = new SourceNames(source);
  const spelled = (path: string): string => {
    const parts = names.resolve(path);
    const relative =
      parts.length > 1 && isSame(parts[0] ?? '', declared.name) ? parts.slice(1) : parts;
    const [first = ''] = relative;
    const field = declared.fields.find(({ name }) => isSame(name, first))?.name;
    return relative.length === 1 && field !== undefined ? field : relative.join('.');
  };
  return [{ name: declared.name, where: withPaths(source.where, spelled) }];
}

function withPaths(
  condition: Condition | undefined,
  spelled: (path: string) => string,
): Condition | undefined {
  if (condition === undefined) return undefined;
  if (condition.op === 'and' || condition.op === 'or') {
    const conditions = condition.conditions.flatMap((inner) => withPaths(inner, spelled) ?? []);
    return { ...condition, conditions };
  }
  if (!('value' in condition) || typeof condition.path !== 'string') return condition;
  return { ...condition, path: spelled(condition.path) };
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const declaredObject = (model: CrmModel, object: string): CrmObject | undefined =>
  model.objects.find(({ name }) => isSame(name, object));

/** Begin of what is not archived; null where the service has all, or the condition wants nothing older. */
function archivedBefore(
  context: GraphContext,
  { name }: Pick<CrmObject, 'name'>,
  where: Condition | undefined,
): number | null {
  const archive = archives.get(name);
  if (archive === undefined || !context.connector.lacksArchive()) return null;
  const { year, month, day } = today(context, 'UTC');
  const since = startOfDay('UTC', { year, month, day: day - 365 });
  const excludes = (condition: Condition | undefined): boolean => {
    if (condition === undefined) return false;
    if (condition.op === 'and') return condition.conditions.some(excludes);
    if (condition.op === 'or') return condition.conditions.every(excludes);
    if (!('value' in condition) || typeof condition.path !== 'string') return false;
    if (archive.open.has(condition.path)) return isFalse(condition);
    return archive.dates.has(condition.path) && beginsSince(condition, since);
  };
  return excludes(where) ? null : since;
}

const isFalse = ({ op, value }: CompareCondition): boolean =>
  (op === 'eq' && value === false) || (op === 'ne' && value === true);

const lowerBounds: ReadonlySet<string> = new Set(['eq', 'gt', 'gte']);

function beginsSince({ op, value }: CompareCondition, since: number): boolean {
  if (!lowerBounds.has(op) || typeof value !== 'object' || value === null) return false;
  if ('relative' in value) return isRecent(value);
  const at = timeOf(value);
  return at !== null && at >= since;
}

function timeOf(value: Value): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const text = 'date' in value ? value.date : 'datetime' in value ? value.datetime : null;
  return text === null ? null : timeOfText(text);
}

function timeOfText(text: unknown): number | null {
  try {
    const isDay = typeof text === 'string' && text.length === 10;
    return instantOf(isDay ? `${text}T00:00:00Z` : text)?.getTime() ?? null;
  } catch {
    // Its own field reports the error.
    return null;
  }
}

const recent =
  /^(?:TODAY|YESTERDAY|LAST_(?:WEEK|MONTH|QUARTER|90_DAYS)|(?:TOMORROW|THIS_|NEXT_).*)$/;

/** Periods of the past that end up to so many units ago. */
const mostUnits: Readonly<Record<string, number>> = {
  LAST_N_DAYS: 365,
  N_DAYS_AGO: 365,
  LAST_N_WEEKS: 51,
  N_WEEKS_AGO: 51,
  LAST_N_MONTHS: 11,
  N_MONTHS_AGO: 11,
  LAST_N_QUARTERS: 3,
  N_QUARTERS_AGO: 3,
};

const isRecent = ({ relative, n = 0 }: RelativeDate): boolean =>
  recent.test(relative) || n <= (mostUnits[relative] ?? -1);

/** Whether the window holds a place older than `since`, or is the end of the list where such ones would be. */
function reachesBefore(
  since: number,
  object: CrmObject,
  { order, window }: ShownList,
  { nodes, pageInfo }: Connection<CrmRow>,
): boolean {
  if (window.size === 0) return false;
  const [first] = order;
  if (first === undefined || archives.get(object.name)?.dates.has(first.path) !== true) return true;
  const isNewestFirst = first.direction === 'desc';
  if (!(isNewestFirst ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return true;
  const oldest = nodes.at(isNewestFirst ? -1 : 0);
  const at = timeOfText((oldest?.values as Row | undefined)?.[first.path]);
  return at !== null && at < since;
}
