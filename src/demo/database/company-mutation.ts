/** Changes of the company while it is in use, for tests and for the fault "records change between pages". */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { dayMs } from '../company/calendar.ts';
import { makeCall } from '../company/call.ts';
import { reviewersOf, type World } from '../company/company-plan.ts';
import { recordId } from '../company/id.ts';
import type { Drift } from '../demo-backend.ts';
import { callWriter, deleteCall } from './call-writer.ts';
import { crmInserter, quoted } from './crm-table.ts';

export interface Changes {
  /** Adds a call held at an instant, in milliseconds. @returns its id. */
  insertCall(at: number): string;
  /** Removes a call with its statistics. @returns whether it was there. */
  deleteCall(id: string): boolean;
  /** Adds a copy of a CRM record under a new id, with some values of its own. @returns the id. */
  copyRecord(object: string, id: string, values?: Readonly<Record<string, unknown>>): string;
  /** Removes a CRM record for good. @returns whether it was there. */
  deleteRecord(object: string, id: string): boolean;
  /** Transaction: writes all changes of `work`, or none when it throws. */
  together(work: () => void): void;
}

function once<T>(make: () => T): () => T {
  let memo: { readonly value: T } | undefined;
  return () => {
    memo ??= { value: make() };
    return memo.value;
  };
}

/** @param world makes the company's plan, when a call is to be added. */
export function changesOf(db: DatabaseSync, model: CrmModel, world: () => World): Changes {
  // Far from the serials of the calls and records made at the start.
  let serial = 1_000_000_000;
  const plan = once(() => {
    const company = world();
    return { world: company, write: callWriter(db, company.calendar, reviewersOf(company)) };
  });
  const inserters = new Map<CrmObject, ReturnType<typeof crmInserter>>();
  const inserterOf = (object: CrmObject) => {
    const insert = inserters.get(object) ?? crmInserter(db, object);
    inserters.set(object, insert);
    return insert;
  };
  return {
    insertCall(at) {
      const call = makeCall(plan().world, serial++, at);
      plan().write(call);
      return call.id;
    },
    deleteCall: (id) => deleteCall(db, id),
    copyRecord(name, id, values = {}) {
      const object = model.object(name);
      if (!object) throw new TypeError(`Expected an object of the model, got ${name}`);
      const record = db.prepare(`SELECT * FROM "${object.name}" WHERE Id = ?`).get(id);
      if (!record)
        throw new TypeError(
          `Expected the id of a record of ${object.name} that is still there, got ${id}`,
        );
      const { _row, _sort, ...fields } = record;
      const copy = recordId(object.keyPrefix, serial++);
      inserterOf(object)({ ...fields, ...values, Id: copy });
      return copy;
    },
    deleteRecord(name, id) {
      const object = model.object(name);
      if (!object) throw new TypeError(`Expected an object of the model, got ${name}`);
      return Number(db.prepare(`DELETE FROM "${object.name}" WHERE Id = ?`).run(id).changes) > 0;
    },
    together(work) {
      db.exec('BEGIN');
      try {
        work();
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}

/** Entities that show calls: one more or less shows in all of them. */
const callEntities: ReadonlySet<string> = new Set(['calls', 'calls_extensive', 'call_transcripts']);

/**
 * Records to change: calls, or records of the entity's CRM object (`query` means accounts).
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
