/** Fills an empty database with the company: the call platform's rows and the CRM's records. */

import type { DatabaseSync } from 'node:sqlite';
import { callWriter } from './call-writer.ts';
import { makeCall } from './company/call.ts';
import { callTimes } from './company/call-time.ts';
import type { Party } from './company/party.ts';
import type { World } from './company/world.ts';
import { reviewersOf } from './company.ts';
import { purpose, Random } from './random.ts';
import { createCallIndexes, createCallTables } from './schema.ts';

/** Writes everything in one transaction. */
export function buildCompany(db: DatabaseSync, world: World): void {
  db.exec('BEGIN');
  createCallTables(db);
  buildCalls(db, world);
  createCallIndexes(db);
  buildLibrary(db, world);
  db.exec('COMMIT');
}

function buildCalls(db: DatabaseSync, world: World): void {
  const write = callWriter(db, world.calendar, reviewersOf(world));
  const random = new Random(world.seed, purpose.callTimes, 1);
  let spare: Party | undefined;
  callTimes(world).forEach((at, index) => {
    // Rarely one party's id turns up in two calls.
    const twin = spare && random.chance(0.01) ? spare : undefined;
    const call = makeCall(world, index, at, twin);
    write(call);
    spare = call.parties.find((party) => party.affiliation === 'External');
  });
}

/** Puts calls into the library's folders: one folder with more than a page, one with none. */
function buildLibrary(db: DatabaseSync, world: World): void {
  const insert = db.prepare('INSERT OR IGNORE INTO folder_call (folder, call) VALUES (?, ?)');
  for (const workspace of world.settings.workspaces) {
    const calls = db
      .prepare('SELECT seq FROM call WHERE workspace = ? ORDER BY at, id LIMIT 4000')
      .all(workspace.id)
      .map((row) => Number(row.seq));
    world.settings.folders
      .filter((folder) => folder.workspace === workspace.id)
      .forEach(({ row }, place, { length }) => {
        const random = new Random(world.seed, purpose.library, place, calls.length);
        const wanted =
          place === length - 1 || place === 0 ? 0 : place === 1 ? 260 : random.between(3, 60);
        for (const seq of random.sample(calls, wanted)) insert.run(row.id, seq);
      });
  }
}
