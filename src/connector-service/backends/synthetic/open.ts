/** Opens the synthetic company: one backend for both systems. */

import type { CustomSchema } from '../../../contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../../contract/crm/model.ts';
import type { Backend } from '../../backend.ts';
import { buildCompany } from './build.ts';
import { executeCallAnalytics } from './call-analytics.ts';
import { type Changes, changesOf, drifter } from './change.ts';
import { type CompanySize, volumeOf } from './company/size.ts';
import { makeStaff, makeWorld } from './company/world.ts';
import { companyOf } from './company.ts';
import { crmRead } from './crm-read.ts';
import { openDatabase } from './database-file.ts';
import { exampleCustomSchema, fingerprintOf } from './example-schema.ts';
import { downloadFile } from './file/stored-file.ts';
import { schemaVersion } from './schema.ts';

export interface SyntheticOptions {
  readonly size: CompanySize;
  /** The same seed gives the same company. Default 1. */
  readonly seed?: number;
  /** Database file; made once, then reused while size, seed, day and version are the same. Default: in memory. */
  readonly file?: string;
  /** The dataset ends at midnight UTC of this instant's date. */
  readonly now: () => Date;
  /** Custom fields and objects of its CRM. Default: the shipped example. */
  readonly customSchema?: CustomSchema;
}

export interface SyntheticBackend extends Backend {
  /** Changes records while the backend is in use. */
  readonly changes: Changes;
}

/**
 * Opens the company, and makes it first where it isn't there yet.
 * @throws UserInputError when the file holds something else, CustomSchemaError when the custom
 * schema doesn't fit.
 */
export function openSyntheticBackend(options: SyntheticOptions): SyntheticBackend {
  const { size, seed = 1, file = ':memory:', now } = options;
  const model = buildCrmModel(options.customSchema ?? exampleCustomSchema());
  const volume = volumeOf(size);
  const day = now().toISOString().slice(0, 10);
  const staff = makeStaff(seed, volume, day);
  const world = () => makeWorld(seed, volume, staff);
  const label = {
    size,
    seed: String(seed),
    day,
    version: String(schemaVersion),
    model: fingerprintOf(model),
  };
  const db = openDatabase(file, label, (empty) => buildCompany(empty, world(), model));
  const company = companyOf(db, seed, staff, now);
  const changes = changesOf(db, model, world);
  const readCrm = crmRead(db, model, { now });
  return {
    async execute(operation) {
      if (operation.system === 'call-analytics') return executeCallAnalytics(company, operation);
      return operation.action === 'download' ? downloadFile(db, operation) : readCrm(operation);
    },
    changes,
    drift: drifter(db, model, changes, now),
    close: () => db.close(),
  };
}
