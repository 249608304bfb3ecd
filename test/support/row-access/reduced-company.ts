/**
 * A company without what one person may not see: whatever that person asks of the whole company must be answered as
 * everybody is answered by this one.
 */

import { copyFileSync, rmSync } from 'node:fs';
import {
  openSyntheticBackend,
  type SyntheticBackend,
  type SyntheticOptions,
} from '../../../src/demo/synthetic-backend.ts';
import { openRawTables } from '../synthetic.ts';
import type { TruthRow } from '../truth.ts';
import { customSchema, today } from '../world.ts';
import type { Visible } from './oracle.ts';

/** Figures on rows that all see, which tell of rows that not all see. */
const rollUps = [
  ...['NumberOfLeads', 'NumberOfConvertedLeads', 'NumberOfContacts', 'NumberOfResponses'],
  ...['NumberOfOpportunities', 'NumberOfWonOpportunities'],
  ...['AmountAllOpportunities', 'AmountWonOpportunities'],
] as const;

let companies = 0;

/** @param file of the whole company, which nobody writes to meanwhile. */
export function openReduced(
  file: string,
  visible: Visible,
  currencies: SyntheticOptions['currencies'] = 'one',
): SyntheticBackend {
  companies += 1;
  const copy = `${file}-reduced-${companies}.db`;
  copyFileSync(file, copy);
  reduce(copy, visible);
  const backend = openSyntheticBackend({
    size: 'small',
    file: copy,
    now: () => today,
    customSchema,
    currencies,
  });
  return {
    ...backend,
    close() {
      backend.close();
      rmSync(copy, { force: true });
    },
  };
}

function reduce(file: string, { rows, calls, reviews, sees }: Visible): void {
  const db = openRawTables(file);
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  const keep = (table: string, column: string, ids: ReadonlySet<string>): void => {
    db.prepare(
      `DELETE FROM "${table}" WHERE ${column} NOT IN (SELECT value FROM json_each(?))`,
    ).run(JSON.stringify([...ids]));
  };
  const tables = new Set(
    db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  );
  for (const [object, ids] of rows) if (tables.has(object)) keep(object, 'Id', ids);
  keep('call', 'id', calls);
  keep('answered_scorecard', 'id', reviews);
  for (const table of ['activity', 'interaction', 'folder_call'])
    db.exec(`DELETE FROM ${table} WHERE call NOT IN (SELECT seq FROM call)`);
  db.exec(`UPDATE Campaign SET ${rollUps.map((field) => `${field} = NULL`).join()}`);
  // What a call is linked to is told of visible records alone.
  const change = db.prepare('UPDATE call SET parties = ?, context = ? WHERE seq = ?');
  const isSeen = ([object, id]: [string, string]): boolean => sees(object, id);
  for (const { seq, parties, context } of db.prepare('SELECT * FROM call').all() as TruthRow[]) {
    const people = JSON.parse(parties).map(({ crm, ...party }: TruthRow) => ({
      ...party,
      ...(crm === undefined ? {} : { crm: crm.filter(isSeen) }),
    }));
    change.run(JSON.stringify(people), JSON.stringify(JSON.parse(context).filter(isSeen)), seq);
  }
  db.exec('COMMIT');
  db.close();
}
