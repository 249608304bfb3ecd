/**
 * Queue of transcripts: which are to be read. What stands unread is the one book-keeping of a fill, which may end
 * anywhere, and of what answers may claim.
 */

import { originalId, type Speaker, sortableId } from '../indexed-call.ts';
import type { Database, Statement } from './database.ts';
import { inTurn, raiseVersion } from './tenant-number.ts';
import type { Range } from './time-range.ts';
import {
  callIds,
  dropTranscripts,
  type QueuedTranscript,
  queuedCalls,
  queuedRow,
  speakersIn,
  speakersText,
  type UnreadTranscript,
} from './transcript-store.ts';

/** A call as a walk brought it. */
interface BroughtCall {
  readonly id: string;
  readonly startedAt: number;
  readonly speakers: readonly Speaker[];
}

/**
 * Statements of the transaction that writes changed calls: they are queued. Without an index of transcripts what it
 * may have had of them goes, and it claims nothing until all calls are queued again.
 * @param from start of the oldest call of the index of transcripts; null where there is none
 */
export function queueChanged(
  database: Database,
  tenant: number,
  calls: readonly BroughtCall[],
  { from, now }: { readonly from: number | null; readonly now: number },
): Statement[] {
  if (from === null)
    return [
      { sql: `DELETE FROM note WHERE tenant = $1 AND name = '${fromNote}'`, params: [tenant] },
      ...dropTranscripts(database, [tenant, callIds(calls.map(({ id }) => id))], ''),
    ];
  const rows = calls
    .filter(({ startedAt }) => startedAt >= from)
    .map(({ id, startedAt, speakers }) => [sortableId(id), startedAt, speakersText(speakers)]);
  if (rows.length === 0) return [];
  const columns = { call: 'text', started: 'integer', speakers: 'text' } as const;
  return [
    {
      sql: `INSERT INTO unread_transcript (tenant, call, started, queued_at, due_at, speakers)
        SELECT CAST($1 AS bigint), r.call, r.started, CAST($3 AS bigint), CAST($3 AS bigint), r.speakers
        FROM ${database.dialect.rows(2, columns)} r WHERE true
        ON CONFLICT (tenant, call) DO UPDATE SET started = excluded.started,
          queued_at = excluded.queued_at, due_at = excluded.due_at, speakers = excluded.speakers`,
      params: [tenant, JSON.stringify(rows), now],
    },
  ];
}

/** Note of the start of the oldest call from which on all are read or stand unread. */
const fromNote = 'transcriptsFrom';

/** Queues all calls from an instant on that are neither read nor queued; where they are, nothing is written. */
export async function queueTranscripts(
  database: Database,
  tenant: number,
  from: number,
  now: number,
): Promise<void> {
  const [[noted = null] = []] = await database.read(
    `SELECT value FROM note WHERE tenant = $1 AND name = '${fromNote}'`,
    [tenant],
  );
  if (noted !== null && Number(noted) <= from) return;
  await database.write([
    inTurn(database, tenant),
    {
      sql: `INSERT INTO unread_transcript (tenant, call, started, queued_at, due_at)
        SELECT c.tenant, c.id, c.started, CAST($3 AS bigint), CAST($3 AS bigint) FROM call c
        WHERE c.tenant = $1 AND c.started >= $2
          AND NOT EXISTS (SELECT 1 FROM transcript t WHERE t.tenant = $1 AND t.call = c.id)
        ON CONFLICT (tenant, call) DO NOTHING`,
      params: [tenant, from, now],
    },
    {
      sql: `INSERT INTO note (tenant, name, value) VALUES ($1, '${fromNote}', $2)
        ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value`,
      params: [tenant, String(from)],
    },
    raiseVersion(tenant),
  ]);
}

/** Queues transcripts that were read to be read again, and who speaks in them. */
export async function queueAgain(
  database: Database,
  tenant: number,
  calls: readonly string[],
  now: number,
): Promise<void> {
  await database.write([
    inTurn(database, tenant),
    {
      sql: `INSERT INTO unread_transcript (tenant, call, started, queued_at, due_at)
        SELECT t.tenant, t.call, t.started, CAST($3 AS bigint), CAST($3 AS bigint)
        FROM ${database.dialect.rows(2, { id: 'text' })} r CROSS JOIN transcript t
        WHERE t.tenant = $1 AND t.call = r.id
        ON CONFLICT (tenant, call) DO UPDATE SET queued_at = excluded.queued_at, due_at = excluded.due_at,
          speakers = NULL`,
      params: [tenant, callIds(calls), now],
    },
    raiseVersion(tenant),
  ]);
}

/** Some transcripts that were read and are not to be read again, at random, with the digests of their turns. */
export async function someTranscripts(
  database: Database,
  tenant: number,
  limit: number,
): Promise<{ callId: string; digest: string | null }[]> {
  const rows = await database.read(
    `SELECT t.call, t.digest FROM transcript t WHERE t.tenant = $1
        AND NOT EXISTS (SELECT 1 FROM unread_transcript u WHERE u.tenant = $1 AND u.call = t.call)
      ORDER BY random() LIMIT $2`,
    [tenant, limit],
  );
  return rows.map(([call, digest = null]) => ({
    callId: originalId(String(call)),
    digest: digest === null ? null : String(digest),
  }));
}

/** Calls whose transcripts are to be read now: those that stand unread, newest first, then those that are due again. */
export async function nextTranscripts(
  database: Database,
  tenant: number,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<UnreadTranscript[]> {
  const unread = await database.read(
    `SELECT call, started, queued_at, speakers FROM unread_transcript
      WHERE tenant = $1 AND due_at <= $2 ORDER BY started DESC, call DESC LIMIT $3`,
    [tenant, now, limit],
  );
  const dueAgain =
    unread.length >= limit
      ? []
      : await database.read(
          `SELECT t.call, t.started, NULL, t.speakers FROM transcript t WHERE t.tenant = $1 AND t.due_at <= $2
            AND NOT EXISTS (SELECT 1 FROM unread_transcript u WHERE u.tenant = $1 AND u.call = t.call)
            ORDER BY t.due_at, t.call LIMIT $3`,
          [tenant, now, limit - unread.length],
        );
  return [...unread, ...dueAgain].map(([call, started, queuedAt = null, speakers = null]) => ({
    callId: originalId(String(call)),
    startedAt: Number(started),
    queuedAt: queuedAt === null ? null : Number(queuedAt),
    speakers: speakersIn(speakers),
  }));
}

/** Puts transcripts off until an instant: the platform does not have them yet, or another process reads them. */
export async function postponeTranscripts(
  database: Database,
  tenant: number,
  transcripts: readonly QueuedTranscript[],
  dueAt: number,
  guards: readonly Statement[] = [],
): Promise<boolean> {
  const rows = database.dialect.rows(2, queuedRow);
  const params = [tenant, queuedCalls(transcripts), dueAt];
  const written = await database.write([
    inTurn(database, tenant),
    ...guards,
    {
      sql: `UPDATE unread_transcript SET due_at = $3
        WHERE tenant = $1 AND (call, queued_at) IN (SELECT r.call, r.queued_at FROM ${rows} r)`,
      params,
    },
    {
      sql: `UPDATE transcript SET due_at = $3
        WHERE tenant = $1 AND call IN (SELECT r.call FROM ${rows} r WHERE r.queued_at IS NULL)`,
      params,
    },
  ]);
  return written !== null;
}

const forgottenAtOnce = 100;

/** Removes transcripts of calls before an instant, read and unread; false where a guard failed, and some may be left. */
export async function forgetTranscriptsBefore(
  database: Database,
  tenant: number,
  before: number,
  guards: readonly Statement[] = [],
): Promise<boolean> {
  for (;;) {
    const rows = await database.read(
      `SELECT call FROM transcript WHERE tenant = $1 AND started < $2
        UNION SELECT call FROM unread_transcript WHERE tenant = $1 AND started < $2 LIMIT $3`,
      [tenant, before, forgottenAtOnce],
    );
    if (rows.length === 0) return true;
    const calls = rows.map(([call]) => originalId(String(call)));
    const written = await database.write([
      inTurn(database, tenant),
      ...guards,
      // Before its words, so that coverage never exceeds them.
      {
        sql: `UPDATE note SET value = $2 WHERE tenant = $1 AND name = '${fromNote}'
          AND CAST(value AS bigint) < CAST($2 AS bigint)`,
        params: [tenant, String(before)],
      },
      ...dropTranscripts(database, [tenant, callIds(calls)], ''),
      raiseVersion(tenant),
    ]);
    if (written === null) return false;
  }
}

export interface TranscriptFacts {
  /** Words of calls are known that started from this instant on, those aside that stand unread; null where of none. */
  readonly knownFrom: number | null;
  readonly unread: number;
  /** Calls whose transcript was read, those without one included. */
  readonly read: number;
}

/** For operators: it counts. */
export async function transcriptFacts(
  database: Database,
  tenant: number,
): Promise<TranscriptFacts> {
  const [[unread = 0, read = 0] = []] = await database.read(
    `SELECT (SELECT count(*) FROM unread_transcript WHERE tenant = $1),
      (SELECT count(*) FROM transcript WHERE tenant = $1)`,
    [tenant],
  );
  const knownFrom = await wordsKnownFrom(database, tenant);
  return { knownFrom, unread: Number(unread), read: Number(read) };
}

/**
 * Start of the time of which words are known: where calls stand unread below all that were read, that of the oldest
 * read one, since a fill goes from the newest call down; else the beginning of the index of transcripts.
 */
export async function wordsKnownFrom(database: Database, tenant: number): Promise<number | null> {
  const [row = []] = await database.read(
    `SELECT (SELECT value FROM note WHERE tenant = $1 AND name = '${fromNote}'),
      (SELECT min(started) FROM transcript WHERE tenant = $1),
      (SELECT u.started FROM unread_transcript u WHERE u.tenant = $1
        AND NOT EXISTS (SELECT 1 FROM transcript t WHERE t.tenant = $1 AND t.call = u.call)
        ORDER BY u.started LIMIT 1)`,
    [tenant],
  );
  const [from = null, oldestRead = null, oldestUnread = null] = row.map((at) =>
    at === null ? null : Number(at),
  );
  if (from === null || oldestUnread === null) return from;
  if (oldestRead === null) return null;
  return oldestUnread < oldestRead ? Math.max(from, oldestRead) : from;
}

/** Ids of calls of a time that stand unread; null where there are more than the limit. */
export async function unreadCalls(
  database: Database,
  tenant: number,
  { from, to }: Range,
  limit: number,
): Promise<string[] | null> {
  const rows = await database.read(
    `SELECT call FROM unread_transcript WHERE tenant = $1 AND started >= $2 AND started < $3 LIMIT $4`,
    [tenant, from, to, limit + 1],
  );
  return rows.length > limit ? null : rows.map(([call]) => originalId(String(call)));
}

/** Number of the calls of a time that stand unread. */
export async function countUnread(
  database: Database,
  tenant: number,
  { from, to }: Range,
): Promise<number> {
  const [[count = 0] = []] = await database.read(
    'SELECT count(*) FROM unread_transcript WHERE tenant = $1 AND started >= $2 AND started < $3',
    [tenant, from, to],
  );
  return Number(count);
}
