/** Documents of the index of transcripts: one a turn, under a number that tells the call and sorts by its start. */

import type { Speaker } from '../indexed-call.ts';

export interface IndexedTurn {
  /** Its beginning, from that of the call. */
  readonly second: number;
  readonly side: Speaker['side'];
  /** User of the platform who spoke. */
  readonly userId: string | null;
  /** As `spokenWords` cuts them. */
  readonly words: readonly string[];
}

/**
 * Bits of a document's number for its place in the call. Before them stands the call's number: the second of its
 * start, and `slotBits` for calls of one second. A number exceeds what a double holds, so only SQL handles it.
 */
const documentBits = 16;
export const slotBits = 15;

/** SQL: the number of the first document of the call `no`. */
export const firstDocument = (no: string): string => `(CAST(${no} AS bigint) << ${documentBits})`;

/** SQL condition: a document is of the transcript `t`. */
export const isOfTranscript = (document: string): string =>
  `${document} >= ${firstDocument('t.no')} AND ${document} < ${firstDocument('t.no + 1')}`;

const lastSecond = 2 ** 32 - 1;

/** SQL: the second that a call's number begins with. */
export const secondOf = (started: string): string =>
  `(CASE WHEN ${started} < 0 THEN 0 WHEN ${started} >= ${lastSecond}000 THEN ${lastSecond}
    ELSE CAST(${started} AS bigint) / 1000 END)`;

/** Most words of a document: positions of PostgreSQL end at 16,383. */
const mostWords = 5_000;
/** Most places of one word in a document: PostgreSQL drops others. */
const mostPlaces = 255;
/** Most documents of a call, whose transcript counts as none beyond. */
export const mostDocuments = 2 ** documentBits;

/** Turns as documents: one that is too long is cut where it is full. */
export function documentsOf(turns: readonly IndexedTurn[]): IndexedTurn[] {
  return turns.flatMap((turn) => {
    const { words } = turn;
    if (words.length <= mostPlaces) return words.length === 0 ? [] : [turn];
    const documents: IndexedTurn[] = [];
    let places = new Map<string, number>();
    let from = 0;
    for (const [at, word] of words.entries()) {
      if (at - from === mostWords || places.get(word) === mostPlaces) {
        documents.push({ ...turn, words: words.slice(from, at) });
        places = new Map();
        from = at;
      }
      places.set(word, (places.get(word) ?? 0) + 1);
    }
    return [...documents, { ...turn, words: words.slice(from) }];
  });
}
