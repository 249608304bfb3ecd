/** SOQL parser: recursive descent from text to tree, in linear time and bounded depth. */

import { reservedWords } from './literal.ts';
import { readCondition } from './parse-condition.ts';
import type {
  Condition,
  Expression,
  FieldPath,
  FieldsSelection,
  FromClause,
  OrderBy,
  Query,
  SelectItem,
  Trace,
  TypeofSelection,
} from './query.ts';
import type { Mention } from './syntax-error.ts';
import { TokenReader } from './token-reader.ts';

/** Reads one SELECT statement. @throws StatementSyntaxError with position, expected and found text */
export function parseSoql(text: string): {
  readonly query: Query;
  /** Names and texts of the statement with their offsets, in order. */
  readonly mentions: readonly Mention[];
} {
  const reader = new TokenReader(text);
  const query = readQuery(reader, false);
  reader.expectEnd();
  return { query, mentions: reader.mentions };
}

/** @param isChild a subquery of SELECT, whose FROM names a relationship, perhaps after its object. */
function readQuery(reader: TokenReader, isChild: boolean): Query {
  reader.clause = 'select';
  reader.expectWord('SELECT');
  const select = readSelections(reader);
  reader.clause = 'from';
  if (!reader.word('FROM')) throw reader.unexpected('a comma or FROM');
  return { ...readSource(reader, isChild), select, ...readClauses(reader) };
}

export const readSelections = (reader: TokenReader): SelectItem[] =>
  reader.several(() => readSelection(reader));

function readSelection(reader: TokenReader): SelectItem {
  if (reader.symbol('(')) {
    const subquery = reader.nested(() => readQuery(reader, true));
    reader.clause = 'select';
    reader.expectSymbol(')');
    return { subquery };
  }
  if (reader.peekWord() === 'FIELDS') return readFields(reader);
  if (reader.word('TYPEOF')) return readTypeof(reader);
  const start = reader.at;
  const isDistinct = reader.peekWord() === 'DISTINCT';
  const expression = reader.expression();
  const alias = readAlias(reader);
  if (alias === null) return expression;
  if (isDistinct) throw reader.unsupported('SELECT DISTINCT', start);
  return { expression, alias };
}

/** Reads an alias, with AS or without; null when none follows. */
function readAlias(reader: TokenReader): string | null {
  if (reader.word('AS')) return reader.named('an alias');
  const word = reader.peekWord().toLowerCase();
  return word === '' || notAliases.has(word) ? null : reader.named('an alias');
}

/** Limit of parents in FROM. */
const maxParents = 20;

const notAliases: ReadonlySet<string> = new Set([...reservedWords, 'all']);

/** `FIELDS(STANDARD)` */
function readFields(reader: TokenReader): FieldsSelection {
  reader.named('FIELDS');
  reader.expectSymbol('(');
  const fields = reader.oneOf(['ALL', 'STANDARD', 'CUSTOM'], 'ALL, STANDARD or CUSTOM');
  reader.expectSymbol(')');
  return { fields };
}

/** `TYPEOF What WHEN Account THEN Phone ELSE Name END` after its word. */
function readTypeof(reader: TokenReader): TypeofSelection {
  const relationship = reader.path('a polymorphic relationship');
  const when: { object: string; select: FieldPath[] }[] = [];
  while (reader.word('WHEN')) {
    const object = reader.named('an object');
    reader.expectWord('THEN');
    when.push({ object, select: readPaths(reader) });
  }
  if (when.length === 0) throw reader.unexpected('WHEN');
  const otherwise = reader.word('ELSE') ? readPaths(reader) : undefined;
  reader.expectWord('END');
  if (reader.peekWord() === 'AS' || readAlias(reader) !== null) {
    throw reader.unsupported('An alias of TYPEOF');
  }
  return { typeof: relationship, when, otherwise };
}

const readPaths = (reader: TokenReader): FieldPath[] => reader.several(() => reader.path());

/** `Contact c, c.Account a` */
function readSource(reader: TokenReader, isChild: boolean): FromClause {
  const start = reader.at;
  const parts = reader.path(isChild ? 'a child relationship' : 'an object').split('.');
  const object = parts.pop() ?? '';
  if (parts.length > 0 && !isChild) throw reader.unexpected('an object', start);
  // A child relationship may follow its object: `FROM Account.Contacts`.
  reader.mention(object, start);
  const alias = readAlias(reader) ?? undefined;
  if (isChild || !reader.symbol(',')) return { object, alias };
  const sources = new Set([object, alias ?? object].map((name) => name.toLowerCase()));
  const parents: { path: FieldPath; alias: string }[] = [];
  do {
    const from = reader.at;
    const path = reader.path('a path from the first object');
    const [root = ''] = path.toLowerCase().split('.');
    if (!sources.has(root) || !path.includes('.')) {
      throw reader.unexpected(`a relationship of ${object}`, from);
    }
    const name = readAlias(reader);
    if (name === null) throw reader.unexpected('an alias');
    sources.add(name.toLowerCase());
    parents.push({ path, alias: name });
    if (parents.length > maxParents) {
      throw reader.refuse('complexity', `expected at most ${maxParents} parents in FROM`, from);
    }
  } while (reader.symbol(','));
  return { object, alias, parents };
}

type Clauses = Omit<Query, 'select' | keyof FromClause>;

/** Reads the clauses after FROM, each at most once and in this order. */
export function readClauses(reader: TokenReader): Clauses {
  const subquery = (inner: TokenReader): Query => readQuery(inner, false);
  const scope = readScope(reader);
  reader.clause = 'where';
  const where = reader.word('WHERE') ? readCondition(reader, subquery) : undefined;
  refuseWith(reader);
  reader.clause = 'group';
  const grouping = reader.words('GROUP', 'BY') ? readGrouping(reader) : {};
  reader.clause = 'having';
  const having = readHaving(reader, grouping, subquery);
  reader.clause = 'order';
  const orderBy = reader.words('ORDER', 'BY') ? readOrder(reader) : undefined;
  reader.clause = 'limit';
  const limit = readCount(reader, 'LIMIT');
  reader.clause = 'offset';
  const offset = readCount(reader, 'OFFSET');
  const traces = readTraces(reader);
  const start = reader.at;
  if (reader.words('ALL', 'ROWS')) throw apexOnly(reader, 'ALL ROWS', start);
  return { scope, where, ...grouping, having, orderBy, limit, offset, traces };
}

function apexOnly(reader: TokenReader, feature: string, offset: number): Error {
  return reader.refuse('syntax', `${feature} belongs to Apex and is not allowed here`, offset);
}

function readScope(reader: TokenReader): string | undefined {
  const start = reader.at;
  if (!reader.word('USING')) return undefined;
  const other = ['LOOKUP', 'LISTVIEW'].find((word) => word === reader.peekWord());
  if (other !== undefined) throw reader.unsupported(`USING ${other}`, start);
  reader.expectWord('SCOPE');
  return reader.named('a scope such as mine');
}

const apexModes = ['SECURITY_ENFORCED', 'USER_MODE', 'SYSTEM_MODE'];

/** Rejects WITH, naming the word after it. */
function refuseWith(reader: TokenReader): void {
  if (!reader.word('WITH')) return;
  const start = reader.at;
  if (reader.words('DATA', 'CATEGORY')) throw reader.unsupported('WITH DATA CATEGORY', start);
  const mode = apexModes.find((word) => reader.word(word));
  if (mode !== undefined) throw apexOnly(reader, `WITH ${mode}`, start);
  const name = reader.name('what to search with');
  if (!reader.symbol('=')) throw reader.unexpected('"="');
  throw reader.unsupported(`WITH ${name}`, start);
}

function readGrouping(reader: TokenReader): Pick<Query, 'groupBy' | 'subtotals'> {
  const subtotals = (['ROLLUP', 'CUBE'] as const).find((word) => reader.word(word));
  if (subtotals === undefined) return { groupBy: readExpressions(reader) };
  reader.expectSymbol('(');
  const groupBy = reader.nested(() => readExpressions(reader));
  reader.expectSymbol(')');
  return { groupBy, subtotals };
}

function readHaving(
  reader: TokenReader,
  { groupBy }: Pick<Query, 'groupBy'>,
  subquery: (reader: TokenReader) => Query,
): Condition | undefined {
  const start = reader.at;
  if (!reader.word('HAVING')) return undefined;
  if (groupBy === undefined) {
    throw reader.refuse(
      'syntax',
      'HAVING keeps some of the groups of GROUP BY: expected GROUP BY before it, or the condition in WHERE where it is one of records',
      start,
    );
  }
  return readCondition(reader, subquery);
}

const readExpressions = (reader: TokenReader): Expression[] =>
  reader.several(() => reader.expression());

const readOrder = (reader: TokenReader): OrderBy[] =>
  reader.several(() => {
    const path = reader.expression();
    const direction = reader.word('DESC') ? 'desc' : reader.word('ASC') ? 'asc' : undefined;
    return { path, direction, nulls: readNulls(reader) };
  });

function readNulls(reader: TokenReader): OrderBy['nulls'] {
  if (!reader.word('NULLS')) return undefined;
  if (reader.word('FIRST')) return 'first';
  reader.expectWord('LAST');
  return 'last';
}

function readCount(reader: TokenReader, word: string): number | undefined {
  const start = reader.at;
  if (!reader.word(word)) return undefined;
  reader.mention(word, start);
  return reader.count();
}

/** `FOR VIEW UPDATE TRACKING, VIEWSTAT` */
function readTraces(reader: TokenReader): Trace[] | undefined {
  const traces: Trace[] = [];
  const start = reader.at;
  if (reader.word('FOR')) {
    if (reader.word('UPDATE')) throw apexOnly(reader, 'FOR UPDATE', start);
    traces.push(readTrace(reader, ['VIEW', 'REFERENCE']));
  }
  if (reader.word('UPDATE'))
    traces.push(...reader.several(() => readTrace(reader, ['TRACKING', 'VIEWSTAT'])));
  return traces.length === 0 ? undefined : traces;
}

function readTrace(reader: TokenReader, words: readonly Trace[]): Trace {
  const start = reader.at;
  const trace = reader.oneOf(words);
  reader.mention(trace, start);
  return trace;
}
