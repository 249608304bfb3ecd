/** Call store: calls written once, read by id or by a window of time, in pages by time and id. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type CallRecord, callFields } from '../../contract/calls/call.ts';
import { createLru } from '../../lru.ts';
import { hasUnknownVoice, internalStage, type MadeCall } from '../company/call.ts';
import { decimalId } from '../company/id.ts';
import { withPlausibleValues } from '../company/made-up-value.ts';
import type { CrmRef, Party } from '../company/party.ts';
import { Random } from '../company/random.ts';
import type { TranscriptSource, Voice } from '../talk/timeline.ts';

/** A stored call, unpacked. */
export interface StoredCall {
  readonly seq: number;
  readonly at: number;
  readonly meta: CallRecord;
  readonly parties: readonly Party[];
  readonly context: readonly CrmRef[];
  readonly seed: number;
  readonly stage: string;
  readonly product: string | null;
}

/** Which calls: ids, and a window in microseconds, from inclusive, to exclusive. */
export interface StoredCallFilter {
  readonly ids?: readonly string[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly workspace?: string | undefined;
}

/** The place of a call in the order of all calls. */
interface CallPlace {
  readonly at: number;
  readonly id: string;
}

/** Members of the plain row that are stored together, in this order. */
const packed = [
  ...(['title', 'scheduled', 'started', 'direction', 'system', 'scope', 'sdrDisposition'] as const),
  ...(['clientUniqueId', 'customData', 'purpose', 'meetingUrl', 'isPrivate'] as const),
  'calendarEventId',
] as const;

/** @returns a prepared insert that gives back the call's sequence number. */
export function callInserter(db: DatabaseSync): (call: MadeCall) => number {
  const statement = db.prepare(
    `INSERT INTO call (id, at, workspace, host, duration, seed, language, media, stage, product, meta, parties, context)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (call) => {
    const { lastInsertRowid } = statement.run(
      call.id,
      call.at,
      call.workspaceId,
      call.hostId,
      call.duration,
      call.seed,
      call.language,
      call.media,
      call.stage,
      call.product,
      JSON.stringify(packed.map((name) => call[name])),
      JSON.stringify(call.parties),
      JSON.stringify(call.context),
    );
    return Number(lastInsertRowid);
  };
}

/** Number of calls whose parsed form, and everything memoized by it, stays cached. */
const maxCachedCalls = 500;

interface CachedCall {
  /** The row as text: another text means that the call has changed. */
  readonly packed: string;
  readonly call: StoredCall;
}

export class CallStore {
  private readonly db: DatabaseSync;
  private readonly calls = createLru<string, CachedCall>(maxCachedCalls);

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  count(filter: StoredCallFilter): number {
    const [where, values] = conditions(filter);
    return Number(this.db.prepare(`SELECT count(*) AS n FROM call ${where}`).get(...values)?.n);
  }

  /** The next calls after a place, by time and then id; `limit` of them at most. */
  page(filter: StoredCallFilter, after: CallPlace | null, limit: number): StoredCall[] {
    const [where, values] = conditions(filter, after);
    return this.db
      .prepare(`SELECT * FROM call ${where} ORDER BY at, id LIMIT ?`)
      .all(...values, limit)
      .map((row) => this.unpack(row));
  }

  byId(id: string): StoredCall | null {
    const row = this.db.prepare('SELECT * FROM call WHERE id = ?').get(id);
    return row ? this.unpack(row) : null;
  }

  bySeq(seqs: readonly number[]): StoredCall[] {
    return this.db
      .prepare('SELECT * FROM call WHERE seq IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(seqs))
      .map((row) => this.unpack(row));
  }

  /** The same object as before for an unchanged row, so that values can be memoized by it. */
  private unpack(row: Record<string, unknown>): StoredCall {
    const id = String(row.id);
    const packed = Object.values(row).join('\n');
    const calls = this.calls.get(id);
    if (calls?.packed === packed) return calls.call;
    const call = unpacked(row);
    this.calls.set(id, { packed, call });
    return call;
  }
}

function conditions(filter: StoredCallFilter, after?: CallPlace | null): [string, SQLInputValue[]] {
  const terms: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (term: string, ...params: SQLInputValue[]): void => {
    terms.push(term);
    values.push(...params);
  };
  if (filter.ids) add('id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids));
  if (filter.workspace !== undefined) add('workspace = ?', filter.workspace);
  if (filter.from !== undefined) add('at >= ?', filter.from);
  if (filter.to !== undefined) add('at < ?', filter.to);
  if (after) add('(at, id) > (?, ?)', after.at, after.id);
  return [terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`, values];
}

function unpacked(row: Record<string, unknown>): StoredCall {
  const id = String(row.id);
  const values: readonly unknown[] = JSON.parse(String(row.meta));
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    seed: Number(row.seed),
    stage: String(row.stage),
    product: row.product === null ? null : String(row.product),
    meta: withPlausibleValues(callFields, id, {
      id,
      url: `https://app.calls.example.com/call?id=${id}`,
      duration: Number(row.duration),
      primaryUserId: String(row.host),
      media: String(row.media),
      language: String(row.language),
      workspaceId: String(row.workspace),
      ...Object.fromEntries(packed.map((name, index) => [name, values[index]])),
    }),
    parties: JSON.parse(String(row.parties)),
    context: JSON.parse(String(row.context)),
  };
}

/** A voice and its participant; now and then without one. */
export interface PartyVoice extends Voice {
  readonly party: Party | null;
}

/** A call's conversation is made from this. */
interface SpokenCall extends TranscriptSource {
  readonly voices: readonly PartyVoice[];
}

/** Call as far as its conversation follows from it, stored or still to be stored. */
export interface SpokenSource
  extends Pick<StoredCall, 'at' | 'seed' | 'stage' | 'product' | 'parties'> {
  readonly meta: Pick<CallRecord, 'duration' | 'language'>;
}

export const firstName = ({ name }: Party): string | null => name?.split(' ')[0] ?? null;

export function spokenCall(call: SpokenSource): SpokenCall {
  const voices = call.parties.flatMap((party): PartyVoice[] =>
    party.speakerId === null
      ? []
      : [
          {
            speakerId: party.speakerId,
            internal: party.affiliation === 'Internal',
            name: firstName(party),
            party,
          },
        ],
  );
  if (hasUnknownVoice(call.seed))
    voices.push({
      speakerId: decimalId(new Random(call.seed)),
      internal: false,
      name: null,
      party: null,
    });
  return {
    at: call.at,
    seed: call.seed,
    // Where only the company is heard, it talks about its own matters.
    stage: voices.every(({ internal }) => internal) ? internalStage : call.stage,
    product: call.product,
    duration: call.meta.duration,
    language: call.meta.language,
    voices,
  };
}
