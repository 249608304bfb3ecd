/** Free SOQL from analysts: parsed, held against a policy, bounded, and put together again. */

import type {
  FieldFunctionExpression,
  OrderByClause,
  Query,
  Subquery,
  WhereClause,
} from '@jetstreamapp/soql-parser-js';
import { UserInputError } from '../errors.ts';
import { encodedLength, maxQueryBytes } from './chunk.ts';
import type { Column } from './free-columns.ts';
import { columnsOf, isAggregate, isCount } from './free-columns.ts';
import type { FreeQueryPolicy } from './free-policy.ts';
import { checkPolicy } from './free-policy.ts';
import { shown } from './literal.ts';
import { parser } from './parser.ts';

const maxTextLength = 20_000;
const maxNesting = 50;
/** The CRM's own bound on OFFSET. */
export const maxOffset = 2_000;

export interface FreeQuery {
  /** The statement as it is sent: recomposed, with its LIMIT, and in an order that Id makes total. */
  readonly text: string;
  /** What it selects from, as written. */
  readonly object: string;
  /** Empty when only the rows can tell (FIELDS). */
  readonly columns: readonly Column[];
  /** False where FIELDS(…) leaves it to the CRM which columns there are. */
  readonly columnsKnown: boolean;
  /** Rows are groups, without identity. */
  readonly aggregate: boolean;
  /** Most rows it can give; null for one-row aggregates, which take no LIMIT. */
  readonly limit: number | null;
  /**
   * The same statement for `rows` rows from `start` (0 = its first row), for services that don't
   * take locators back. Null beyond the CRM's bound on OFFSET and past the query's own LIMIT.
   */
  readonly part: (start: number, rows: number) => string | null;
}

/**
 * `select name from Account` → `SELECT name FROM Account ORDER BY Id ASC LIMIT 2000`
 * @throws UserInputError that says why the query is not run.
 */
export function parseFreeQuery(text: string, policy: FreeQueryPolicy): FreeQuery {
  checkText(text);
  const query = parse(text);
  for (const each of everyQuery(query)) checkClauses(each);
  checkPolicy(query, policy);
  if (isCount(query)) query.fields = [countOfIds];
  const aggregate = isAggregate(query);
  const single = aggregate && query.groupBy === undefined;
  const limit = single ? null : Math.min(query.limit ?? policy.maxLimit, limitCap(query, policy));
  const bounded: Query = { ...query };
  if (limit === null) delete bounded.limit;
  else bounded.limit = limit;
  if (!aggregate) bounded.orderBy = totalOrder(query);
  const { columns, known } = columnsOf(query, aggregate);
  const offset = query.offset ?? 0;
  return {
    text: compose(bounded),
    object: query.sObject ?? '',
    columns,
    columnsKnown: known,
    aggregate,
    limit,
    part: (start, rows) => {
      if (limit === null) return start === 0 ? compose(bounded) : null;
      if (offset + start > maxOffset || start >= limit) return null;
      const part: Query = { ...bounded, limit: Math.min(rows, limit - start) };
      // Any OFFSET, even 0, caps the total the CRM tells.
      if (offset + start > 0) part.offset = offset + start;
      return compose(part);
    },
  };
}

/** In place of a bare COUNT(), which answers in the page's total and not in a row: some services drop it. */
const countOfIds: FieldFunctionExpression = {
  type: 'FieldFunctionExpression',
  functionName: 'COUNT',
  parameters: ['Id'],
  isAggregateFn: true,
};

/** What can be told before the parser sees the text: size, nesting, a second statement, comments. */
function checkText(text: string): void {
  if (text.length > maxTextLength) {
    throw new UserInputError(
      `Expected a query of at most ${maxTextLength} characters, got ${text.length}`,
    );
  }
  const bare = text.replace(/'(?:[^'\\]|\\.)*'/gs, "''");
  if (/;\s*\S/.test(bare)) throw new UserInputError('Expected one statement, got several');
  if (/\/\*|\/\/|--/.test(bare)) throw new UserInputError('Expected a query without comments');
  if (/\bALL\s+ROWS\b/i.test(bare)) {
    throw new UserInputError('ALL ROWS is not offered: deleted records stay out of reach');
  }
  if (/[\s(,=]:\s*[A-Za-z]/.test(bare)) {
    throw new UserInputError('Expected values in the query, got a bind variable');
  }
  let depth = 0;
  for (const char of bare) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth > maxNesting) {
      throw new UserInputError(`Expected at most ${maxNesting} nested parentheses`);
    }
  }
  const stray = /\\(?![nrtbf"'\\_%]|u[0-9a-fA-F]{4})/;
  for (const [string] of text.matchAll(/'(?:[^'\\]|\\.)*'/gs)) {
    if (stray.test(string.replaceAll('\\\\', ''))) {
      throw new UserInputError('A backslash in a text begins none of the escapes of SOQL');
    }
  }
}

function parse(text: string): Query {
  const statement = text.trim().replace(/;$/, '');
  if (!/^select\b/i.test(statement)) throw new UserInputError('Expected a SELECT statement');
  try {
    return parser().parseQuery(statement);
  } catch (error) {
    throw new UserInputError(`The query is not valid SOQL${placeOf(error)}`, { cause: error });
  }
}

/** Where the parser stopped: the library tells it in words only, and shows its grammar with them. */
function placeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const at = /\((\d+:\d+)\)$/.exec(message)?.[1];
  if (at !== undefined) return ` at ${at}`;
  const found = /found(?::| -->) '?([^\n]*?)'?(?: <--)?$/.exec(message)?.[1];
  if (found === undefined) return '';
  return found === '' ? ': it ends too early' : ` near ${shown(found)}`;
}

/** The query and all queries inside it: child selections and semi-joins, at any depth. */
function* everyQuery(query: Query | Subquery): Generator<Query | Subquery> {
  yield query;
  for (const field of query.fields ?? []) {
    if (field.type === 'FieldSubquery') yield* everyQuery(field.subquery);
  }
  let clause: WhereClause | undefined = query.where;
  while (clause !== undefined) {
    if (clause.left !== null && 'valueQuery' in clause.left) {
      yield* everyQuery(clause.left.valueQuery);
    }
    clause = 'right' in clause ? clause.right : undefined;
  }
}

/** Clauses that write, lock, or read what this door does not open. */
function checkClauses(query: Query | Subquery): void {
  if (query.for === 'UPDATE') {
    throw new UserInputError('FOR UPDATE is not offered: queries read, they never lock');
  }
  if (query.for !== undefined || query.update !== undefined) {
    throw new UserInputError(
      'FOR VIEW, FOR REFERENCE, UPDATE TRACKING and UPDATE VIEWSTAT are not offered: they leave traces on the records read',
    );
  }
  if (
    query.withDataCategory !== undefined ||
    query.withSecurityEnforced === true ||
    query.withAccessLevel !== undefined
  ) {
    throw new UserInputError('WITH clauses are not offered');
  }
  if (query.usingScope !== undefined) throw new UserInputError('USING SCOPE is not offered');
  if ((query.offset ?? 0) > maxOffset) {
    throw new UserInputError(`Expected OFFSET up to ${maxOffset}, got ${query.offset}`);
  }
}

/** FIELDS(ALL) and FIELDS(CUSTOM) are refused above 200 rows. */
function limitCap(query: Query, policy: FreeQueryPolicy): number {
  const wide = query.fields?.some(
    (field) =>
      field.type === 'FieldFunctionExpression' &&
      field.functionName.toUpperCase() === 'FIELDS' &&
      String(field.parameters[0]).toUpperCase() !== 'STANDARD',
  );
  return wide === true ? Math.min(200, policy.maxLimit) : policy.maxLimit;
}

/** The order asked for, with Id to break ties: otherwise no two pages need agree. */
function totalOrder(query: Query): OrderByClause[] {
  const given = query.orderBy ?? [];
  const order = Array.isArray(given) ? given : [given];
  const byId = order.some((key) => 'field' in key && key.field.toLowerCase() === 'id');
  const prefix = query.sObjectAlias === undefined ? '' : `${query.sObjectAlias}.`;
  return byId ? order : [...order, { field: `${prefix}Id`, order: 'ASC' }];
}

/** Composes, and makes sure that the text means what the checked tree means. */
function compose(query: Query): string {
  // The composer changes the tree it is given.
  const text = parser().composeQuery(structuredClone(query));
  if (meaning(parser().parseQuery(text)) !== meaning(query)) {
    throw new UserInputError('The query could not be put together again; write it more simply');
  }
  const bytes = encodedLength(text);
  if (bytes > maxQueryBytes) {
    throw new UserInputError(
      `Expected a query of at most ${maxQueryBytes} bytes as a URL, got ${bytes}`,
    );
  }
  return text;
}

/** A tree as text, without what differs when nothing else does: spelling of functions, raw source. */
function meaning(query: Query): string {
  return JSON.stringify(query, (key, value: unknown) => {
    if (key === 'rawValue') return undefined;
    if (key === 'functionName') return String(value).toUpperCase();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
