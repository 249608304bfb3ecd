/** Deals ordered by silence: the time since the last call or the last activity in the CRM. Neither system alone can sort by it. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import { UpstreamError, UserInputError } from '../../errors.ts';
import { arrayConnection, checkPlaces } from '../../fetch/array-window.ts';
import { type Connection, mapNodes } from '../../fetch/connection.ts';
import { type PageArgs, readWindow } from '../../fetch/connection-argument.ts';
import { filterText } from '../../fetch/cursor.ts';
import { readKeysetList } from '../../fetch/keyset-list.ts';
import { listSite } from '../../fetch/list-error.ts';
import type { Coverage } from '../../participants/call-query.ts';
import { printCondition } from '../../soql/print.ts';
import { isNever } from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import { reported, reportIncomplete } from '../connection-type.ts';
import { executeOptions, type GraphContext, listCursors } from '../context.ts';
import { attachChildWindows, subqueries } from '../crm/child-window.ts';
import { CrmRow, fieldOf, listedRow, recordList } from '../crm/crm-row.ts';
import { filterCondition } from '../crm/filter.ts';
import { listRecords } from '../crm/list.ts';
import { type Filter, splitFilter } from '../crm/post-filter.ts';
import { listCost } from '../crm/record-cost.ts';
import { crmType } from '../crm/type-reference.ts';
import { memoizeByRequestKey } from '../memoize.ts';
import type { Cost } from '../plan/field-cost.ts';
import { nodeOf } from '../plan/resolve-info.ts';
import { connectionSelection } from '../row-requirement.ts';
import { startOfDay } from '../time-zone.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { mostRecordPages } from './filtered-records.ts';
import { indexCost } from './index-cost.ts';
import { plainFilterOf } from './index-filter.ts';
import { reportCoverage } from './last-call-input.ts';
import type { LinkInputs } from './link-input.ts';
import { subjectKinds } from './participant-key.ts';
import { reportUncoveredTime } from './uncovered-time.ts';

interface SilenceArgs {
  readonly filter?: Filter | null;
  readonly since?: Date | null;
  readonly timeZone?: string | null;
}

interface Ranked {
  readonly id: string;
  /** The last contact; null where there was none. */
  readonly contact: number | null;
}

interface Ranking {
  readonly deals: readonly Ranked[];
  /** Records that came without an id, and can't be anywhere in the order. */
  readonly unreadable: number;
  readonly coverage: Coverage;
}

const kind = subjectKinds.find(({ object }) => object === 'Opportunity')!;
const people = { viaContactRoles: true };
const dayField = 'LastActivityDate';

const rankings = memoizeByRequestKey<string, Promise<Ranking>>();

/** Fields of a request with the same deals share one ranking. */
function rankingOf(context: GraphContext, object: CrmObject, args: SilenceArgs): Promise<Ranking> {
  const where = filterCondition(context.model, object, args.filter);
  const timeZone = args.timeZone ?? context.timeZone;
  const key = `${timeZone} ${where === undefined ? '' : printCondition(where)}`;
  return rankings(context, key, () => rank(context, object, args.filter, timeZone));
}

/** @throws SwitchboardError SCAN_LIMIT for more deals than fit the pages. */
async function rank(
  context: GraphContext,
  object: CrmObject,
  given: SilenceArgs['filter'],
  timeZone: string,
): Promise<Ranking> {
  const where = filterCondition(context.model, object, given);
  const [placed = []] = subqueries(kind.need(context.model).windows(people));
  const select = ['Id', dayField, ...placed.map(({ selection }) => selection)];
  const list = recordList(context, object, select, where);
  const { participants, tenant } = context;
  const filter = plainFilterOf(context, {});
  const deals = new Map<string, Ranked>();
  let unreadable = 0;
  let coverage: Coverage | null = null;
  const advice = 'narrow the filter of the deals';
  const pages = readKeysetList(list, { pageRows: maxRows, maxPages: mostRecordPages, advice });
  const add = async (page: readonly Row[]): Promise<void> => {
    const listed = page.map((values) => listedRow(object, attachChildWindows(values, placed)));
    const rows = listed.filter((row) => row instanceof CrmRow);
    unreadable += listed.length - rows.length;
    const subjects = await Promise.all(rows.map((row) => kind.subject(context, row, people)));
    const queries = (rows.length === 0 ? [{}] : subjects).map((subject) => ({ subject, filter }));
    const answers = await participants.lastCalls(tenant, queries, executeOptions(context));
    coverage = answers[0]?.coverage ?? coverage;
    for (const [at, row] of rows.entries()) {
      const call = answers[at]?.value?.startedAt ?? null;
      const activity = dayOf(row, timeZone);
      const known = [call, activity].filter((one) => one !== null);
      const contact = known.length === 0 ? null : Math.max(...known);
      deals.set(row.id, { id: row.id, contact });
    }
  };
  if (isNever(where)) await add([]);
  else for await (const page of pages) await add(page);
  return { deals: [...deals.values()].sort(bySilence), unreadable, coverage: coverage! };
}

/** The beginning of the day of the last activity: a call on that day was later. */
function dayOf(row: CrmRow, timeZone: string): number | null {
  const value = fieldOf(row, dayField);
  if (value === null) return null;
  const parts = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  if (parts === null) throw invalidUpstreamValue(`a date in ${dayField}`, value);
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return startOfDay(timeZone, { year, month, day });
}

const bySilence = (a: Ranked, b: Ranked): number =>
  rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const rankOf = ({ contact }: Ranked): number => contact ?? Number.MIN_SAFE_INTEGER;

async function dealsBySilence(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  { since, ...given }: SilenceArgs,
  page: PageArgs,
): Promise<Connection<CrmRow>> {
  const window = readWindow(page, context.pageLimits);
  const order = `silence ${since?.toISOString() ?? ''}`;
  const cursors = listCursors(context, 'deals by silence', filterText(given), order);
  checkPlaces(window, cursors);
  const { deals, unreadable, coverage } = await rankingOf(context, object, given);
  const isSilent = ({ contact }: Ranked) => !since || contact === null || contact < since.getTime();
  const silent = deals.filter(isSilent);
  const ranked = { order: rankOf, isRanked: true };
  const listed = arrayConnection(silent, ({ id }) => id, window, cursors, ranked);
  const shown = listed.nodes;
  const { fields } = connectionSelection(nodeOf(info));
  const isShown = shown.length > 0 && (fields.has('nodes') || fields.has('edges'));
  const rows = isShown ? await recordsOf(context, info, object, shown) : null;
  if (unreadable > 0)
    reportIncomplete(context, info, {
      message: 'Deals came without their id, and have no place in the order.',
      expected: deals.length + unreadable,
      received: deals.length,
    });
  const connection = mapNodes(
    listed,
    ({ id }) => rows?.get(id) ?? (gone(object) as never as CrmRow),
  );
  reportCoverage(context, connection, async () => coverage);
  reportUncoveredTime(context, info, { from: since?.getTime() }, coverage);
  return reported(context, info, connection);
}

/** A deal whose place is known, and that did not come: the error of its own place. */
const gone = ({ entity }: CrmObject): UpstreamError =>
  new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    'Expected a deal whose key was listed, got no such record',
    listSite(entity),
  );

/** With all that is selected of them, by one statement; by more where an answer ends early. */
async function recordsOf(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  deals: readonly Ranked[],
): Promise<ReadonlyMap<string, CrmRow>> {
  const found = new Map<string, CrmRow>();
  for (let wanted = deals.map(({ id }) => id), came = 1; wanted.length > 0 && came > 0; ) {
    const { nodes } = await listRecords(context, info, object, {
      args: { first: wanted.length },
      filter: { id: { in: wanted } },
      owner: wanted.join(),
    });
    for (const row of nodes) if (row instanceof CrmRow) found.set(row.id, row);
    const missing = wanted.filter((id) => !found.has(id));
    came = wanted.length - missing.length;
    wanted = missing;
  }
  return found;
}

/** Cost: the ranking reads keys of all deals; the window's deals take one more statement. */
const silenceCost =
  (object: CrmObject): Cost =>
  (place) => {
    indexCost(place, {});
    const deals = place.given('deals', ({ filter, timeZone }) => filterText({ filter, timeZone }));
    place.estimate.once(`silence of ${deals}`, mostRecordPages);
    const found = listCost(object, [])(place);
    return { ...found, batches: found.batches + 1 };
  };

export function defineSilence(graph: TypeRegistry, { filters, outer }: LinkInputs): void {
  const { builder, crm, model } = graph;
  const { object, connection } = crmType(crm, 'Opportunity');
  const names = new Set(outer.map(({ name }) => name));
  builder.queryField('opportunitiesBySilence', (t) =>
    t.field({
      type: connection,
      cost: silenceCost(object),
      description: `Deals by how long nobody has been in touch: those nobody ever was first, then the longest silence. Contact is a call of the deal or of people of its contact roles, or an activity in the CRM, whichever was last; one that is still ahead counts as well. Evaluated by Switchboard: keys of all deals of the filter are read, a call for each 2,000 of them, up to ${2_000 * mostRecordPages}. The list's \`coverage\` says since when calls are known.`,
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({
          type: filters.get(object.name)!,
          description: 'Which deals; evaluated by the CRM, so without lastCall and callCount.',
        }),
        since: t.arg({
          type: 'DateTime',
          description: 'Only deals without any contact at this instant or later.',
        }),
        timeZone: t.arg.string({
          description:
            "Whose days the CRM's dates of activities are, as an IANA name; the company's (COMPANY_TIME_ZONE) unless given.",
        }),
      },
      resolve: (_root, { filter, since, timeZone, ...page }, context, info) => {
        const given = filter as Filter | null | undefined;
        if (splitFilter(model, object, given, names).outer.length > 0)
          throw new UserInputError(
            'Expected a filter without lastCall and callCount: the order is by the last call, and "since" says since when there was none.',
          );
        return dealsBySilence(
          context,
          info,
          object,
          { filter: given ?? null, since: since ?? null, timeZone: timeZone ?? null },
          page as PageArgs,
        );
      },
    }),
  );
}
