/** A small reader of SOQL after its published grammar. What it does not know is MALFORMED_QUERY, loudly. */

import { syntaxRefusal } from './refusal.ts';

export type Expression =
  | { readonly path: string; readonly at: number }
  | { readonly call: string; readonly of: Expression | null; readonly at: number };

export type Literal =
  | { readonly kind: 'text' | 'date' | 'datetime' | 'word'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'relative'; readonly value: string; readonly n: number };

export type Test =
  | { readonly all: readonly Test[] }
  | { readonly any: readonly Test[] }
  | { readonly not: Test }
  | { readonly left: Expression; readonly op: string; readonly right: Literal }
  | { readonly left: Expression; readonly op: 'IN' | 'NOT IN'; readonly list: readonly Literal[] }
  | { readonly left: Expression; readonly op: 'IN' | 'NOT IN'; readonly select: Statement }
  | {
      readonly left: Expression;
      readonly op: 'INCLUDES' | 'EXCLUDES';
      readonly list: readonly Literal[];
    };

export type Item =
  | { readonly expression: Expression; readonly alias: string | null }
  | { readonly child: Statement }
  | { readonly fields: string }
  | {
      readonly typeof: string;
      readonly when: readonly { readonly object: string; readonly paths: readonly string[] }[];
      readonly otherwise: readonly string[];
      readonly at: number;
    };

export interface Order {
  readonly by: Expression;
  readonly descends: boolean;
  readonly nullsFirst: boolean;
}

export interface Statement {
  readonly text: string;
  readonly items: readonly Item[];
  readonly object: string;
  readonly objectAt: number;
  readonly where: Test | null;
  readonly groupBy: readonly Expression[];
  readonly having: Test | null;
  readonly orderBy: readonly Order[];
  readonly limit: number | null;
  readonly offset: number;
}

interface Token {
  readonly kind: 'text' | 'datetime' | 'date' | 'number' | 'word' | 'symbol';
  readonly text: string;
  readonly at: number;
}

const kinds = ['text', 'datetime', 'date', 'number', 'word', 'symbol'] as const;
const pattern =
  /\s*(?:('(?:[^'\\]|\\.)*')|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))|(\d{4}-\d\d-\d\d)|([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][\w.]*)|(<=|>=|!=|<>|[=<>(),:]))/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (pattern.lastIndex = 0; text.slice(pattern.lastIndex).trim() !== ''; ) {
    const from = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw syntaxRefusal(text, from, `unexpected token: '${text[from]}'`);
    const kind = kinds.find((_, at) => match[at + 1] !== undefined) ?? 'symbol';
    const found = match[0].trim();
    tokens.push({ kind, text: found, at: pattern.lastIndex - found.length });
  }
  return tokens;
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', N: '\n', R: '\r', T: '\t', B: '\b', F: '\f' },
  ...{ '"': '"', "'": "'", '\\': '\\' },
};

/** Backslashes before _ and % stay: LIKE reads them. */
function unquoted({ text, at }: Token, statement: string): string {
  return text.slice(1, -1).replace(/\\(u[\dA-Fa-f]{4}|.)/gs, (whole, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (code === '_' || code === '%') return whole;
    const meant = escapes[code];
    if (meant === undefined)
      throw syntaxRefusal(statement, at, `invalid escape sequence: ${whole}`);
    return code === '\\' ? '\\\\' : meant;
  });
}

export class SoqlReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  /** A whole statement, and nothing behind it. */
  whole(): Statement {
    const statement = this.statement();
    if (this.#next < this.#tokens.length) throw this.#unexpected();
    return statement;
  }

  statement(): Statement {
    this.#word('SELECT');
    const items = this.#several(() => this.#item());
    this.#word('FROM');
    return { ...this.clauses(), items };
  }

  /** From the object on; of SOSL, too, where what is selected stands behind it. */
  clauses(): Omit<Statement, 'items'> {
    const { text: object, at: objectAt } = this.#take('word');
    const where = this.#isWord('WHERE') ? this.#test() : null;
    const groupBy = this.#isWord('GROUP') ? this.#by(() => this.#expression()) : [];
    const having = this.#isWord('HAVING') ? this.#test() : null;
    const orderBy = this.#isWord('ORDER') ? this.#by(() => this.#order()) : [];
    const limit = this.#isWord('LIMIT') ? Number(this.#take('number').text) : null;
    const offset = this.#isWord('OFFSET') ? Number(this.#take('number').text) : 0;
    return { text: this.#text, object, objectAt, where, groupBy, having, orderBy, limit, offset };
  }

  #by<T>(read: () => T): readonly T[] {
    this.#word('BY');
    return this.#several(read);
  }

  #item(): Item {
    if (this.#isSymbol('(')) {
      const child = this.statement();
      this.#symbol(')');
      return { child };
    }
    if (this.#isWord('TYPEOF')) return this.#typeof();
    const expression = this.#expression();
    if ('call' in expression && expression.call === 'FIELDS')
      return { fields: 'path' in expression.of! ? expression.of.path.toUpperCase() : '' };
    const peeked = this.#peek();
    const isAlias = peeked?.kind === 'word' && !/^FROM$/i.test(peeked.text);
    return { expression, alias: isAlias ? this.#take('word').text : null };
  }

  #typeof(): Item {
    const { text, at } = this.#take('word');
    const paths = (): readonly string[] => this.#several(() => this.#take('word').text);
    const when: { object: string; paths: readonly string[] }[] = [];
    while (this.#isWord('WHEN')) {
      const object = this.#take('word').text;
      this.#word('THEN');
      when.push({ object, paths: paths() });
    }
    const otherwise = this.#isWord('ELSE') ? paths() : [];
    this.#word('END');
    return { typeof: text, when, otherwise, at };
  }

  #expression(): Expression {
    const { text, at } = this.#take('word');
    if (!this.#isSymbol('(')) return { path: text, at };
    const of = this.#isSymbol(')') ? null : this.#expression();
    if (of !== null) this.#symbol(')');
    return { call: text.toUpperCase(), of, at };
  }

  #order(): Order {
    const by = this.#expression();
    const descends = this.#isWord('DESC');
    if (!descends) this.#isWord('ASC');
    if (!this.#isWord('NULLS')) return { by, descends, nullsFirst: true };
    const nullsFirst = this.#isWord('FIRST');
    if (!nullsFirst) this.#word('LAST');
    return { by, descends, nullsFirst };
  }

  /** Published: AND and OR are not mixed without parentheses. */
  #test(): Test {
    const first = this.#single();
    const word = this.#peekWord();
    if (word !== 'AND' && word !== 'OR') return first;
    const tests = [first];
    while (this.#isWord(word)) tests.push(this.#single());
    if (/^(?:AND|OR)$/.test(this.#peekWord())) throw this.#unexpected();
    return word === 'AND' ? { all: tests } : { any: tests };
  }

  #single(): Test {
    if (this.#isWord('NOT')) return { not: this.#single() };
    if (this.#isSymbol('(')) {
      const inner = this.#test();
      this.#symbol(')');
      return inner;
    }
    const left = this.#expression();
    const isNot = this.#isWord('NOT');
    if (isNot || this.#peekWord() === 'IN') {
      this.#word('IN');
      const op = isNot ? 'NOT IN' : 'IN';
      this.#symbol('(');
      const right =
        this.#peekWord() === 'SELECT'
          ? { select: this.statement() }
          : { list: this.#several(() => this.#literal()) };
      this.#symbol(')');
      return { left, op, ...right };
    }
    for (const op of ['INCLUDES', 'EXCLUDES'] as const)
      if (this.#isWord(op)) {
        this.#symbol('(');
        const list = this.#several(() => this.#literal());
        this.#symbol(')');
        return { left, op, list };
      }
    if (this.#isWord('LIKE')) return { left, op: 'LIKE', right: this.#literal() };
    const { text } = this.#take('symbol');
    const op = text === '<>' ? '!=' : text;
    if (!/^(?:=|!=|<=?|>=?)$/.test(op)) throw this.#unexpected(1);
    return { left, op, right: this.#literal() };
  }

  #literal(): Literal {
    const token = this.#peek();
    if (token === undefined || token.kind === 'symbol') throw this.#unexpected();
    this.#next += 1;
    const { kind, text } = token;
    if (kind === 'text') return { kind, value: unquoted(token, this.#text) };
    if (kind === 'number') return { kind, value: Number(text) };
    if (kind !== 'word') return { kind, value: text };
    if (/^(?:true|false|null)$/i.test(text)) return { kind: 'word', value: text.toLowerCase() };
    const n = this.#isSymbol(':') ? Number(this.#take('number').text) : 0;
    return { kind: 'relative', value: text.toUpperCase(), n };
  }

  #several<T>(read: () => T): readonly T[] {
    const all = [read()];
    while (this.#isSymbol(',')) all.push(read());
    return all;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #peekWord(): string {
    const token = this.#peek();
    return token?.kind === 'word' ? token.text.toUpperCase() : '';
  }

  #isWord(word: string): boolean {
    const is = this.#peekWord() === word;
    if (is) this.#next += 1;
    return is;
  }

  #isSymbol(symbol: string): boolean {
    const is = this.#peek()?.kind === 'symbol' && this.#peek()?.text === symbol;
    if (is) this.#next += 1;
    return is;
  }

  #word(word: string): void {
    if (!this.#isWord(word)) throw this.#unexpected();
  }

  #symbol(symbol: string): void {
    if (!this.#isSymbol(symbol)) throw this.#unexpected();
  }

  #take(kind: Token['kind']): Token {
    const token = this.#peek();
    if (token?.kind !== kind) throw this.#unexpected();
    this.#next += 1;
    return token;
  }

  #unexpected(back = 0) {
    const token = this.#tokens[this.#next - back];
    return syntaxRefusal(
      this.#text,
      token?.at ?? this.#text.length,
      `unexpected token: '${token?.text ?? '<EOF>'}'`,
    );
  }
}
