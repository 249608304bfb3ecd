/**
 * File of a large company, made by two threads: the call platform's rows by one, the CRM's records by
 * the other, each in a draft of its own, put together at the end. The same rows as one thread makes.
 */

import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../../sibling-module.ts';
import { draftsBeside, replaceFile } from '../../storage/private-file.ts';
import { companyPlan, type SyntheticOptions } from '../synthetic-backend.ts';
import { copyCallPlatform, type Report } from './build.ts';
import type { CompanyPart, PartMessage } from './company-part.ts';
import { forLoading, isMade, putLabel } from './database-file.ts';

/** Share of the time after which both parts are made, and are put together. */
const partsMade = 0.9;
/** Memory for young objects, MB: most of what is made is written at once. */
const youngMb = 64;

/**
 * Makes the company's file where it isn't there yet.
 * @param report receives how much is done, 0 to 1; never when nothing is to be done.
 * @throws UserInputError when the file holds something else than a synthetic company; Error for a folder that is not there.
 */
export async function makeCompanyFile(
  options: SyntheticOptions & { readonly file: string },
  report: Report,
): Promise<void> {
  const { file, size, seed = 1, customSchema = null, currencies = 'one' } = options;
  const { label } = companyPlan(options);
  if (isMade(file, label)) return;
  const [calls, crm] = draftsBeside(file);
  report(0);
  const shares = new Map<CompanyPart['part'], number>();
  const part = (name: CompanyPart['part'], draft: string) =>
    made({ part: name, draft, size, seed, day: label.day, customSchema, currencies }, (share) => {
      shares.set(name, share);
      report(partsMade * Math.min(shares.get('calls') ?? 0, shares.get('crm') ?? 0));
    });
  try {
    await Promise.all([part('calls', calls), part('crm', crm)]);
    replaceFile(file, (draft) => {
      renameSync(crm, draft);
      const db = new DatabaseSync(draft);
      try {
        forLoading(db);
        copyCallPlatform(db, calls);
        putLabel(db, label);
      } finally {
        db.close();
      }
    });
    report(1);
  } finally {
    for (const draft of [calls, crm]) rmSync(draft, { force: true });
  }
}

/** Rejects with what the thread threw. */
async function made(workerData: CompanyPart, report: Report): Promise<void> {
  const worker = new Worker(siblingModule(import.meta.url, './company-part'), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  worker.on('message', ({ share }: PartMessage) => report(share));
  const [code] = await once(worker, 'exit');
  if (code !== 0) throw new Error(`The thread that makes the company ended with ${code}`);
}
