/** Spoken turns: what one speaker said before another took over, from the row of a transcript, in the words that the index keeps. */

import type { Row } from '../contract/wire/execute.ts';
import { idOf, intOf, listOf, objectOf, textOf } from '../contract/wire/upstream-value-reader.ts';
import type { Speaker } from './indexed-call.ts';
import type { SpokenTurn } from './said-match.ts';
import { spokenWords } from './spoken-word.ts';

/** The objects of a list that is meant to hold no others. @throws SwitchboardError for another form */
const objectsIn = (value: unknown): Row[] =>
  (listOf(value) ?? []).map((item) => objectOf(item)).filter((item) => item !== null);

/**
 * The turns of a transcript in their order, without those of which no word was understood.
 * @param speakers of the call: a turn of somebody else is of no side.
 * @throws SwitchboardError UPSTREAM_BAD_RESPONSE where any of it has another form than documented
 */
export function turnsOf(transcript: Row, speakers: readonly Speaker[]): SpokenTurn[] {
  // Of two parties with one voice the first has it, as in the graph.
  const byId = new Map(speakers.toReversed().map((speaker) => [speaker.id, speaker]));
  return objectsIn(transcript.transcript).flatMap(({ speakerId, sentences }) => {
    const listed = objectsIn(sentences);
    const startMs = intOf(listed[0]?.start) ?? 0;
    const words = spokenWords(listed.map(({ text }) => textOf(text) ?? '').join(' '));
    if (words.length === 0) return [];
    const { side = null, userId = null } = byId.get(idOf(speakerId) ?? '') ?? {};
    return [{ second: Math.max(0, Math.floor(startMs / 1_000)), side, userId, words }];
  });
}
