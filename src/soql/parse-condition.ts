/** Condition parser: AND, OR, NOT, parentheses and comparisons. */

import {
  type Comparison,
  type Condition,
  comparisonSymbols,
  type Expression,
  type FieldPath,
  type JoinQuery,
  type Query,
} from './query.ts';
import type { TokenReader } from './token-reader.ts';

/** Reads a subquery from its SELECT to before the parenthesis that closes it. */
type ReadSubquery = (reader: TokenReader) => Query;

/** Reads a condition: operands joined by AND, or by OR. @throws StatementSyntaxError, where both stand at one level */
export function readCondition(reader: TokenReader, subquery: ReadSubquery): Condition {
  const first = readOne(reader, subquery);
  const word = junctionWord(reader);
  if (word === null) return first;
  const conditions = [first];
  while (reader.word(word)) conditions.push(readOne(reader, subquery));
  const other = junctionWord(reader);
  if (other !== null) {
    const reason =
      'AND and OR beside each other need parentheses: write a AND (b OR c), or (a AND b) OR c';
    throw reader.refuse('syntax', reason, reader.at, other);
  }
  return { op: word === 'AND' ? 'and' : 'or', conditions };
}

function junctionWord(reader: TokenReader): 'AND' | 'OR' | null {
  const word = reader.peekWord();
  return word === 'AND' || word === 'OR' ? word : null;
}

function readOne(reader: TokenReader, subquery: ReadSubquery): Condition {
  let isDenied = false;
  while (reader.word('NOT')) isDenied = !isDenied;
  const condition = readOperand(reader, subquery);
  return isDenied ? { op: 'not', condition } : condition;
}

function readOperand(reader: TokenReader, subquery: ReadSubquery): Condition {
  if (!reader.symbol('(')) return readComparison(reader, subquery);
  const condition = reader.nested(() => readCondition(reader, subquery));
  reader.expectSymbol(')');
  return condition;
}

/** Comparison operators, each before its own prefixes. */
const comparisons = [
  ['<>', 'ne'] as const,
  ...(Object.keys(comparisonSymbols) as Comparison[]).map(
    (op) => [comparisonSymbols[op], op] as const,
  ),
];

function readComparison(reader: TokenReader, subquery: ReadSubquery): Condition {
  const start = reader.at;
  const path = reader.expression();
  for (const [symbol, op] of comparisons) {
    if (reader.symbol(symbol)) return { op, path, value: reader.value() };
  }
  if (reader.word('LIKE')) return { op: 'like', path, pattern: readPattern(reader) };
  const isExcluding = reader.word('EXCLUDES');
  if (isExcluding || reader.word('INCLUDES')) {
    const field = plainPath(reader, path, start);
    return { op: isExcluding ? 'excludes' : 'includes', path: field, groups: readGroups(reader) };
  }
  const isNegated = reader.words('NOT', 'IN');
  if (!isNegated && !reader.word('IN')) {
    throw reader.unexpected(
      'a comparison: =, !=, <, <=, >, >=, LIKE, IN, NOT IN, INCLUDES or EXCLUDES',
    );
  }
  reader.expectSymbol('(');
  if (reader.peekWord() !== 'SELECT') {
    return { op: isNegated ? 'nin' : 'in', path, values: readList(reader, () => reader.value()) };
  }
  const field = plainPath(reader, path, start);
  const query = readJoin(reader, subquery);
  return { op: isNegated ? 'antiJoin' : 'semiJoin', path: field, query };
}

function readPattern(reader: TokenReader): string {
  const pattern = reader.string(true);
  if (pattern === null) throw reader.unexpected('a pattern in single quotes');
  return pattern;
}

/** Reads a list after its opening parenthesis. */
export function readList<T>(reader: TokenReader, read: () => T): T[] {
  const list = reader.several(read);
  reader.expectSymbol(')');
  return list;
}

/** `('a;b', 'c')` */
function readGroups(reader: TokenReader): string[][] {
  reader.expectSymbol('(');
  return readList(reader, () => {
    const group = reader.string();
    if (group === null) throw reader.unexpected('a picklist value in single quotes');
    return group.split(';');
  });
}

function plainPath(reader: TokenReader, path: Expression, start: number): FieldPath {
  if (typeof path === 'string') return path;
  throw reader.refuse('syntax', 'expected a field, got a function', start);
}

/** The subquery of a semi-join, which has no clause but WHERE. */
function readJoin(reader: TokenReader, subquery: ReadSubquery): JoinQuery {
  const start = reader.at;
  const outer = reader.clause;
  const query = reader.nested(() => subquery(reader));
  reader.clause = outer;
  reader.expectSymbol(')');
  const { object, alias, parents, select, where, ...others } = query;
  const [field, ...further] = select;
  if (typeof field === 'object' && 'typeof' in field) {
    throw reader.unsupported('TYPEOF in a semi-join', start);
  }
  if (typeof field !== 'string' || further.length > 0) {
    throw reader.refuse('syntax', 'expected a semi-join to select exactly one field', start);
  }
  for (const [clause, value] of Object.entries(others)) {
    if (value !== undefined) {
      throw reader.refuse(
        'syntax',
        `expected a semi-join to have no clause but WHERE, got ${clause}`,
        start,
      );
    }
  }
  return { object, alias, parents, field, where };
}
