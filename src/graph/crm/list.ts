/** CRM lists: one SOQL query per window, with parents as paths and child windows as subqueries. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import { lastPage, type Row } from '../../contract/wire/execute.ts';
import { intOf, invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import {
  executeOptions,
  type GraphContext,
  listCursors,
  type PageOptions,
  type PlanContext,
} from '../../engine/context.ts';
import { memoize } from '../../engine/memoize.ts';
import { type Planned, planned } from '../../engine/plan/resolve-info.ts';
import { connectionSelection, requestedWindow } from '../../engine/plan/row-requirement.ts';
import { type Connection, mapNodes, type PageArgs, type Window } from '../../fetch/connection.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { KeysetList } from '../../fetch/keyset-list.ts';
import { keysetPaths, type OrderKey } from '../../fetch/keyset-position.ts';
import { keysetConnection, scannedConnection } from '../../fetch/keyset-window.ts';
import { allMaybe, type MaybePromise, rejecting, thenMaybe } from '../../fetch/maybe-promise.ts';
import { comparedPaths, countQuery, readCount } from '../../soql/analysis.ts';
import { printCondition } from '../../soql/print.ts';
import { allOf, type Condition, isNever, type Query } from '../../soql/query.ts';
import type { ExecuteOptions } from '../../upstream/upstream-request.ts';
import { reported } from '../connection-type.ts';
import { reportArchived } from './archived-activity.ts';
import { childWindows } from './child.ts';
import { type Subquery, subqueries } from './child-window.ts';
import { type CrmRow, listedRow } from './crm-row.ts';
import { filterCondition } from './filter.ts';
import { noteHistory } from './history-page.ts';
import { fillNulls } from './left-out-null.ts';
import { type ListQuery, ListStatement, listStatementOf } from './list-statement.ts';
import { type Order, orderKeys } from './order.ts';
import {
  type Filter,
  type FilteredList,
  filterRows,
  madeTests,
  type RowTest,
  splitFilter,
} from './post-filter.ts';
import { askReadable, type FinishRows } from './readable-query.ts';
import { primeRecords } from './record-loader.ts';
import { planPlaces, type RecordPlan } from './record-plan.ts';
import { queryRecords } from './record-query.ts';
import { readWholeList } from './whole-list.ts';

export interface ListRequest extends FilteredList {
  readonly args: PageArgs;
  readonly orderBy?: readonly Order[] | null | undefined;
  /** Id of the record it is a list of, where its condition names one: lists of several differ under the same arguments. */
  readonly owner?: string;
}

/** A list's statement without its condition and window, which change with each request. */
interface ListShape {
  readonly order: readonly OrderKey[];
  /** Selected paths of a row. */
  readonly paths: ReadonlySet<string>;
  /** Subqueries whose pages come along with the rows. */
  readonly inlined: readonly Subquery[];
  readonly select: Query['select'];
  readonly cursorOrder: string;
}

/** Plan of a list field. */
interface ListPlan extends ListShape {
  readonly where: Condition | undefined;
  readonly window: Window;
  /** Whether someone looks at what lies beyond the window. */
  readonly more: boolean;
  readonly isCounted: boolean;
  readonly cursorFilter: string;
  /** Whether deleted records are listed. */
  readonly showsDeleted: boolean;
  /** Statements that begin at an end of the list, by their limit. */
  readonly statements: Map<unknown, ListStatement>;
}

function planList(
  context: GraphContext,
  field: Planned,
  object: CrmObject,
  { args, orderBy }: ListRequest,
  filter: Filter | null,
  tests: readonly RowTest[],
): ListPlan {
  const where = filterCondition(context.model, object, filter);
  const selection = connectionSelection(field.node);
  const filterText = where === undefined ? '' : printCondition(where);
  return {
    ...shapeOf(context, field, object, orderBy, tests),
    where,
    window: requestedWindow(context, args, selection),
    more: selection.fields.has('pageInfo'),
    isCounted: selection.fields.has('totalCount'),
    cursorFilter: [filterText, ...tests.map((test) => test.text)].join(' & '),
    showsDeleted: comparedPaths(where).includes('IsDeleted'),
    statements: new Map(),
  };
}

/** The records that a list shows, as far as the document says. */
function rowsOf(context: PlanContext, { node }: Planned, object: CrmObject): RecordPlan {
  const { rows } = connectionSelection(node);
  return node.memo(`rows of ${object.name}`, () => planPlaces(rows, context.model, object));
}

/**
 * Memoizes by values and by the arguments of the children that come along. Arguments of a child that can't be are an
 * error of its own field.
 */
function memoWithChildren<T>(
  { node, binding }: Planned,
  { children, lookups }: RecordPlan,
  name: string,
  own: readonly unknown[],
  make: () => T,
): T {
  const values = [...own];
  try {
    for (const below of [...children, ...lookups])
      if (below.node.args.fixed === null) values.push(binding.args(below.node));
  } catch {
    return make();
  }
  return binding.memoByValues(node, name, values, make);
}

/** Conditions that are not the CRM's have needs of their own; without them it hangs on the order and on the children's arguments. */
function shapeOf(
  context: PlanContext,
  field: Planned,
  object: CrmObject,
  orderBy: ListRequest['orderBy'],
  tests: readonly RowTest[],
): ListShape {
  const plan = rowsOf(context, field, object);
  const make = () => listShape(context, field, plan, orderKeys(object, orderBy), tests);
  return tests.length > 0
    ? make()
    : memoWithChildren(field, plan, 'list shape', [orderBy ?? null], make);
}

function listShape(
  context: PlanContext,
  field: Planned,
  plan: RecordPlan,
  order: readonly OrderKey[],
  tests: readonly RowTest[],
): ListShape {
  const tested = tests.flatMap((test) => test.windows);
  // A second subquery of one relationship is loaded when its field resolves.
  const [inlined = []] = subqueries([...tested, ...childWindows(context, field.binding, plan)]);
  const paths = new Set([
    ...plan.paths,
    ...keysetPaths(order),
    ...tests.flatMap((test) => test.paths),
  ]);
  const select = [
    'Id',
    ...[...paths].filter((path) => path !== 'Id').sort(),
    ...inlined.map(({ selection }) => selection),
  ];
  return {
    order,
    paths,
    inlined,
    select,
    cursorOrder: JSON.stringify(order),
  };
}

/** The question, and the conditions in its filter that are not the CRM's to evaluate. */
function planOf(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  request: ListRequest,
): { readonly plan: ListPlan; readonly tests: readonly RowTest[] } {
  const { filter, outer = [], owner = '' } = request;
  const field = planned(info);
  const { node, binding } = field;
  const make = () => {
    const names = new Set(outer.map((condition) => condition.name));
    const split = splitFilter(context.model, object, filter, names);
    const plan =
      split.outer.length > 0 ? null : planList(context, field, object, request, split.filter, []);
    return { split, plan };
  };
  const plain = binding.memo(node, `list ${owner}`, () => {
    const values = [owner, binding.args(node)];
    return memoWithChildren(field, rowsOf(context, field, object), 'list', values, make);
  });
  if (plain.plan !== null) return { plan: plain.plan, tests: [] };
  const tests = madeTests(context, plain.split.outer, outer);
  return { plan: planList(context, field, object, request, plain.split.filter, tests), tests };
}

/** The window of a list, at once where it is in memory. */
export function listRecords(
  ...call: Parameters<typeof readRecords>
): MaybePromise<Connection<CrmRow>> {
  return rejecting(() => readRecords(...call));
}

function readRecords(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  request: ListRequest,
): MaybePromise<Connection<CrmRow>> {
  const { plan, tests } = planOf(context, info, object, request);
  const { order, where, window, more, isCounted, paths, inlined, select } = plan;
  let ageMs = 0;
  // Rows of cached answers were cached when the answers came.
  let fetched = false;
  const execute = (page: PageOptions, going: Pick<ExecuteOptions, 'firstRows' | 'locator'>) => {
    const options = { ...executeOptions(context, page), ...going };
    const answering = context.connector.executeMaybe(object.entity, 'list', params, options);
    return thenMaybe(answering, (answer) => {
      ageMs = Math.max(ageMs, answer.cached?.ageMs ?? 0);
      fetched ||= answer.cached === undefined;
      return fillNulls(context, answer, sent.select);
    });
  };
  // Where a page ends early, the service may take its path back; the query goes with it.
  let sent: Query = { object: object.name, select };
  let finishRows: FinishRows = (rows) => rows;
  let params = { q: '' };

  let stretches = 0;
  const toRow = (values: Row): CrmRow => listedRow(object, values, inlined);
  const list: KeysetList<Row> = {
    order,
    site: listSite(object.entity),
    query: (request) => {
      if (isNever(where)) return emptyPage;
      const narrowing = allMaybe(tests.map((test) => test.narrow(stretches)));
      return thenMaybe(narrowing, (narrowed) => {
        if (narrowed.some(isNever)) return emptyPage;
        const filters = allOf(where, ...narrowed, request.where);
        const { orderBy, limit } = request;
        const make = () =>
          new ListStatement({ object: object.name, select, where: filters, orderBy, limit });
        const isFirst = tests.length === 0 && request.where === undefined;
        const statement = isFirst ? memoize(plan.statements, limit, make) : make();
        return askReadable(context, object, statement.query, (readable, options, finishing) => {
          sent = readable;
          finishRows = finishing;
          const printed =
            readable === statement.query ? statement : listStatementOf(readable as ListQuery);
          const call = printed.params(context);
          ({ params } = call);
          return execute({ ...request, ...options }, { firstRows: call.firstRows });
        });
      });
    },
    follow: context.connector.takesLocators('crm')
      ? async (locator, isBeyond) => {
          const answer = await execute({ isBeyond }, { locator });
          return { ...answer, rows: finishRows(answer.rows) };
        }
      : undefined,
    count: (again) =>
      tests.length === 0
        ? countRecords(context, object, where, again)
        : countTested(context, object, { where, tests }, again),
  };
  const cursors = listCursors(context, object.name, plan.cursorFilter, plan.cursorOrder);
  const accept = (rows: readonly Row[]) => {
    stretches += 1;
    return filterRows(tests, rows.map(toRow));
  };
  const finish = (mapped: Connection<CrmRow>): Connection<CrmRow> => {
    // Deleted records are shown by the lists that ask for them: by id they don't exist.
    if (!plan.showsDeleted)
      primeRecords(context, object, mapped.nodes, paths, fetched ? ageMs : null, inlined);
    reportArchived(context, info, object, { where, order, window, isCounted }, mapped);
    return reported(context, info, mapped);
  };
  if (tests.length === 0)
    return thenMaybe(keysetConnection(list, window, cursors, { more }), (connection) => {
      const mapped = finish(mapNodes(connection, toRow));
      noteHistory(context, object, plan, mapped);
      return mapped;
    });
  return scannedConnection(list, window, cursors, { more, accept }).then(async (connection) => {
    const mapped = mapNodes(connection, toRow);
    for (const test of tests) await test.shown(mapped, info);
    return finish(mapped);
  });
}

const emptyPage = { rows: [], page: lastPage };

/** Counts what the CRM can't: the records of the filter are read, and tested. */
async function countTested(
  context: GraphContext,
  object: CrmObject,
  { where, tests }: Pick<ListPlan, 'where'> & { readonly tests: readonly RowTest[] },
  again?: PageOptions,
): Promise<number> {
  const query = { where, tests, paths: [], windows: [] };
  const advice = 'narrow the filter, or leave totalCount out';
  const { rows, unreadable } = await readWholeList(context, object, query, { advice, again });
  // In lists one without its id may match, and stays.
  return rows.length + unreadable;
}

async function countRecords(
  context: GraphContext,
  object: CrmObject,
  where: Condition | undefined,
  again?: PageOptions,
): Promise<number> {
  if (isNever(where)) return 0;
  const { rows } = await queryRecords(context, object, countQuery(object.name, where), again);
  const count = intOf(readCount(rows));
  if (count === null || count < 0) throw invalidUpstreamValue('a number of records', count);
  return count;
}
