/** Transcript of a conversation: its timeline with words. */

import { memberAt } from '../../contract/member-at.ts';
import { purpose, Random } from '../company/random.ts';
import type { StatementKind } from '../text/company-data.ts';
import type { TranscriptSource, Turn } from './timeline.ts';
import { type Mentioned, Wording } from './wording.ts';

export interface Sentence {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly question: boolean;
  readonly kind: StatementKind;
}

export interface Monologue {
  readonly voice: number;
  readonly topic: string | null;
  /** Position of what it is about, recognised or not. */
  readonly subject: number;
  readonly sentences: readonly Sentence[];
}

/**
 * Adds a text to every utterance of the turns; the same call always gets the same texts.
 * @param people who may be mentioned.
 */
export function transcriptOf(
  call: TranscriptSource,
  turns: readonly Turn[],
  people: readonly Mentioned[],
): Monologue[] {
  const wording = new Wording(call, new Random(call.seed, purpose.talk, 1), people);
  return turns.map((turn) => {
    const { voice, topic, subject, utterances } = turn;
    const statements = wording.sentencesOf(turn);
    const sentences = utterances.map(({ start, end, question }, index) => {
      const { text, kind } = memberAt(statements, index);
      return { start, end, question, text, kind };
    });
    return { voice, topic, subject, sentences };
  });
}
