/** From a statement's text to its tree, by the parsing library. */

import type {
  FieldSubquery,
  HavingClause,
  FieldType as ParsedField,
  Query as ParsedQuery,
  Subquery as ParsedSubquery,
  WhereClause,
} from '@jetstreamapp/soql-parser-js';
import { parser } from '../../../soql/parser.ts';
import { noLimit, readDialect } from './dialect.ts';
import type { Logic } from './logic.ts';
import { readCondition } from './parse-condition.ts';
import { readCall, readPath } from './parse-expression.ts';
import { invalidField, malformed, StatementProblem } from './problem.ts';
import type { Condition, Ordering, Query, Selection } from './tree.ts';

/** The CRM's limit on a statement. */
const longest = 100_000;

/**
 * Reads a statement.
 * @throws StatementProblem MALFORMED_QUERY with the place, or the refusal of a feature by name.
 */
export function parseSoql(statement: string): Query {
  if (statement.length > longest) {
    throw new StatementProblem(
      'QUERY_TOO_COMPLICATED',
      `SOQL statements cannot be longer than ${longest} characters.`,
    );
  }
  const dialect = readDialect(statement);
  let parsed: ParsedQuery;
  try {
    parsed = parser().parseQuery(dialect.text);
  } catch (error) {
    throw syntaxProblem(dialect.text, error);
  }
  const category = parsed.withDataCategory?.conditions[0]?.groupName;
  if (category !== undefined) {
    throw invalidField(
      `WITH DATA CATEGORY is not enabled for this organization: it has no data category group '${category}'`,
      category,
    );
  }
  return {
    ...new Reading(dialect.logics).query(parsed, parsed.sObject ?? ''),
    aliases: dialect.aliases,
    grouping: dialect.grouping,
    allRows: dialect.allRows,
  };
}

/** One pass through a statement, which meets its conditions in the order of the text. */
class Reading {
  readonly #logics: readonly Logic[];
  #met = 0;

  constructor(logics: readonly Logic[]) {
    this.#logics = logics;
  }

  query(parsed: ParsedQuery | ParsedSubquery, from: string): Query {
    // The order matters: subqueries of SELECT stand before WHERE.
    const select = (parsed.fields ?? []).map((field) => this.#selection(field));
    const where = parsed.where ? this.#condition(parsed.where) : null;
    const having = parsed.having ? this.#condition(parsed.having) : null;
    const groupBy = [parsed.groupBy ?? []].flat();
    return {
      from,
      alias: parsed.sObjectAlias?.toLowerCase() ?? null,
      aliases: new Map(),
      select,
      where,
      groupBy: groupBy.map((by) => ('fn' in by ? readCall(by.fn) : readPath(by.field))),
      grouping: 'plain',
      having,
      orderBy: [parsed.orderBy ?? []].flat().map(
        (by): Ordering => ({
          expression: 'fn' in by ? readCall(by.fn) : readPath(by.field),
          descending: by.order === 'DESC',
          nulls: by.nulls ?? 'FIRST',
        }),
      ),
      limit: parsed.limit === undefined || parsed.limit === noLimit ? null : parsed.limit,
      offset: parsed.offset ?? null,
      scope: parsed.usingScope?.toLowerCase() ?? null,
      allRows: false,
    };
  }

  #condition(clause: WhereClause | HavingClause): Condition {
    const logic = this.#logics[this.#met++] ?? [];
    return readCondition(clause, logic, (inner) => this.query(inner, inner.sObject ?? ''));
  }

  #selection(parsed: ParsedField): Selection {
    if (parsed.type !== 'FieldSubquery') return readSelection(parsed);
    const { subquery } = parsed;
    return { kind: 'children', query: this.query(subquery, subquery.relationshipName) };
  }
}

function readSelection(parsed: Exclude<ParsedField, FieldSubquery>): Selection {
  switch (parsed.type) {
    case 'FieldTypeof': {
      const branch = (objectType?: string): readonly string[] =>
        parsed.conditions.find((c) => c.objectType === objectType)?.fieldList ?? [];
      return {
        kind: 'typeof',
        relation: parsed.field,
        cases: parsed.conditions
          .filter((c) => c.type === 'WHEN')
          .map((c) => ({ object: c.objectType ?? '', fields: c.fieldList })),
        otherwise: branch(),
      };
    }
    case 'FieldFunctionExpression': {
      const expression = readCall(parsed);
      const argument = expression.args[0]?.text ?? '';
      if (expression.name === 'FIELDS') return { kind: 'fields', group: argument.toUpperCase() };
      return { kind: 'expression', expression, alias: parsed.alias ?? null };
    }
    default: {
      const alias = 'alias' in parsed && typeof parsed.alias === 'string' ? parsed.alias : null;
      const path =
        'relationships' in parsed ? [...parsed.relationships, parsed.field] : [parsed.field];
      const raw = 'rawValue' in parsed ? parsed.rawValue : undefined;
      return { kind: 'expression', expression: readPath(raw ?? path.join('.')), alias };
    }
  }
}

/** The library names the offending token, and only sometimes where it stands. */
function syntaxProblem(text: string, error: unknown): StatementProblem {
  const said = error instanceof Error ? error.message : String(error);
  const character = /unexpected character: ->(.*?)<- at offset: (\d+)/s.exec(said);
  if (character) return malformed(`unexpected token: '${character[1]}'`, Number(character[2]));
  const found = /but found:? (?:-->)?\s*'?(.*?)'?(?:\s*<--)?$/s.exec(said)?.[1] ?? '';
  if (found === '') return malformed('unexpected token: <EOF>', text.trimEnd().length);
  return malformed(`unexpected token: '${found}'`, placeOf(text, found));
}

/** The first place of the token at which the statement, cut off after it, is already wrong in the same way. */
function placeOf(text: string, token: string): number | undefined {
  const lower = text.toLowerCase();
  const wanted = token.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    try {
      parser().parseQuery(text.slice(0, at + token.length));
    } catch (error) {
      const said = error instanceof Error ? error.message.trimEnd() : '';
      if (said.endsWith(`'${token}'`) || said.endsWith(token) || said.endsWith(`'${token}' <--`))
        return at;
    }
  }
  return undefined;
}
