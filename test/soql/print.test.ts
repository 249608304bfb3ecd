import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserInputError } from '../../src/errors.ts';
import { parseSoql } from '../../src/soql/parse.ts';
import { printQuery } from '../../src/soql/print.ts';
import type { Condition, Query, Value } from '../../src/soql/query.ts';
import { allOf, anyOf, like, never } from '../../src/soql/query.ts';
import { anyText } from '../support/any-text.ts';
import { cases } from '../support/cases.ts';

const where = (condition: Condition): string =>
  printQuery({ object: 'Account', select: ['Id'], where: condition }).replace(
    'SELECT Id FROM Account WHERE ',
    '',
  );
const eq = (value: Value): string => where({ op: 'eq', path: 'Name', value });

/** What the CRM's lexer makes of a quoted string: written against its documentation, not against the printer. */
function unquote(quoted: string): string {
  const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  let text = '';
  for (let i = 1; i < quoted.length - 1; i += 1) {
    const char = quoted[i]!;
    if (char !== '\\') {
      if (char === "'" || char === '\n' || char === '\r') throw new Error('ends too early');
      text += char;
      continue;
    }
    i += 1;
    const escaped = quoted[i]!;
    if (escaped === 'u') {
      text += String.fromCharCode(Number.parseInt(quoted.slice(i + 1, i + 5), 16));
      i += 4;
    } else if (named[escaped] !== undefined) text += named[escaped];
    else if (/["'\\%_]/.test(escaped)) text += escaped;
    else throw new Error(`no such escape: ${escaped}`);
  }
  return text;
}

/** Strings rich in what breaks statements. */
const hostile = fc.oneof(
  anyText({ maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '\\',
        '"',
        '%',
        '_',
        '\n',
        '\r',
        '\t',
        '\u2028',
        '\ud800',
        ')',
        ' OR ',
        'a',
        '--',
        ';',
        '\\u0027',
        "\\'",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

/** Where the only text of a statement stands. */
const quoted = (text: string): string => text.slice(text.indexOf("'"), text.lastIndexOf("'") + 1);

/** The statement's tree with its texts blanked: what is left is its shape. */
const shape = (text: string): string =>
  JSON.stringify(parseSoql(text).query, (key, value: unknown) =>
    (key === 'value' || key === 'pattern') && typeof value === 'string' ? '' : value,
  );

const condition = (text: string): Condition => parseSoql(text).query.where!;

describe('printing a query', () => {
  it('puts every clause in its place', () => {
    const query: Query = {
      object: 'Opportunity',
      select: [
        'StageName',
        'Account.Name',
        { expression: { fn: 'SUM', of: 'Amount' }, alias: 'total' },
        { fn: 'CALENDAR_YEAR', of: { fn: 'convertTimezone', of: 'CreatedDate' } },
      ],
      where: { op: 'gte', path: 'CloseDate', value: { date: '2026-01-31' } },
      groupBy: ['StageName', 'Account.Name'],
      having: { op: 'gt', path: { fn: 'SUM', of: 'Amount' }, value: 1000.5 },
      orderBy: [
        { path: 'StageName' },
        { path: { fn: 'SUM', of: 'Amount' }, direction: 'desc', nulls: 'last' },
      ],
      limit: 50,
      offset: 0,
    };
    expect(printQuery(query)).toBe(
      'SELECT StageName, Account.Name, SUM(Amount) total, CALENDAR_YEAR(convertTimezone(CreatedDate)) FROM Opportunity WHERE CloseDate >= 2026-01-31 GROUP BY StageName, Account.Name HAVING SUM(Amount) > 1000.5 ORDER BY StageName ASC, SUM(Amount) DESC NULLS LAST LIMIT 50 OFFSET 0',
    );
  });

  it('nests child selections and semi-joins', () => {
    expect(
      printQuery({
        object: 'Account',
        select: ['Id', { subquery: { object: 'Contacts', select: ['Id'], limit: 6 } }],
        where: {
          op: 'antiJoin',
          path: 'Id',
          query: {
            object: 'Opportunity',
            field: 'AccountId',
            where: { op: 'eq', path: 'IsClosed', value: false },
          },
        },
      }),
    ).toBe(
      'SELECT Id, (SELECT Id FROM Contacts LIMIT 6) FROM Account WHERE Id NOT IN (SELECT AccountId FROM Opportunity WHERE IsClosed = FALSE)',
    );
    expect(printQuery({ object: 'Lead', select: [{ fn: 'COUNT', of: null }] })).toBe(
      'SELECT COUNT() FROM Lead',
    );
  });

  it('keeps the precedence of and, or and not', () => {
    const is = (value: string): Condition => ({ op: 'eq', path: 'Name', value });
    const some = anyOf(is('a'), undefined, is('b'));
    expect(where(allOf(some, { op: 'not', condition: some! }, is('c'))!)).toBe(
      "(Name = 'a' OR Name = 'b') AND (NOT (Name = 'a' OR Name = 'b')) AND Name = 'c'",
    );
    expect(where({ op: 'not', condition: is('a') })).toBe("(NOT (Name = 'a'))");
    expect(allOf(undefined, undefined)).toBeUndefined();
    expect(allOf(is('a'), undefined)).toEqual(is('a'));
    expect(where({ op: 'and', conditions: [{ op: 'or', conditions: [is('a'), is('b')] }] })).toBe(
      "Name = 'a' OR Name = 'b'",
    );
  });

  it('gives empty lists and junctions their logical meaning', () => {
    expect(where(never)).toBe('Id = null');
    expect(where({ op: 'and', conditions: [] })).toBe('Id != null');
    expect(where({ op: 'in', path: 'Name', values: [] })).toBe('Id = null');
    expect(where({ op: 'nin', path: 'Name', values: [] })).toBe('Id != null');
    expect(where({ op: 'in', path: 'Name', values: [null] })).toBe('Name = null');
    expect(where({ op: 'in', path: 'Name', values: ['a', null] })).toBe(
      "Name IN ('a') OR Name = null",
    );
    expect(where({ op: 'nin', path: 'Name', values: ['a', null] })).toBe(
      "Name NOT IN ('a') AND Name != null",
    );
  });

  it('writes each type of value in its own form', () => {
    expect(eq(null)).toBe('Name = null');
    expect(eq(true)).toBe('Name = TRUE');
    expect(eq(-0)).toBe('Name = 0');
    expect(eq(1.5e21)).toBe('Name = 1500000000000000000000');
    expect(eq(-1.25e-7)).toBe('Name = -0.000000125');
    expect(eq({ datetime: '2026-05-01T07:25:37.000+0000' })).toBe(
      'Name = 2026-05-01T07:25:37.000Z',
    );
    expect(eq({ datetime: '2026-05-01T07:25:37+02:00' })).toBe('Name = 2026-05-01T05:25:37.000Z');
    expect(eq({ relative: 'LAST_N_DAYS', n: 30 })).toBe('Name = LAST_N_DAYS:30');
    expect(eq({ relative: 'THIS_FISCAL_QUARTER' })).toBe('Name = THIS_FISCAL_QUARTER');
    expect(where({ op: 'includes', path: 'Tags__c', groups: [['a', 'b'], ['c']] })).toBe(
      "Tags__c INCLUDES ('a;b','c')",
    );
  });

  it('escapes wildcards in LIKE and nowhere else', () => {
    expect(where(like('Name', 'contains', '50%_\\'))).toBe("Name LIKE '%50\\%\\_\\\\%'");
    expect(where(like('Name', 'startsWith', 'a'))).toBe("Name LIKE 'a%'");
    expect(where(like('Name', 'endsWith', 'a'))).toBe("Name LIKE '%a'");
    expect(eq('50%_')).toBe("Name = '50%_'");
  });

  it('refuses what has no SOQL form, and says what was expected', () => {
    const refused: [() => string, RegExp][] = [
      [() => eq(Number.NaN), /finite number, got NaN/],
      [() => eq({ date: '2026-02-30' }), /date such as 2026-05-01, got "2026-02-30"/],
      [() => eq({ datetime: '2026-05-01T07:25:37' }), /with its offset/],
      [() => eq({ relative: "TODAY OR Name = 'x'" }), /relative date/],
      [() => eq({ relative: 'LAST_N_DAYS' }), /with a count/],
      [() => eq({ relative: 'LAST_N_DAYS', n: 1.5 }), /with a count/],
      [() => eq('x'.repeat(4_001)), /at most 4000 characters in a filter, got 4001/],
      [() => where({ op: 'lt', path: 'Name', value: null }), /compare with \(lt\), got null/],
      [() => where({ op: 'includes', path: 'T__c', groups: [] }), /at least one picklist value/],
      [() => where({ op: 'includes', path: 'T__c', groups: [['a;b']] }), /without a semicolon/],
      [
        () => where({ op: 'in', path: 'Name', values: Array(900).fill('twenty characters ok') }),
        /at most 16000 bytes as a URL, got \d+: select fewer fields/,
      ],
      [() => printQuery({ object: 'Account', select: [] }), /at least one field/],
      [() => printQuery({ object: 'Account', select: ['Id'], limit: 1.5 }), /whole number/],
      [() => printQuery({ object: 'Account', select: ['Id'], limit: -1 }), /whole number/],
      [
        () => printQuery({ object: 'Account', select: [{ expression: 'Id', alias: 'from' }] }),
        /alias that is not a SOQL word/,
      ],
    ];
    for (const [print, message] of refused) {
      expect(print).toThrow(UserInputError);
      expect(print).toThrow(message);
    }
  });
});

describe('a hostile value', () => {
  it('comes back from the statement as it went in, and leaves its shape alone', () => {
    const calm = shape(`SELECT Id FROM Account WHERE ${eq('x')}`);
    fc.assert(
      fc.property(hostile, (value) => {
        const text = `SELECT Id FROM Account WHERE ${eq(value)}`;
        expect(unquote(quoted(text))).toBe(value);
        expect(condition(text)).toMatchObject({ value });
        expect(shape(text)).toBe(calm);
        expect(() => encodeURIComponent(text)).not.toThrow();
      }),
      { numRuns: cases(250) },
    );
  });

  it('stays one pattern in LIKE, with its wildcards escaped', () => {
    const holding = (text: string): string =>
      `SELECT Id FROM Account WHERE ${where(like('Name', 'contains', text))}`;
    const calm = shape(holding('x'));
    fc.assert(
      fc.property(hostile, (value) => {
        const text = holding(value);
        const pattern = quoted(text);
        expect(unquote(`'${pattern.slice(2, -2)}'`)).toBe(value);
        expect(pattern.slice(2, -2).replace(/\\./g, '')).not.toMatch(/[%_]/);
        expect(shape(text)).toBe(calm);
      }),
      { numRuns: cases(150) },
    );
  });

  it('stays one element of a list', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (values) => {
        const text = `SELECT Id FROM Account WHERE ${where({ op: 'in', path: 'Name', values })}`;
        expect(condition(text)).toMatchObject({ values });
      }),
      { numRuns: cases(100) },
    );
  });

  it.each(["x' OR Name LIKE '%", 'ends in \\', "\\'", "001000000000001' LIMIT 1"])(
    'such as %j is only text',
    (value) => {
      expect(unquote(quoted(eq(value)))).toBe(value);
    },
  );
});

describe('a hostile name', () => {
  it.each([
    'Name FROM User--',
    "Name' OR 1",
    'Name,Id',
    'a..b',
    '.a',
    'a.',
    '1a',
    '',
    'Näme',
    'a.b.c.d.e.f.g.h',
    'a\n',
    `a${'b'.repeat(500)}`,
  ])('such as %j is refused wherever a name stands', (name) => {
    const queries: Query[] = [
      { object: name, select: ['Id'] },
      { object: 'Account', select: [name] },
      { object: 'Account', select: ['Id'], where: { op: 'eq', path: name, value: 1 } },
      { object: 'Account', select: ['Id'], orderBy: [{ path: name }] },
      { object: 'Account', select: ['Id'], groupBy: [{ fn: 'DAY_ONLY', of: name }] },
      { object: 'Account', select: [{ expression: 'Id', alias: name }] },
      { object: 'Account', select: [{ subquery: { object: name, select: ['Id'] } }] },
    ];
    for (const query of queries) expect(() => printQuery(query)).toThrow(UserInputError);
  });
});
