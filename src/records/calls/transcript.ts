/** Transcripts: monologues of sentences, each linked to the party who spoke. */

import { defineEntity, freshness } from '../catalog.ts';
import {
  id,
  int,
  list,
  object,
  orNull,
  type RecordOf,
  text,
  voice,
  within,
} from './declaration.ts';

export const callTranscripts = defineEntity({
  system: 'call-analytics',
  entity: 'call_transcripts',
  key: 'callId',
  operations: {
    list: {
      answer: 'cursor-page',
      params: {
        filter: {
          type: 'object',
          fields: {
            fromDateTime: { type: 'date-time' },
            toDateTime: { type: 'date-time' },
            callIds: { type: 'strings' },
          },
        },
        cursor: { type: 'string' },
      },
    },
  },
  freshness: freshness.recorded,
});

const sentence = object('Sentence', 'One sentence of a transcript.', {
  startMs: int('start', 'Where it begins, in milliseconds.'),
  endMs: int('end', 'Where it ends, in milliseconds.'),
  text: text('text', 'What was said.'),
});

export type SentenceRecord = RecordOf<typeof sentence>;

const monologue = object('Monologue', 'What one speaker said before another took over.', {
  speakerId: id(
    'speakerId',
    "The speaker's id, as parties and speakers of the same call carry it.",
  ),
  topic: orNull(text('topic', 'The topic the platform heard; null where it heard none.')),
  sentences: list(within(sentence, 'sentences', 'The sentences in order.')),
  speaker: voice('speakerId', 'The party who spoke'),
});

export const transcript = object('Transcript', 'The words of a call.', {
  monologues: list(
    within(
      monologue,
      'transcript',
      'Monologues in the order they were spoken; empty where nothing was.',
    ),
  ),
});

export type TranscriptRecord = RecordOf<typeof transcript> & { readonly callId: string };
