/**
 * Split statements: a question that would name more ids than one statement holds goes as several, and their answers
 * make one as the CRM would have given it. The condition is split and not the rows: no range of rows shortens the
 * ids that each statement would have to name. Pieces without a common row make totals and figures sums; the order of
 * rows is compared where it is certain, and asked of the CRM where it is not.
 */

import type { CrmObject } from '../../contract/crm/model.ts';
import { type Answer, lastPage, type PageMark, type Row } from '../../contract/wire/execute.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import type { UserInputError } from '../../errors.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { OrderKey } from '../../fetch/keyset-position.ts';
import { rowIdentity } from '../../fetch/keyset-position.ts';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import { rowComparer } from '../../fetch/sort-key-comparison.ts';
import { type ConditionPiece, splitCondition } from '../../row-access/split-condition.ts';
import { isGrouped } from '../../soql/analysis.ts';
import { encodedLength } from '../../soql/literal.ts';
import { printQuery } from '../../soql/print.ts';
import type { FieldPath, Query } from '../../soql/query.ts';
import { longestStatement } from './list-statement.ts';
import { orderKeyOf } from './sort-key.ts';
import {
  type DistinctCounts,
  GroupSplit,
  TooManyGroupsError,
  tooManyValues,
} from './split-group.ts';
import { orderGroups } from './split-group-order.ts';
import { type MergedRows, mergeAsked, mergeSurely, type SplitPart } from './split-list.ts';

export interface SplitQuery {
  /** The query as it would be one statement. */
  readonly query: Query;
  readonly pieces: readonly ConditionPiece[];
  /** One for each piece. */
  readonly queries: readonly Query[];
  readonly groups: GroupSplit | null;
}

/** Room for WHERE, a LIMIT, an OFFSET and the fields that tell rows of other pieces. */
const margin = 300;

/**
 * @returns null for one that no statements of this length make
 * @throws UserInputError that names what of it can't be put together
 */
export function splitQuery(query: Query, longest: number): SplitQuery | null {
  const { where, ...unfiltered } = query;
  if (where === undefined) return null;
  const groups = isGrouped(query) ? new GroupSplit(query) : null;
  const frame = groups === null ? unfiltered : groups.queryOf({ others: [] });
  const room = longest - encodedLength(printQuery(frame, Number.POSITIVE_INFINITY)) - margin;
  const pieces = splitCondition(where, room);
  if (pieces === null) return null;
  const queries = pieces.map((piece) => groups?.queryOf(piece) ?? { ...query, where: piece.where });
  return { query, pieces, queries, groups };
}

/** Asks one statement. */
type Ask = (query: Query) => MaybePromise<Answer>;

/** @throws UserInputError where groups are more than statements give; what `ask` throws */
export async function askSplit(
  context: GraphContext,
  object: CrmObject,
  split: SplitQuery,
  ask: Ask,
): Promise<Answer> {
  // A question is estimated by what is known of anchors before it runs.
  context.allowance.extend(split.pieces.length - 1);
  return split.groups === null
    ? askRows(context, object, split, ask)
    : askGroups(context, object, split, split.groups, ask);
}

async function askRows(
  context: GraphContext,
  object: CrmObject,
  { query, pieces, queries }: SplitQuery,
  ask: Ask,
): Promise<Answer> {
  const answers = await Promise.all(queries.map(ask));
  const { limit = Number.POSITIVE_INFINITY } = query;
  const merged = await mergedRows(context, object, query, answers);
  const isCut = merged.isCut;
  const isApart = pieces.every(({ others }) => others.length === 0);
  const total = isApart
    ? sumOf(answers.map(({ page }) => page.total))
    : totalOfUnion(answers, limit, merged.rows.length);
  const lack = answers.find(({ page }) => page.lacksTotal !== undefined)?.page.lacksTotal;
  const page: PageMark = {
    ...lastPage,
    done: !isCut,
    total: total === null ? null : Math.min(total, limit),
    ...(lack !== undefined && { lacksTotal: lack }),
  };
  return { rows: merged.rows, page, ...cachedOf(answers) };
}

const sumOf = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce<number | null>(
    (sum, number) => (sum === null || number === null ? null : sum + number),
    0,
  );

/** Of statements that have rows in common the total is known where all of their rows are; null where it is not. */
function totalOfUnion(answers: readonly Answer[], limit: number, distinct: number): number | null {
  if (answers.some(({ page }) => page.total !== null && page.total >= limit)) return limit;
  const missing = sumOf(
    answers.map(({ page, rows }) =>
      page.total === null || !page.done ? null : page.total - rows.length,
    ),
  );
  return missing === null ? null : distinct + missing;
}

/** An answer is as old as its oldest part. */
function cachedOf(answers: readonly Answer[]): Pick<Answer, 'cached'> {
  const marks = answers.flatMap(({ cached }) => (cached === undefined ? [] : [cached]));
  if (marks.length < answers.length) return {};
  const ageMs = Math.max(...marks.map((mark) => mark.ageMs));
  return { cached: { ageMs, stale: marks.some(({ stale }) => stale) } };
}

function mergedRows(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  answers: readonly Answer[],
): MaybePromise<MergedRows> {
  const { limit = Number.POSITIVE_INFINITY, orderBy = [] } = query;
  const parts = answers.map(({ rows, page }): SplitPart => ({ rows, isCut: !page.done }));
  if (orderBy.length === 0) return mergeSurely(parts, limit, () => 0)!;
  const order = orderBy.map((key) => orderKeyOf(object, key));
  const isKnown = (keys: readonly (OrderKey | null)[]): keys is readonly OrderKey[] =>
    !keys.includes(null);
  const compare = isKnown(order) ? rowComparer(order, listSite(object.entity)) : () => null;
  const sure = mergeSurely(parts, limit, compare);
  if (sure !== null) return sure;
  const most = Math.floor((longestStatement(context) - orderFrame(query)) / idBytes);
  return mergeAsked(parts, limit, most, (ids) => inOrder(context, object, query, ids));
}

/** An id in quotes with its comma, as they stand in a URL. */
const idBytes = 27;

const orderQuery = ({ object, alias, parents, orderBy }: Query, ids: readonly string[]): Query => ({
  ...{ object, alias, parents, orderBy, select: ['Id'] },
  where: { op: 'in', path: 'Id', values: ids },
  limit: Math.max(1, ids.length),
});

const orderFrame = (query: Query): number =>
  encodedLength(printQuery(orderQuery(query, []))) + margin;

/** Ids in the order of the query, as the CRM has it. */
async function inOrder(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  ids: readonly unknown[],
): Promise<readonly unknown[]> {
  const named = ids.filter((id) => typeof id === 'string');
  if (named.length < 2) return named;
  context.allowance.extend(1);
  const q = printQuery(orderQuery(query, named), longestStatement(context));
  const options = executeOptions(context);
  const { rows, page } = await context.connector.execute(object.entity, 'list', { q }, options);
  const came = rows.map((row: Row) => rowIdentity(row));
  if (page.done || came.length === 0) return came;
  const others = new Set(named).difference(new Set(came));
  return [...came, ...(await inOrder(context, object, query, [...others]))];
}

async function askGroups(
  context: GraphContext,
  object: CrmObject,
  { query, pieces }: Pick<SplitQuery, 'query' | 'pieces'>,
  groups: GroupSplit,
  ask: Ask,
): Promise<Answer> {
  const answers: Answer[] = [];
  const read = async (piece: ConditionPiece): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    const pieceQuery = groups.queryOf(piece);
    for (;;) {
      const offset = rows.length === 0 ? {} : { offset: rows.length };
      const answer = await ask({ ...pieceQuery, ...offset });
      answers.push(answer);
      rows.push(...answer.rows);
      if (answer.page.done || answer.rows.length === 0) break;
    }
    if (!groups.isFull(rows)) return groups.ownRows(piece, rows);
    const halves = piece.halves();
    if (halves === null) throw new TooManyGroupsError();
    context.allowance.extend(2);
    return (await Promise.all(halves.map(read))).flat();
  };
  const countsOf = async (field: FieldPath): Promise<DistinctCounts | UserInputError> => {
    const distinct = groups.distinctQuery(field, object);
    context.allowance.extend(pieces.length);
    try {
      const split = { query: distinct, pieces };
      const { rows } = await askGroups(context, object, split, new GroupSplit(distinct), ask);
      return groups.distinctCounts(field, rows, object);
    } catch (error) {
      // The other figures of the question are what they are.
      if (error instanceof TooManyGroupsError) return tooManyValues(field);
      throw error;
    }
  };
  const fields = [...groups.distinct];
  const [rows, counts] = await Promise.all([
    Promise.all(pieces.map(read)),
    Promise.all(fields.map(countsOf)),
  ]);
  const byField = new Map(fields.map((field, at) => [field, counts[at]!]));
  const groupRows = groups.merged(rows.flat(), object, byField);
  const merged = await orderGroups(context, object, query, groupRows);
  const { offset = 0, limit = merged.length } = query;
  const shown = merged.slice(offset, offset + limit);
  return { rows: shown, page: { ...lastPage, total: shown.length }, ...cachedOf(answers) };
}
