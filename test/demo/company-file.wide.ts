import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { makeCompanyFile } from '../../src/demo/database/company-file.ts';
import { makeCompany } from './ask.ts';

const folder = mkdtempSync(join(tmpdir(), 'company-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows in their order; of the table of numbers used, in that of names. */
const rowsOf = (db: DatabaseSync, table: string) =>
  db
    .prepare(`SELECT * FROM "${table}" ${table === 'sqlite_sequence' ? 'ORDER BY name' : ''}`)
    .all();

/** Contents of every table, words of the full-text index, and all that is declared. */
function contentsOf(file: string): Map<string, unknown> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const declared = db
      .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
      .all();
    const tables = declared.filter(({ type }) => type === 'table').map(({ name }) => String(name));
    const readable = tables.filter((name) => !/^crm_search/.test(name));
    return new Map<string, unknown>([
      ['declared', declared],
      ...readable.map((name) => [name, rowsOf(db, name)] as const),
      ['words', db.prepare('SELECT * FROM crm_search_term').all()],
    ]);
  } finally {
    db.close();
  }
}

it('a company that two threads make is the one that a single thread makes', async () => {
  const now = () => new Date('2026-11-20T10:00:00Z');
  const company = { size: 'small', seed: 5, now } as const;
  const alone = join(folder, 'alone.db');
  makeCompany({ ...company, file: alone }).close();

  const file = join(folder, 'parts/company.db');
  await expect(makeCompanyFile({ ...company, file }, () => {})).rejects.toThrow('ENOENT');
  mkdirSync(join(folder, 'parts'));
  const shares: number[] = [];
  await makeCompanyFile({ ...company, file }, (share) => shares.push(share));
  expect(shares).toEqual(shares.toSorted((left, right) => left - right));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  expect(shares.length).toBeGreaterThan(10);
  // No draft is left.
  expect(readdirSync(join(folder, 'parts'))).toEqual(['company.db']);
  const [expected, actual] = [contentsOf(alone), contentsOf(file)];
  expect([...actual.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [name, rows] of expected) expect(actual.get(name), name).toEqual(rows);

  // There already: nothing is made, and nothing reported.
  await makeCompanyFile({ ...company, file }, () => expect.unreachable());
});
