/** Changes to the company while it is in use, for tests and for the fault "records change between pages". */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel, CrmObject } from '../../../contract/crm/model.ts';
import { callWriter, deleteCall } from './call-writer.ts';
import { makeCall } from './company/call.ts';
import type { World } from './company/world.ts';
import { reviewersOf } from './company.ts';
import { crmInserter } from './crm-table.ts';
import { recordId } from './id.ts';

export interface Changes {
  /** Adds a call held at an instant, in milliseconds. @returns its id. */
  insertCall(at: number): string;
  /** Removes a call with its statistics. @returns whether it was there. */
  deleteCall(id: string): boolean;
  /** Adds a copy of a CRM record under a new id, with some values of its own. @returns the id. */
  copyRecord(object: string, id: string, values?: Readonly<Record<string, unknown>>): string;
  /** Removes a CRM record for good. @returns whether it was there. */
  deleteRecord(object: string, id: string): boolean;
  /** Writes what `work` changes at once: all of it or, when it throws, nothing. */
  together(work: () => void): void;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @param world makes the company's plan, when a call is to be added. */
export function changesOf(db: DatabaseSync, model: CrmModel, world: () => World): Changes {
  // Far from the serials of the calls and records made at the start.
  let serial = 1_000_000_000;
  const plan = once(() => {
    const made = world();
    return { world: made, write: callWriter(db, made.calendar, reviewersOf(made)) };
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
      const found = db.prepare(`SELECT * FROM "${object.name}" WHERE Id = ?`).get(id);
      if (!found) throw new TypeError(`Expected the id of a record of ${object.name}`);
      const { _row, _sort, ...fields } = found;
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
