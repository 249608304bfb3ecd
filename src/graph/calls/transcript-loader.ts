/** Transcripts by call id: one call_transcripts call for up to 100 calls. */

import { createContextCache } from '@pothos/core';
import { FieldLoader } from '../../loaders/field-loader.ts';
import { fetchByFilterList } from '../../loaders/filter-list.ts';
import { callTranscripts, type TranscriptRecord } from '../../records/calls/transcript.ts';
import type { GraphContext } from '../context.ts';
import type { Cost } from '../cost/cost.ts';
import { executeOptions } from '../execute-options.ts';
import type { TranscriptRow } from './row.ts';

const pageSize = 100;
const whole: ReadonlySet<string> = new Set(['transcript']);

const loader = createContextCache(
  (context: GraphContext) =>
    new FieldLoader({
      fetch: (keys) =>
        fetchByFilterList({
          connector: context.connector,
          entity: callTranscripts,
          keys,
          paramsFor: (callIds) => ({ filter: { callIds } }),
          chunkSize: pageSize,
          options: executeOptions(context),
        }),
      kept: { store: context.connector.entities, entity: callTranscripts },
    }),
);

export const transcriptCost: Cost = ({ estimate, flow }) =>
  estimate.batch('transcripts', flow, pageSize);

/** The transcript; null where the platform has none for the call. */
export async function loadTranscript(
  context: GraphContext,
  callId: string,
): Promise<TranscriptRow | null> {
  const row = await loader(context).load(callId, whole);
  return row === null ? null : { callId, record: row as unknown as TranscriptRecord };
}
