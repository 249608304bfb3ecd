import { constants } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { locatorPath, type RecordPage } from '../../../src/demo/soql/run.ts';
import { type Crm, crmOf, idOf, insert, refusal } from './fixture.ts';

const accounts = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({
    Id: idOf('Account', from + i),
    Name: `Account ${(i * 7) % count}`,
  }));

function walk(
  { soql }: Crm,
  statement: string,
  between: (page: RecordPage) => void = () => {},
): RecordPage[] {
  const pages = [soql.query(statement)];
  for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) {
    between(pages.at(-1)!);
    pages.push(soql.query(statement, next));
  }
  return pages;
}

const ids = (pages: readonly RecordPage[]) =>
  pages.flatMap(({ records }) => records.map(({ Id }) => Id));

describe('pages', () => {
  it('hold 200 records, tell the whole size each time, and meet each row once', () => {
    const pages = walk(
      crmOf({ Account: accounts(450) }),
      'SELECT Id FROM Account ORDER BY Name DESC',
    );
    expect(pages.map(({ records, totalSize }) => [records.length, totalSize])).toEqual([
      [200, 450],
      [200, 450],
      [50, 450],
    ]);
    expect(new Set(ids(pages)).size).toBe(450);
  });

  it('hold as many as LIMIT says, up to 2,000', () => {
    const crm = crmOf({ Account: accounts(2500) });
    const sizes = (limit: number) =>
      walk(crm, `SELECT Id FROM Account LIMIT ${limit}`).map(({ records }) => records.length);
    expect(sizes(5)).toEqual([5]);
    expect(sizes(700)).toEqual([700]);
    expect(sizes(2300)).toEqual([2000, 300]);
    expect(crm.soql.query('SELECT Id FROM Account LIMIT 2300').totalSize).toBe(2300);
    expect(crm.soql.query('SELECT Id FROM Account LIMIT 0')).toEqual({
      records: [],
      totalSize: 0,
      next: null,
    });
  });

  it('count no further than 2,000 once there is an OFFSET, even one of 0', () => {
    const { soql } = crmOf({ Account: accounts(2100) });
    expect(soql.query('SELECT Id FROM Account').totalSize).toBe(2100);
    expect(soql.query('SELECT Id FROM Account OFFSET 0').totalSize).toBe(2000);
    expect(soql.query('SELECT Id FROM Account LIMIT 10 OFFSET 2000').totalSize).toBe(10);
  });

  it('stay exact while rows come and go between them', () => {
    const crm = crmOf({ Account: accounts(600) });
    let added = 1000;
    const gone: string[] = [];
    const pages = walk(
      crm,
      "SELECT Id, Name FROM Account WHERE Name != 'x' ORDER BY Name",
      ({ records }) => {
        const row = String(records[0]!.Id);
        gone.push(row);
        crm.db.prepare('DELETE FROM Account WHERE Id = ?').run(row);
        insert(crm.db, { Account: [{ Id: idOf('Account', added++), Name: 'Account 0' }] });
        crm.db.prepare("UPDATE Account SET Name = 'x' WHERE Id = ?").run(String(records[1]!.Id));
      },
    );
    expect(pages.length).toBe(3);
    expect(new Set(ids(pages))).toEqual(new Set(accounts(600).map(({ Id }) => Id)));
    expect(ids(pages).length).toBe(600);
    expect(gone.length).toBe(2);
  });

  it('are shorter when rows of theirs are gone, and still say that there is more', () => {
    const crm = crmOf({ Account: accounts(500) });
    const page = crm.soql.query('SELECT Id FROM Account');
    crm.db.exec(`DELETE FROM Account WHERE _row BETWEEN 201 AND 250`);
    const second = crm.soql.query('', page.next);
    expect([second.records.length, second.totalSize, second.next !== null]).toEqual([
      150,
      500,
      true,
    ]);
  });

  it('never take a new row for one that is gone', () => {
    const crm = crmOf({ Account: accounts(201) });
    const page = crm.soql.query('SELECT Id FROM Account');
    crm.db.prepare('DELETE FROM Account WHERE Id = ?').run(idOf('Account', 201));
    insert(crm.db, { Account: accounts(1, 900) });
    expect(crm.soql.query('', page.next).records).toEqual([]);
  });

  it('are refused for a walk that is unknown', () => {
    const { soql } = crmOf({});
    for (const next of [
      { locator: '0r8nope', offset: 200 },
      { nextRecordsUrl: '/services/data/v59.0/query/0r8nope-200' },
      { offset: 1 },
    ]) {
      expect(refusal(() => soql.query('', next))).toMatchObject({
        status: 400,
        code: 'INVALID_QUERY_LOCATOR',
      });
    }
  });

  it('can be gone back to: the same continuation gives the same page', () => {
    const { soql } = crmOf({ Account: accounts(450) });
    const { next } = soql.query('SELECT Id FROM Account');
    expect(soql.query('', next)).toEqual(soql.query('', next));
    expect(soql.query('', { nextRecordsUrl: locatorPath(next!) })).toEqual(soql.query('', next));
  });
});

describe('child lists', () => {
  it('go on by a path of their own when they are long', () => {
    const [parent, other] = [idOf('Account', 1), idOf('Account', 2)];
    const crm = crmOf({
      Account: [
        { Id: parent, Name: 'A' },
        { Id: other, Name: 'B' },
      ],
      Contact: Array.from({ length: 450 }, (_, i) => ({
        Id: idOf('Contact', i),
        Name: `C${String(i).padStart(3, '0')}`,
        AccountId: i % 9 ? parent : other,
      })),
    });
    const { records } = crm.soql.query(
      'SELECT Id, (SELECT Name FROM Contacts ORDER BY Name) FROM Account ORDER BY Name',
    );
    const [long, short] = records.map(
      (record) =>
        record.Contacts as {
          totalSize: number;
          done: boolean;
          nextRecordsUrl?: string;
          records: unknown[];
        },
    );
    expect(short).toMatchObject({ totalSize: 50, done: true });
    expect(short).not.toHaveProperty('nextRecordsUrl');
    expect(long).toMatchObject({ totalSize: 400, done: false });
    expect(long!.records).toHaveLength(200);
    const rest = crm.soql.query('', { nextRecordsUrl: long!.nextRecordsUrl });
    expect(rest).toMatchObject({ totalSize: 400, next: null });
    expect(rest.records).toHaveLength(200);
    expect(rest.records[0]).toMatchObject({ Name: 'C226' });
  });
});

it('of one statement are read without compiling it again', () => {
  const { db, soql } = crmOf({ Account: accounts(30) });
  // SQLite asks it for each table and column whenever it compiles a statement.
  const authorizer = vi.fn(() => constants.SQLITE_OK);
  db.setAuthorizer(authorizer);
  const ask = (limit: number) => [
    soql.query(`SELECT Id, (SELECT Id FROM Contacts LIMIT ${limit}) FROM Account LIMIT ${limit}`),
    soql.query(`SELECT Industry, COUNT(Id) FROM Account GROUP BY Industry LIMIT ${limit}`),
  ];
  ask(5);
  expect(authorizer).toHaveBeenCalled();
  authorizer.mockClear();
  ask(3);
  expect(authorizer).not.toHaveBeenCalled();
});
