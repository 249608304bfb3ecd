/** The words of a conversation, put to its shape. */

import { purpose, Random } from '../random.ts';
import { competitors, products } from '../text/company.ts';
import { foreign, months, type Side, subjects } from '../text/talk.ts';
import type { Talkable, Turn } from './skeleton.ts';

export interface Sentence {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly question: boolean;
}

export interface Monologue {
  readonly voice: number;
  readonly topic: string | null;
  readonly sentences: readonly Sentence[];
}

/**
 * Gives every utterance of the turns its text; the same call always says the same.
 * @param people first names that may be mentioned.
 */
export function transcriptOf(
  call: Talkable,
  turns: readonly Turn[],
  people: readonly string[],
): Monologue[] {
  const random = new Random(call.seed, purpose.talk, 1);
  const slots: Readonly<Record<string, () => string>> = {
    product: () => random.pick(products),
    rival: () => random.pick(competitors),
    count: () => String(random.between(2, 60)),
    month: () => random.pick(months),
    person: () => (people.length === 0 ? 'my colleague' : random.pick(people)),
  };
  return turns.map((turn) => {
    const side = sideOf(call, turn, random);
    return {
      voice: turn.voice,
      topic: turn.subject === null ? null : subjects[turn.subject]!.name,
      sentences: turn.utterances.map(({ start, end, question }) => ({
        start,
        end,
        question,
        text: random
          .pick(question ? side.asks : side.says)
          .replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!()),
      })),
    };
  });
}

function sideOf(call: Talkable, turn: Turn, random: Random): Side {
  const other = foreign[call.language];
  const subject = other ?? subjects[turn.subject ?? random.int(subjects.length)]!;
  return call.voices[turn.voice]!.internal ? subject.company : subject.customer;
}
