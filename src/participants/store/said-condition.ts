/** Conditions on what was said, in SQL: for each entry of a filter, whether a turn of the call meets it. */

import type { IndexFilter, SaidFilter } from '../call-query.ts';
import { normaliseUserId } from '../match-key.ts';
import type { Dialect, SqlValue } from './database.ts';
import { callOfDocument, callsOfTime, isOfTime, isOfTranscript } from './transcript-document.ts';
import { numberOfSide } from './transcript-store.ts';

/** JSON rows of the table `heard`: each entry of a filter, with 1 for those that no turn may meet; null for a filter without any. */
export function saidList(dialect: Dialect, { said, unsaid }: IndexFilter): string | null {
  const entries = [
    ...(said ?? []).map((entry) => [0, entry] as const),
    ...(unsaid ?? []).map((entry) => [1, entry] as const),
  ];
  if (entries.length === 0) return null;
  return JSON.stringify(
    entries.map(([negated, entry], at) => [
      ...[at, negated, entry.isEverywhere ? 1 : 0, isOneWord(entry) ? 1 : 0],
      ...entryValues(dialect, entry),
    ]),
  );
}

/** Whether whole transcripts tell who meets an entry: it is one word, whoever says it whenever. Others are looked for in turns. */
export const isOneWord = (entry: SaidFilter): boolean =>
  entry.words.length + entry.phrase.length === 1 && !readsTurns({ said: [entry] });

export const entryColumns = {
  ...({ wanted: 'text', side: 'integer', users: 'text' } as const),
  ...({ first_seconds: 'integer', last_seconds: 'integer' } as const),
};

/** Values of an entry in the order of `entryColumns`. */
export function entryValues(
  dialect: Dialect,
  { words, phrase, side, users, ...seconds }: SaidFilter,
): SqlValue[] {
  const userIds = users?.flatMap((user) => normaliseUserId(user) ?? []);
  return [
    dialect.wordsWanted(words, phrase),
    side ? numberOfSide(side) : null,
    userIds ? JSON.stringify(userIds.map((id) => [id])) : null,
    seconds.firstSeconds ?? null,
    seconds.lastSeconds ?? null,
  ];
}

/** SQL condition: the turn `d` of the transcript `t` is of the speaker and the time of the entry `h`. */
export const isTurnOf = (dialect: Dialect): string =>
  `(h.side IS NULL OR d.side = h.side)
    AND (h.users IS NULL OR EXISTS (SELECT 1 FROM ${dialect.each('h.users', 'u')} WHERE u.value->>0 = d.user_id))
    AND (h.first_seconds IS NULL OR d.second < h.first_seconds)
    AND (h.last_seconds IS NULL OR d.second >= t.seconds - h.last_seconds)`;

/** Whether entries look at more of a turn than its words. */
export const readsTurns = ({ said, unsaid }: IndexFilter): boolean =>
  [...(said ?? []), ...(unsaid ?? [])].some(
    ({ side, users, firstSeconds, lastSeconds }) =>
      (side ?? users ?? firstSeconds ?? lastSeconds ?? null) !== null,
  );

/** Columns of the table `heard`, behind the number of its window. */
const heardColumns = {
  ...({ entry: 'integer', negated: 'integer', by_call: 'integer', one_word: 'integer' } as const),
  ...entryColumns,
};

/**
 * SQL tables beside the windows `win`: `heard`, the entries of each, and `met`, the calls with a turn that meets them.
 * A look at each call takes a tenth of a millisecond, a row of a text a thousandth of that.
 */
export function saidTables(dialect: Dialect, turns: boolean): string {
  const columns = Object.entries(heardColumns).map(([name, type], at) =>
    type === 'text' ? `x.value->>${at} AS ${name}` : `CAST(x.value->>${at} AS bigint) AS ${name}`,
  );
  const { tables, where, document, turn, ofTurn } = dialect.turnsWith('h.wanted');
  const ofTime = `${where} AND ${isOfTime(document, 'h.from_at', 'h.to_at')}`;
  const transcripts = dialect.transcriptsWith('h.wanted', ...callsOfTime('h.from_at', 'h.to_at'));
  const callOf = (number: string): string => `t.no = ${number} AND t.tenant = $1`;
  const ofWords = `SELECT h.win, h.entry, t.call
      FROM heard h CROSS JOIN ${transcripts.tables} CROSS JOIN transcript t
      WHERE h.by_call = 0 AND h.one_word = 1 AND ${transcripts.where} AND ${callOf(transcripts.document)}`;
  const ofEntries = `SELECT DISTINCT h.win, h.entry, t.call
      FROM heard h CROSS JOIN ${tables} ${turns ? turn : ''} CROSS JOIN transcript t
      WHERE h.by_call = 0 AND h.one_word = 0 AND ${ofTime} AND ${callOf(callOfDocument(document))}
        ${turns ? `${ofTurn} AND ${isTurnOf(dialect)}` : ''}`;
  return `heard AS MATERIALIZED (SELECT w.no AS win, w.from_at, w.to_at, ${columns.join(', ')}
      FROM win w CROSS JOIN ${dialect.each('w.said', 'x')}),
    met AS MATERIALIZED (${ofWords} UNION ALL ${ofEntries})`;
}

/**
 * SQL condition of a window `w` on a call: each entry is met by one of its turns, or by none where it is negated, of
 * calls whose words are all known then.
 */
export function saidCondition(dialect: Dialect, call: string, turns: boolean): string {
  const { tables, whereOfCall, document, turn, ofTurn } = dialect.turnsWith('h.wanted');
  // The call of coalesce keeps PostgreSQL from making a join of it, which it would begin with all turns.
  const isMet = `EXISTS (SELECT 1 FROM transcript t WHERE t.tenant = $1 AND t.call = ${call}
      AND coalesce(EXISTS (SELECT 1 FROM ${tables} ${turns ? turn : ''}
        WHERE ${whereOfCall} AND ${isOfTranscript(document)}
          ${turns ? `${ofTurn} AND ${isTurnOf(dialect)}` : ''}), false))`;
  const isAmongMet = `(h.win, h.entry, ${call}) IN (SELECT m.win, m.entry, m.call FROM met m)`;
  const isNegated = 'SELECT 1 FROM heard h WHERE h.win = w.no AND h.negated';
  return `(w.said IS NULL OR (NOT EXISTS (${isNegated} = CASE
        WHEN h.by_call = 0 AND ${isAmongMet} THEN 1 WHEN h.by_call = 1 AND ${isMet} THEN 1 ELSE 0 END)
    AND (NOT EXISTS (${isNegated} = 1) OR EXISTS (SELECT 1 FROM transcript t
      WHERE t.tenant = $1 AND t.call = ${call} AND t.turns IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM unread_transcript u WHERE u.tenant = $1 AND u.call = ${call})))))`;
}
