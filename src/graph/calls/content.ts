/** What was talked about in a call: topics, structure, outline, highlights, brief, outcome. */

import type {
  ActionItemRecord,
  HighlightRecord,
  NamedDuration,
  OutlineSectionRecord,
} from '../../records/calls/call.ts';
import { objectOf, objectsOf } from '../../wire/value.ts';
import { type Graph, type Ref, wireList } from '../graph.ts';
import { needs, within } from '../needs.ts';
import type { CallRow } from './row.ts';
import { leadsToParty, partySpeaking } from './speaker.ts';
import { defineTrackerHit } from './tracker-hit.ts';

export function defineContent(graph: Graph, duration: Ref<NamedDuration>): void {
  const trackerHit = defineTrackerHit(graph);
  const section = outlineSection(graph);
  const highlight = highlightType(graph);
  const actionItem = actionItemType(graph);
  const outcome = graph.builder
    .objectRef<{ id: string; category: string; name: string }>('CallOutcome')
    .implement({
      description: 'How the call ended.',
      fields: (t) => ({
        upstreamId: t.exposeID('id', { description: 'Id of the outcome at the platform.' }),
        category: t.exposeString('category', { description: 'Group of outcomes.' }),
        name: t.exposeString('name', { description: 'The outcome.' }),
      }),
    });

  graph.calls.content.implement({
    description: 'What was talked about in a call.',
    fields: (t) => ({
      topics: t.field({
        type: [duration],
        nullable: wireList,
        description: 'Topics and the time spent on them; topics never touched are listed with 0.',
        ...needs('content.topics'),
        resolve: ({ record }) => record.content?.topics,
      }),
      structure: t.field({
        type: [duration],
        nullable: wireList,
        description: 'Phases of the call, in seconds.',
        ...needs('content.structure'),
        resolve: ({ record }) => record.content?.structure,
      }),
      trackers: t.field({
        type: [trackerHit],
        nullable: wireList,
        description: 'How often each tracker was heard; trackers never heard are listed with 0.',
        ...within('content.trackers'),
        resolve: (call) => objectsOf(call.record.content?.trackers, (hit) => ({ call, hit })),
      }),
      brief: t.string({
        description: 'Summary in a few sentences.',
        ...needs('content.brief'),
        resolve: ({ record }) => record.content?.brief,
      }),
      outline: t.field({
        type: [section],
        nullable: wireList,
        description: 'The call in sections.',
        ...needs('content.outline'),
        resolve: ({ record }) => record.content?.outline,
      }),
      highlights: t.field({
        type: [highlight],
        nullable: wireList,
        description: 'What stood out.',
        ...needs('content.highlights'),
        resolve: ({ record }) => record.content?.highlights,
      }),
      keyPoints: t.stringList({
        nullable: wireList,
        description: 'The points to remember.',
        ...needs('content.keyPoints'),
        resolve: ({ record }) => objectsOf(record.content?.keyPoints, (point) => point.text),
      }),
      outcome: t.field({
        type: outcome,
        description: 'How the call ended.',
        ...needs('content.callOutcome'),
        resolve: ({ record }) => record.content?.callOutcome,
      }),
      actionItems: t.field({
        type: [actionItem],
        nullable: wireList,
        description: 'Points of interest: what somebody promised to do.',
        deprecationReason: 'Since 2026-11-20: the platform replaced these by highlights.',
        ...within('content.pointsOfInterest'),
        resolve: (call) =>
          objectsOf(objectOf(call.record.content?.pointsOfInterest)?.actionItems, (item) => ({
            call,
            item,
          })),
      }),
    }),
  });
}

function outlineSection({ builder }: Graph): Ref<OutlineSectionRecord> {
  const item = builder.objectRef<{ text: string; startTime: number }>('OutlineItem').implement({
    description: 'One line of an outline.',
    fields: (t) => ({
      text: t.exposeString('text', { description: 'The line.' }),
      startSeconds: t.exposeFloat('startTime', { description: 'Where it begins, in seconds.' }),
    }),
  });
  return builder.objectRef<OutlineSectionRecord>('OutlineSection').implement({
    description: 'A section of an outline.',
    fields: (t) => ({
      section: t.exposeString('section', { description: 'Its title.' }),
      startSeconds: t.exposeFloat('startTime', { description: 'Where it begins, in seconds.' }),
      durationSeconds: t.exposeFloat('duration', { description: 'How long it is, in seconds.' }),
      items: t.field({
        type: [item],
        nullable: wireList,
        description: 'Its lines.',
        resolve: (row) => row.items ?? [],
      }),
    }),
  });
}

function highlightType({ builder }: Graph): Ref<HighlightRecord> {
  const item = builder.objectRef<HighlightRecord['items'][number]>('HighlightItem').implement({
    description: 'One highlight.',
    fields: (t) => ({
      text: t.exposeString('text', { description: 'What was said, in short.' }),
      startSeconds: t.floatList({
        nullable: wireList,
        description: 'Where in the recording, in seconds.',
        resolve: (row) => row.startTimes ?? [],
      }),
    }),
  });
  return builder.objectRef<HighlightRecord>('Highlight').implement({
    description: 'A group of highlights.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'What the group is about.' }),
      items: t.field({
        type: [item],
        nullable: wireList,
        description: 'The highlights.',
        resolve: (row) => row.items ?? [],
      }),
    }),
  });
}

interface ActionItemRow {
  readonly call: CallRow;
  readonly item: ActionItemRecord;
}

function actionItemType(graph: Graph): Ref<ActionItemRow> {
  return graph.builder.objectRef<ActionItemRow>('ActionItem').implement({
    description: 'A promise heard in a call.',
    fields: (t) => ({
      startSeconds: t.float({
        description: 'Begin, in seconds.',
        resolve: ({ item }) => item.snippetStartTime,
      }),
      endSeconds: t.float({
        description: 'End, in seconds.',
        resolve: ({ item }) => item.snippetEndTime,
      }),
      speakerId: t.id({
        description: 'Id of the voice that said it.',
        resolve: ({ item }) => item.speakerID,
      }),
      speaker: t.field({
        ...leadsToParty(graph, 'Who said it'),
        resolve: ({ call, item }) => partySpeaking(call, item.speakerID),
      }),
      snippet: t.string({ description: 'The words.', resolve: ({ item }) => item.snippet }),
    }),
  });
}
