/** Thread that makes one part of a company in a database of its own. */

import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CustomSchema } from '../../contract/crm/custom-schema.ts';
import type { CurrencyChoice } from '../company/currency.ts';
import type { CompanySize } from '../company/size.ts';
import { companyPlan } from '../synthetic-backend.ts';
import { buildCallPlatform, buildCrmAlone } from './build.ts';
import { forLoading } from './database-file.ts';

export interface CompanyPart {
  readonly part: 'calls' | 'crm';
  /** Path of the database. */
  readonly draft: string;
  readonly size: CompanySize;
  readonly seed: number;
  /** `YYYY-MM-DD` on which the data end. */
  readonly day: string;
  /** Null: the shipped example. */
  readonly customSchema: CustomSchema | null;
  readonly currencies: CurrencyChoice;
}

/** How much is done, 0 to 1. */
export interface PartMessage {
  readonly share: number;
}

const { part, draft, size, seed, day, customSchema, currencies } = workerData as CompanyPart;
const { world, model } = companyPlan({
  size,
  seed,
  day,
  currencies,
  now: () => new Date(),
  ...(customSchema !== null && { customSchema }),
});

let reported = 0;
function report(share: number): void {
  if (share < 1 && share - reported < 0.01) return;
  reported = share;
  parentPort?.postMessage({ share } satisfies PartMessage);
}

const db = new DatabaseSync(draft);
try {
  forLoading(db);
  if (part === 'calls') buildCallPlatform(db, world(), report);
  else buildCrmAlone(db, world(), model, report);
} finally {
  db.close();
}
