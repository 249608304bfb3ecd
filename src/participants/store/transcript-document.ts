/** Documents of the index of transcripts: one a turn, under a number that tells the call and sorts by its start. */

import type { SpokenTurn } from '../said-match.ts';

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
  `${document} BETWEEN ${firstDocument('t.no')} AND ${firstDocument('t.no')} + ${2 ** documentBits - 1}`;

/** SQL: number of the call that a document is of. */
export const callOfDocument = (document: string): string => `(${document} >> ${documentBits})`;

const lastSecond = 2 ** 32 - 1;

/** SQL: the second that a call's number begins with. */
export const secondOf = (started: string): string =>
  `(CASE WHEN ${started} < 0 THEN 0 WHEN ${started} >= ${lastSecond}000 THEN ${lastSecond}
    ELSE CAST(${started} AS bigint) / 1000 END)`;

/** SQL condition: a document is of a call that may have started in a time, both ends included. */
export const isOfTime = (document: string, from: string, to: string): string =>
  `${document} BETWEEN ${documentOfTime(from)} AND ${documentOfTime(to)} + ${2 ** (slotBits + documentBits) - 1}`;

/** SQL: the first and the last number of calls that may have started in a time, both ends included. */
export const callsOfTime = (from: string, to: string): [first: string, last: string] => [
  callOfTime(from),
  `${callOfTime(to)} + ${2 ** slotBits - 1}`,
];

/** SQL: number of the first call of an instant's second. */
const callOfTime = (started: string): string =>
  `(CAST(${secondOf(started)} AS bigint) << ${slotBits})`;

/** SQL: number of the first document of an instant's second. */
const documentOfTime = (started: string): string => firstDocument(callOfTime(started));

/** Most words of a document: positions of PostgreSQL end at 16,383. */
const mostWords = 5_000;
/** Most places of one word in a document: PostgreSQL drops others. */
const mostPlaces = 255;
/** Most documents of a call, whose transcript counts as none beyond. */
export const mostDocuments = 2 ** documentBits;

/** Turns as documents: one that is too long is cut where it is full. */
export function documentsOf(turns: readonly SpokenTurn[]): SpokenTurn[] {
  return turns.flatMap((turn) => {
    const { words } = turn;
    if (words.length <= mostPlaces) return words.length === 0 ? [] : [turn];
    const documents: SpokenTurn[] = [];
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
