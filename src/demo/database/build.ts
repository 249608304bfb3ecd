/** Fills empty databases with the company: the call platform's rows and the CRM's records, together or apart. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel } from '../../contract/crm/model.ts';
import { type MadeCall, makeCall } from '../company/call.ts';
import { callTimes } from '../company/call-time.ts';
import { reviewersOf, type World } from '../company/company-plan.ts';
import type { CrmRef, Party } from '../company/party.ts';
import { purpose, Random } from '../company/random.ts';
import { buildCrm } from '../crm/build.ts';
import type { LoggedCall } from '../crm/writer.ts';
import { callWriter } from './call-writer.ts';
import { measureInserter } from './interaction-measure.ts';
import { createCallIndexes, createCallTables } from './schema.ts';

/** Receives how much is done, 0 to 1. */
export type Report = (share: number) => void;

/** Share of its time after which the call platform's rows are written, and only indexes remain. */
const callsWritten = 0.9;
/** Share of the CRM's time that the calls take which it logs. */
const callsMade = 0.3;

/** Writes everything in one transaction. */
export function buildCompany(db: DatabaseSync, world: World, model: CrmModel): void {
  db.exec('BEGIN');
  const logged = newLog();
  buildCalls(db, world, (call) => log(logged, call));
  buildCrm(db, model, world, logged);
  db.exec('COMMIT');
}

/** Writes the call platform's rows in one transaction. */
export function buildCallPlatform(db: DatabaseSync, world: World, report: Report): void {
  db.exec('BEGIN');
  buildCalls(db, world, ({ count }) => report((count / world.volume.calls) * callsWritten));
  db.exec('COMMIT');
  report(1);
}

/** Writes the CRM's records in one transaction. The calls that it logs are made once more, and not written. */
export function buildCrmAlone(
  db: DatabaseSync,
  world: World,
  model: CrmModel,
  report: Report,
): void {
  const logged = newLog();
  for (const call of madeCalls(world)) {
    log(logged, call);
    report((call.count / world.volume.calls) * callsMade);
  }
  db.exec('BEGIN');
  buildCrm(db, model, world, logged, (share) => report(callsMade + share * (1 - callsMade)));
  db.exec('COMMIT');
  report(1);
}

/** Copies the call platform's rows out of the file of a database into one that has none of them. */
export function copyCallPlatform(db: DatabaseSync, file: string): void {
  db.prepare('ATTACH ? AS part').run(file);
  db.exec('BEGIN');
  createCallTables(db);
  // With the same indexes on both sides SQLite copies them, too, and sorts nothing.
  createCallIndexes(db);
  for (const table of ['call', 'activity', 'interaction', 'answered_scorecard', 'folder_call'])
    db.exec(`INSERT INTO main.${table} SELECT * FROM part.${table}`);
  db.exec('COMMIT');
  db.exec('DETACH part');
}

/** The next call, in the order of time. */
interface Made {
  readonly call: MadeCall;
  /** Number of calls so far. */
  readonly count: number;
  /** Whether the CRM has it, too. */
  readonly isLogged: boolean;
}

function* madeCalls(world: World): Generator<Made> {
  const random = new Random(world.seed, purpose.callTimes, 1);
  let spare: Party | undefined;
  for (const [index, at] of callTimes(world).entries()) {
    // Rarely one party's id turns up in two calls.
    const twin = spare && random.chance(0.01) ? spare : undefined;
    const call = makeCall(world, index, at, twin);
    spare = call.parties.find((party) => party.affiliation === 'External');
    const isLogged = random.chance(0.6) && call.scope !== 'Internal';
    yield { call, count: index + 1, isLogged };
  }
}

function buildCalls(db: DatabaseSync, world: World, onWritten: (call: Made) => void): void {
  createCallTables(db);
  const write = callWriter(db, world.calendar, reviewersOf(world));
  const measure = world.volume.measured ? measureInserter(db) : null;
  for (const madeCall of madeCalls(world)) {
    const { call } = madeCall;
    const seq = write(call);
    measure?.({ ...call, seq, host: call.hostId, meta: call });
    onWritten(madeCall);
  }
  createCallIndexes(db);
  buildLibrary(db, world);
}

/** Calls that the CRM logs: phone calls as tasks, meetings as events. */
interface CallLog {
  readonly phoned: LoggedCall[];
  readonly met: LoggedCall[];
  /** Number of calls about a deal, logged or not, by its id. */
  readonly callsOf: Map<string, number>;
}

const newLog = (): CallLog => ({ phoned: [], met: [], callsOf: new Map() });

function log({ phoned, met, callsOf }: CallLog, { call, isLogged }: Made): void {
  const deal = call.context.find(([type]) => type === 'Opportunity')?.[1];
  if (deal !== undefined) callsOf.set(deal, (callsOf.get(deal) ?? 0) + 1);
  if (isLogged) (call.direction === 'Conference' ? met : phoned).push(loggedCall(call));
}

function loggedCall(call: MadeCall): LoggedCall {
  const who = call.parties.flatMap((party) => party.crm ?? []).find(isPerson);
  return {
    id: call.id,
    title: call.title,
    stage: call.stage,
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
      .forEach(({ row }, index, { length }) => {
        const random = new Random(world.seed, purpose.library, index, calls.length);
        const empty = index === length - 1 || index === 0;
        const size = empty ? 0 : index === 1 ? 260 : random.between(3, 60);
        for (const seq of random.sample(calls, size)) insert.run(row.id, seq);
      });
  }
}
