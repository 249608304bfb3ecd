/** Transcripts: monologues of sentences, each linked to the party who spoke. */

import type { MonologueRecord, SentenceRecord } from '../../records/calls/transcript.ts';
import { objectsOf } from '../../wire/value.ts';
import { type Graph, wireList } from '../graph.ts';
import { neededParts, within } from '../needs.ts';
import { nodeOf } from '../plan/info.ts';
import { loadCall, partiesPart } from './call-loader.ts';
import { leadsToParty, partySpeaking } from './speaker.ts';

interface MonologueRow {
  readonly callId: string;
  readonly monologue: MonologueRecord;
}

export function defineTranscript({ builder, calls }: Graph): void {
  const sentence = builder.objectRef<SentenceRecord>('Sentence').implement({
    description: 'One sentence of a transcript.',
    fields: (t) => ({
      startMs: t.exposeInt('start', { description: 'Where it begins, in milliseconds.' }),
      endMs: t.exposeInt('end', { description: 'Where it ends, in milliseconds.' }),
      text: t.exposeString('text', { description: 'What was said.' }),
    }),
  });

  const monologue = builder.objectRef<MonologueRow>('Monologue').implement({
    description: 'What one speaker said before another took over.',
    fields: (t) => ({
      speakerId: t.id({
        description: "The speaker's id, as parties and speakers of the same call carry it.",
        resolve: (row) => row.monologue.speakerId,
      }),
      topic: t.string({
        description: 'The topic the platform heard; null where it heard none.',
        resolve: (row) => row.monologue.topic,
      }),
      sentences: t.field({
        type: [sentence],
        nullable: wireList,
        description: 'The sentences in order.',
        resolve: (row) => row.monologue.sentences ?? [],
      }),
      speaker: t.field({
        ...leadsToParty({ calls }, 'The party who spoke'),
        resolve: async (row, _args, context, info) => {
          const parts = new Set(neededParts(nodeOf(info), 'Party')).add(partiesPart);
          const call = await loadCall(context, row.callId, parts);
          return call && partySpeaking(call, row.monologue.speakerId);
        },
      }),
    }),
  });

  calls.transcript.implement({
    description: 'The words of a call.',
    fields: (t) => ({
      monologues: t.field({
        type: [monologue],
        nullable: wireList,
        description: 'Monologues in the order they were spoken; empty where nothing was.',
        ...within(),
        resolve: ({ callId, record }) =>
          objectsOf(record.transcript ?? [], (monologue) => ({ callId, monologue })),
      }),
      call: t.field({
        type: calls.call,
        description: 'The call these words were spoken in.',
        resolve: ({ callId }, _args, context, info) =>
          loadCall(context, callId, neededParts(nodeOf(info), 'Call')),
      }),
    }),
  });
}
