/** Recordings of calls, as audio and as video. */

import { defineEntity, freshness, type OperationSpec } from '../entity-spec.ts';

/** One call's file. `range_header` is an HTTP range of the form `bytes=<first>-<last>`. */
const download = {
  answer: 'bytes',
  params: {
    filter: {
      type: 'object',
      required: true,
      fields: { callIds: { type: 'strings', required: true, count: 1 } },
    },
    contentSelector: {
      type: 'object',
      required: true,
      fields: {
        exposedFields: {
          type: 'object',
          required: true,
          fields: { media: { type: 'boolean', required: true, is: true } },
        },
      },
    },
    range_header: { type: 'string' },
  },
} as const satisfies OperationSpec;

export const callAudio = defineEntity({
  system: 'call-analytics',
  entity: 'call_audio',
  key: null,
  operations: { download },
  freshness: freshness.none,
});

export const callVideo = defineEntity({
  system: 'call-analytics',
  entity: 'call_video',
  key: null,
  operations: { download },
  freshness: freshness.none,
});
