/** Store of transcripts: writes the words of those that were read, and removes them with their calls. */

import { hash } from 'node:crypto';
import { type Speaker, sortableId } from '../indexed-call.ts';
import type { SpokenTurn } from '../said-match.ts';
import type { Database, Dialect, SqlValue, Statement } from './database.ts';
import { raiseVersion } from './tenant-number.ts';
import {
  documentsOf,
  firstDocument,
  isOfTranscript,
  mostDocuments,
  secondOf,
  slotBits,
} from './transcript-document.ts';

/** A call whose transcript is to be read, or read again. */
export interface UnreadTranscript {
  readonly callId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** When it was queued; a call that changes later is queued anew. Null where a read transcript is due again. */
  readonly queuedAt: number | null;
  /** Whose voices it names; null where nobody knows, so that the call is to be asked. */
  readonly speakers: readonly Speaker[] | null;
}

export interface ReadTranscript {
  readonly transcript: Pick<UnreadTranscript, 'callId' | 'queuedAt' | 'speakers'>;
  /** Null where the platform has none. */
  readonly turns: readonly SpokenTurn[] | null;
  /** When it is to be read again. */
  readonly dueAt: number;
}

const idRow = { id: 'text' } as const;
export const callIds = (calls: readonly string[]): string =>
  JSON.stringify(calls.map((id) => [sortableId(id)]));

/** SQL of transcripts `t` of the calls `$2`; `where` narrows the calls `c`. */
const transcriptsOf = (dialect: Dialect, where: string): string =>
  `${dialect.rows(2, idRow)} r CROSS JOIN call c CROSS JOIN transcript t
    WHERE c.tenant = $1 AND c.id = r.id ${where} AND t.tenant = $1 AND t.call = c.id`;

/** Deletes what was read of the calls `$2`. @param where narrows the calls `c` */
function dropWords({ dialect }: Database, params: readonly SqlValue[], where: string): Statement[] {
  const documents = `SELECT d.doc FROM (SELECT t.no FROM ${transcriptsOf(dialect, where)}) t
    CROSS JOIN turn d WHERE ${isOfTranscript('d.doc')}`;
  const numbers = `SELECT t.no FROM ${transcriptsOf(dialect, where)}`;
  return [
    ...(dialect.wordTable === null
      ? []
      : [`DELETE FROM ${dialect.wordTable} WHERE rowid IN (${documents})`]),
    `DELETE FROM turn WHERE doc IN (${documents})`,
    `DELETE FROM transcript_words WHERE ${dialect.transcriptNumber} IN (${numbers})`,
    `DELETE FROM transcript WHERE no IN (${numbers})`,
  ].map((sql) => ({ sql, params }));
}

/** Deletes all that the index has of transcripts of the calls `$2`, in the transaction that deletes these. @param where narrows the calls `c` */
export const dropTranscripts = (
  database: Database,
  params: readonly SqlValue[],
  where: string,
): Statement[] => [
  ...dropWords(database, params, where),
  {
    sql: `DELETE FROM unread_transcript WHERE tenant = $1 AND call IN (SELECT c.id
      FROM ${database.dialect.rows(2, idRow)} r CROSS JOIN call c WHERE c.tenant = $1 AND c.id = r.id ${where})`,
    params,
  },
];

/** JSON of who speaks; null where nobody knows. */
export const speakersText = (speakers: readonly Speaker[]): string | null =>
  speakers.length === 0
    ? null
    : JSON.stringify(speakers.map(({ id, side, userId }) => [id, side, userId]));

export const speakersIn = (text: SqlValue): Speaker[] | null =>
  text === null
    ? null
    : (JSON.parse(String(text)) as [string, Speaker['side'], string | null][]).map(
        ([id, side, userId]) => ({ id, side, userId }),
      );

/** Digest of a transcript's turns; null of none. */
export const digestOfTurns = (turns: readonly SpokenTurn[] | null): string | null =>
  turns &&
  hash(
    'sha256',
    JSON.stringify(turns.map(({ second, side, userId, words }) => [second, side, userId, words])),
    'base64',
  ).slice(0, 16);

const sideNumbers = { ours: 1, theirs: 2 } as const;
export const numberOfSide = (side: Speaker['side'] | undefined): number =>
  side ? sideNumbers[side] : 0;

/**
 * Writes what was read of some calls in one transaction, in place of what was there. Calls that went meanwhile are
 * skipped, and calls that changed meanwhile stay queued.
 * @returns false where a guard failed, and nothing was written
 */
export async function saveTranscripts(
  database: Database,
  tenant: number,
  transcripts: readonly ReadTranscript[],
  guards: readonly Statement[] = [],
): Promise<boolean> {
  const { dialect } = database;
  const read = transcripts.map(({ transcript, turns, dueAt }) => {
    const documents = turns && documentsOf(turns);
    const isWhole = documents !== null && documents.length <= mostDocuments;
    const digest = digestOfTurns(turns);
    return { ...transcript, dueAt, digest, documents: isWhole ? documents : null };
  });
  const documents = read.flatMap(({ callId, documents }) =>
    (documents ?? []).map(({ second, side, userId, words }, at) => [
      ...[sortableId(callId), at, second, numberOfSide(side), userId],
      dialect.storedWords(words),
    ]),
  );
  const columns = {
    ...({ call: 'text', at: 'integer', second: 'integer', side: 'integer' } as const),
    ...({ user_id: 'text', words: 'text' } as const),
  };
  const transcriptRows = read.flatMap(({ callId, documents }) => {
    const words = [...new Set((documents ?? []).flatMap((document) => document.words))];
    return dialect.storedTranscript(words).map((text) => [sortableId(callId), text]);
  });
  const ofTurns = (values: string): string => `SELECT ${firstDocument('t.no')} + r.at, ${values}
    FROM ${dialect.rows(2, columns)} r CROSS JOIN transcript t WHERE t.tenant = $1 AND t.call = r.call`;
  const turn = 'INSERT INTO turn (doc, second, side, user_id';
  const params = [tenant, JSON.stringify(documents)];
  const written = await database.write([
    // Numbers of calls are those of all tenants.
    { sql: `SELECT no FROM tenant ORDER BY no ${dialect.forUpdate}`, params: [] },
    ...guards,
    ...dropWords(database, [tenant, callIds(read.map(({ callId }) => callId))], ''),
    ...read.map(({ callId, dueAt, digest, documents, speakers }) => ({
      sql: addTranscript,
      params: [
        ...[tenant, sortableId(callId), documents?.length ?? null, dueAt, digest],
        speakersText(speakers ?? []),
      ],
    })),
    ...(dialect.wordTable === null
      ? [
          {
            sql: `${turn}, words) ${ofTurns(`r.second, r.side, r.user_id, ${dialect.words('r.words')}`)}`,
            params,
          },
        ]
      : [
          { sql: `${turn}) ${ofTurns('r.second, r.side, r.user_id')}`, params },
          { sql: `INSERT INTO ${dialect.wordTable} (rowid, words) ${ofTurns('r.words')}`, params },
        ]),
    {
      sql: `INSERT INTO transcript_words (${dialect.transcriptNumber}, words) SELECT t.no, ${dialect.words('r.words')}
        FROM ${dialect.rows(2, { call: 'text', words: 'text' })} r CROSS JOIN transcript t
        WHERE t.tenant = $1 AND t.call = r.call`,
      params: [tenant, JSON.stringify(transcriptRows)],
    },
    {
      sql: `DELETE FROM unread_transcript WHERE tenant = $1
        AND (call, queued_at) IN (SELECT r.call, r.queued_at FROM ${dialect.rows(2, queuedRow)} r)`,
      params: [tenant, queuedCalls(read)],
    },
    raiseVersion(tenant),
  ]);
  return written !== null;
}

export const queuedRow = { call: 'text', queued_at: 'integer' } as const;
export type QueuedTranscript = Pick<UnreadTranscript, 'callId' | 'queuedAt'>;
export const queuedCalls = (transcripts: readonly QueuedTranscript[]): string =>
  JSON.stringify(transcripts.map(({ callId, queuedAt }) => [sortableId(callId), queuedAt]));

/** A transcript of a call that is stored, under the lowest free number of the second of its start. */
const addTranscript = `INSERT INTO transcript (no, tenant, call, started, seconds, turns, due_at, digest, speakers)
  SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM transcript t WHERE t.no = b.no) THEN b.no ELSE (
      SELECT min(t.no) + 1 FROM transcript t WHERE t.no >= b.no
        AND NOT EXISTS (SELECT 1 FROM transcript n WHERE n.no = t.no + 1)) END,
    b.tenant, b.id, b.started, b.duration, CAST($3 AS bigint), CAST($4 AS bigint), CAST($5 AS text), CAST($6 AS text)
  FROM (SELECT c.*, CAST(${secondOf('c.started')} AS bigint) << ${slotBits} AS no
    FROM call c WHERE c.tenant = $1 AND c.id = $2) b`;
