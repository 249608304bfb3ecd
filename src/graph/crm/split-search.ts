/**
 * Split searches: one statement for all types of records where it holds what says which of them are visible, else
 * several. Hits of a type that takes several are put into the CRM's order of relevance by a search for them alone.
 */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import { type Answer, lastPage, type Row } from '../../contract/wire/execute.ts';
import type { GraphContext, PageOptions } from '../../engine/context.ts';
import { HiddenPartError } from '../../errors.ts';
import { rowIdentity } from '../../fetch/keyset-position.ts';
import { encodedLength } from '../../soql/literal.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
import { unfitting } from './fitting-query.ts';
import { completedRow } from './left-out-null.ts';
import { longestStatement } from './list-statement.ts';
import { askReadableTogether, type ReadableSearch, type ViewersSearch } from './readable-query.ts';
import type { ObjectQuery } from './readable-statement.ts';
import { viewersQuery } from './row-visibility.ts';
import { mergeAsked, type SplitPart } from './split-list.ts';

interface FoundRows {
  readonly answers: readonly Answer[];
  /** Rows of each query, or why nothing of its object is searched; in the order of the queries. */
  readonly found: readonly (readonly Row[] | HiddenPartError)[];
}

/** Room for LIMIT and what joins the objects of a statement. */
const margin = 100;

/**
 * @param printed the statement of queries
 * @throws UserInputError where no statements say which rows are visible; HiddenPartError where nothing is searched
 */
export async function searchVisible(
  context: GraphContext,
  requested: readonly ObjectQuery[],
  printed: (queries: readonly Query[]) => string,
  run: (q: string, options: PageOptions) => Promise<Answer>,
): Promise<FoundRows> {
  const frame = printed([{ object: 'X', select: ['Id'] }]);
  const longest = longestStatement(context) - encodedLength(frame) - margin;
  const viewers = await Promise.all(
    requested.map(({ object, query }) => viewersQuery(context, object, query, longest)),
  );
  const parts = requested.flatMap(({ object }, at): SearchPart[] => {
    const { query, split, unfit, judged } = viewers[at]!;
    if (unfit !== null) throw unfitting(object, longest, unfit);
    return (split?.queries ?? [query]).map((piece) => ({ object, judged, at, query: piece }));
  });
  const statements = inStatements(parts, longest);
  context.allowance.extend(statements.length - 1);
  const searches = await Promise.all(
    statements.map((pieces) => {
      const asked = askReadableTogether(context, pieces, (queries, options) =>
        run(printed(queries), options),
      );
      return statements.length === 1 ? asked : asked.catch((error) => unsearched(pieces, error));
    }),
  );
  const merged = await Promise.all(
    requested.map(({ object, query }, at) => {
      const hits = statements.flatMap((pieces, index) =>
        pieces.flatMap((part, place) =>
          part.at === at ? [hitsOf(context, object, searches[index]!, place)] : [],
        ),
      );
      const error = hits.find((rows) => rows instanceof HiddenPartError);
      if (error !== undefined) return error;
      const lists = hits.flatMap((rows) => (rows instanceof HiddenPartError ? [] : [rows]));
      return inRelevance(context, object, query, lists, (queries) => run(printed(queries), {}));
    }),
  );
  const [first] = merged;
  if (first instanceof HiddenPartError && merged.every((rows) => rows instanceof HiddenPartError))
    throw first;
  return { answers: searches.map(({ answer }) => answer), found: merged };
}

interface SearchPart extends ViewersSearch {
  /** Index of the query that it is a part of. */
  readonly at: number;
}

/** Parts in few statements that hold them, each with a type once: hits don't say which part of a statement found them. */
function inStatements(parts: readonly SearchPart[], longest: number): readonly SearchPart[][] {
  const statements: SearchPart[][] = [];
  let left = 0;
  for (const part of parts) {
    const bytes = encodedLength(printQuery(part.query, Number.POSITIVE_INFINITY)) + margin / 2;
    const hasType = statements.at(-1)?.some(({ object }) => object === part.object) ?? true;
    if (hasType || bytes > left) {
      statements.push([]);
      left = longest;
    }
    statements.at(-1)!.push(part);
    left -= bytes;
  }
  return statements;
}

function unsearched(parts: readonly SearchPart[], error: unknown): ReadableSearch {
  if (!(error instanceof HiddenPartError)) throw error;
  return { answer: { rows: [], page: lastPage }, queries: parts.map(() => error) };
}

/** The hits of one query of a statement. */
function hitsOf(
  context: GraphContext,
  object: CrmObject,
  { answer, queries }: ReadableSearch,
  place: number,
): readonly Row[] | HiddenPartError {
  const left = queries[place]!;
  if (left instanceof HiddenPartError) return left;
  const rows = answer.rows.flatMap((row) => completedHit(context, object, row, left.query.select));
  return left.finish(rows);
}

export const hitId = (id: unknown): string | null =>
  typeof id === 'string' ? normalizeCrmId(id) : null;

/** The row, if it is one of that object. Hits need not name what they have nothing in. */
function completedHit(
  context: GraphContext,
  object: CrmObject,
  row: Row,
  select: Query['select'],
): Row[] {
  const id = hitId(row.Id);
  if (id === null || context.model.objectOfId(id) !== object) return [];
  const hit = { ...completedRow(row, select), Id: id };
  object.entity.decode?.(hit);
  return [hit];
}

/** An id in quotes with its comma, as they stand in a URL. */
const idBytes = 27;

async function inRelevance(
  context: GraphContext,
  object: CrmObject,
  { limit = Number.POSITIVE_INFINITY }: Query,
  lists: readonly (readonly Row[])[],
  search: (queries: readonly Query[]) => Promise<Answer>,
): Promise<readonly Row[]> {
  const filled = lists.filter((rows) => rows.length > 0);
  const [only = [], ...others] = filled;
  if (others.length === 0) return only;
  const parts = filled.map((rows): SplitPart => ({ rows, isCut: false }));
  const inOrder = async (ids: readonly unknown[]): Promise<readonly unknown[]> => {
    context.allowance.extend(1);
    const where = { op: 'in', path: 'Id', values: ids.map(String) } as const;
    const query = { object: object.name, select: ['Id'], where, limit: Math.max(1, ids.length) };
    const { rows } = await search([query]);
    return rows.map((row) => hitId(rowIdentity(row)));
  };
  // The term takes its share of the statement, too.
  const most = Math.max(filled.length, Math.floor(longestStatement(context) / 2 / idBytes));
  return (await mergeAsked(parts, limit, most, inOrder)).rows;
}
