import { describe, expect, it } from 'vitest';
import { UserInputError } from '../../src/errors.ts';
import type { FreeQueryPolicy } from '../../src/soql/allowed-object.ts';
import { parseFreeQuery } from '../../src/soql/free-query.ts';

const parents: Record<string, Record<string, string[]>> = {
  Contact: { Account: ['Account'], Owner: ['User'] },
  Account: { Parent: ['Account'], Owner: ['User'] },
  Task: { Who: ['Contact', 'Lead'], What: ['Account'] },
};
const policy: FreeQueryPolicy = {
  allowedObjects: new Set(['Account', 'Contact', 'Opportunity', 'Task']),
  maxLimit: 500,
  relations: {
    parents: (object, relationship) => parents[object]?.[relationship] ?? null,
    child: (object, relationship) =>
      object === 'Account' ? ({ Contacts: 'Contact', Notes: 'Note' }[relationship] ?? null) : null,
  },
};
const open: FreeQueryPolicy = { allowedObjects: null, maxLimit: 500 };
const run = (text: string, given = policy): ReturnType<typeof parseFreeQuery> =>
  parseFreeQuery(text, given);
const names = (text: string): string[] => run(text, open).columns.map((column) => column.name);

describe('a free query', () => {
  it('gets a LIMIT and a total order', () => {
    expect(run('select Name from account').text).toBe(
      'SELECT Name FROM account ORDER BY Id ASC LIMIT 500',
    );
    expect(run('SELECT Id FROM Account ORDER BY Name DESC LIMIT 10;').text).toBe(
      'SELECT Id FROM Account ORDER BY Name DESC, Id ASC LIMIT 10',
    );
    expect(run('SELECT Id FROM Account ORDER BY id LIMIT 9999').text).toBe(
      'SELECT Id FROM Account ORDER BY id ASC LIMIT 500',
    );
    expect(run('SELECT FIELDS(ALL) FROM Account').text).toContain('LIMIT 200');
  });

  it('orders groups by their keys, subtotals apart', () => {
    expect(
      run('SELECT COUNT(Id) n FROM Account GROUP BY Industry, Type ORDER BY COUNT(Id), type').text,
    ).toBe(
      'SELECT COUNT(Id) n FROM Account GROUP BY Industry, Type ORDER BY COUNT(Id) ASC, type ASC, Industry ASC LIMIT 500',
    );
    expect(run('SELECT COUNT(Id) FROM Account GROUP BY ROLLUP(Industry)').text).toContain(
      ' ORDER BY GROUPING(Industry) ASC, Industry ASC ',
    );
  });

  it('leaves a one-row aggregate without a LIMIT, which would falsify or forbid it', () => {
    expect(run('SELECT COUNT() FROM Account')).toMatchObject({
      text: 'SELECT COUNT(Id) FROM Account',
      limit: 1,
      columns: [{ name: 'expr0', path: ['expr0'] }],
    });
    expect(run('SELECT MAX(AnnualRevenue) FROM Account').text).not.toContain('LIMIT');
    expect(run('SELECT Industry, COUNT(Id) FROM Account GROUP BY Industry').text).toBe(
      'SELECT Industry, COUNT(Id) FROM Account GROUP BY Industry ORDER BY Industry ASC LIMIT 500',
    );
  });

  it('tells its columns and where a row keeps them', () => {
    expect(names('SELECT Id, Account.Owner.Name, toLabel(Status), FORMAT(Amount) FROM X')).toEqual([
      'Id',
      'Account.Owner.Name',
      'Status',
      'Amount',
    ]);
    expect(names('SELECT c.Id, c.Account.Name, Contact.Title FROM Contact c')).toEqual([
      'Id',
      'Account.Name',
      'Title',
    ]);
    expect(
      names(
        'SELECT Account.Name, COUNT(Id), SUM(Amount) total, MAX(Amount) FROM Opportunity GROUP BY Account.Name',
      ),
    ).toEqual(['Name', 'expr0', 'total', 'expr1']);
    expect(run('SELECT Id, (SELECT Email FROM Contacts) FROM Account').columns).toEqual([
      { name: 'Id', path: ['Id'] },
      { name: 'Contacts', path: ['Contacts'] },
    ]);
    expect(names('SELECT TYPEOF What WHEN Account THEN Phone ELSE Name END FROM Task')).toEqual([
      'What.Phone',
      'What.Name',
    ]);
    expect(run('SELECT FIELDS(STANDARD) FROM Account')).toMatchObject({
      columns: [],
      columnsKnown: false,
    });
  });

  it('can be asked for in parts', () => {
    const query = run('SELECT Id FROM Account LIMIT 120 OFFSET 5');
    const by = 'SELECT Id FROM Account ORDER BY Id ASC';
    expect(query.part(0, 50)).toEqual({ text: `${by} LIMIT 50 OFFSET 5`, skip: 0, rows: 50 });
    expect(query.part(100, 50)).toEqual({ text: `${by} LIMIT 20 OFFSET 105`, skip: 0, rows: 20 });
    // Further than OFFSET reaches, rows are skipped.
    expect(
      run('SELECT Id FROM Account OFFSET 1500', { ...open, maxLimit: 2_000 }).part(800, 10),
    ).toEqual({ text: `${by} LIMIT 310 OFFSET 2000`, skip: 300, rows: 310 });
  });

  it('keeps strings as they are', () => {
    const text =
      "SELECT Id FROM Account WHERE Name = 'a;b -- /* c */ \\' : x \\\\' ORDER BY Id ASC LIMIT 1";
    expect(run(text).text).toBe(text);
  });

  it.each([
    ['SELECT Id FROM Account; SELECT Id FROM Contact', /at 1:23: .*one statement at a time/],
    ['DELETE FROM Account', /at 1:1: expected SELECT, got "DELETE"/],
    ['', /at 1:1: expected SELECT, got the end/],
    ['SELECT Id FROM Account FOR UPDATE', /FOR UPDATE belongs to Apex/],
    ['SELECT Id FROM Account FOR VIEW', /leave traces/],
    ['SELECT Id FROM Account UPDATE TRACKING', /leave traces/],
    ['SELECT Id, (SELECT Id FROM Contacts FOR VIEW) FROM Account', /leave traces/],
    ['SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact FOR UPDATE)', /FOR UPDATE/],
    ['SELECT Id FROM Account ALL ROWS', /at 1:24: ALL ROWS belongs to Apex/],
    ['SELECT Id FROM Account WITH SECURITY_ENFORCED', /WITH SECURITY_ENFORCED belongs to Apex/],
    ['SELECT Id FROM Account USING SCOPE mine', /at 1:36: USING SCOPE is not offered/],
    ['SELECT Id FROM Account WHERE Name = :name', /at 1:37: .*bind variables belong to Apex/],
    ['SELECT Id /* hidden */ FROM Account', /at 1:11: .*there are no comments/],
    ['SELECT Id FROM Account WHERE', /at 1:29: expected a field, got the end/],
    ['SELECT Id FROM Account LIMIT x', /at 1:30: expected a whole number from 0, got "x"/],
    ["SELECT Id FROM Account WHERE Name = 'a", /at 1:37: expected a text that a quote closes/],
    ["SELECT Id FROM Account WHERE Name = 'a\\q'", /at 1:37: .*escapes of SOQL/],
    [
      `SELECT Id FROM Account WHERE ${'('.repeat(5_000)}Name = 'a'`,
      /at most 100 levels of nested parentheses/,
    ],
    [`SELECT ${'A'.repeat(20_001)} FROM Account`, /at most 20000 characters/],
    [`SELECT Id FROM Account WHERE Name = '${'é'.repeat(3_000)}'`, /bytes as a URL/],
    ['SELECT Id FROM Account OFFSET 2001', /OFFSET up to 2000, got 2001/],
    ['SELECT Id FROM User', /at 1:16: "User" is not among the objects/],
    ['SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Case)', /"Case" is not among/],
    [
      'SELECT Id FROM Account WHERE Name = null AND (NOT Id IN (SELECT AccountId FROM Contact WHERE Id IN (SELECT WhoId FROM Event)))',
      /"Event" is not among/,
    ],
    ['SELECT Id, (SELECT Id FROM Notes) FROM Account', /"Note" is not among/],
    ['SELECT Id, (SELECT Id FROM Tasks) FROM Account', /no relationship "Tasks"/],
    ['SELECT Owner.Email FROM Account', /"User" is not among/],
    ["SELECT Id FROM Contact WHERE Account.Owner.Email = 'a'", /"User" is not among/],
    ['SELECT Id FROM Contact ORDER BY Owner.Name', /"User" is not among/],
    ['SELECT COUNT(Id) FROM Contact GROUP BY Owner.Name', /"User" is not among/],
    ['SELECT COUNT(Owner.Name) FROM Contact', /"User" is not among/],
    [
      'SELECT Name, COUNT(Id) FROM Contact GROUP BY Name HAVING COUNT(Owner.Name) > 1',
      /"User" is not among/,
    ],
    ['SELECT Who.Name FROM Task', /"Lead" is not among/],
    ['SELECT TYPEOF Who WHEN User THEN Email END FROM Task', /"User" is not among/],
    ['SELECT Secret__r.Name FROM Account', /no relationship "Secret__r"/],
    ['SELECT a.Owner.Email FROM Account a', /"User" is not among/],
  ])('%s is refused with its reason', (text, reason) => {
    expect(() => run(text)).toThrow(UserInputError);
    expect(() => run(text)).toThrow(reason);
  });

  it('follows relationships between allowed objects', () => {
    for (const text of [
      'SELECT Account.Parent.Name, Contact.Title FROM Contact',
      'SELECT c.Account.Name FROM Contact c WHERE c.Account.Parent.Name != null',
      'SELECT Id, (SELECT Id FROM Contacts WHERE Account.Name != null) FROM Account WHERE Id IN (SELECT AccountId FROM Contact)',
      'SELECT What.Name FROM Task',
    ]) {
      expect(run(text).text).toContain('LIMIT 500');
    }
  });
});
