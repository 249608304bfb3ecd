/** Transcripts: monologues of sentences, each linked to the party who spoke. */

import { defineEntity, filteredPages, freshness } from '../entity-spec.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

export const callTranscripts = defineEntity({
  system: 'call-analytics',
  entity: 'call_transcripts',
  key: 'callId',
  operations: {
    list: filteredPages({
      fromDateTime: { type: 'date-time' },
      toDateTime: { type: 'date-time' },
      callIds: { type: 'strings' },
    }),
  },
  decode: declaredDecoder((): f.ObjectSpec => transcript),
  freshness: freshness.recorded,
});

const sentence = f.object('Sentence', 'One sentence of a transcript.', {
  startMs: f.int('start', 'Where it begins, in milliseconds.'),
  endMs: f.int('end', 'Where it ends, in milliseconds.'),
  text: f.text('text', 'What was said.'),
});

export type SentenceRecord = f.RecordOf<typeof sentence>;

export const monologue = f.object('Monologue', 'What one speaker said before another took over.', {
  speakerId: f.id(
    'speakerId',
    "The speaker's id, as parties and speakers of the same call carry it.",
  ),
  topic: f.orNull(f.text('topic', 'The topic the platform heard; null where it heard none.')),
  sentences: f.list(f.within(sentence, 'sentences', 'The sentences in order.')),
  speaker: f.voice('speakerId', 'The party who spoke'),
});

export const transcript = f.object('Transcript', 'The words of a call.', {
  monologues: f.list(
    f.within(
      monologue,
      'transcript',
      'Monologues in the order they were spoken; empty where nothing was.',
    ),
  ),
});

export type TranscriptRecord = f.RecordOf<typeof transcript> & { readonly callId: string };
