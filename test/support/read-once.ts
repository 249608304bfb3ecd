/** What the tests of a run read once: kept as a file in the run's folder, and by each worker in memory. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { inject } from 'vitest';

const inMemory = new Map<string, Promise<unknown>>();

/** @param read takes something that is the same for every caller, as JSON keeps it. */
export function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const known = inMemory.get(name) ?? fromFile(name, read);
  inMemory.set(name, known);
  return known as Promise<T>;
}

async function fromFile(name: string, read: () => Promise<unknown>): Promise<unknown> {
  const file = join(inject('runFolder'), `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const value = await read();
  // Another worker may do the same meanwhile: both read the same.
  const own = `${file}.${threadId}`;
  writeFileSync(own, JSON.stringify(value));
  renameSync(own, file);
  return value;
}
