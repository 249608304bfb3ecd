/** Transcripts: who said what, in monologues of sentences. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `call_transcripts`; `transcript` may be empty. */
export interface TranscriptRecord {
  readonly callId: string;
  readonly transcript: readonly MonologueRecord[];
}

export interface MonologueRecord {
  readonly speakerId: string;
  readonly topic: string | null;
  readonly sentences: readonly SentenceRecord[];
}

/** `start` and `end` in milliseconds of the recording. */
export interface SentenceRecord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

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
