/** A CRM of a few rows for statements to run on. */

import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { BackendError } from '../../../src/connector-service/backend.ts';
import { parseCustomSchema } from '../../../src/contract/crm/custom-schema.ts';
import { checksum } from '../../../src/contract/crm/id.ts';
import { buildCrmModel, type CrmModel } from '../../../src/contract/crm/model.ts';
import {
  createCrmIndexes,
  createCrmTables,
  crmInserter,
} from '../../../src/demo/database/crm-table.ts';
import { SoqlEngine, type SoqlOptions } from '../../../src/demo/soql/engine.ts';

export const model: CrmModel = buildCrmModel(
  parseCustomSchema({
    objects: {
      Account: { fields: { ARR__c: { type: 'currency' } } },
      Contact: { fields: { Interests__c: { type: 'multipicklist', values: ['A', 'B', 'C'] } } },
      Plan__c: {
        keyPrefix: 'a0P',
        fields: {
          Account__c: { type: 'reference', to: 'Account', childRelationship: 'Plans__r' },
          Seats__c: { type: 'int' },
        },
      },
    },
  }),
);

/** A Wednesday. */
export const now = new Date('2026-05-13T10:20:30.000Z');

/** An id of the object with this number. */
export function idOf(object: string, n: number): string {
  const id = `${model.object(object)!.keyPrefix}dM${String(n).padStart(10, '0')}`;
  return id + checksum(id);
}

export type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Fields every record has, where the records don't say otherwise. */
const stamps = {
  IsDeleted: false,
  CreatedDate: '2026-05-01T07:25:37Z',
  LastModifiedDate: '2026-05-02T00:00:00Z',
  SystemModstamp: '2026-05-02T00:00:00Z',
};

export function insert(db: DatabaseSync, records: Records): void {
  for (const [name, rows] of Object.entries(records)) {
    const object = model.object(name)!;
    const add = crmInserter(db, object);
    const base = Object.fromEntries(
      Object.entries(stamps).filter(([field]) => model.field(name, field)),
    );
    for (const row of rows) add({ ...base, ...row });
  }
}

export interface Crm {
  readonly db: DatabaseSync;
  readonly soql: SoqlEngine;
}

export function crmOf(records: Records, options: Partial<SoqlOptions> = {}): Crm {
  const db = new DatabaseSync(':memory:');
  createCrmTables(db, model.objects);
  insert(db, records);
  createCrmIndexes(db, model.objects);
  return { db, soql: new SoqlEngine(db, model, { now: () => now, ...options }) };
}

/** What the CRM answers to a refused statement: its code and message. */
export function refusal(run: () => unknown): { code: string; message: string; status: number } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    const [first] = error.body as { errorCode: string; message: string }[];
    return { code: first!.errorCode, message: first!.message, status: error.status };
  }
  return expect.fail('the statement was not refused');
}

/** The values of one field, in the order of the result. */
export function values(soql: SoqlEngine, statement: string, field = 'Name'): unknown[] {
  return soql.query(statement).records.map((record) => record[field]);
}
