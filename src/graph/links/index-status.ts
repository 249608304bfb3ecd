/** indexStatus: progress, coverage and errors of the participant index. */

import type { GraphContext } from '../../engine/context.ts';
import { prefetched } from '../../engine/plan/field-cost.ts';
import type { ViewerIndexStatus } from '../../participants/viewer-participant.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { dateOfMs } from './coverage-type.ts';
import type { RelatedTypes } from './related-calls.ts';

/** Counts of calls, private ones too. */
const countFor = ({ viewer }: GraphContext, count: number | null): number | null =>
  viewer.permissions.has('private-calls') ? count : null;

function defineTranscriptStatus({ builder }: TypeRegistry) {
  return builder
    .objectRef<NonNullable<ViewerIndexStatus['transcripts']>>('TranscriptIndexStatus')
    .implement({
      description: 'How the index of words that were said is doing.',
      fields: (t) => ({
        searchable: t.boolean({
          nullable: false,
          description:
            'Whether the viewer may look for what was said, with the right "transcripts".',
          resolve: (_row, _args, { viewer }) => viewer.permissions.has('transcripts'),
        }),
        knownSince: t.field({
          type: 'DateTime',
          description:
            'Words of calls are known that started from this instant on, those aside that are still to be read; null where of none.',
          resolve: (row) => dateOfMs(row.knownFrom),
        }),
        horizon: t.field({
          type: 'DateTime',
          nullable: false,
          description: 'How far back it is meant to reach.',
          resolve: (row) => new Date(row.horizon),
        }),
        read: t.int({
          description:
            'Calls whose transcript was read, those without one included; null as IndexStatus.calls.',
          resolve: (row, _args, context) => countFor(context, row.read),
        }),
        unread: t.int({
          description:
            'Calls whose transcript is still to be read, or has changed; null as IndexStatus.calls.',
          resolve: (row, _args, context) => countFor(context, row.unread),
        }),
        lastError: t.exposeString('lastError', {
          description:
            'Code of the error of the last try to read transcripts; null when it went well.',
        }),
      }),
    });
}

export function defineIndexStatus(graph: TypeRegistry, related: RelatedTypes): void {
  const { builder } = graph;
  const state = builder.enumType('IndexState', {
    description: 'What the participant index is doing.',
    values: {
      OFF: { value: 'off' as const, description: 'There is none: questions are scanned for.' },
      IDLE: { value: 'idle' as const, description: 'Waiting for its next round.' },
      SYNCING: { value: 'syncing' as const, description: 'Reading from the platform.' },
    },
  });
  const status = builder.objectRef<ViewerIndexStatus>('IndexStatus').implement({
    description: 'How the participant index is doing.',
    fields: (t) => ({
      state: t.expose('state', {
        type: state,
        nullable: false,
        description: 'What it is doing.',
      }),
      coverage: t.expose('coverage', {
        type: related.coverage,
        nullable: false,
        description: 'The newest unbroken stretch of calls it knows.',
      }),
      horizon: t.field({
        type: 'DateTime',
        description: 'How far back it is meant to reach; null where there is none.',
        resolve: (row) => dateOfMs(row.horizon),
      }),
      completeShare: t.float({
        nullable: false,
        description: 'Share of the time from the horizon to now that is covered, 0 to 1.',
        resolve: (row) => row.complete,
      }),
      calls: t.int({
        description:
          'Calls it knows, private ones too; null for viewers who may not know of those, or see some of the calls.',
        resolve: (row, _args, context) => countFor(context, row.calls),
      }),
      callsPerMinute: t.exposeFloat('callsPerMinute', {
        description:
          'Calls read a minute while it fills, the newest first; null where nothing is left to read, or too little was read lately to tell.',
      }),
      expectedAt: t.field({
        type: 'DateTime',
        description:
          'When it will have read all of its time, by the pace of the last minutes; null as callsPerMinute.',
        resolve: (row) => dateOfMs(row.endsAt),
      }),
      skippedRows: t.exposeInt('skippedRows', {
        nullable: false,
        description:
          'Rows without an id or a time that the last synchronisation was sent: they cannot be indexed, and answers about their time say that they lack rows.',
      }),
      lastError: t.exposeString('lastError', {
        description:
          'Code of the error of the last try to read, as in Coverage; null when it went well.',
      }),
      transcripts: t.expose('transcripts', {
        type: defineTranscriptStatus(graph),
        description: 'The index of words that were said; null where there is none.',
      }),
    }),
  });
  builder.queryField('indexStatus', (t) =>
    t.field({
      type: status,
      cost: prefetched,
      description:
        'How the participant index is doing, from which relatedCalls and its kin are answered.',
      resolve: (_root, _args, context) => context.participants.status(context.tenant),
    }),
  );
}
