/** Opens the synthetic company: one backend for both systems. */

import { createHash } from 'node:crypto';
import type { CustomSchema } from '../contract/crm/custom-schema.ts';
import { exampleCustomSchema } from '../contract/crm/example-schema.ts';
import { buildCrmModel, type CrmModel } from '../contract/crm/model.ts';
import { executeCallAnalytics } from './call-platform/call-analytics.ts';
import { companyOf } from './company/company.ts';
import { makeStaff, makeWorld, type Staff, type World } from './company/company-plan.ts';
import { type CurrencyChoice, organisationObjects } from './company/currency.ts';
import { teamObjects } from './company/record-team.ts';
import { type CompanySize, volumeOf } from './company/size.ts';
import { crmRead } from './crm/crm-read.ts';
import { buildCompany } from './database/build.ts';
import { type Changes, changesOf, drifter } from './database/company-mutation.ts';
import { type Label, openDatabase } from './database/database-file.ts';
import { schemaVersion } from './database/schema.ts';
import type { DemoBackend } from './demo-backend.ts';
import { downloadFile } from './file/stored-file.ts';

export interface SyntheticOptions {
  readonly size: CompanySize;
  /** The same seed gives the same company. Default 1. */
  readonly seed?: number;
  /** Database file; made once, then reused while size, seed, day and version are the same. Default: in memory. */
  readonly file?: string;
  readonly now: () => Date;
  /** The dataset ends at midnight UTC of this date, `YYYY-MM-DD`. Default: that of now. */
  readonly day?: string | undefined;
  /** Custom fields and objects of its CRM. Default: the shipped example. */
  readonly customSchema?: CustomSchema;
  /** Default: one. */
  readonly currencies?: CurrencyChoice;
}

export interface SyntheticBackend extends DemoBackend {
  /** Changes records while the backend is in use. */
  readonly changes: Changes;
  /** Its objects, the organisation's own among them. */
  readonly model: CrmModel;
}

/** Date of an instant, UTC. */
const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Company before it is made: what its rows follow from. */
interface CompanyPlan {
  readonly model: CrmModel;
  readonly staff: Staff;
  readonly world: () => World;
  readonly label: Label & { readonly day: string };
}

export function companyPlan(options: SyntheticOptions): CompanyPlan {
  const { size, seed = 1, now, day = dateOf(now()), customSchema, currencies = 'one' } = options;
  const model = buildCrmModel(customSchema ?? exampleCustomSchema(), {
    hasCurrencies: currencies !== 'one',
    further: [...organisationObjects(currencies), ...teamObjects],
  });
  const volume = volumeOf(size);
  const staff = makeStaff(seed, volume, day);
  return {
    model,
    staff,
    world: () => makeWorld(seed, volume, staff),
    label: {
      size,
      seed: String(seed),
      day,
      version: String(schemaVersion),
      model: fingerprintOf(model),
    },
  };
}

/** Changes whenever an object or a stored field of the model does. */
export function fingerprintOf(model: CrmModel): string {
  const text = model.objects
    .map(
      ({ name, fields }) =>
        `${name}(${fields.map((field) => `${field.name}:${field.spec.type}`).join()})`,
    )
    .join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Opens the company, and makes it first where it isn't there yet.
 * @throws UserInputError when the file holds something else, CustomSchemaError when the custom
 * schema doesn't fit.
 */
export function openSyntheticBackend(options: SyntheticOptions): SyntheticBackend {
  const { seed = 1, file = ':memory:', now } = options;
  const { model, staff, world, label } = companyPlan(options);
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
    model,
    drift: drifter(db, model, changes, now),
    close: () => db.close(),
  };
}
