/** List statements: the text of a list's query and what its rows hold, made once for all requests that ask it. */

import type { GraphContext } from '../../engine/context.ts';
import { memoize, memoizeByObject } from '../../engine/memoize.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
import { maxLength, maxQueryBytes } from '../../soql/statement-limit.ts';
import { FirstRows } from '../../upstream/request-key.ts';
import type { RowContents, RowWindow } from '../../upstream/row-contents.ts';

/** Parameters of a statement's call; of an ordered list, which other calls hold its rows as well. */
export interface StatementParams {
  readonly params: { readonly q: string };
  readonly firstRows?: FirstRows;
}

/** The first rows of a query. */
export type ListQuery = Query & { readonly limit: number };

/** Bytes of a statement: where the service sends it in a body, the CRM's own limit holds. */
export const longestStatement = ({ connector }: GraphContext): number =>
  connector.takesLongStatements() ? maxLength : maxQueryBytes;

/** A query of a total order, printed when it is first sent. */
export class ListStatement {
  readonly query: ListQuery;
  /** By the length that a service allows. */
  readonly #printed = new Map<number, StatementParams>();

  constructor(query: ListQuery) {
    this.query = query;
  }

  /** @throws UserInputError as `printQuery` */
  params(context: GraphContext): StatementParams {
    const longest = longestStatement(context);
    return memoize(this.#printed, longest, () => printed(this.query, longest));
  }
}

/** The statement of a query that is the same object for all who ask it. */
export const listStatementOf = memoizeByObject((query: ListQuery) => new ListStatement(query));

function printed(query: ListQuery, longest: number): StatementParams {
  const q = printQuery(query, longest);
  // The limit is what the statement ends with.
  const unlimited = q.slice(0, -` LIMIT ${query.limit}`.length);
  const list = (): string => printQuery({ ...query, select: ['Id'], limit: undefined }, longest);
  const firstRows = new FirstRows({ q: unlimited }, query.limit, (keyOf) => ({
    ...contentsOf(query.select),
    key: keyOf({ q: list() }),
  }));
  return { params: { q }, firstRows };
}

/** What a statement selects of its rows. */
function contentsOf(select: Query['select']): RowContents {
  const fields = new Set<string>();
  const windows: RowWindow[] = [];
  for (const item of select)
    if (typeof item === 'string') fields.add(item);
    else if ('subquery' in item) windows.push(windowOf(item.subquery));
    else fields.add(JSON.stringify(item));
  return { fields, windows };
}

function windowOf({ select, orderBy = [], limit = Infinity, ...list }: Query): RowWindow {
  const text = printQuery({ ...list, select: ['Id'] });
  return { ...contentsOf(select), list: text, order: JSON.stringify(orderBy), limit };
}
