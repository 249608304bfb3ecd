/** What is wrong with a statement, and where: raised while it is understood, answered in the CRM's error form. */

import { type BackendError, crmError } from '../../backend.ts';
import { tokenPattern } from './token.ts';

/** A refusal before it knows its place: `at` is the piece of the statement it speaks of. */
export class StatementProblem extends Error {
  readonly code: string;
  readonly at: string | number | undefined;
  /** The clause `at` stands in, by its first word; looked for in the whole statement otherwise. */
  readonly clause: string | undefined;

  /** @param at a word or dotted path of the statement, or its offset from 0. */
  constructor(code: string, message: string, at?: string | number, clause?: string) {
    super(message);
    this.name = 'StatementProblem';
    this.code = code;
    this.at = at;
    this.clause = clause;
  }
}

/** Runs what understands a clause, and tells its problems which clause they are in. */
export function inClause<T>(clause: string, understand: () => T): T {
  try {
    return understand();
  } catch (error) {
    if (!(error instanceof StatementProblem) || error.clause !== undefined) throw error;
    throw new StatementProblem(error.code, error.message, error.at, clause);
  }
}

export function malformed(message: string, at?: string | number): StatementProblem {
  return new StatementProblem('MALFORMED_QUERY', message, at);
}

export function tooComplicated(): StatementProblem {
  return new StatementProblem(
    'QUERY_TOO_COMPLICATED',
    'Query is either selecting too many fields or the filter conditions are too complicated.',
  );
}

export function invalidField(message: string, at?: string | number): StatementProblem {
  return new StatementProblem('INVALID_FIELD', message, at);
}

const askDescribe = 'Please reference your WSDL or the describe call for the appropriate names.';

export function noSuchColumn(field: string, entity: string, at?: string): StatementProblem {
  return invalidField(
    `No such column '${field}' on entity '${entity}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. ${askDescribe}`,
    at,
  );
}

export function noSuchRelation(name: string, path: string, at?: string): StatementProblem {
  return invalidField(
    `Didn't understand relationship '${name}' in field path '${path}'. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. ${askDescribe}`,
    at,
  );
}

export function noSuchType(name: string): StatementProblem {
  return new StatementProblem(
    'INVALID_TYPE',
    `sObject type '${name}' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. ${askDescribe}`,
    name,
  );
}

/** A feature that exists in the language and not here, refused by its name. */
export function unsupported(feature: string, at?: string | number): StatementProblem {
  return new StatementProblem(
    'FUNCTIONALITY_NOT_ENABLED',
    `${feature} is not enabled for this organization`,
    at,
  );
}

/** Offset of a word in the statement, outside of quoted text, at or after `from`; -1 when it isn't there. */
function offsetOf(statement: string, word: string, from = 0): number {
  const lower = word.toLowerCase();
  let inside = -1;
  for (const match of statement.matchAll(tokenPattern)) {
    if (match.index < from) continue;
    const text = match[0].toLowerCase();
    if (text === lower) return match.index;
    if (inside < 0 && !text.startsWith("'") && `.${text}.`.includes(`.${lower}.`)) {
      inside = match.index + `.${text}.`.indexOf(`.${lower}.`);
    }
  }
  return inside;
}

/** How much of a long line is shown on either side of the place. */
const context = 40;

/** The statement's line with a caret under the place, then row and column from 1, then the message. */
export function withPlace(statement: string, offset: number, message: string): string {
  const before = statement.slice(0, offset);
  const row = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1);
  const line = statement.split('\n')[row - 1] ?? '';
  const from = Math.max(0, column - context);
  const shown = line.slice(from, column + context);
  return `\n${shown}\n${' '.repeat(column - from)}^\nERROR at Row:${row}:Column:${column + 1}\n${message}`;
}

/** The refusal as the CRM answers it, with its place where that is known. Other errors pass through. */
export function toBackendError(error: unknown, statement: string): BackendError | unknown {
  if (!(error instanceof StatementProblem)) return error;
  const { at, clause } = error;
  const from = clause === undefined ? 0 : Math.max(0, offsetOf(statement, clause));
  const offset = typeof at === 'string' ? offsetOf(statement, at, from) : (at ?? -1);
  const message = offset < 0 ? error.message : withPlace(statement, offset, error.message);
  return crmError(400, error.code, message);
}
