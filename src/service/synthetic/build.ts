/** Fills an empty database with the company: the call platform's rows and the CRM's records. */

import type { DatabaseSync } from 'node:sqlite';
import { callInserter } from './call-store.ts';
import { makeCall } from './company/call.ts';
import { callTimes } from './company/call-time.ts';
import type { Party } from './company/party.ts';
import type { World } from './company/world.ts';
import { purpose, Random } from './random.ts';
import { createCallIndexes, createCallTables } from './schema.ts';

/** Writes everything in one transaction. */
export function buildCompany(db: DatabaseSync, world: World): void {
  db.exec('BEGIN');
  createCallTables(db);
  buildCalls(db, world);
  createCallIndexes(db);
  db.exec('COMMIT');
}

function buildCalls(db: DatabaseSync, world: World): void {
  const insert = callInserter(db);
  const random = new Random(world.seed, purpose.callTimes, 1);
  let spare: Party | undefined;
  callTimes(world).forEach((at, index) => {
    // Rarely one party's id turns up in two calls.
    const twin = spare && random.chance(0.01) ? spare : undefined;
    const call = makeCall(world, index, at, twin);
    insert(call);
    spare = call.parties.find((party) => party.affiliation === 'External');
  });
}
