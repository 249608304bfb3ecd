/** Statistics by which PostgreSQL plans. It takes them anew a minute or two after rows came; until then a filled index is planned for as an empty one. */

import type { Database } from './database.ts';

/** Calls or transcripts of a run after which statistics are taken at once. */
const many = 100;

/** @param written calls or transcripts of the run */
export async function renewStatistics(database: Database, written: number): Promise<void> {
  const { statistics } = database.dialect;
  if (statistics === null || written < many) return;
  // Answers are right without them, and PostgreSQL comes to it by itself.
  await database.write([{ sql: statistics, params: [] }]).catch(() => null);
}
