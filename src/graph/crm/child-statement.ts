/**
 * Child statements: children that can't come inside their parents' statement, in one for all parents of a batch, or
 * in one for a lone parent with its grandchildren; and the number of children of each parent.
 */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmChild, CrmObject } from '../../contract/crm/model.ts';
import { type Answer, lastPage, type Row } from '../../contract/wire/execute.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { TracedLoader } from '../../fetch/batch-loader.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { CountAgain, KeysetRequest } from '../../fetch/keyset-list.ts';
import type { Page } from '../../fetch/page.ts';
import { pages } from '../../fetch/page-reader.ts';
import { readByKeys } from '../../fetch/read-by-key.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { chunkByEncodedLength, encodedLength } from '../../soql/literal.ts';
import { printCondition, printQuery } from '../../soql/print.ts';
import {
  allOf,
  anyOf,
  type Condition,
  isNever,
  type Query,
  type SelectItem,
} from '../../soql/query.ts';
import { maxQueryBytes, maxRows } from '../../soql/statement-limit.ts';
import type { Subquery } from './child-window.ts';
import { queryRecords } from './record-query.ts';
import { aroundKeys, noId } from './row-visibility.ts';

/**
 * Factor of spare rows: rows are limited for all parents together, and those of a parent with many
 * children may come first. Spare rows are cheap, calls are scarce.
 */
const spareFactor = 10;

/** The windows' common statement, whatever their parent. */
export interface ChildList {
  readonly child: CrmChild;
  /** Object of the children. */
  readonly object: CrmObject;
  readonly paths: ReadonlySet<string>;
  readonly where: Condition | undefined;
}

interface NextChildren {
  readonly parentId: string;
  /** Keyset condition of the window's cursor. */
  readonly position: Condition | undefined;
  readonly rowCount: number;
}

const loaders = memoizeByRequestKey<string, TracedLoader<NextChildren, Page<Row>>>();

/** Some of the parent's next children, in the window's order; `done` where there are no others. */
export function restOfChildren(
  context: GraphContext,
  list: ChildList,
  parentId: string,
  { where: position, orderBy, limit }: KeysetRequest,
): Promise<Page<Row>> {
  const { child, object, paths, where } = list;
  const select = ['Id', ...new Set([child.field, ...[...paths].sort()])];
  const key = printQuery({ object: object.name, select, where, orderBy });
  const statement: Statement = (condition, rows) => ({
    ...{ object: object.name, select, where: allOf(where, condition), orderBy, limit: rows },
  });
  const batch = (requests: readonly NextChildren[]) => readAll(context, list, statement, requests);
  const loader = loaders(context, key, () => new TracedLoader(batch, { cache: false }));
  return loader.load({ parentId, position, rowCount: limit });
}

type Statement = (condition: Condition, rows: number) => Query;

async function readAll(
  context: GraphContext,
  list: ChildList,
  statement: Statement,
  requests: readonly NextChildren[],
): Promise<(Page<Row> | Error)[]> {
  const pageOf = new Map<NextChildren, Page<Row> | Error>();
  const noParent = statement({ op: 'eq', path: list.child.field, value: noId }, maxRows);
  const { around, times } = await aroundKeys(context, list.object, noParent);
  const room = (maxQueryBytes - encodedLength(around)) / times;
  await Promise.all(
    inPieces(requests, list.child.field, room).map(async (piece) => {
      let open = piece;
      const steps = pages<PieceRead>(
        async ({ previous }) => {
          // Requests parents without rows again: rows of others may have filled the page.
          const left =
            previous === null
              ? open
              : open.filter((request) => isEmpty(getOrThrow(pageOf, request)));
          if (left.length === 0 || (previous !== null && left.length === open.length)) return null;
          open = left;
          return readPiece(context, list, statement, open);
        },
        { site: listSite(list.object.entity), cursorOf: () => null },
      );
      for await (const step of steps) {
        if (step.page !== null)
          for (const [request, page] of step.page.pages) pageOf.set(request, page);
        // Further rows are left to the windows, which continue from their own position.
        else if (step.shortfall === null)
          for (const request of open) pageOf.set(request, step.stopped);
      }
    }),
  );
  return requests.map((request) => getOrThrow(pageOf, request));
}

const isEmpty = (page: Page<Row> | Error): boolean =>
  !(page instanceof Error) && page.rows.length === 0 && !page.page.done;

interface PieceRead extends Answer {
  readonly pages: ReadonlyMap<NextChildren, Page<Row>>;
}

async function readPiece(
  context: GraphContext,
  { child, object }: ChildList,
  statement: Statement,
  requests: readonly NextChildren[],
): Promise<PieceRead> {
  const requested = requests.reduce((sum, request) => sum + request.rowCount, 0);
  const rowCount = Math.min(maxRows, requests.length === 1 ? requested : requested * spareFactor);
  const places = requests.map((request) => placeOf(request, child.field));
  const query = statement(anyOf(...places)!, rowCount);
  const answer = await queryRecords(context, object, query, { isBeyond: true });
  const { done, total } = answer.page;
  const isWhole = done && answer.rows.length < rowCount && answer.rows.length >= (total ?? 0);
  const byParent = new Map<string | null, Row[]>();
  for (const row of answer.rows) {
    const parent = normalizeCrmId(String(row[child.field]));
    const siblings = byParent.get(parent);
    if (siblings === undefined) byParent.set(parent, [row]);
    else siblings.push(row);
  }
  const pages = new Map(
    requests.map((request) => {
      const rows = byParent.get(request.parentId) ?? [];
      return [request, { rows, page: { ...lastPage, done: isWhole } }] as const;
    }),
  );
  return { ...answer, pages };
}

const placeOf = ({ parentId, position }: NextChildren, field: string): Condition =>
  allOf({ op: 'eq', path: field, value: parentId }, position);

/** Splits parents into chunks that fit one statement. */
function inPieces(
  requests: readonly NextChildren[],
  field: string,
  room: number,
): NextChildren[][] {
  const pieces: NextChildren[][] = [];
  let left = 0;
  for (const request of requests) {
    // With the OR and the parentheses around it.
    const bytes = encodedLength(` OR (${printCondition(placeOf(request, field))})`);
    if (bytes > left || pieces.length === 0) {
      pieces.push([]);
      left = room;
    }
    pieces.at(-1)!.push(request);
    left -= bytes;
  }
  return pieces;
}

export interface DeepList extends ChildList {
  /** Children of the children that come along; none where nothing of them is shown. */
  readonly grandchildren: readonly Subquery[];
}

interface Deep {
  readonly parentId: string;
  readonly request: KeysetRequest;
}

type DeepLoader = TracedLoader<Deep, Page<Row> | null, string>;

const deepLoaders = memoizeByRequestKey<string, DeepLoader>();

/** The parent's children in the window's order; null for several parents, whose windows one statement can't limit. */
export function deepChildren(
  context: GraphContext,
  list: DeepList,
  parentId: string,
  request: KeysetRequest,
): Promise<Page<Row> | null> {
  const { object, where } = list;
  const key = printQuery({
    object: object.name,
    select: [list.child.field, ...selectOf(list)],
    where,
  });
  const batch = ([only, ...others]: readonly Deep[]) =>
    others.length > 0
      ? Promise.resolve([null, ...others.map(() => null)])
      : Promise.all([readDeep(context, list, only!)]);
  const cacheKeyFn = ({
    parentId,
    request: { isBeyond = false, fresh = false, ...otherFields },
  }: Deep) => JSON.stringify({ parentId, ...otherFields, isBeyond, fresh });
  const create = (): DeepLoader => new TracedLoader(batch, { cacheKeyFn });
  return deepLoaders(context, key, create).load({ parentId, request });
}

const selectOf = ({ paths, grandchildren }: DeepList): readonly SelectItem[] => [
  'Id',
  ...[...paths].sort(),
  ...grandchildren.map(({ selection }) => selection),
];

async function readDeep(
  context: GraphContext,
  list: DeepList,
  { parentId, request }: Deep,
): Promise<Page<Row>> {
  const { child, object, where } = list;
  const select = selectOf(list);
  const { orderBy, limit } = request;
  const ofParent = { op: 'eq', path: child.field, value: parentId } as const;
  const conditions = allOf(ofParent, where, request.where);
  const query = { object: object.name, select, where: conditions, orderBy, limit };
  return queryRecords(context, object, query, request);
}

const counters = memoizeByRequestKey<string, TracedLoader<string, number>>();

/** How many children of a parent the condition leaves, in one statement for all parents of a batch. */
export function countChildren(
  context: GraphContext,
  children: Children,
  parentId: string,
  again: CountAgain = {},
): Promise<number> {
  const { child, object, where } = children;
  if (isNever(where)) return Promise.resolve(0);
  const condition = where === undefined ? '' : printCondition(where);
  const key = `${object.name}.${child.field} ${again.fresh ?? false} ${condition}`;
  const batch = (ids: readonly string[]) => count(context, children, ids, again);
  return counters(context, key, () => new TracedLoader(batch)).load(parentId);
}

type Children = Pick<ChildList, 'child' | 'object' | 'where'>;

/** Groups of one query: the CRM gives at most 2,000 rows of aggregates. */
const maxGroups = 2_000;

async function count(
  context: GraphContext,
  { child, object, where }: Children,
  parentIds: readonly string[],
  again: CountAgain,
): Promise<(number | Error)[]> {
  const query = (ids: readonly string[]): Query => ({
    object: object.name,
    select: [child.field, { expression: { fn: 'COUNT', of: 'Id' }, alias: 'n' }],
    where: allOf({ op: 'in', path: child.field, values: ids }, where),
    groupBy: [child.field],
    limit: maxGroups,
  });
  const { around, times } = await aroundKeys(context, object, query([noId]));
  const chunks = chunkByEncodedLength([...parentIds], { around, times, maxValues: maxGroups });
  const counts = new Map<string, number | Error>();
  await Promise.all(
    chunks.map(async (chunk) => {
      const { rows } = await readByKeys({
        site: listSite(object.entity),
        keys: chunk,
        keyOf: (row) => normalizeCrmId(String(row[child.field] ?? '')),
        fetchPage: (ids, page) => queryRecords(context, object, query(ids), { ...page, ...again }),
      });
      for (const [id, row] of rows) counts.set(id, row instanceof Error ? row : countOf(row.n));
    }),
  );
  return parentIds.map((id) => counts.get(id) ?? 0);
}

function countOf(value: unknown): number | Error {
  return Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : invalidUpstreamValue('a number of records', value);
}
