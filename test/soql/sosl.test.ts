import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserInputError } from '../../src/errors.ts';
import { printSearch, printTerm } from '../../src/soql/sosl.ts';
import { anyText } from '../support/any-text.ts';

describe('a search', () => {
  it('names scope, objects, fields and limits', () => {
    expect(
      printSearch({
        find: printTerm('Acme corp', true),
        scope: 'NAME',
        returning: [
          { object: 'Account', select: ['Id', 'Name'], limit: 5 },
          {
            object: 'Contact',
            select: ['Id'],
            where: { op: 'eq', path: 'Department', value: "R'n'D" },
          },
        ],
        limit: 25,
      }),
    ).toBe(
      "FIND {Acme corp*} IN NAME FIELDS RETURNING Account(Id, Name LIMIT 5), Contact(Id WHERE Department = 'R\\'n\\'D') LIMIT 25",
    );
  });

  it('keeps a hostile term between its braces', () => {
    expect(printTerm('x} RETURNING User(Id)')).toBe('x\\} RETURNING User\\(Id\\)');
    expect(printTerm('?&|!{}[]()^~*:\\"\'+-ab')).toBe(
      '\\?\\&\\|\\!\\{\\}\\[\\]\\(\\)\\^\\~\\*\\:\\\\\\"\\\'\\+\\-ab',
    );
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (term) => {
        const printed = printTerm(`ab${term}`);
        const bare = printed.replace(/\\./gs, '');
        expect(bare.replace(/"(and|or|not)"/gi, '')).not.toMatch(/[?&|!{}[\]()^~*:\\"'+-]/);
        expect(printed).not.toMatch(/\p{Cc}/u);
        const words = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
        expect(printed.replace(/"(and|or|not)"/gi, '$1').replace(/\\(.)/gs, '$1')).toBe(
          words(`ab${term}`.toWellFormed()),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('takes and, or and not as words', () => {
    expect(printTerm('research AND development Or not')).toBe(
      'research "AND" development "Or" "not"',
    );
    expect(printTerm('sandy', true)).toBe('sandy*');
    expect(printTerm('this or', true)).toBe('this "or"');
  });

  it('is refused when there is nothing to look for', () => {
    const returning = [{ object: 'Account', select: ['Id'] }];
    expect(() => printTerm('a')).toThrow(/at least two letters/);
    expect(() => printTerm('**{}**')).toThrow(UserInputError);
    expect(() => printTerm('ab'.repeat(2_001))).toThrow(/at most 4000/);
    expect(() => printSearch({ find: 'ab', returning: [] })).toThrow(/at least one object/);
    expect(() => printSearch({ find: 'ab', returning, limit: 2_001 })).toThrow(/1 to 2000/);
    expect(() =>
      printSearch({ find: 'ab', returning: [{ object: 'User(Id', select: ['Id'] }] }),
    ).toThrow(/API name/);
    expect(() => printSearch({ find: 'ab', returning: [{ object: 'User', select: [] }] })).toThrow(
      /at least one field/,
    );
  });
});
