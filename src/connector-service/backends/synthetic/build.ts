/** Fills an empty database with the company: the call platform's rows and the CRM's records. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel } from '../../../contract/crm/model.ts';
import { CallStore } from './call-store.ts';
import { callWriter } from './call-writer.ts';
import { type MadeCall, makeCall } from './company/call.ts';
import { callTimes } from './company/call-time.ts';
import type { CrmRef, Party } from './company/party.ts';
import { reviewersOf, type World } from './company/world.ts';
import { buildCrm } from './crm/build.ts';
import type { LoggedCall } from './crm/writer.ts';
import { measureCalls } from './operation/statistics.ts';
import { purpose, Random } from './random.ts';
import { createCallIndexes, createCallTables } from './schema.ts';

/** Writes everything in one transaction. */
export function buildCompany(db: DatabaseSync, world: World, model: CrmModel): void {
  db.exec('BEGIN');
  createCallTables(db);
  const [phoned, met] = buildCalls(db, world);
  createCallIndexes(db);
  buildLibrary(db, world);
  if (world.volume.measured)
    measureCalls({ db, calls: new CallStore(db) }, 0, world.calendar.horizon * 1000);
  buildCrm(db, model, world, phoned, met);
  db.exec('COMMIT');
}

/** @returns the phone calls and the meetings that the CRM logs. */
function buildCalls(db: DatabaseSync, world: World): readonly [LoggedCall[], LoggedCall[]] {
  const write = callWriter(db, world.calendar, reviewersOf(world));
  const random = new Random(world.seed, purpose.callTimes, 1);
  const phoned: LoggedCall[] = [];
  const met: LoggedCall[] = [];
  let spare: Party | undefined;
  callTimes(world).forEach((at, index) => {
    // Rarely one party's id turns up in two calls.
    const twin = spare && random.chance(0.01) ? spare : undefined;
    const call = makeCall(world, index, at, twin);
    write(call);
    spare = call.parties.find((party) => party.affiliation === 'External');
    if (random.chance(0.6) && call.scope !== 'Internal')
      (call.direction === 'Conference' ? met : phoned).push(loggedCall(call));
  });
  return [phoned, met];
}

function loggedCall(call: MadeCall): LoggedCall {
  const who = call.parties.flatMap((party) => party.crm ?? []).find(isPerson);
  return {
    id: call.id,
    title: call.title,
    at: Math.floor(call.at / 1000),
    duration: call.duration,
    direction: call.direction,
    host: call.host,
    who: who?.[1] ?? null,
    what: call.context[0]?.[1] ?? null,
    account: call.context.find(([type]) => type === 'Account')?.[1] ?? null,
  };
}

const isPerson = ([type]: CrmRef): boolean => type === 'Contact' || type === 'Lead';

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
        const empty = place === length - 1 || place === 0;
        const wanted = empty ? 0 : place === 1 ? 260 : random.between(3, 60);
        for (const seq of random.sample(calls, wanted)) insert.run(row.id, seq);
      });
  }
}
