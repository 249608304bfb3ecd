/**
 * Conditions. The library gives them as a chain of comparisons with counts of the parentheses
 * opened before and closed after each; here they become a tree, in which AND binds tighter than OR.
 */

import type {
  ConditionWithValueQuery,
  HavingClause,
  LiteralType,
  NegationCondition,
  Query as ParsedQuery,
  WhereClause,
} from '@jetstreamapp/soql-parser-js';
import { readCall, readPath } from './parse-expression.ts';
import { malformed } from './problem.ts';
import type { Comparison, Condition, ListOperator, Literal, LiteralKind, Query } from './tree.ts';

type Piece = '(' | ')' | 'NOT' | 'AND' | 'OR' | Condition;
type InnerQuery = (parsed: ParsedQuery) => Query;

export function readCondition(clause: WhereClause | HavingClause, inner: InnerQuery): Condition {
  const pieces = flatten(clause, inner);
  const reader = new Reader(pieces);
  const condition = reader.any();
  if (!reader.done) throw malformed("unexpected token: ')'");
  return condition;
}

/** The chain as a flat list of pieces. */
function flatten(clause: WhereClause | HavingClause, inner: InnerQuery): Piece[] {
  const pieces: Piece[] = [];
  const times = (n: number | undefined, piece: '(' | ')'): void => {
    for (let i = 0; i < (n ?? 0); i++) pieces.push(piece);
  };
  let at: WhereClause | HavingClause | undefined = clause;
  while (at) {
    const { left } = at;
    if (left) {
      times(left.openParen, '(');
      if ('operator' in left) pieces.push(readComparison(left, inner));
      if ('closeParen' in left) times(left.closeParen, ')');
    }
    const next: WhereClause | HavingClause | undefined = 'right' in at ? at.right : undefined;
    if (next && 'operator' in at) pieces.push(at.operator);
    at = next;
  }
  return pieces;
}

class Reader {
  readonly #pieces: readonly Piece[];
  #at = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  get done(): boolean {
    return this.#at === this.#pieces.length;
  }

  any(): Condition {
    return this.#chain('OR', 'any', () => this.#chain('AND', 'all', () => this.#one()));
  }

  #chain(word: 'AND' | 'OR', kind: 'all' | 'any', next: () => Condition): Condition {
    const parts = [next()];
    while (this.#take(word)) parts.push(next());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  #one(): Condition {
    if (this.#take('NOT')) return { kind: 'not', part: this.#one() };
    if (this.#take('(')) {
      const inner = this.any();
      if (!this.#take(')')) throw malformed("expecting a right parentheses, found '<EOF>'");
      return inner;
    }
    const piece = this.#pieces[this.#at++];
    if (typeof piece !== 'object') throw malformed(`unexpected token: '${piece ?? '<EOF>'}'`);
    return piece;
  }

  #take(piece: '(' | ')' | 'NOT' | 'AND' | 'OR'): boolean {
    if (this.#pieces[this.#at] !== piece) return false;
    this.#at++;
    return true;
  }
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
  if (isListOperator(operator)) return { kind: 'list', left, operator, right };
  const single = right[0];
  if (right.length !== 1 || !single) throw malformed(`unexpected token: '('`, left.text);
  return { kind: 'compare', left, operator: operator as Comparison, right: single };
}

const listOperators: readonly string[] = ['IN', 'NOT IN', 'INCLUDES', 'EXCLUDES'];

function isListOperator(operator: string): operator is ListOperator {
  return listOperators.includes(operator);
}
