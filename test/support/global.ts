/** A folder for what the tests of a run share, gone when the run is over. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeTypedQuestions } from '../../src/dashboard/build/codegen.ts';
import { hasPostgres, stopPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly runFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  // Documents that the gateway trusts, and that tests read: what the sources say now.
  await makeTypedQuestions();
  if (!hasPostgres)
    process.stderr.write('SKIPPED: no PostgreSQL here; tests of an index in it do not run\n');
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-run-'));
  // PostgreSQL's user has to reach its own folder in it.
  chmodSync(folder, 0o711);
  project.provide('runFolder', folder);
  return () => {
    stopPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  };
}
