/** Free SOQL from analysts: parsed, checked against a policy, bounded, and given a total order. */

import { UserInputError } from '../errors.ts';
import { checkAllowedObjects, type FreeQueryPolicy, type Refuse } from './allowed-object.ts';
import { isBareCount, isGrouped, isWide, SourceNames } from './analysis.ts';
import { parseSoql } from './parse.ts';
import { printExpression, printQuery } from './print.ts';
import type { Expression, OrderBy, Query } from './query.ts';
import { maxFreeLength, maxOffset, maxWideRows } from './statement-limit.ts';
import { offsetOf, StatementSyntaxError } from './syntax-error.ts';

export interface FreeQuery {
  /** Statement as it is sent: printed from the tree, with its LIMIT and a total order. */
  readonly text: string;
  /** Object of FROM, as written. */
  readonly object: string;
  /** The statement as a tree, its names as written. */
  readonly query: Query;
  /** Result columns; empty where only the rows show them (FIELDS). */
  readonly columns: readonly ResultColumn[];
  /** False where FIELDS(…) leaves the columns to the CRM. */
  readonly columnsKnown: boolean;
  /** Limit of rows; 1 where aggregates without GROUP BY yield one row. */
  readonly limit: number;
  readonly part: (start: number, rows: number) => Part;
  /** The statement with its LIMIT and a total order. */
  readonly bounded: Query;
  /**
   * The same with another tree, of at most so many bytes, in place of the bounded one.
   * @throws UserInputError as `printQuery`
   */
  readonly as: (changed: Query, maxBytes: number) => FreeStatement;
}

/** What is sent of a free query. */
type FreeStatement = Pick<FreeQuery, 'text' | 'part'>;

/** Statement for a part of its rows. */
interface Part {
  readonly text: string;
  /** Rows to skip before the first requested one, as OFFSET is limited. */
  readonly skip: number;
  /** LIMIT of the statement. */
  readonly rows: number;
}

/**
 * Parses a free query.
 * @example
 * 'select name from Account' → 'SELECT name FROM Account ORDER BY Id ASC LIMIT 2000'
 * @throws UserInputError with position and reason of the rejection
 */
export function parseFreeQuery(text: string, policy: FreeQueryPolicy): FreeQuery {
  const written = withoutSemicolon(text);
  const { query, mentions } = parseSoql(written);
  const refuse: Refuse = (reason, name) =>
    new StatementSyntaxError('feature', written, offsetOf(mentions, name) ?? 0, reason);
  checkClauses(query, refuse);
  checkAllowedObjects(query, policy, refuse);
  const requested = countingIds(query);
  const isSingle = isGrouped(requested) && requested.groupBy === undefined;
  const limit = isSingle
    ? 1
    : Math.min(
        requested.limit ?? policy.maxLimit,
        isWide(requested) ? Math.min(maxWideRows, policy.maxLimit) : policy.maxLimit,
      );
  // One row over everything takes neither LIMIT nor order.
  const bounded = isSingle
    ? { ...requested, limit: undefined }
    : { ...requested, limit, orderBy: totalOrder(requested) };
  const { columns, known: isKnown } = columnsOf(requested);
  return {
    text: printQuery(bounded),
    object: requested.object,
    query: requested,
    columns,
    columnsKnown: isKnown,
    limit,
    bounded,
    part: (start, rows) => partOf(bounded, limit, start, rows),
    as: (changed, maxBytes) => ({
      text: printQuery(changed, maxBytes),
      part: (start, rows) => partOf(changed, limit, start, rows, maxBytes),
    }),
  };
}

/** Statement of one part: further rows have an OFFSET, which caps the total that the CRM reports. */
function partOf(query: Query, limit: number, start: number, rows: number, maxBytes?: number): Part {
  const requestedOffset = query.offset ?? 0;
  const offset = Math.min(requestedOffset + start, maxOffset);
  const skip = requestedOffset + start - offset;
  const most = Math.min(skip + rows, limit - (offset - requestedOffset));
  return { text: printQuery({ ...query, limit: most, offset }, maxBytes), skip, rows: most };
}

function withoutSemicolon(text: string): string {
  if (text.length > maxFreeLength) {
    throw new UserInputError(
      `Expected a query of at most ${maxFreeLength} characters, got ${text.length}`,
    );
  }
  const trimmed = text.trimEnd();
  return trimmed.endsWith(';') ? trimmed.slice(0, -1) : trimmed;
}

/** Replaces a bare COUNT() by COUNT(Id): its answer is in the page's total, which some services drop. */
function countingIds(query: Query): Query {
  const count = { fn: 'COUNT', of: 'Id' } as const;
  const [selection, ...others] = query.select;
  if (selection === undefined || others.length > 0 || !isBareCount(selection)) return query;
  const isAliased = typeof selection === 'object' && 'alias' in selection;
  return { ...query, select: [isAliased ? { ...selection, expression: count } : count] };
}

/** Rejects clauses that write, or read beyond the policy. */
function checkClauses(query: Query, refuse: Refuse): void {
  for (const selection of query.select) {
    if (typeof selection === 'object' && 'subquery' in selection) {
      checkClauses(selection.subquery, refuse);
    }
  }
  if (query.traces !== undefined) {
    throw refuse(
      'FOR VIEW, FOR REFERENCE, UPDATE TRACKING and UPDATE VIEWSTAT are not offered: they leave traces on the records read',
      query.traces[0] ?? '',
    );
  }
  if (query.scope !== undefined) throw refuse('USING SCOPE is not offered', query.scope);
  if ((query.offset ?? 0) > maxOffset) {
    throw refuse(`expected OFFSET up to ${maxOffset}, got ${query.offset}`, 'OFFSET');
  }
}

/** Total order: the requested one with tie breakers, so that windows agree. */
function totalOrder(query: Query): readonly OrderBy[] {
  const requested = query.orderBy ?? [];
  const names = new SourceNames(query);
  const keyOf = (expression: Expression): string =>
    (typeof expression === 'string'
      ? names.resolve(expression).join('.')
      : printExpression(expression)
    ).toLowerCase();
  const present = new Set(requested.map(({ path }) => keyOf(path)));
  const further = tieBreakers(query).filter((path) => !present.has(keyOf(path)));
  return [...requested, ...further.map((path): OrderBy => ({ path, direction: 'asc' }))];
}

/** Tie breakers, unique per row: the Id, or a group's keys and the subtotals it belongs to. */
function tieBreakers({ groupBy, subtotals }: Query): readonly Expression[] {
  if (groupBy === undefined) return ['Id'];
  if (subtotals === undefined) return groupBy;
  return groupBy.flatMap((key): Expression[] => [{ fn: 'GROUPING', of: key }, key]);
}

export interface ResultColumn {
  /** Column name: `Account.Name`, `expr0`, an alias. */
  readonly name: string;
  /** Keys from the row to the value. */
  readonly path: readonly string[];
}

/** Functions whose value comes back under the name of the field they wrap. */
const transparent: ReadonlySet<string> = new Set(['toLabel', 'convertCurrency', 'FORMAT']);

/** Columns in the order of the SELECT list; `known` is false with FIELDS(…). */
function columnsOf(query: Query): { columns: readonly ResultColumn[]; known: boolean } {
  const names = new SourceNames(query);
  const grouped = isGrouped(query);
  const columns = new Map<string, ResultColumn>();
  let unnamed = 0;
  const add = (path: readonly string[]): void => {
    const name = path.join('.');
    if (!columns.has(name)) columns.set(name, { name, path });
  };
  const addPath = (path: string): void => {
    const parts = ownPath(names, query.object, path);
    // Groups are flat: `GROUP BY Account.Name` comes back as `Name`.
    add(grouped ? parts.slice(-1) : parts);
  };
  for (const selection of query.select) {
    if (typeof selection === 'string') addPath(selection);
    else if ('fields' in selection) return { columns: [], known: false };
    else if ('subquery' in selection) add([selection.subquery.object]);
    else if ('alias' in selection) add([selection.alias]);
    else if ('typeof' in selection) {
      const relationship = ownPath(names, query.object, selection.typeof);
      const paths = [
        ...selection.when.flatMap(({ select }) => select),
        ...(selection.otherwise ?? []),
      ];
      for (const path of paths) add([...relationship, ...path.split('.')]);
    } else {
      const field = grouped ? null : wrappedField(selection);
      if (field === null) add([`expr${unnamed++}`]);
      else addPath(field);
    }
  }
  return { columns: [...columns.values()], known: true };
}

/** `FORMAT(convertCurrency(Amount))` → Amount */
function wrappedField(expression: Expression): string | null {
  let inner: Expression | null = expression;
  while (typeof inner === 'object' && inner !== null) {
    if (!('fn' in inner) || !transparent.has(inner.fn)) return null;
    inner = inner.of;
  }
  return inner;
}

/** `a.Owner.Name` from `Account a`, or `Account.Owner.Name`, is `Owner.Name` in the row. */
function ownPath(names: SourceNames, object: string, path: string): readonly string[] {
  const [first = '', ...others] = names.resolve(path);
  return others.length > 0 && first.toLowerCase() === object.toLowerCase()
    ? others
    : [first, ...others];
}
