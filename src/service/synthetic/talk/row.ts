/** A call's conversation, worked out from the stored call whenever it is asked for. */

import type { TranscriptRecord } from '../../../records/calls/transcript.ts';
import { type StoredCall, talkable } from '../call-store.ts';
import { skeletonOf, type Turn } from './skeleton.ts';
import { type Monologue, transcriptOf } from './transcript.ts';

/** The turns of a call's conversation. */
export function turnsOf(call: StoredCall): Turn[] {
  return skeletonOf(talkable(call));
}

/** The words of a call's conversation. */
export function monologuesOf(call: StoredCall, turns: readonly Turn[]): Monologue[] {
  const people = call.parties.flatMap((party) => party.name?.split(' ')[0] ?? []);
  return transcriptOf(talkable(call), turns, { account: call.meta.title, people });
}

/** The row of `call_transcripts`. */
export function transcriptRow(call: StoredCall): TranscriptRecord {
  const { voices } = talkable(call);
  return {
    callId: call.meta.id,
    transcript: monologuesOf(call, turnsOf(call)).map((monologue) => ({
      speakerId: voices[monologue.voice]!.speakerId,
      topic: monologue.topic,
      sentences: monologue.sentences.map(({ start, end, text }) => ({ start, end, text })),
    })),
  };
}
