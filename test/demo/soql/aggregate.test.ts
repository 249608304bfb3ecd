import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/wire/execute.ts';
import { crmOf, idOf, refusal } from './fixture.ts';

const owner = idOf('User', 1);
const opportunity = (n: number, fields: object) => ({
  Id: idOf('Opportunity', n),
  Name: `Deal ${n}`,
  OwnerId: owner,
  ...fields,
});

const { soql } = crmOf({
  User: [{ Id: owner, Name: 'Ann', LastName: 'Ann' }],
  Opportunity: [
    opportunity(1, { StageName: 'Won', Type: 'New', Amount: 100, CloseDate: '2026-01-31' }),
    opportunity(2, { StageName: 'won', Type: 'New', Amount: 50, CloseDate: '2026-03-01' }),
    opportunity(3, { StageName: 'Open', Type: 'Old', Amount: null, CloseDate: '2026-03-02' }),
    opportunity(4, { StageName: 'Open', Type: null, Amount: 7, CloseDate: '2025-12-31' }),
  ],
});

const rows = (statement: string) =>
  soql.query(statement).records.map(({ attributes: _, ...values }) => values);

describe('aggregates', () => {
  it('are counted without records by COUNT()', () => {
    expect(soql.query("SELECT COUNT() FROM Opportunity WHERE StageName = 'WON'")).toEqual({
      records: [],
      totalSize: 2,
      next: null,
    });
    expect(soql.query('SELECT COUNT() FROM Opportunity LIMIT 3').totalSize).toBe(3);
  });

  it('have a type and no id, and numbers for names where they have no alias', () => {
    expect(
      soql.query(
        'SELECT COUNT(Id), SUM(Amount) total, MAX(CloseDate), AVG(Amount) FROM Opportunity',
      ).records,
    ).toEqual([
      {
        attributes: { type: 'AggregateResult' },
        expr0: 4,
        total: 157,
        expr1: '2026-03-02',
        expr2: 157 / 3,
      },
    ]);
  });

  it('are null over nothing, but counts are 0', () => {
    expect(rows("SELECT COUNT(Id) n, SUM(Amount) s FROM Opportunity WHERE Name = 'x'")).toEqual([
      { n: 0, s: null },
    ]);
    expect(
      rows("SELECT Type, COUNT(Id) n FROM Opportunity WHERE Name = 'x' GROUP BY Type"),
    ).toEqual([]);
  });

  it('are made for each group, whatever the case of its text, and for nothing as a group', () => {
    expect(
      rows('SELECT StageName, COUNT(Id) n FROM Opportunity GROUP BY StageName ORDER BY StageName'),
    ).toEqual([
      { StageName: 'Open', n: 2 },
      { StageName: expect.stringMatching(/^won$/i), n: 2 },
    ]);
    expect(
      rows('SELECT Type, COUNT(Amount) n FROM Opportunity GROUP BY Type ORDER BY Type NULLS LAST'),
    ).toEqual([
      { Type: 'New', n: 2 },
      { Type: 'Old', n: 0 },
      { Type: null, n: 1 },
    ]);
  });

  it('show a path under its last part', () => {
    expect(rows('SELECT Owner.Name, MIN(Amount) FROM Opportunity GROUP BY Owner.Name')).toEqual([
      { Name: 'Ann', expr0: 7 },
    ]);
  });

  it('are filtered by HAVING and ordered by what they are', () => {
    const statement =
      'SELECT CALENDAR_YEAR(CloseDate) y, CALENDAR_MONTH(CloseDate) m, COUNT(Id) n FROM Opportunity GROUP BY CALENDAR_YEAR(CloseDate), CALENDAR_MONTH(CloseDate) HAVING COUNT(Id) > 1 OR CALENDAR_YEAR(CloseDate) < 2026 ORDER BY COUNT(Id) DESC, CALENDAR_YEAR(CloseDate)';
    expect(rows(statement)).toEqual([
      { y: 2026, m: 3, n: 2 },
      { y: 2025, m: 12, n: 1 },
    ]);
    expect(
      rows('SELECT Type t, COUNT(Id) n FROM Opportunity GROUP BY Type ORDER BY n DESC LIMIT 1'),
    ).toEqual([{ t: 'New', n: 2 }]);
  });

  it('are formatted on request', () => {
    expect(
      rows('SELECT FORMAT(MAX(Amount)) best, FORMAT(MIN(CloseDate)) day FROM Opportunity'),
    ).toEqual([{ best: '$100.00', day: '12/31/2025' }]);
  });

  it('have sums of sums by ROLLUP and CUBE', () => {
    const rollup =
      'SELECT StageName s, Type t, GROUPING(Type) g, COUNT(Id) n FROM Opportunity GROUP BY ROLLUP(StageName, Type) ORDER BY COUNT(Id)';
    const all = rows(rollup);
    expect(all).toHaveLength(3 + 2 + 1);
    expect(all.at(-1)).toEqual({ s: null, t: null, g: 1, n: 4 });
    expect(rows('SELECT COUNT(Id) n FROM Opportunity GROUP BY CUBE(StageName, Type)')).toHaveLength(
      3 + 2 + 3 + 1,
    );
    expect(
      rows(
        'SELECT CALENDAR_YEAR(CloseDate) y, COUNT(Id) n FROM Opportunity GROUP BY ROLLUP(CALENDAR_YEAR(CloseDate))',
      ),
    ).toHaveLength(3);
  });

  it('have a grand total of no records, by ROLLUP and CUBE alone', () => {
    const ofNone = (by: string) =>
      rows(`SELECT StageName s, COUNT(Id) n, SUM(Amount) a FROM Opportunity WHERE Id = null ${by}`);
    expect(ofNone('GROUP BY StageName')).toEqual([]);
    for (const subtotals of ['ROLLUP', 'CUBE'])
      expect(ofNone(`GROUP BY ${subtotals}(StageName)`)).toEqual([{ s: null, n: 0, a: null }]);
  });

  it('are refused beyond 2,000 groups, which no page could follow', () => {
    const many = crmOf({
      Account: Array.from({ length: 2001 }, (_, n) => ({ Id: idOf('Account', n), Name: `A${n}` })),
    });
    const statement = 'SELECT Name, COUNT(Id) FROM Account GROUP BY Name';
    expect(refusal(() => many.soql.query(statement)).code).toBe('EXCEEDED_ID_LIMIT');
    expect(many.soql.query(`${statement} LIMIT 2000`).totalSize).toBe(2000);
  });

  it('take picklists by their setup, and a boolean of a missing parent as false', () => {
    const user = idOf('User', 2);
    const crm = crmOf({
      User: [{ Id: user, Name: 'Bo', LastName: 'Bo', IsActive: true, ManagerId: null }],
      Opportunity: [
        opportunity(1, { StageName: 'Prospecting', CloseDate: '2026-01-31' }),
        opportunity(2, { StageName: 'Closed Won', CloseDate: '2026-01-31' }),
        opportunity(3, { StageName: 'closed lost', CloseDate: '2026-01-31' }),
      ],
    });
    const first = (statement: string) => {
      const [{ attributes: _, ...values }] = crm.soql.query(statement).records as [Row];
      return values;
    };
    expect(first('SELECT MIN(StageName) least, MAX(StageName) most FROM Opportunity')).toEqual({
      least: 'Prospecting',
      most: 'closed lost',
    });
    expect(
      first('SELECT Manager.IsActive, COUNT(Id) n FROM User GROUP BY Manager.IsActive'),
    ).toEqual({ IsActive: false, n: 1 });
  });
});
