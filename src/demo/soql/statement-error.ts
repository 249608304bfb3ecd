/** Statement errors with their place, in the CRM's error form. */

import { type BackendError, crmError } from '../../connector-service/backend.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import {
  type Clause,
  type Mention,
  offsetOf,
  rowAndColumn,
  StatementSyntaxError,
  type SyntaxErrorKind,
} from '../../soql/syntax-error.ts';

/** A refusal before it knows its place: `at` is the piece of the statement it speaks of. */
export class StatementError extends Error {
  readonly code: string;
  readonly at: string | undefined;
  /** The clause that contains `at`; undefined searches the whole statement. */
  readonly clause: Clause | undefined;

  /** @param at a name or dotted path of the statement. */
  constructor(code: string, message: string, at?: string, clause?: Clause) {
    super(message);
    this.name = 'StatementError';
    this.code = code;
    this.at = at;
    this.clause = clause;
  }
}

/** Runs the compiler of a clause and adds the clause to its errors. */
export function inClause<T>(clause: Clause, understand: () => T): T {
  try {
    return understand();
  } catch (error) {
    if (!(error instanceof StatementError) || error.clause !== undefined) throw error;
    throw new StatementError(error.code, error.message, error.at, clause);
  }
}

export function malformed(message: string, at?: string): StatementError {
  return new StatementError('MALFORMED_QUERY', message, at);
}

function tooComplicated(): StatementError {
  return new StatementError(
    'QUERY_TOO_COMPLICATED',
    'Query is either selecting too many fields or the filter conditions are too complicated.',
  );
}

export function invalidField(message: string, at?: string): StatementError {
  return new StatementError('INVALID_FIELD', message, at);
}

const describeHint = 'Please reference your WSDL or the describe call for the appropriate names.';

export function noSuchColumn(field: string, entity: string, at?: string): StatementError {
  return invalidField(
    `No such column '${field}' on entity '${entity}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. ${describeHint}`,
    at,
  );
}

export function noSuchRelation(name: string, path: string, at?: string): StatementError {
  return invalidField(
    `Didn't understand relationship '${name}' in field path '${path}'. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. ${describeHint}`,
    at,
  );
}

export function noSuchType(name: string): StatementError {
  return new StatementError(
    'INVALID_TYPE',
    `sObject type '${name}' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. ${describeHint}`,
    name,
  );
}

/** A feature that exists in the language and not here, refused by its name. */
export function unsupported(feature: string, at?: string): StatementError {
  return new StatementError(
    'FUNCTIONALITY_NOT_ENABLED',
    `${feature} is not enabled for this organization`,
    at,
  );
}

/** Characters of a long line on either side of the place. */
const context = 40;

/** The statement's line with a caret under the place, then row and column from 1, then the message. */
function withPlace(statement: string, offset: number, message: string): string {
  const { row, column } = rowAndColumn(statement, offset);
  // Half a character at either end is left out.
  const before = statement
    .slice(Math.max(0, offset - Math.min(context, column - 1)), offset)
    .replace(/^[\uDC00-\uDFFF]/, '');
  const end = statement.indexOf('\n', offset);
  const after = beginningOf(statement.slice(offset, end < 0 ? undefined : end), context);
  return `\n${before}${after}\n${' '.repeat(before.length)}^\nERROR at Row:${row}:Column:${column}\n${message}`;
}

const codes: Readonly<Partial<Record<SyntaxErrorKind, string>>> = {
  feature: 'FUNCTIONALITY_NOT_ENABLED',
  complexity: 'QUERY_TOO_COMPLICATED',
};

/**
 * The refusal as the CRM answers it, with its place where that is known. Other errors pass through.
 * @param mentions of the statement, which is read again for them.
 * @param malformedCode of a statement that is not the language.
 */
export function toBackendError(
  error: unknown,
  statement: string,
  mentions: () => readonly Mention[],
  malformedCode = 'MALFORMED_QUERY',
): BackendError | unknown {
  if (error instanceof StatementSyntaxError) {
    const { kind, offset, token } = error;
    const reason = token === null ? error.reason : `unexpected token: '${token}', ${error.reason}`;
    const code = codes[kind] ?? malformedCode;
    return crmError(400, code, withPlace(statement, offset, reason));
  }
  if (isTooMuchForDatabase(error)) return toBackendError(tooComplicated(), statement, mentions);
  if (error instanceof UserInputError) return crmError(400, malformedCode, error.message);
  if (!(error instanceof StatementError)) return error;
  const { at, clause } = error;
  const offset = at === undefined ? null : offsetOf(mentions(), at, clause);
  const message = offset === null ? error.message : withPlace(statement, offset, error.message);
  return crmError(400, error.code, message);
}

/** SQLite's codes for a statement it will not take: SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_RANGE. */
const refusedByDatabase: ReadonlySet<unknown> = new Set([1, 18, 25]);

/** Joins, columns or terms beyond the database's bounds are the statement's fault, not the service's. */
function isTooMuchForDatabase(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return (
    'code' in error && error.code === 'ERR_SQLITE_ERROR' && refusedByDatabase.has(error.errcode)
  );
}
