/**
 * How AND, OR, NOT and parentheses join the comparisons of a WHERE or HAVING. The parsing library
 * drops some of three NOTs in a row and gives up on many parentheses, so it is shown a flat list
 * of comparisons, and what joins them is read here.
 */

import { malformed, tooComplicated } from './problem.ts';
import type { Blank, Token } from './token.ts';
import type { Condition } from './tree.ts';

/** A place for a comparison, or what stands between; with its offset in the statement. */
export interface Piece {
  readonly kind: 'comparison' | '(' | ')' | 'NOT' | 'AND' | 'OR';
  readonly start: number;
}

/** The pieces of one WHERE or HAVING. */
export type Logic = readonly Piece[];

/** Words that end a condition. */
const enders = new Set(
  'WITH GROUP HAVING ORDER LIMIT OFFSET FOR UPDATE ALL USING WHERE'.split(' '),
);

/** The logic of all conditions, in the order of their words in the statement; blanks NOTs and parentheses. */
export function readLogics(tokens: readonly Token[], blank: Blank): Logic[] {
  return tokens.flatMap((token, i) =>
    token.word === 'WHERE' || token.word === 'HAVING' ? [readLogic(tokens, i, blank)] : [],
  );
}

function readLogic(tokens: readonly Token[], at: number, blank: Blank): Logic {
  const base = tokens[at]!.depth;
  const pieces: Piece[] = [];
  let open = 0;
  // Between comparisons, where a parenthesis groups and NOT denies.
  let between = true;
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    const { word, start, depth } = token;
    const groups = depth - base;
    if (groups < 0) break;
    // Deeper than the groups: the list, the call or the query of a comparison.
    if (groups > open || (groups === open && word === '(' && !between)) continue;
    if (word === ')') {
      // Closes a list or a call, unless it is one level up: then a group.
      if (groups === open) continue;
      open--;
      pieces.push({ kind: ')', start });
      blank(token);
    } else if (between && (word === '(' || word === 'NOT')) {
      if (word === '(') open++;
      pieces.push({ kind: word, start });
      blank(token);
    } else if (word === 'AND' || word === 'OR') {
      pieces.push({ kind: word, start });
      between = true;
    } else if (between) {
      pieces.push({ kind: 'comparison', start });
      between = false;
    } else if (open === 0 && enders.has(word)) break;
  }
  return pieces;
}

/** Puts comparisons into their places. AND binds tighter than OR. @throws StatementProblem MALFORMED_QUERY */
export function joinComparisons(logic: Logic, comparisons: readonly Condition[]): Condition {
  const reader = new Reader(logic, comparisons);
  const condition = reader.any();
  reader.end();
  return condition;
}

/** Deeper than any question, and not too deep for the database. */
const deepest = 250;

class Reader {
  readonly #pieces: Logic;
  readonly #comparisons: readonly Condition[];
  #at = 0;
  #used = 0;
  #depth = 0;

  constructor(pieces: Logic, comparisons: readonly Condition[]) {
    this.#pieces = pieces;
    this.#comparisons = comparisons;
  }

  any(): Condition {
    return this.#chain('OR', 'any', () => this.#chain('AND', 'all', () => this.#one()));
  }

  end(): void {
    if (this.#at < this.#pieces.length || this.#used < this.#comparisons.length) {
      throw this.#unexpected();
    }
  }

  #chain(word: 'AND' | 'OR', kind: 'all' | 'any', next: () => Condition): Condition {
    const parts = [next()];
    while (this.#take(word)) parts.push(next());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  #one(): Condition {
    let denials = 0;
    while (this.#take('NOT')) denials++;
    const part = this.#operand();
    return denials % 2 === 0 ? part : { kind: 'not', part };
  }

  #operand(): Condition {
    if (this.#take('(')) {
      if (++this.#depth > deepest) throw tooComplicated();
      const inner = this.any();
      this.#depth--;
      if (!this.#take(')')) throw this.#unexpected();
      return inner;
    }
    const comparison = this.#take('comparison') ? this.#comparisons[this.#used++] : undefined;
    if (!comparison) throw this.#unexpected();
    return comparison;
  }

  #take(kind: Piece['kind']): boolean {
    if (this.#pieces[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #unexpected(): Error {
    const piece = this.#pieces[this.#at];
    const shown = piece && piece.kind !== 'comparison' ? piece.kind : '<EOF>';
    return malformed(`unexpected token: '${shown}'`, piece?.start);
  }
}
