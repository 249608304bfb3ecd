/** Comparisons, as the parsing library gives them: a chain, joined by what logic.ts has read. */

import type {
  ConditionWithValueQuery,
  HavingClause,
  LiteralType,
  NegationCondition,
  Query as ParsedQuery,
  WhereClause,
} from '@jetstreamapp/soql-parser-js';
import { joinComparisons, type Logic } from './logic.ts';
import { readCall, readPath } from './parse-expression.ts';
import { malformed } from './problem.ts';
import type { Comparison, Condition, ListOperator, Literal, LiteralKind, Query } from './tree.ts';

type InnerQuery = (parsed: ParsedQuery) => Query;

/** @param inner reads a semi-join's query. @throws StatementProblem MALFORMED_QUERY */
export function readCondition(
  clause: WhereClause | HavingClause,
  logic: Logic,
  inner: InnerQuery,
): Condition {
  const comparisons: Condition[] = [];
  let at: WhereClause | HavingClause | undefined = clause;
  while (at) {
    const { left } = at;
    if (left && 'operator' in left) comparisons.push(readComparison(left, inner));
    at = 'right' in at ? at.right : undefined;
  }
  return joinComparisons(logic, comparisons);
}

const kinds: Partial<Record<LiteralType, LiteralKind>> = {
  STRING: 'string',
  INTEGER: 'number',
  DECIMAL: 'number',
  INTEGER_WITH_CURRENCY_PREFIX: 'currency',
  DECIMAL_WITH_CURRENCY_PREFIX: 'currency',
  BOOLEAN: 'boolean',
  NULL: 'null',
  DATE: 'date',
  DATETIME: 'datetime',
  DATE_LITERAL: 'period',
  DATE_N_LITERAL: 'period',
};

type ParsedComparison = Exclude<ConditionWithValueQuery, NegationCondition>;

function readComparison(parsed: ParsedComparison, inner: InnerQuery): Condition {
  const left = 'fn' in parsed ? readCall(parsed.fn) : readPath(parsed.field);
  const operator = parsed.operator.toUpperCase().replace('<>', '!=').replace(/\s+/g, ' ');
  if ('valueQuery' in parsed) {
    return {
      kind: 'in-query',
      left,
      negated: operator === 'NOT IN',
      query: inner(parsed.valueQuery),
    };
  }
  const types = [parsed.literalType ?? 'STRING'].flat();
  const right = [parsed.value].flat().map((text, i): Literal => {
    const type = types[i] ?? types[0] ?? 'STRING';
    const kind = kinds[type];
    if (!kind) throw malformed(`unexpected token: '${text}'`, text);
    return { kind, text };
  });
  if (isListOperator(operator)) {
    if (!Array.isArray(parsed.value))
      throw malformed(`expecting a list after ${operator}`, left.text);
    return { kind: 'list', left, operator, right };
  }
  const single = right[0];
  if (right.length !== 1 || !single) throw malformed(`unexpected token: '('`, left.text);
  return { kind: 'compare', left, operator: operator as Comparison, right: single };
}

const listOperators: readonly string[] = ['IN', 'NOT IN', 'INCLUDES', 'EXCLUDES'];

function isListOperator(operator: string): operator is ListOperator {
  return listOperators.includes(operator);
}
