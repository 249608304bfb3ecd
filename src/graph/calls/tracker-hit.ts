/** Trackers as they were heard in one call, with occurrences and phrases on request. */

import type { OccurrenceRecord, TrackerHitRecord } from '../../records/calls/call.ts';
import { objectsOf } from '../../wire/value.ts';
import { type Graph, type Ref, wireList } from '../graph.ts';
import { within } from '../needs.ts';
import type { CallRow } from './row.ts';
import { linkSetting } from './setting.ts';
import { trackerType } from './setting-type.ts';
import { leadsToParty, partySpeaking } from './speaker.ts';

type PhraseRecord = NonNullable<TrackerHitRecord['phrases']>[number];

/** What was heard, with the call it was heard in: its voices are parties of that call. */
interface HitRow {
  readonly call: CallRow;
  readonly hit: TrackerHitRecord;
}

interface PhraseRow {
  readonly call: CallRow;
  readonly phrase: PhraseRecord;
}

interface OccurrenceRow {
  readonly call: CallRow;
  readonly occurrence: OccurrenceRecord;
}

const occurrencesPart = 'content.trackerOccurrences';

const occurrencesOf = (call: CallRow, given: readonly OccurrenceRecord[] | undefined) =>
  objectsOf(given, (occurrence): OccurrenceRow => ({ call, occurrence }));

export function defineTrackerHit(graph: Graph): Ref<HitRow> {
  const { builder, calls } = graph;
  const occurrence = builder.objectRef<OccurrenceRow>('TrackerOccurrence').implement({
    description: 'One place where a tracker was heard.',
    fields: (t) => ({
      startSeconds: t.float({
        description: 'Where, in seconds.',
        resolve: (row) => row.occurrence.startTime,
      }),
      speakerId: t.id({
        description: 'Id of the voice that said it.',
        resolve: (row) => row.occurrence.speakerId,
      }),
      speaker: t.field({
        ...leadsToParty(graph, 'Who said it'),
        resolve: (row) => partySpeaking(row.call, row.occurrence.speakerId),
      }),
    }),
  });
  const phrase = builder.objectRef<PhraseRow>('TrackerPhrase').implement({
    description: 'A phrase that set a tracker off.',
    fields: (t) => ({
      phrase: t.string({ description: 'The phrase.', resolve: (row) => row.phrase.phrase }),
      count: t.int({ description: 'How often it was said.', resolve: (row) => row.phrase.count }),
      occurrences: t.field({
        type: [occurrence],
        nullable: wireList,
        description: 'Where it was said.',
        ...within(occurrencesPart),
        resolve: (row) => occurrencesOf(row.call, row.phrase.occurrences),
      }),
    }),
  });
  return builder.objectRef<HitRow>('TrackerHit').implement({
    description: 'How often one tracker was heard in a call.',
    fields: (t) => ({
      trackerId: t.id({ description: 'Id of the tracker.', resolve: ({ hit }) => hit.id }),
      tracker: t.field({
        type: calls.tracker,
        description: 'The tracker; null where it has been deleted.',
        resolve: ({ hit }, _args, context, info) => linkSetting(context, info, trackerType, hit.id),
      }),
      name: t.string({
        description: 'Name of the tracker at the time.',
        resolve: ({ hit }) => hit.name,
      }),
      type: t.string({
        description: 'KEYWORD or SMART; others may come.',
        resolve: ({ hit }) => hit.type,
      }),
      count: t.int({ description: 'How often it was heard.', resolve: ({ hit }) => hit.count }),
      occurrences: t.field({
        type: [occurrence],
        nullable: wireList,
        description: 'Every place it was heard.',
        ...within(occurrencesPart),
        resolve: ({ call, hit }) => occurrencesOf(call, hit.occurrences),
      }),
      phrases: t.field({
        type: [phrase],
        nullable: wireList,
        description: 'What was said; the platform tells no phrases of smart trackers.',
        // Without occurrences it tells no phrases either.
        ...within(occurrencesPart),
        resolve: ({ call, hit }) => objectsOf(hit.phrases, (phrase) => ({ call, phrase })),
      }),
    }),
  });
}
