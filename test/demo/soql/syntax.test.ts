import { describe, expect, it } from 'vitest';
import { crmOf, idOf, refusal } from './fixture.ts';

const { soql } = crmOf({});
const [a, b] = [idOf('Account', 1), idOf('Account', 2)];

/** Each must be understood over the empty CRM; spelling and spacing vary on purpose. */
const understood = `
SELECT Id FROM Account
select id, name from account
SeLeCt NAME fRoM aCcOuNt
SELECT Id,Name,Industry FROM Account LIMIT 0
SELECT Id FROM Account LIMIT 10 OFFSET 5
SELECT Id FROM Account OFFSET 5
SELECT Id FROM Account WHERE Name = 'x' OFFSET 5
SELECT Id FROM Account WHERE (Name = 'x') ORDER BY Name OFFSET 5
SELECT Id FROM Account ORDER BY Name
SELECT Id FROM Account ORDER BY Name ASC
SELECT Id FROM Account ORDER BY Name DESC NULLS LAST, Owner.Name ASC NULLS FIRST, Id
SELECT Id FROM Account ORDER BY CALENDAR_YEAR(CreatedDate)
SELECT acc.Id, acc.Owner.Name FROM Account acc ORDER BY acc.Name
SELECT Id FROM Contact c, c.Account a WHERE a.Name = 'x'
SELECT COUNT() FROM Contact c, c.Account a, a.Owner o WHERE o.Alias = 'x' AND a.Name != null
SELECT Account.Name, Account.Parent.Parent.Parent.Parent.Name FROM Contact
SELECT Id FROM Account WHERE Name LIKE 'a%'
SELECT Id FROM Account WHERE Name LIKE '%\\_\\%\\\\%'
SELECT Id FROM Account WHERE Name = 'it\\'s "quoted" \\\\ \\n\\r\\t\\b\\f\\u0041'
SELECT Id FROM Account WHERE Name = '// no comment' AND Website = '/* nor */ this -- here'
SELECT Id FROM Account WHERE Name = 'AND (OR) NOT WHERE ( '
SELECT Id FROM Account WHERE Name IN ('a') AND Name NOT IN ('b', 'c', null)
SELECT Id FROM Account WHERE Name <> 'a' AND Name != 'b' AND Name > 'c' AND Name >= 'd' AND Name < 'e' AND Name <= 'f'
SELECT Id FROM Account WHERE Name='a'AND(Industry='b'OR(NOT Industry='c'))
SELECT Id FROM Account WHERE NOT NOT NOT Name = 'a'
SELECT Id FROM Account WHERE NOT(NOT(NOT(Name = 'a')))
SELECT Id FROM Account WHERE ((((((((((((((Name = 'a'))))))))))))))
SELECT Id FROM Account WHERE ((((((((((((Name = 'a' OR (((((((((((Industry = 'b'))))))))))) OR NOT (Site = 'c')))))))))))))
SELECT Id FROM Account WHERE (Name = 'a' AND Industry = 'b') OR (Site = 'c' AND NOT Type = 'd')
SELECT Id FROM Account WHERE NumberOfEmployees = 5 OR NumberOfEmployees = -5 OR NumberOfEmployees = +5
SELECT Id FROM Account WHERE AnnualRevenue > 1.5 AND AnnualRevenue < USD5000.01 AND AnnualRevenue IN (EUR1, 2)
SELECT Id FROM Contact WHERE IsEmailBounced = TRUE AND IsDeleted = false
SELECT Id FROM Contact WHERE IsEmailBounced IN (true, FALSE)
SELECT Id FROM Contact WHERE AccountId = null AND Email != NULL
SELECT Id FROM Contact WHERE Birthdate = 1990-01-02 AND Birthdate < TODAY AND Birthdate IN (YESTERDAY, LAST_N_DAYS:7, 2000-01-01)
SELECT Id FROM Contact WHERE CreatedDate >= 2026-01-02T03:04:05Z AND CreatedDate < 2026-01-02T03:04:05.123+05:30
SELECT Id FROM Contact WHERE CreatedDate != LAST_FISCAL_QUARTER AND CreatedDate <= NEXT_N_FISCAL_YEARS:2
SELECT Id FROM Contact WHERE CreatedDate = N_MONTHS_AGO:3 OR CreatedDate > LAST_90_DAYS
SELECT Id FROM Contact WHERE Interests__c INCLUDES ('A;B', 'C') AND Interests__c excludes ('C')
SELECT Id FROM Contact WHERE DAY_IN_MONTH(Birthdate) IN (1, 2) AND WEEK_IN_YEAR(Birthdate) NOT IN (3)
SELECT Id FROM Contact WHERE HOUR_IN_DAY(convertTimezone(CreatedDate)) > 8 AND DAY_ONLY(CreatedDate) = TODAY
SELECT Id FROM Contact WHERE toLabel(LeadSource) = 'Web'
SELECT Id FROM Account WHERE DISTANCE(BillingAddress, GEOLOCATION(37.7, -122.4), 'mi') < 20.5
SELECT Name, DISTANCE(BillingAddress, GEOLOCATION(1, 2), 'km') far FROM Account ORDER BY DISTANCE(BillingAddress, GEOLOCATION(1, 2), 'km') LIMIT 3
SELECT Id FROM Account WHERE Id IN ('${a}', '${b}')
SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact)
SELECT Id FROM Account WHERE Id NOT IN ( SELECT AccountId FROM Opportunity WHERE (IsClosed = false) AND Amount > 5 ) AND (NOT Name = 'x')
SELECT Id FROM Task WHERE WhoId IN (SELECT Id FROM Contact WHERE MailingCity = 'x') AND WhatId = '${a}'
SELECT Id, (SELECT Id FROM Contacts) FROM Account
SELECT Id, (SELECT c.Id FROM Account.Contacts c WHERE (c.Name LIKE 'a%' OR NOT c.Email = null) ORDER BY c.Name LIMIT 3 OFFSET 1), Name FROM Account WHERE (Name = 'y')
SELECT Id, (SELECT Id FROM ChildAccounts WHERE Name = 'x' OFFSET 2) FROM Account WHERE Industry = 'y' OFFSET 2
SELECT Id, (SELECT Id, (SELECT Id, (SELECT Id FROM Attachments) FROM Tasks) FROM Contacts) FROM Account
SELECT Name, (SELECT Seats__c, Account__r.Name FROM Plans__r) FROM Account
SELECT Name, Account__r.Owner.Email FROM Plan__c WHERE Account__r.ARR__c > 5
SELECT Who.Name, What.Type, Owner.Email FROM Task WHERE What.Name LIKE 'x%' ORDER BY Who.LastName
SELECT Id, TYPEOF What WHEN Account THEN Phone, Owner.Name WHEN Opportunity THEN Amount ELSE Name END FROM Event
SELECT TYPEOF Who WHEN Lead THEN Company END FROM Task
SELECT FIELDS(STANDARD) FROM Account
SELECT Owner.Name, FIELDS(ALL) FROM Account LIMIT 200
SELECT Id, FIELDS(CUSTOM) FROM Account ORDER BY Name LIMIT 1
SELECT toLabel(Status), FORMAT(CreatedDate) made, FORMAT(convertCurrency(AnnualRevenue)) worth FROM Lead
SELECT COUNT() FROM Account WHERE Name LIKE 'a%'
SELECT COUNT(Id) FROM Account
SELECT count(id) n, Industry FROM Account GROUP BY Industry HAVING count(id) > 1 AND (Industry LIKE 'A%' OR NOT Industry = null) ORDER BY count(id) DESC NULLS LAST LIMIT 5
SELECT COUNT_DISTINCT(Company) FROM Lead
SELECT MIN(CreatedDate), MAX(Name), SUM(AnnualRevenue), AVG(NumberOfEmployees) FROM Account
SELECT Owner.Name, Account.Industry sector, COUNT(Id) FROM Opportunity GROUP BY Owner.Name, Account.Industry
SELECT FISCAL_QUARTER(CloseDate) q, SUM(convertCurrency(Amount)) total FROM Opportunity GROUP BY FISCAL_QUARTER(CloseDate) ORDER BY FISCAL_QUARTER(CloseDate)
SELECT StageName, GROUPING(StageName) whole, COUNT(Id) FROM Opportunity GROUP BY ROLLUP(StageName)
SELECT Type, Industry, COUNT(Id) FROM Account GROUP BY CUBE(Type, Industry)
SELECT FORMAT(MAX(Amount)) best FROM Opportunity
SELECT Id FROM Account USING SCOPE mine WHERE Name = 'x'
SELECT Id FROM Account USING SCOPE Everything
SELECT Id FROM Account FOR VIEW
SELECT Id FROM Account WHERE Name = 'x' LIMIT 1 FOR REFERENCE
SELECT Id FROM Account UPDATE TRACKING
SELECT Id FROM Account LIMIT 5 UPDATE VIEWSTAT, TRACKING
SELECT Id
  FROM Account

 WHERE Name = 'x'`;

const refused = `
SELECT
SELECT FROM Account
SELECT Id Account
SELECT Id FROM
SELECT Id, FROM Account
SELECT Id FROM Account WHERE
SELECT Id FROM Account WHERE ()
SELECT Id FROM Account WHERE Name
SELECT Id FROM Account WHERE Name =
SELECT Id FROM Account WHERE Name == 'x'
SELECT Id FROM Account WHERE Name ~ 'x'
SELECT Id FROM Account WHERE 'x' = Name
SELECT Id FROM Account WHERE 1 = 1
SELECT Id FROM Account WHERE TRUE
SELECT Id FROM Account WHERE NOT
SELECT Id FROM Account WHERE Name = 'x' AND
SELECT Id FROM Account WHERE Name = 'x' OR AND Site = 'y'
SELECT Id FROM Account WHERE AND Name = 'x'
SELECT Id FROM Account WHERE Name = 'x' Site = 'y'
SELECT Id FROM Account WHERE (Name = 'x') (Site = 'y')
SELECT Id FROM Account WHERE Name = 'x' NOT Site = 'y'
SELECT Id FROM Account WHERE (Name = 'x'
SELECT Id FROM Account WHERE Name = 'x')
SELECT Id FROM Account WHERE ((Name = 'x') AND (Site = 'y')
SELECT Id FROM Account WHERE NOT (Name = 'x' AND NOT)
SELECT Id FROM Account WHERE Name = 'x
SELECT Id FROM Account WHERE Name = "x"
SELECT Id FROM Account WHERE Name = x
SELECT Id FROM Account WHERE Name = :bind
SELECT Id FROM Account WHERE Name LIKE 5
SELECT Id FROM Account WHERE Name LIKE ('a', 'b')
SELECT Id FROM Account WHERE Name IN ()
SELECT Id FROM Account WHERE Name IN 'a'
SELECT Id FROM Account WHERE Name IN ('a',)
SELECT Id FROM Account WHERE Name IN ('a'
SELECT Id FROM Account WHERE Name NOT ('a')
SELECT Id FROM Account WHERE Name + 'a' = 'b'
SELECT Id FROM Account WHERE CreatedDate > LAST_N_DAYS
SELECT Id FROM Account WHERE CreatedDate > LAST_N_DAYS:
SELECT Id FROM Account WHERE CreatedDate > LAST_N_DAYS:x
SELECT Id FROM Account ORDER Name
SELECT Id FROM Account ORDER BY
SELECT Id FROM Account ORDER BY Name UP
SELECT Id FROM Account ORDER BY Name NULLS
SELECT Id FROM Account GROUP Name
SELECT Id FROM Account LIMIT
SELECT Id FROM Account LIMIT x
SELECT Id FROM Account LIMIT -1
SELECT Id FROM Account LIMIT 1 LIMIT 2
SELECT Id FROM Account OFFSET 1 LIMIT 2
SELECT Id FROM Account OFFSET -1
SELECT Id FROM Account; SELECT Id FROM Contact
SELECT Id FROM Account -- comment
SELECT * FROM Account
SELECT Id FROM Account WITH DATA CATEGORY A__c NEAR b__c
SELECT Id FROM Account WITH DATA CATEGORY A__c AT b__c OR C__c AT d__c
SELECT Id FROM Account, Contact
SELECT Id FROM Account ALL ROWS
SELECT Id FROM Account WITH SECURITY_ENFORCED
SELECT Id FROM Account WHERE (Name = 'x') WITH USER_MODE ORDER BY Name
SELECT Id FROM Account FOR UPDATE
SELECT Id FROM Account JOIN Contact
SELECT DISTINCT Name FROM Account
SELECT Id FROM Account UNION SELECT Id FROM Contact
SELECT Id (SELECT Id FROM Contacts) FROM Account
SELECT (SELECT Id FROM Contacts FROM Account
SELECT COUNT(Id FROM Account
SELECT nothing(Id) FROM Account
UPDATE Account SET Name = 'x'
DELETE FROM Account
INSERT INTO Account (Name) VALUES ('x')`;

const lines = (text: string): string[] =>
  text
    .split(/\n(?=SELECT|SeLe|select|UPDATE|DELETE|INSERT)/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('the language', () => {
  it.each(lines(understood))('understands: %s', (statement) => {
    expect(soql.query(statement).next).toBeNull();
  });

  it.each(lines(refused))('refuses: %s', (statement) => {
    expect(refusal(() => soql.query(statement))).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^(MALFORMED_QUERY|INVALID_FIELD|FUNCTIONALITY_NOT_ENABLED)$/),
    });
  });

  it('takes deep nesting without losing a word', () => {
    const deep = (n: number): string =>
      n === 0 ? "Name = 'x'" : `(NOT ${deep(n - 1)} OR Site = '${n}')`;
    expect(soql.query(`SELECT Id FROM Account WHERE ${deep(60)}`).totalSize).toBe(0);
  });

  it('refuses what nests beyond all reason, instead of failing', () => {
    for (const statement of [
      `SELECT Id FROM Account WHERE ${'(NOT '.repeat(2000)}Name = 'x'${')'.repeat(2000)}`,
      `SELECT Id FROM Account WHERE ${'('.repeat(20_000)}Name = 'x'${')'.repeat(20_000)}`,
    ]) {
      expect(refusal(() => soql.query(statement)).code).toBe('QUERY_TOO_COMPLICATED');
    }
  });

  it('refuses what the database will not take, instead of failing', () => {
    const names = (n: number): string => Array.from({ length: n }, () => 'Name').join();
    const parents = ['CreatedBy', 'LastModifiedBy', 'Owner', 'Parent.Owner', 'Parent.CreatedBy'];
    const far = parents.flatMap((path) =>
      ['CreatedBy', 'LastModifiedBy', 'Manager'].flatMap((a) =>
        ['CreatedBy', 'LastModifiedBy', 'Manager'].map((b) => `${path}.${a}.${b}.Name`),
      ),
    );
    for (const statement of [
      `SELECT Id FROM Account ORDER BY ${names(2_100)}`,
      `SELECT ${far.join()} FROM Account`,
    ]) {
      expect(refusal(() => soql.query(statement)).status).toBe(400);
    }
  });

  it('takes thousands of alternatives', () => {
    const ways = Array.from({ length: 2500 }, (_, n) => `Name = 'x${n}'`);
    for (const word of [' OR ', ' AND ', ' OR NOT ']) {
      expect(soql.query(`SELECT Id FROM Account WHERE ${ways.join(word)}`).totalSize).toBe(0);
    }
  });

  it('takes a statement of thousands of ids', () => {
    const ids = Array.from({ length: 4000 }, (_, n) => `'${idOf('Account', n)}'`).join(',');
    expect(soql.query(`SELECT Id FROM Account WHERE Id IN (${ids})`).totalSize).toBe(0);
  });
});
