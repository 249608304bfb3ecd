/** Lets records come, go and change at random, as other people's work does between two pages. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel, CrmObject } from '../../../contract/crm/model.ts';
import type { Drift } from '../../backend.ts';
import type { Changes } from './change.ts';
import { quoted } from './crm-table.ts';

/** Entities that show calls: one more or less shows in all of them. */
const callEntities: ReadonlySet<string> = new Set(['calls', 'calls_extensive', 'call_transcripts']);

const dayMs = 86_400_000;

/**
 * Which records: calls, or those of the entity's CRM object (`query` means accounts).
 * Entities of neither kind, settings and statistics, are left as they are.
 */
export function drifter(
  db: DatabaseSync,
  model: CrmModel,
  changes: Changes,
  now: () => Date,
): (drift: Drift) => void {
  return (drift) => {
    const object = objectOf(model, drift.entity);
    if (callEntities.has(drift.entity))
      changes.together(() => driftCalls(db, changes, drift, now()));
    else if (object !== undefined)
      changes.together(() => driftRecords(db, changes, object, drift, now()));
  };
}

function objectOf(model: CrmModel, entity: string): CrmObject | undefined {
  if (entity === 'query') return model.object('Account');
  return model.objects.find((object) => object.entity.entity === entity);
}

function driftCalls(db: DatabaseSync, changes: Changes, drift: Drift, now: Date): void {
  const { random } = drift;
  times(drift.insert, () => changes.insertCall(now.getTime() - Math.floor(random() * 500 * dayMs)));
  times(drift.delete, () => {
    const id = anyOf(db, 'call', 'seq', 'id', random);
    if (id !== null) changes.deleteCall(id);
  });
  const retitle = db.prepare(
    "UPDATE call SET meta = json_set(meta, '$[0]', json_extract(meta, '$[0]') || ' (moved)') WHERE id = ?",
  );
  times(drift.update, () => retitle.run(anyOf(db, 'call', 'seq', 'id', random)));
}

function driftRecords(
  db: DatabaseSync,
  changes: Changes,
  object: CrmObject,
  drift: Drift,
  now: Date,
): void {
  const table = quoted(object.name);
  const any = (): string | null => anyOf(db, table, '_row', 'Id', drift.random);
  const stamp = now.toISOString();
  times(drift.insert, () => {
    const id = any();
    const stamps = { CreatedDate: stamp, LastModifiedDate: stamp, SystemModstamp: stamp };
    if (id !== null) changes.copyRecord(object.name, id, stamps);
  });
  times(drift.delete, () => {
    const id = any();
    if (id !== null) changes.deleteRecord(object.name, id);
  });
  const touch = db.prepare(
    `UPDATE ${table} SET LastModifiedDate = ?1, SystemModstamp = ?1 WHERE Id = ?2`,
  );
  times(drift.update, () => touch.run(stamp, any()));
}

/** A column of some row, found by its number: rows lie almost without gaps. Null in an empty table. */
function anyOf(
  db: DatabaseSync,
  table: string,
  number: string,
  column: string,
  random: () => number,
): string | null {
  const { low, high } = db
    .prepare(`SELECT min(${number}) AS low, max(${number}) AS high FROM ${table}`)
    .get() as { low: number | null; high: number | null };
  if (low === null || high === null) return null;
  const from = low + Math.floor(random() * (high - low + 1));
  const row = db
    .prepare(
      `SELECT ${column} AS value FROM ${table} WHERE ${number} >= ? ORDER BY ${number} LIMIT 1`,
    )
    .get(from);
  return row === undefined ? null : String(row.value);
}

function times(count: number, run: () => unknown): void {
  for (let n = 0; n < count; n += 1) run();
}
