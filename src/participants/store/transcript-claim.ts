/**
 * Claims of transcripts: what one gateway reads, no other reads until the claim is over. A claim is the instant until
 * which a transcript is put off, so that of a killed gateway ends by itself, and a write checks that it still holds.
 */

import { originalId } from '../indexed-call.ts';
import type { Database, Statement } from './database.ts';
import { idList } from './page-writer.ts';
import { nextTranscripts, postponeTranscripts } from './transcript-queue.ts';
import {
  type QueuedTranscript,
  queuedCalls,
  queuedRow,
  speakersIn,
  type UnreadTranscript,
} from './transcript-store.ts';

/** Condition of a write: all of these are queued, or read, as they were, and put off so far. */
function whereDue(
  { dialect }: Database,
  tenant: number,
  claimed: readonly QueuedTranscript[],
  due: '<=' | '=',
  at: number,
): Statement {
  const rows = dialect.rows(2, queuedRow);
  return {
    sql: `SELECT 1 WHERE CAST($4 AS bigint) = (SELECT count(*) FROM ${rows} r CROSS JOIN unread_transcript u
        WHERE u.tenant = $1 AND u.call = r.call AND u.queued_at = r.queued_at AND u.due_at ${due} $3)
      + (SELECT count(*) FROM ${rows} r CROSS JOIN transcript t
        WHERE r.queued_at IS NULL AND t.tenant = $1 AND t.call = r.call AND t.due_at ${due} $3)`,
    params: [tenant, queuedCalls(claimed), at, claimed.length],
    guard: true,
  };
}

/** Claims what is to be read next; empty where nothing is. */
export async function claimTranscripts(
  database: Database,
  tenant: number,
  { limit, now, until }: { readonly limit: number; readonly now: number; readonly until: number },
): Promise<UnreadTranscript[]> {
  for (;;) {
    const next = await nextTranscripts(database, tenant, { limit, now });
    if (next.length === 0) return [];
    // Another gateway may have claimed some of them since.
    const areDue = whereDue(database, tenant, next, '<=', now);
    if (await postponeTranscripts(database, tenant, next, until, [areDue])) return next;
  }
}

/** Condition of a write: the claim of all of these still holds, and none was queued anew. */
export const underClaim = (
  database: Database,
  tenant: number,
  claimed: readonly QueuedTranscript[],
  until: number,
): Statement => whereDue(database, tenant, claimed, '=', until);

/** Claims the transcripts of these calls, of those that are stored, read or not, and claimed by others or not. */
export async function claimTranscriptsOf(
  database: Database,
  tenant: number,
  callIds: readonly string[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<UnreadTranscript[]> {
  const rows = await database.read(
    `SELECT c.id, c.started, u.queued_at,
        CASE WHEN u.call IS NULL THEN t.speakers ELSE u.speakers END FROM ${database.dialect.rows(2, { id: 'text' })} r
        CROSS JOIN call c LEFT JOIN unread_transcript u ON u.tenant = c.tenant AND u.call = c.id
        LEFT JOIN transcript t ON t.tenant = c.tenant AND t.call = c.id
      WHERE c.tenant = $1 AND c.id = r.id AND c.started >= $3
      ORDER BY c.started DESC, c.id DESC`,
    [tenant, idList(callIds), from],
  );
  const claimed = rows.map(([id, started, queuedAt = null, speakers = null]) => ({
    callId: originalId(String(id)),
    startedAt: Number(started),
    queuedAt: queuedAt === null ? null : Number(queuedAt),
    speakers: speakersIn(speakers),
  }));
  if (claimed.length > 0) await postponeTranscripts(database, tenant, claimed, until);
  return claimed;
}
