import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSoql } from '../../src/soql/parse.ts';
import { printQuery } from '../../src/soql/print.ts';
import { parseSearch, printSearch } from '../../src/soql/sosl.ts';
import { StatementSyntaxError } from '../../src/soql/syntax-error.ts';
import { cases } from '../support/cases.ts';
import { queries, searches } from './random-query.ts';

const [, ...lines] = readFileSync(join(import.meta.dirname, 'corpus.txt'), 'utf8').split('\n');
const corpus = lines.flatMap((line) => {
  const match = /^([+~-]) ?(.*?) ?\| (.*)$/.exec(line);
  return match === null ? [] : [{ verdict: match[1], what: match[2]!, statement: match[3]! }];
});
const of = (verdict: string) => corpus.filter((one) => one.verdict === verdict);

function refusal(statement: string): StatementSyntaxError {
  try {
    parseSoql(statement);
  } catch (error) {
    if (error instanceof StatementSyntaxError) return error;
    throw error;
  }
  throw new Error(`understood: ${statement}`);
}

describe('the corpus', () => {
  it('holds what the grammar has', () => {
    expect(corpus.length).toBeGreaterThan(400);
  });

  it.each(of('+'))('understands $statement', ({ statement }) => {
    const printed = printQuery(parseSoql(statement).query);
    expect(printQuery(parseSoql(printed).query)).toBe(printed);
  });

  it.each(of('~'))('refuses by name: $statement', ({ what, statement }) => {
    expect(refusal(statement).message).toContain(what);
  });

  it.each(of('-'))('refuses at $what: $statement', ({ what, statement }) => {
    expect(refusal(statement).message).toMatch(
      new RegExp(`^The statement is refused at ${what}: .{10,}`, 's'),
    );
  });
});

describe('what is read', () => {
  it('is the tree', () => {
    expect(
      parseSoql(
        "select c.Name n, (SELECT Id FROM Account.Cases) from Contact as c, c.Account a USING SCOPE mine where NOT a.Name like 'x\\%%' and Id not in (select ContactId from Case k where k.IsClosed = true) order by Name desc nulls last limit 5 offset 2 for view",
      ).query,
    ).toEqual({
      object: 'Contact',
      alias: 'c',
      parents: [{ path: 'c.Account', alias: 'a' }],
      select: [
        { expression: 'c.Name', alias: 'n' },
        { subquery: { object: 'Cases', select: ['Id'] } },
      ],
      scope: 'mine',
      where: {
        op: 'and',
        conditions: [
          { op: 'not', condition: { op: 'like', path: 'a.Name', pattern: 'x\\%%' } },
          {
            op: 'antiJoin',
            path: 'Id',
            query: {
              object: 'Case',
              alias: 'k',
              field: 'ContactId',
              where: { op: 'eq', path: 'k.IsClosed', value: true },
            },
          },
        ],
      },
      orderBy: [{ path: 'Name', direction: 'desc', nulls: 'last' }],
      limit: 5,
      offset: 2,
      traces: ['VIEW'],
    });
  });

  it('keeps the digits that a double would round', () => {
    const { query } = parseSoql('SELECT Id FROM A WHERE X = 12345678901234567890 OR X = USD0.10');
    expect(query.where).toMatchObject({
      conditions: [
        { value: { decimal: '12345678901234567890' } },
        { value: { currency: 'USD', amount: '0.10' } },
      ],
    });
  });

  it('says rows and columns over several lines', () => {
    expect(refusal('SELECT Id\nFROM Account\n  WHERE ^').message).toContain('at 3:9: expected');
  });
});

describe('a random tree', () => {
  it('printed, read and printed again is the same text', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const printed = printQuery(query);
        expect(printQuery(parseSoql(printed).query)).toBe(printed);
      }),
      { numRuns: cases(300) },
    );
  });

  it('of a search, too', () => {
    fc.assert(
      fc.property(searches, (search) => {
        const printed = printSearch(search);
        expect(printSearch(parseSearch(printed).search)).toBe(printed);
      }),
      { numRuns: cases(150) },
    );
  });
});

describe('a text of anything', () => {
  const pieces = fc.constantFrom(
    ..."SELECT|FROM|WHERE|AND|OR|NOT|IN|LIKE|(|)|,|.|=|<|'x'|'|\\|Id|Account|COUNT(|GROUP BY|ORDER BY|LIMIT|5|2026-01-01|TODAY|TYPEOF|WHEN|END|FIELDS(ALL)|USING SCOPE|FOR|NULLS|:|;|{|}|FIND|RETURNING|é|😀|\u0000|\ud800".split(
      '|',
    ),
  );
  const mixtures = fc
    .array(fc.tuple(pieces, fc.constantFrom(' ', '', '\n')), { maxLength: 40 })
    .map((parts) => parts.flat().join(''));

  it('is understood or refused with its place, and never fails', () => {
    fc.assert(
      fc.property(mixtures, fc.boolean(), (text, isSearch) => {
        try {
          if (isSearch) parseSearch(`FIND {${text}`);
          else parseSoql(`SELECT ${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(StatementSyntaxError);
          expect((error as Error).message).toMatch(/ at \d+:\d+: /);
        }
      }),
      { numRuns: cases(600) },
    );
  });
});
