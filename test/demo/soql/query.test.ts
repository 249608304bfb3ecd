import { describe, expect, it } from 'vitest';
import { crmOf, idOf, values } from './fixture.ts';

const [ann, queue] = [idOf('User', 1), idOf('Group', 1)];
const [acme, globex] = [idOf('Account', 1), idOf('Account', 2)];
const [eva, tom] = [idOf('Contact', 1), idOf('Contact', 2)];

const { soql } = crmOf({
  User: [{ Id: ann, Name: 'Ann Lee', LastName: 'Lee', Email: 'ann@example.com' }],
  Group: [{ Id: queue, Name: 'Support queue' }],
  Account: [
    {
      Id: acme,
      Name: 'Acme',
      OwnerId: ann,
      Industry: 'Media',
      AnnualRevenue: 1234.5,
      ARR__c: 99,
      BillingCity: 'Bern',
      BillingLatitude: 46.95,
      BillingLongitude: 7.45,
      NumberOfEmployees: 7,
    },
    { Id: globex, Name: 'Globex', OwnerId: ann, ParentId: acme },
    { Id: idOf('Account', 3), Name: 'Gone', OwnerId: ann, IsDeleted: true },
  ],
  Contact: [
    {
      Id: eva,
      Name: 'Eva Öz',
      LastName: 'Öz',
      Email: 'Eva@Example.com',
      AccountId: acme,
      OwnerId: ann,
      Birthdate: '1990-02-03',
      IsEmailBounced: true,
      Interests__c: ['A', 'C'],
      CreatedDate: '2026-05-10T23:30:00+02:00',
    },
    {
      Id: tom,
      Name: "Tom O'Neil",
      LastName: "O'Neil",
      OwnerId: ann,
      IsEmailBounced: false,
      Title: 'line\ntwo',
    },
  ],
  Task: [
    {
      Id: idOf('Task', 1),
      Subject: 'Call',
      WhoId: eva,
      WhatId: acme,
      OwnerId: ann,
      ActivityDate: '2026-05-12',
    },
    {
      Id: idOf('Task', 2),
      Subject: 'Mail',
      WhatId: idOf('Case', 1),
      OwnerId: queue,
      ActivityDate: '2026-05-14',
    },
  ],
  Case: [{ Id: idOf('Case', 1), CaseNumber: '00001', Subject: 'Broken', OwnerId: queue }],
  Attachment: [
    { Id: idOf('Attachment', 1), Name: 'a.txt', ParentId: acme, OwnerId: ann, BodyLength: 3 },
  ],
  Plan__c: [{ Id: idOf('Plan__c', 1), Name: 'Gold', Account__c: acme, Seats__c: 5, OwnerId: ann }],
});

const first = (statement: string) => soql.query(statement).records[0];

describe('a record on the wire', () => {
  it('has its type and path, datetimes with an offset, flags, numbers, dates and lists', () => {
    expect(
      first(
        "SELECT Id, CreatedDate, Birthdate, IsEmailBounced, Interests__c, Title FROM Contact WHERE Name LIKE 'eva%'",
      ),
    ).toEqual({
      attributes: { type: 'Contact', url: `/services/data/v59.0/sobjects/Contact/${eva}` },
      Id: eva,
      CreatedDate: '2026-05-10T21:30:00.000+0000',
      Birthdate: '1990-02-03',
      IsEmailBounced: true,
      Interests__c: 'A;C',
      Title: null,
    });
  });

  it('has only what was selected, under the declared names and in the order asked', () => {
    const record = first('SELECT name, ANNUALREVENUE, arr__C FROM account ORDER BY name LIMIT 1');
    expect(Object.keys(record!)).toEqual(['attributes', 'Name', 'AnnualRevenue', 'ARR__c']);
    expect(record).toMatchObject({ Name: 'Acme', AnnualRevenue: 1234.5, ARR__c: 99 });
  });

  it('puts the parts of an address into one object, and null when there are none', () => {
    expect(
      values(soql, 'SELECT BillingAddress FROM Account ORDER BY Name', 'BillingAddress'),
    ).toEqual([
      expect.objectContaining({ city: 'Bern', latitude: 46.95, street: null, postalCode: null }),
      null,
    ]);
  });

  it('shows the bytes of a file as a path', () => {
    const path = `/services/data/v59.0/sobjects/Attachment/${idOf('Attachment', 1)}/Body`;
    expect(first('SELECT Body FROM Attachment')).toMatchObject({ Body: path });
  });

  it('nests parents, and gives null for one that is missing', () => {
    expect(
      values(
        soql,
        'SELECT Account.Name, Account.Owner.Email FROM Contact ORDER BY Name',
        'Account',
      ),
    ).toEqual([
      {
        attributes: { type: 'Account', url: `/services/data/v59.0/sobjects/Account/${acme}` },
        Name: 'Acme',
        Owner: expect.objectContaining({ Email: 'ann@example.com' }),
      },
      null,
    ]);
  });
});

describe('references to several objects', () => {
  it('give the fields all targets share, with the type Name and the path of what is there', () => {
    expect(
      soql.query('SELECT Who.Name, What.Name, What.Type, Owner.Name FROM Task ORDER BY Subject')
        .records,
    ).toMatchObject([
      {
        Who: {
          attributes: { type: 'Name', url: `/services/data/v59.0/sobjects/Contact/${eva}` },
          Name: 'Eva Öz',
        },
        What: { Name: 'Acme', Type: 'Account' },
        Owner: { Name: 'Ann Lee' },
      },
      { Who: null, What: { Name: '00001', Type: 'Case' }, Owner: { Name: 'Support queue' } },
    ]);
  });

  it('can be filtered and ordered by', () => {
    const statement =
      "SELECT Subject FROM Task WHERE What.Type IN ('case', 'account') AND Owner.Name != 'x' ORDER BY What.Name DESC";
    expect(values(soql, statement, 'Subject')).toEqual(['Call', 'Mail']);
  });

  it('give each object fields of its own by TYPEOF', () => {
    const statement =
      'SELECT TYPEOF What WHEN Account THEN Industry, Owner.Name WHEN Opportunity THEN Amount ELSE Name END FROM Task ORDER BY Subject';
    const [call, mail] = values(soql, statement, 'What');
    expect(call).toMatchObject({
      attributes: { type: 'Account' },
      Industry: 'Media',
      Owner: { Name: 'Ann Lee' },
    });
    expect(mail).toMatchObject({ Name: '00001' });
    expect(mail).not.toHaveProperty('Industry');
  });
});

describe('conditions', () => {
  it.each([
    ["Name = 'EVA ÖZ'", ['Eva Öz']],
    ["Name = 'Tom O\\'Neil'", ["Tom O'Neil"]],
    ["Title = 'line\\ntwo'", ["Tom O'Neil"]],
    ["Name = 'Eva \\u00d6z'", ['Eva Öz']],
    ["Email = 'eva@EXAMPLE.com'", ['Eva Öz']],
    ["Title = ''", ['Eva Öz']],
    [`Id = '${eva.slice(0, 15)}'`, ['Eva Öz']],
    ["Account.Name != 'Acme'", ["Tom O'Neil"]],
    ["NOT Account.Name = 'Acme'", ["Tom O'Neil"]],
    ["Account.Industry NOT IN ('Media')", ["Tom O'Neil"]],
    ['AccountId IN (null)', ["Tom O'Neil"]],
    ["Interests__c INCLUDES ('B', 'a;c')", ['Eva Öz']],
    ["Interests__c EXCLUDES ('A')", ["Tom O'Neil"]],
    ['CreatedDate = 2026-05-10T14:30:00-07:00', ['Eva Öz']],
    ['CreatedDate = 2026-05-10T21:30:00.000+0000', ['Eva Öz']],
    ['CALENDAR_YEAR(Birthdate) = 1990 AND DAY_IN_WEEK(Birthdate) = 7', ['Eva Öz']],
    ['HOUR_IN_DAY(convertTimezone(CreatedDate)) = 21', ['Eva Öz']],
    ['DAY_ONLY(CreatedDate) = 2026-05-10', ['Eva Öz']],
    ["DISTANCE(Account.BillingAddress, GEOLOCATION(47, 7.5), 'km') < 10", ['Eva Öz']],
    ['Account.AnnualRevenue > USD1000', ['Eva Öz']],
    [`AccountId IN (SELECT Id FROM Account WHERE Owner.Name LIKE 'ann%')`, ['Eva Öz']],
    [`AccountId NOT IN (SELECT Id FROM Account)`, ["Tom O'Neil"]],
  ])('%s', (condition, names) => {
    expect(values(soql, `SELECT Name FROM Contact WHERE ${condition}`)).toEqual(names);
  });

  it('read days in UTC', () => {
    expect(values(soql, 'SELECT Subject FROM Task WHERE ActivityDate < TODAY', 'Subject')).toEqual([
      'Call',
    ]);
    expect(
      values(
        soql,
        'SELECT Subject FROM Task WHERE ActivityDate IN (TOMORROW, YESTERDAY)',
        'Subject',
      ),
    ).toHaveLength(2);
  });

  it('leave out what is in the recycle bin', () => {
    expect(values(soql, "SELECT Name FROM Account WHERE Name LIKE 'G%' ORDER BY Name")).toEqual([
      'Globex',
    ]);
  });

  it('know scopes, of which all but one are empty here', () => {
    expect(values(soql, 'SELECT Subject FROM Task USING SCOPE mine', 'Subject')).toEqual([]);
    expect(values(soql, 'SELECT Subject FROM Task USING SCOPE team', 'Subject')).toEqual([]);
    expect(values(soql, 'SELECT Subject FROM Task USING SCOPE everything', 'Subject')).toHaveLength(
      2,
    );
  });
});

describe('the order of a picklist', () => {
  const status = (n: number, Status: string | null) => ({
    Id: idOf('Case', n),
    CaseNumber: `${n}`,
    Status,
    OwnerId: ann,
  });
  const { soql: cases } = crmOf({
    Case: [
      status(1, 'Closed'),
      status(2, 'New'),
      status(3, 'Own'),
      status(4, null),
      status(5, 'working'),
    ],
  });

  it('is that of its values in the setup, with others behind them', () => {
    expect(values(cases, 'SELECT Status FROM Case ORDER BY Status', 'Status')).toEqual([
      null,
      'New',
      'working',
      'Closed',
      'Own',
    ]);
    expect(
      values(
        cases,
        'SELECT Status, COUNT(Id) FROM Case GROUP BY Status ORDER BY Status DESC NULLS LAST',
        'Status',
      ),
    ).toEqual(['Own', 'Closed', 'working', 'New', null]);
  });

  it('is not that of comparisons, which compare text', () => {
    expect(
      values(cases, "SELECT Status FROM Case WHERE Status > 'New' ORDER BY Status", 'Status'),
    ).toEqual(['working', 'Own']);
  });
});

describe('names of FROM', () => {
  it.each([
    ["SELECT c.Name FROM Contact c WHERE c.Account.Name = 'Acme'"],
    ["SELECT Contact.Name FROM Contact WHERE Contact.Account.Name = 'Acme'"],
    [
      "SELECT c.Name FROM Contact c, c.Account a, a.Owner o WHERE o.Name = 'Ann Lee' AND a.Name = 'Acme'",
    ],
  ])('%s', (statement) => {
    expect(values(soql, statement)).toEqual(['Eva Öz']);
  });
});

describe('functions in SELECT', () => {
  it('keep the name of the field, or take an alias or a number', () => {
    const statement =
      'SELECT toLabel(Industry), FORMAT(AnnualRevenue) shown, convertCurrency(ARR__c), CALENDAR_MONTH(CreatedDate), FORMAT(CreatedDate) at FROM Account LIMIT 1';
    expect(first(statement)).toMatchObject({
      Industry: 'Media',
      shown: '$1,234.50',
      ARR__c: 99,
      expr0: 5,
      at: '5/1/26, 7:25 AM',
    });
  });

  it('stand for many fields: FIELDS', () => {
    expect(Object.keys(first('SELECT FIELDS(CUSTOM) FROM Account LIMIT 1')!)).toEqual([
      'attributes',
      'ARR__c',
    ]);
    expect(first('SELECT FIELDS(STANDARD) FROM Account')).not.toHaveProperty('ARR__c');
    expect(first('SELECT FIELDS(ALL) FROM Account LIMIT 200')).toMatchObject({
      Id: acme,
      ARR__c: 99,
      BillingAddress: { city: 'Bern' },
    });
  });
});

describe('child subqueries', () => {
  it('nest, order and limit, and are null for a parent without children', () => {
    const statement =
      'SELECT Name, (SELECT Name, (SELECT Subject FROM Tasks) FROM Contacts), (SELECT Seats__c FROM Plans__r WHERE Seats__c > 1) FROM Account ORDER BY Name';
    expect(soql.query(statement).records).toMatchObject([
      {
        Name: 'Acme',
        Contacts: {
          totalSize: 1,
          done: true,
          records: [
            {
              attributes: { type: 'Contact' },
              Name: 'Eva Öz',
              Tasks: { totalSize: 1, records: [{ Subject: 'Call' }] },
            },
          ],
        },
        Plans__r: { totalSize: 1, done: true, records: [{ Seats__c: 5 }] },
      },
      { Name: 'Globex', Contacts: null, Plans__r: null },
    ]);
  });
});
