/**
 * The parts of SOQL the parsing library doesn't know: further names in FROM, ALL ROWS, lists in
 * UPDATE, functions inside ROLLUP, OFFSET without LIMIT. They are read here and blanked out, so
 * that every other character keeps its offset for error messages.
 */

import { type Logic, readLogics } from './logic.ts';
import { unsupported } from './problem.ts';
import { type Blank, type Token, tokenize } from './token.ts';

export interface Dialect {
  /** What the parser gets. Of the same length as the statement but for LIMITs put in. */
  readonly text: string;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly grouping: 'plain' | 'ROLLUP' | 'CUBE';
  readonly allRows: boolean;
  /** Of every WHERE and HAVING, in the order of these words. */
  readonly logics: readonly Logic[];
}

const isName = (token: Token | undefined): token is Token => /^[A-Z]/i.test(token?.text ?? '');

/** Words that can follow an object's name in FROM and are not its alias. */
const afterFrom = new Set(
  'USING WHERE WITH GROUP HAVING ORDER LIMIT OFFSET FOR UPDATE ALL'.split(' '),
);

const scopes = new Set(
  'DELEGATED EVERYTHING MINE MY_TERRITORY MY_TEAM_TERRITORY TEAM ALLPRIVATE'.split(' '),
);

/** Clauses that mean nothing here and would change the answer if they were left out. */
function refuseForeignClauses(tokens: readonly Token[]): void {
  tokens.forEach((token, i) => {
    if (token.depth > 0) return;
    const [next, third] = [tokens[i + 1], tokens[i + 2]];
    if (token.word === 'USING' && next?.word === 'LOOKUP') {
      throw unsupported('USING LOOKUP', token.start);
    }
    if (
      token.word === 'USING' &&
      next?.word === 'SCOPE' &&
      isName(third) &&
      !scopes.has(third.word)
    ) {
      throw unsupported(`USING SCOPE ${third.text}`, third.start);
    }
    if (token.word === 'WITH' && isName(next) && third?.text === '=') {
      throw unsupported(`WITH ${next.text}`, next.start);
    }
  });
}

/**
 * Reads what the parser can't.
 * @throws StatementProblem for features refused by name.
 */
export function readDialect(statement: string): Dialect {
  const tokens = tokenize(statement);
  refuseForeignClauses(tokens);
  const characters = statement.split('');
  const blank: Blank = ({ start, end }) => {
    for (let i = start; i < end; i++) if (characters[i] !== '\n') characters[i] = ' ';
  };
  return {
    aliases: readAliases(tokens, blank),
    grouping: readGrouping(tokens, blank),
    allRows: readTail(tokens, blank),
    logics: readLogics(tokens, blank),
    text: withLimits(tokens, characters),
  };
}

/** Stands for no LIMIT, where the parser wants one before OFFSET. */
export const noLimit = 2_147_483_647;

/** After a condition the parser takes OFFSET only when LIMIT comes before it. */
function withLimits(tokens: readonly Token[], characters: string[]): string {
  tokens.forEach((token, i) => {
    const isClause = token.word === 'OFFSET' && /^\d+$/.test(tokens[i + 1]?.text ?? '');
    if (isClause && tokens[i - 2]?.word !== 'LIMIT') {
      characters[token.start] = `LIMIT ${noLimit} ${characters[token.start]}`;
    }
  });
  return characters.join('');
}

/** `FROM Contact c, c.Account a, a.CreatedBy u`: each further name with its path from the object. */
function readAliases(tokens: readonly Token[], blank: Blank): Map<string, readonly string[]> {
  const aliases = new Map<string, readonly string[]>();
  let at = tokens.findIndex((token) => token.depth === 0 && token.word === 'FROM') + 1;
  const object = tokens[at];
  if (at === 0 || !isName(object)) return aliases;
  at++;
  const roots = new Set([object.text.toLowerCase()]);
  const first = tokens[at];
  if (isName(first) && !afterFrom.has(first.word)) {
    roots.add(first.text.toLowerCase());
    at++;
  }
  while (tokens[at]?.text === ',' && isName(tokens[at + 1]) && isName(tokens[at + 2])) {
    const [comma, path, alias] = [tokens[at]!, tokens[at + 1]!, tokens[at + 2]!];
    const [root = '', ...rest] = path.text.split('.').map((part) => part.trim());
    const start = aliases.get(root.toLowerCase());
    if (!start && !roots.has(root.toLowerCase())) break;
    aliases.set(alias.text.toLowerCase(), [...(start ?? []), ...rest]);
    for (const token of [comma, path, alias]) blank(token);
    at += 3;
  }
  return aliases;
}

/** `GROUP BY ROLLUP(a, f(b))` becomes `GROUP BY a, f(b)`. */
function readGrouping(tokens: readonly Token[], blank: Blank): Dialect['grouping'] {
  const at = tokens.findIndex(
    (token, i) =>
      token.depth === 0 &&
      token.word === 'GROUP' &&
      tokens[i + 1]?.word === 'BY' &&
      /^(ROLLUP|CUBE)$/.test(tokens[i + 2]?.word ?? '') &&
      tokens[i + 3]?.text === '(',
  );
  const [kind, open] = [tokens[at + 2], tokens[at + 3]];
  if (at < 0 || !kind || !open) return 'plain';
  const close = tokens.find(
    (t) => t.start > open.start && t.text === ')' && t.depth === open.depth,
  );
  if (!close) return 'plain';
  for (const token of [kind, open, close]) blank(token);
  return kind.word === 'ROLLUP' ? 'ROLLUP' : 'CUBE';
}

/** Trailing `ALL ROWS` and `UPDATE TRACKING, VIEWSTAT`, which only counts views. */
function readTail(tokens: readonly Token[], blank: Blank): boolean {
  let end = tokens.length;
  const words = (n: number): string =>
    tokens
      .slice(end - n, end)
      .map((t) => t.word)
      .join(' ');
  const drop = (n: number): void => {
    for (const token of tokens.slice(end - n, end)) blank(token);
    end -= n;
  };
  const allRows = words(2) === 'ALL ROWS';
  if (allRows) drop(2);
  if (/^UPDATE (TRACKING|VIEWSTAT) , (TRACKING|VIEWSTAT)$/.test(words(4))) drop(4);
  return allRows;
}
