/** The synthetic company for a test of its own: made once for all tests of a run, copied for each that changes it. */

import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { inject } from 'vitest';
import { exampleCustomSchema } from '../../src/contract/crm/example-schema.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { registerFold } from '../../src/demo/soql/nocase.ts';
import { registerBlanks } from '../../src/demo/sosl/blank.ts';
import {
  fingerprintOf,
  openSyntheticBackend,
  type SyntheticBackend,
  type SyntheticOptions,
} from '../../src/demo/synthetic-backend.ts';

type Options = Omit<SyntheticOptions, 'file' | 'size'> & Partial<Pick<SyntheticOptions, 'size'>>;

/** An opened copy, with the clock of the test that has it. */
interface Copy {
  readonly file: string;
  readonly backend: SyntheticBackend;
  now: () => Date;
}

/** Files with a second connection: what it changed nobody knows, so no other test gets them. */
const rawFiles = new Set<string>();

/** A second connection to a company's file, which changes rows behind the service's back; their indexes call these functions. */
export function openRawTables(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  rawFiles.add(file);
  registerFold(db);
  registerBlanks(db);
  return db;
}

let copies = 0;
/** Copies that a test gave back as it got them, by what they hold. */
const unchanged = new Map<string, Copy[]>();
const fingerprints = new Map<SyntheticOptions['customSchema'], string>();

/**
 * Opens a company that no other test sees or changes. Making one takes ten times as long as
 * copying it, and opening one that nobody changed takes nothing; that a file holds what memory
 * would is for `database-file.wide.ts` to show.
 */
export function openSynthetic(options: Options): SyntheticBackend & { readonly file: string } {
  const { size = 'small', seed = 1, now, customSchema, currencies = 'one' } = options;
  const day = now().toISOString().slice(0, 10);
  const label = [size, seed, currencies, day, fingerprint(customSchema)].join('-');
  const copy = unchanged.get(label)?.pop() ?? copyOf(label, { ...options, size });
  copy.now = now;
  const { backend, file } = copy;
  let isOpen = true;
  let isChanged = false;
  const changing = <T extends object>(change: T): T =>
    new Proxy(change, {
      get(target, name, receiver) {
        isChanged = true;
        return Reflect.get(target, name, receiver);
      },
    });
  return {
    ...backend,
    file,
    changes: changing(backend.changes),
    drift(change) {
      isChanged = true;
      return backend.drift?.(change);
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      // Left as it is: who opened its tables may still read them.
      if (!isChanged && rawFiles.has(file)) return;
      if (!isChanged) return void unchanged.set(label, [...(unchanged.get(label) ?? []), copy]);
      backend.close();
      rmSync(file, { force: true });
    },
  };
}

function copyOf(label: string, options: Options & Pick<SyntheticOptions, 'size'>): Copy {
  const original = join(inject('runFolder'), `${label}.db`);
  copies += 1;
  const file = join(inject('runFolder'), `${label}-${threadId}-${copies}.db`);
  if (!existsSync(original)) {
    // Another worker may do the same meanwhile: both make the same company.
    openSyntheticBackend({ ...options, file }).close();
    renameSync(file, original);
  }
  copyFileSync(original, file, constants.COPYFILE_FICLONE);
  const copy = { file, now: options.now };
  return Object.assign(copy, {
    backend: openSyntheticBackend({ ...options, file, now: () => copy.now() }),
  });
}

function fingerprint(customSchema: SyntheticOptions['customSchema']): string {
  const known = fingerprints.get(customSchema);
  if (known !== undefined) return known;
  const made = fingerprintOf(buildCrmModel(customSchema ?? exampleCustomSchema()));
  fingerprints.set(customSchema, made);
  return made;
}
