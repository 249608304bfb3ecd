/** Trackers as they were heard in one call, with occurrences and phrases on request. */

import type { OccurrenceRecord, TrackerHitRecord } from '../../records/calls/call.ts';
import type { Graph, Ref } from '../graph.ts';
import { needs } from '../needs.ts';
import { linkSetting } from './setting.ts';
import { trackerType } from './setting-type.ts';

type PhraseRecord = NonNullable<TrackerHitRecord['phrases']>[number];

const many = { list: true, items: false } as const;

export function defineTrackerHit({ builder, calls }: Graph): Ref<TrackerHitRecord> {
  const occurrence = builder.objectRef<OccurrenceRecord>('TrackerOccurrence').implement({
    description: 'One place where a tracker was heard.',
    fields: (t) => ({
      startSeconds: t.exposeFloat('startTime', { description: 'Where, in seconds.' }),
      speakerId: t.id({ description: 'Who said it.', resolve: (row) => row.speakerId }),
    }),
  });
  const phrase = builder.objectRef<PhraseRecord>('TrackerPhrase').implement({
    description: 'A phrase that set a tracker off.',
    fields: (t) => ({
      phrase: t.exposeString('phrase', { description: 'The phrase.' }),
      count: t.exposeInt('count', { description: 'How often it was said.' }),
      occurrences: t.field({
        type: [occurrence],
        nullable: many,
        description: 'Where it was said.',
        ...needs('content.trackerOccurrences'),
        resolve: (row) => row.occurrences,
      }),
    }),
  });
  return builder.objectRef<TrackerHitRecord>('TrackerHit').implement({
    description: 'How often one tracker was heard in a call.',
    fields: (t) => ({
      trackerId: t.id({ description: 'Id of the tracker.', resolve: (row) => row.id }),
      tracker: t.field({
        type: calls.tracker,
        description: 'The tracker; null where it has been deleted.',
        resolve: (row, _args, context, info) => linkSetting(context, info, trackerType, row.id),
      }),
      name: t.exposeString('name', { description: 'Name of the tracker at the time.' }),
      type: t.exposeString('type', { description: 'KEYWORD or SMART; others may come.' }),
      count: t.exposeInt('count', { description: 'How often it was heard.' }),
      occurrences: t.field({
        type: [occurrence],
        nullable: many,
        description: 'Every place it was heard.',
        ...needs('content.trackerOccurrences'),
        resolve: (row) => row.occurrences,
      }),
      phrases: t.field({
        type: [phrase],
        nullable: many,
        description: 'What was said.',
        extensions: { needs: ['content.trackerOccurrences'], within: true },
        resolve: (row) => row.phrases,
      }),
    }),
  });
}
