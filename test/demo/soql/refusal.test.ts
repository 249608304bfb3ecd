import { describe, expect, it } from 'vitest';
import { crmOf, idOf, refusal } from './fixture.ts';

const { soql } = crmOf({ Account: [{ Id: idOf('Account', 1), Name: 'Acme', IsDeleted: true }] });

describe('a refused statement', () => {
  it.each([
    ['SELECT Idx FROM Account', 'INVALID_FIELD', "No such column 'Idx' on entity 'Account'", '1:8'],
    ['SELECT Id\nFROM Account\nWHERE Foo = 1', 'INVALID_FIELD', "No such column 'Foo'", '3:7'],
    ['SELECT Owner.Foo FROM Task', 'INVALID_FIELD', "No such column 'Foo' on entity 'Name'", '1:8'],
    [
      'SELECT Foo.Name FROM Account',
      'INVALID_FIELD',
      "Didn't understand relationship 'Foo'",
      '1:8',
    ],
    ['SELECT Id, Name, Id FROM Account', 'INVALID_FIELD', 'duplicate field selected: Id', '1:8'],
    [
      'SELECT Id, FIELDS(ALL) FROM Account LIMIT 1',
      'INVALID_FIELD',
      'duplicate field selected: Id',
      '1:8',
    ],
    ['SELECT Id FROM Accounts', 'INVALID_TYPE', "sObject type 'Accounts' is not supported", '1:16'],
    [
      'SELECT (SELECT Id FROM Foos) FROM Account',
      'INVALID_TYPE',
      "relationship 'Foos' in FROM part",
      '1:24',
    ],
    [
      "SELECT Id FROM Account WHERE Name = 'x' From",
      'MALFORMED_QUERY',
      "unexpected token: 'From'",
      '1:41',
    ],
    ['SELECT Id FROM Account WHERE', 'MALFORMED_QUERY', "unexpected token: '<EOF>'", '1:29'],
    ["SELECT Id FROM Account WHERE Name = 'x", 'MALFORMED_QUERY', "unexpected token: '''", '1:37'],
    [
      "SELECT Id FROM Account WHERE (Name = 'x'",
      'MALFORMED_QUERY',
      "unexpected token: '<EOF>'",
      null,
    ],
    [
      "SELECT Id FROM Account WHERE (Name = 'x'))",
      'MALFORMED_QUERY',
      "unexpected token: ')'",
      '1:42',
    ],
    [
      "SELECT Id FROM Account WHERE Name = 'a\\qb'",
      'MALFORMED_QUERY',
      "Illegal character sequence '\\q'",
      '1:37',
    ],
    [
      "SELECT Id FROM Account WHERE Name = 'a\\%b'",
      'MALFORMED_QUERY',
      "Illegal character sequence '\\%'",
      '1:37',
    ],
    [
      'SELECT Id FROM Account WHERE CreatedDate = 2026-02-30T00:00:00Z',
      'MALFORMED_QUERY',
      'Invalid date',
      null,
    ],
    [
      'SELECT Id FROM Account WHERE Name = 5',
      'INVALID_FIELD',
      "'Name' must be of type string and should be enclosed in quotes",
      '1:30',
    ],
    [
      "SELECT Id FROM Account WHERE AnnualRevenue > '5'",
      'INVALID_FIELD',
      "'AnnualRevenue' must be of type currency and should not be enclosed",
      '1:30',
    ],
    [
      'SELECT Id FROM Account WHERE CreatedDate > 2026-01-01',
      'INVALID_FIELD',
      "'CreatedDate' must be of type dateTime",
      '1:30',
    ],
    [
      'SELECT Id FROM Opportunity WHERE CloseDate > 2026-01-01T00:00:00Z',
      'INVALID_FIELD',
      "'CloseDate' must be of type date ",
      '1:34',
    ],
    [
      "SELECT Id FROM Account WHERE Id = 'foo'",
      'INVALID_QUERY_FILTER_OPERATOR',
      'invalid ID field: foo',
      '1:35',
    ],
    [
      "SELECT Id FROM Account WHERE Id LIKE '001%'",
      'INVALID_QUERY_FILTER_OPERATOR',
      'invalid operator on id field',
      '1:30',
    ],
    [
      "SELECT Id FROM Account WHERE Description LIKE 'x%'",
      'INVALID_FIELD',
      "field 'Description' can not be filtered",
      '1:30',
    ],
    [
      'SELECT Id FROM Account ORDER BY Description',
      'MALFORMED_QUERY',
      "field 'Description' can not be sorted",
      '1:33',
    ],
    [
      "SELECT Id FROM Account WHERE Industry INCLUDES ('x')",
      'INVALID_FIELD',
      'INCLUDES and EXCLUDES take a multi-select',
      '1:30',
    ],
    [
      'SELECT Name n FROM Account',
      'MALFORMED_QUERY',
      'only aggregate expressions use field aliasing',
      '1:8',
    ],
    ['SELECT bogus(Name) FROM Account', 'MALFORMED_QUERY', '', null],
    [
      'SELECT CALENDAR_YEAR() FROM Account',
      'MALFORMED_QUERY',
      'CALENDAR_YEAR takes one argument',
      null,
    ],
    [
      'SELECT CALENDAR_YEAR(Name) FROM Account',
      'INVALID_FIELD',
      'CALENDAR_YEAR takes a date or dateTime field',
      '1:22',
    ],
    [
      'SELECT FIELDS(ALL) FROM Account',
      'MALFORMED_QUERY',
      'must have a LIMIT of at most 200',
      '1:8',
    ],
    [
      'SELECT FIELDS(CUSTOM) FROM Account LIMIT 201',
      'MALFORMED_QUERY',
      'must have a LIMIT of at most 200',
      '1:8',
    ],
    ['SELECT FIELDS(SOME) FROM Account LIMIT 1', 'MALFORMED_QUERY', '', null],
    [
      'SELECT FIELDS(STANDARD) FROM ContentVersion',
      'INVALID_TYPE',
      'FIELDS function is not supported for ContentVersion',
      '1:8',
    ],
    [
      'SELECT TYPEOF Owner WHEN User THEN Id END FROM Account',
      'MALFORMED_QUERY',
      'TYPEOF takes a polymorphic relationship',
      '1:15',
    ],
    [
      'SELECT Id FROM Contact WHERE Account.Parent.Parent.Parent.Parent.Parent.Name = null',
      'MALFORMED_QUERY',
      'at most 5 levels',
      '1:30',
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT Name FROM Contact)',
      'MALFORMED_QUERY',
      'semi-join',
      null,
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT AccountId, Id FROM Contact)',
      'MALFORMED_QUERY',
      '',
      null,
    ],
    [
      'SELECT Industry, COUNT(Id) FROM Account',
      'MALFORMED_QUERY',
      'Field must be grouped or aggregated: Industry',
      '1:8',
    ],
    [
      'SELECT COUNT(Id) FROM Account GROUP BY CreatedDate',
      'MALFORMED_QUERY',
      "field 'CreatedDate' can not be grouped",
      '1:40',
    ],
    [
      'SELECT SUM(Name) FROM Account',
      'MALFORMED_QUERY',
      'field Name does not support aggregate operator SUM',
      null,
    ],
    ['SELECT COUNT(), Id FROM Account', 'MALFORMED_QUERY', '', null],
    [
      'SELECT Id FROM Account OFFSET 2001',
      'NUMBER_OUTSIDE_VALID_RANGE',
      'Maximum SOQL offset allowed is 2000',
      '1:24',
    ],
    [
      'SELECT Id FROM Account WITH DATA CATEGORY A__c AT b__c',
      'FUNCTIONALITY_NOT_ENABLED',
      'WITH DATA CATEGORY',
      '1:29',
    ],
    [
      "SELECT Id FROM Account USING LOOKUP a.b BIND Id = 'x'",
      'FUNCTIONALITY_NOT_ENABLED',
      'USING LOOKUP',
      '1:24',
    ],
    [
      'SELECT Id FROM Account USING SCOPE other',
      'FUNCTIONALITY_NOT_ENABLED',
      'USING SCOPE other',
      '1:36',
    ],
    [
      "SELECT Id FROM Account WITH UserId = 'x'",
      'FUNCTIONALITY_NOT_ENABLED',
      'WITH UserId',
      '1:29',
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact) AND Id IN (SELECT AccountId FROM Case) AND Id NOT IN (SELECT AccountId FROM Opportunity)',
      'MALFORMED_QUERY',
      'Maximum 2 semi join sub-selects are allowed',
      '1:144',
    ],
    [
      "SELECT Id FROM Account WHERE Name = 'x' OR Id IN (SELECT AccountId FROM Contact)",
      'MALFORMED_QUERY',
      'only allowed at the top level WHERE expressions',
      '1:73',
    ],
    [
      'SELECT Id FROM Account WHERE (NOT Id IN (SELECT AccountId FROM Contact))',
      'MALFORMED_QUERY',
      'only allowed at the top level WHERE expressions',
      '1:64',
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT ParentId FROM Account)',
      'MALFORMED_QUERY',
      'should not be on the same object type',
      '1:16',
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact WHERE Id IN (SELECT ContactId FROM Case))',
      'MALFORMED_QUERY',
      'Nesting of semi join sub-selects is not supported',
      '1:102',
    ],
    [
      'SELECT Id FROM Contact WHERE Id IN (SELECT WhoId FROM Task)',
      'MALFORMED_QUERY',
      "Entity 'Task' is not supported for semi join inner selects",
      '1:55',
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT Account.ParentId FROM Contact)',
      'MALFORMED_QUERY',
      'cannot have more than one level of relationships',
      '1:44',
    ],
    [
      'SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact LIMIT 5)',
      'MALFORMED_QUERY',
      'no clause but WHERE, got limit',
      null,
    ],
    [
      `SELECT Id FROM Account WHERE Id IN ${'(SELECT AccountId FROM Contact WHERE AccountId IN '.repeat(90)}('001')${')'.repeat(90)}`,
      'MALFORMED_QUERY',
      'Nesting of semi join',
      null,
    ],
    ['SELECT Id FROM Account ALL ROWS', 'MALFORMED_QUERY', 'ALL ROWS belongs to Apex', null],
    [
      `SELECT Id FROM Account WHERE Name = '${'x'.repeat(4001)}'`,
      'MALFORMED_QUERY',
      'longer than 4000 characters',
      null,
    ],
    [
      `SELECT Id FROM Account ${' '.repeat(100_000)}`,
      'QUERY_TOO_COMPLICATED',
      'longer than 100000 characters',
      null,
    ],
  ])('%s', (statement, code, message, place) => {
    const refused = refusal(() => soql.query(statement));
    expect(refused).toMatchObject({ status: 400, code, message: expect.stringContaining(message) });
    if (place === null) return;
    const [row, column] = place.split(':');
    expect(refused.message).toContain(`ERROR at Row:${row}:Column:${column}\n`);
  });

  it('shows its line with a caret under the place', () => {
    expect(refusal(() => soql.query('SELECT Id,\n  Nmae FROM Account')).message).toMatch(
      /^\n {2}Nmae FROM Account\n {2}\^\nERROR at Row:2:Column:3\nNo such column/,
    );
  });

  it('has at most 20 child subqueries', () => {
    const many = Array.from({ length: 21 }, () => '(SELECT Id FROM Contacts)').join(', ');
    expect(refusal(() => soql.query(`SELECT Id, ${many} FROM Account`)).code).toBe('INVALID_FIELD');
    const relations = ['Contacts', 'Cases', 'Tasks', 'Events', 'Notes', 'Opportunities'];
    const few = relations.map((name) => `(SELECT Id FROM ${name})`).join(', ');
    expect(soql.query(`SELECT Id, ${few} FROM Account`).totalSize).toBe(0);
  });

  it('can carry no SQL into the database: quotes, comments and semicolons are text', () => {
    const hostile = ["'; DROP TABLE Account; --", '" OR 1=1 --', "\\' OR Name != \\'", '%_\\'];
    for (const text of hostile) {
      const spelled = text.replace(/\\/g, '\\\\').replaceAll("'", "\\'");
      expect(soql.query(`SELECT Id FROM Account WHERE Name = '${spelled}'`).totalSize).toBe(0);
    }
    expect(refusal(() => soql.query("SELECT Id FROM Account WHERE Name = 'x' OR 1 = 1")).code).toBe(
      'MALFORMED_QUERY',
    );
    expect(refusal(() => soql.query('SELECT "Id" FROM Account')).code).toBe('MALFORMED_QUERY');
  });
});

describe('a record by its id', () => {
  const id = idOf('Account', 1);

  it('is refused as deleted, unknown, malformed, or for a field it has not', () => {
    expect(refusal(() => soql.get('Account', id))).toMatchObject({
      status: 404,
      code: 'ENTITY_IS_DELETED',
    });
    expect(refusal(() => soql.get('Account', idOf('Account', 9)))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(refusal(() => soql.get('Account', 'nonsense'))).toMatchObject({
      status: 400,
      code: 'MALFORMED_ID',
    });
    expect(refusal(() => soql.get('Account', id, ['Foo']))).toMatchObject({
      status: 400,
      code: 'INVALID_FIELD',
      message: expect.stringContaining("'Foo'"),
    });
  });
});
