/** Speakers of a call over time, for its sound and its picture. */

import { memberAt } from '../../contract/member-at.ts';
import type { StoredCall } from '../database/call-store.ts';
import { conversationOf } from '../talk/conversation.ts';

/** Turn of a speaker, from one instant to another, in milliseconds. */
interface Speech {
  readonly voice: number;
  readonly start: number;
  readonly end: number;
}

export interface CallSpeech {
  readonly durationMs: number;
  readonly voiceCount: number;
  /** In order; none overlaps another. */
  readonly speeches: readonly Speech[];
}

export function speechOf(call: StoredCall): CallSpeech {
  const { turns, voices } = conversationOf(call);
  return {
    durationMs: call.meta.duration * 1000,
    voiceCount: voices.length,
    speeches: turns.flatMap(({ voice, utterances }) =>
      utterances.map(({ start, end }) => ({ voice, start, end })),
    ),
  };
}

/** Finds the speaker at an instant; instants come mostly in order, so the search continues from the last one. */
export function speakerAt({ speeches }: CallSpeech): (ms: number) => number | null {
  let at = 0;
  return (ms) => {
    if (at > 0 && memberAt(speeches, at - 1).end > ms) at = 0;
    while (at < speeches.length && memberAt(speeches, at).end <= ms) at += 1;
    const speech = speeches[at];
    return speech !== undefined && speech.start <= ms ? speech.voice : null;
  };
}
