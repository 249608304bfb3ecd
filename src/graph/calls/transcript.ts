/** Transcripts of calls: one call_transcripts call for up to 100 calls. */

import { callTranscripts, transcript } from '../../contract/calls/transcript.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { guarded } from '../../engine/field-permission.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { needsWithin } from '../../engine/plan/row-requirement.ts';
import { FieldLoader } from '../../fetch/field-loader.ts';
import { fetchByFilterList } from '../../fetch/read-by-key.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { partType } from './declared-field.ts';
import { type CallRow, callOf, Part } from './platform-row.ts';
import { unlessPrivate } from './private-call.ts';

const transcriptPart: ReadonlySet<string> = new Set(['transcript']);

const loader = memoizeByRequest(
  (context: GraphContext) =>
    new FieldLoader({
      fetch: (keys) =>
        fetchByFilterList({
          connector: context.connector,
          entity: callTranscripts,
          keys,
          paramsFor: (callIds) => ({ filter: { callIds } }),
          options: executeOptions(context),
        }),
      cache: { store: context.connector.entities, entity: callTranscripts },
    }),
);

/** The transcript of a call; null where the platform has none. */
export async function loadTranscript(context: GraphContext, call: CallRow): Promise<Part | null> {
  const record = await loader(context).load(call.id, transcriptPart);
  return record === null ? null : new Part(record.row, call);
}

/** Objects that each come with the transcript of their call. */
export const transcriptCost: Cost = ({ estimate, fanout }) =>
  estimate.batch('call-analytics', 'transcripts', fanout, pageRows);

export function defineTranscript(graph: TypeRegistry): void {
  const { builder, calls } = graph;
  const type = partType(graph, transcript);
  builder.objectField(type, 'call', (t) =>
    t.field({
      type: calls.call,
      description: 'The call these words were spoken in.',
      extensions: { within: true },
      resolve: callOf,
    }),
  );
  builder.objectField(calls.call, 'transcript', (t) =>
    t.field({
      type,
      cost: transcriptCost,
      description:
        'Who said what; null where the platform has no transcript. Needs the right "transcripts".',
      extensions: {
        // Speakers are parties of the call: what is needed of them comes along with it.
        ...needsWithin().extensions,
        ...guarded('transcripts', 'transcripts').extensions,
      },
      resolve: unlessPrivate((call: CallRow, _args, context) => loadTranscript(context, call)),
    }),
  );
}
