import { describe, expect, it } from 'vitest';
import { createSearchIndex } from '../../../src/demo/sosl/full-text-index.ts';
import { SoslEngine } from '../../../src/demo/sosl/ranked-search.ts';
import { crmOf, idOf, insert, model, refusal } from '../soql/fixture.ts';

const owner = idOf('User', 1);
const contact = (n: number, name: string, more: object = {}) => ({
  Id: idOf('Contact', n),
  Name: name,
  FirstName: name.split(' ')[0],
  LastName: name.split(' ')[1] ?? name,
  OwnerId: owner,
  ...more,
});

function searchable() {
  const crm = crmOf({
    User: [
      {
        Id: owner,
        Name: 'Ann Smith',
        LastName: 'Smith',
        Email: 'ann@example.com',
      },
    ],
    Account: [
      {
        Id: idOf('Account', 1),
        Name: 'Smith & Söhne',
        Description: 'Makers of fine cheese',
        OwnerId: owner,
        AnnualRevenue: 10,
      },
      {
        Id: idOf('Account', 2),
        Name: 'Cheese World',
        OwnerId: owner,
        AnnualRevenue: 20,
        Phone: '(030) 123-45 67',
      },
    ],
    Contact: [
      contact(1, 'Joe Smith', { Email: 'joe.smith@example.com', Title: 'Buyer of cheese' }),
      contact(2, 'Joan Smyth', { Email: 'joan@other.example.org', Phone: '+49 30 1234567' }),
      contact(3, 'Zoë Müller', { Email: 'zoe@example.com' }),
      contact(4, 'Joe Gone', { IsDeleted: true }),
      contact(5, "Rose O'Neil", { Description: 'Knows {braces} and Joe' }),
      contact(6, '田中 太郎', { Description: '価格が高いと思うので、もう少し検討したい。' }),
      contact(7, 'สมชาย ใจดี', { Title: '价格太高', Description: 'ราคาแพงเกินไป' }),
    ],
    Case: [
      { Id: idOf('Case', 1), CaseNumber: '00001234', Subject: 'Cheese is late', OwnerId: owner },
    ],
  });
  createSearchIndex(crm.db, model);
  return { ...crm, sosl: new SoslEngine(crm.soql) };
}

const { sosl } = searchable();
const found = (statement: string, field = 'Name') =>
  sosl.search(statement).map((record) => record[field]);
const contacts = (text: string, group = 'ALL') =>
  found(`FIND {${text}} IN ${group} FIELDS RETURNING Contact(Name)`).toSorted();

describe('what FIND finds', () => {
  it.each([
    ['Joe Smith', ['Joe Smith']],
    ['smith JOE', ['Joe Smith']],
    ['"Joe Smith"', ['Joe Smith']],
    ['"Smith Joe"', []],
    ['joe', ['Joe Smith', "Rose O'Neil"]],
    ['jo*', ['Joan Smyth', 'Joe Smith', "Rose O'Neil"]],
    ['Sm?th', ['Joan Smyth', 'Joe Smith']],
    ['S*h joe', ['Joe Smith']],
    ['*mith', []],
    ['muller', ['Zoë Müller']],
    ['MÜLLER OR smyth', ['Joan Smyth', 'Zoë Müller']],
    ['joe AND NOT buyer', ["Rose O'Neil"]],
    ['(joe OR joan) and smyth', ['Joan Smyth']],
    ['joe.smith@example.com', ['Joe Smith']],
    ['*@example.com', ['Joe Smith', 'Zoë Müller']],
    ['1234567', ['Joan Smyth']],
    ["O\\'Neil", ["Rose O'Neil"]],
    ['\\{braces\\}', ["Rose O'Neil"]],
    ['joe & smith', ['Joe Smith']],
    ['"and" joe', ["Rose O'Neil"]],
    ['nobody', []],
    ['価格', ['田中 太郎']],
    ['価格が高い', ['田中 太郎']],
    ['"高い と"', ['田中 太郎']],
    ['検討*', ['田中 太郎']],
    ['価格 joe', []],
    ['が価格', []],
    ['价格', ['สมชาย ใจดี']],
    ['แพง', ['สมชาย ใจดี']],
  ])('{%s}', (text, names) => {
    expect(contacts(text)).toEqual(names);
  });

  it.each([
    ['NAME', ['Joe Smith']],
    ['EMAIL', ['Joe Smith']],
    ['PHONE', []],
    ['SIDEBAR', ['Joe Smith']],
    ['ALL', ['Joe Smith', "Rose O'Neil"]],
  ])('is limited to %s FIELDS', (group, names) => {
    expect(contacts('joe', group)).toEqual(names);
  });

  it('puts a hit in the name before a mention', () => {
    expect(found('FIND {cheese} RETURNING Account(Name)')).toEqual([
      'Cheese World',
      'Smith & Söhne',
    ]);
  });

  it('follows the rows as they come, change and go', () => {
    const { db, sosl: own } = searchable();
    const names = () =>
      own.search('FIND {newcomer} RETURNING Contact(Name)').map(({ Name }) => Name);
    insert(db, { Contact: [contact(9, 'Ned Newcomer')] });
    expect(names()).toEqual(['Ned Newcomer']);
    db.exec("UPDATE Contact SET Name = 'Ned Old', LastName = 'Old' WHERE LastName = 'Newcomer'");
    expect(names()).toEqual([]);
    db.exec("UPDATE Contact SET Title = 'newcomer' WHERE LastName = 'Old'");
    expect(names()).toEqual(['Ned Old']);
    db.exec("DELETE FROM Contact WHERE LastName = 'Old'");
    expect(names()).toEqual([]);
  });
});

describe('what RETURNING returns', () => {
  it('is object by object, in its order, each with its fields', () => {
    const records = sosl.search(
      'FIND {smith} RETURNING User(Name), Contact(Id, Name, Account.Name), Account',
    );
    expect(records.map(({ attributes }) => (attributes as { type: string }).type)).toEqual([
      'User',
      'Contact',
      'Account',
    ]);
    expect(records[1]).toEqual({
      attributes: {
        type: 'Contact',
        url: `/services/data/v59.0/sobjects/Contact/${idOf('Contact', 1)}`,
      },
      Id: idOf('Contact', 1),
      Name: 'Joe Smith',
      Account: null,
    });
    expect(Object.keys(records[2]!)).toEqual(['attributes', 'Id']);
  });

  it('is every searchable object without RETURNING', () => {
    const types = sosl
      .search('FIND {cheese}')
      .map(({ attributes }) => (attributes as { type: string }).type);
    expect(new Set(types)).toEqual(new Set(['Account', 'Contact', 'Case']));
  });

  it('filters, orders and limits each object by itself, and the whole', () => {
    const account = (inside: string) => found(`FIND {cheese} RETURNING Account(Name ${inside})`);
    expect(account('WHERE AnnualRevenue < USD15')).toEqual(['Smith & Söhne']);
    expect(account('ORDER BY AnnualRevenue')).toEqual(['Smith & Söhne', 'Cheese World']);
    expect(account('ORDER BY AnnualRevenue LIMIT 1 OFFSET 1')).toEqual(['Cheese World']);
    expect(account('LIMIT 1 OFFSET 1')).toEqual(['Smith & Söhne']);
    expect(
      sosl.search('FIND {cheese} RETURNING Account(Id LIMIT 1), Contact, Case LIMIT 2'),
    ).toHaveLength(2);
  });

  it('may be functions and FIELDS', () => {
    const [record] = sosl.search(
      'FIND {"cheese world"} RETURNING Account(FIELDS(ALL), FORMAT(AnnualRevenue) worth)',
    );
    expect(record).toMatchObject({ Name: 'Cheese World', worth: '$20.00' });
  });
});

describe('the language', () => {
  it.each([
    'find {joe}',
    "FIND {joe} IN all fields RETURNING contact ( id , name where name like '%(x)%' and (not email = null) )",
    "FIND {joe} RETURNING Contact(Id WHERE CreatedDate > LAST_N_DAYS:3 AND Interests__c INCLUDES ('A'))",
    'FIND {joe} RETURNING Contact, Lead(Name), Account(Id, Name ORDER BY Name DESC NULLS LAST)',
    "FIND {joe} RETURNING Contact WITH DIVISION = 'x' WITH HIGHLIGHT WITH SNIPPET(target_length=120) WITH SPELL_CORRECTION = false LIMIT 5",
    "FIND {joe} RETURNING Contact WITH NETWORK IN ('a', 'b') WITH METADATA='LABELS'",
    'FIND {joe smith} RETURNING Contact USING PHRASE SEARCH LIMIT 1',
    'FIND {joe} RETURNING Contact LIMIT 3 UPDATE TRACKING, VIEWSTAT',
  ])('understands: %s', (statement) => {
    expect(Array.isArray(sosl.search(statement))).toBe(true);
  });

  it.each([
    ['FIND joe', 'MALFORMED_SEARCH', 'search text in braces'],
    ['FIND {joe', 'MALFORMED_SEARCH', 'search text in braces'],
    ['FIND {a{b}}', 'MALFORMED_SEARCH', 'search text in braces'],
    ['SEARCH {joe}', 'MALFORMED_SEARCH', "unexpected token: 'SEARCH'"],
    ['FIND {}', 'MALFORMED_SEARCH', 'longer than one character'],
    ['FIND {j*}', 'MALFORMED_SEARCH', 'longer than one character'],
    ['FIND {"joe}', 'MALFORMED_SEARCH', 'no closing quotation mark'],
    ['FIND {(joe}', 'MALFORMED_SEARCH', 'not closed'],
    ['FIND {joe)}', 'MALFORMED_SEARCH', "unexpected ')'"],
    ['FIND {joe AND}', 'MALFORMED_SEARCH', 'syntax error near ")"'],
    ['FIND {joe OR NOT joan}', 'MALFORMED_SEARCH', 'syntax error near "NOT"'],
    ['FIND {joe) OR (joan}', 'MALFORMED_SEARCH', "unexpected ')'"],
    ['FIND {()}', 'MALFORMED_SEARCH', 'syntax error near ")"'],
    [`FIND {${'('.repeat(900)}joe${')'.repeat(900)}}`, 'MALFORMED_SEARCH', 'stack overflow'],
    ['FIND {NOT joe}', 'MALFORMED_SEARCH', 'syntax error near "NOT"'],
    ['FIND {joe} IN SOME FIELDS', 'MALFORMED_SEARCH', "unexpected token: 'SOME'"],
    ['FIND {joe} IN NAME', 'MALFORMED_SEARCH', "unexpected token: '<EOF>'"],
    ['FIND {joe} RETURNING', 'MALFORMED_SEARCH', "unexpected token: '<EOF>'"],
    ['FIND {joe} RETURNING Contact(', 'MALFORMED_SEARCH', 'expected a field'],
    ['FIND {joe} RETURNING Contact()', 'MALFORMED_SEARCH', 'expected a field'],
    ['FIND {joe} RETURNING Contact(Id WHERE)', 'MALFORMED_SEARCH', 'unexpected token'],
    ['FIND {joe} RETURNING Contact(COUNT(Id))', 'MALFORMED_SEARCH', 'can not group'],
    ['FIND {joe} RETURNING Contact(Idx)', 'INVALID_FIELD', "No such column 'Idx'"],
    ['FIND {joe} RETURNING Foo', 'INVALID_TYPE', "'Foo' is not supported"],
    ['FIND {joe} RETURNING Contact nonsense', 'MALFORMED_SEARCH', "unexpected token: 'nonsense'"],
    ['FIND {joe} LIMIT x', 'MALFORMED_SEARCH', "unexpected token: 'x'"],
    ['FIND {joe} WITH DATA CATEGORY A AT b', 'FUNCTIONALITY_NOT_ENABLED', 'WITH DATA CATEGORY'],
    [
      'FIND {joe} RETURNING Contact(Id USING ListView=Mine)',
      'FUNCTIONALITY_NOT_ENABLED',
      'USING ListView',
    ],
  ])('refuses: %s', (statement, code, message) => {
    expect(refusal(() => sosl.search(statement))).toMatchObject({
      status: 400,
      code,
      message: expect.stringContaining(message),
    });
  });

  it('carries nothing into the index but words', () => {
    for (const text of [
      'name : joe',
      'joe" OR "x',
      '{name} : joe*',
      'NEAR(joe smith)',
      'joe \\"',
      '^joe',
      "'; DROP TABLE Contact; --",
    ]) {
      const escaped = text.replace(/[{}]/g, '\\$&');
      try {
        sosl.search(`FIND {${escaped}} RETURNING Contact(Id)`);
      } catch {
        expect(refusal(() => sosl.search(`FIND {${escaped}} RETURNING Contact(Id)`)).code).toBe(
          'MALFORMED_SEARCH',
        );
      }
    }
    expect(contacts('joe')).toHaveLength(2);
  });
});
