/** What was talked about in a call: topics, structure, outline, highlights, brief, outcome. */

import type {
  ActionItemRecord,
  HighlightRecord,
  NamedDuration,
  OutlineSectionRecord,
} from '../../records/calls/call.ts';
import type { Graph, Ref } from '../graph.ts';
import { needs, within } from '../needs.ts';
import { listOf, listOrNull } from '../wire-value.ts';
import { defineTrackerHit } from './tracker-hit.ts';

const many = { list: true, items: false } as const;

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
        nullable: many,
        description: 'Topics and the time spent on them; topics never touched are listed with 0.',
        ...needs('content.topics'),
        resolve: (row) => row.topics,
      }),
      structure: t.field({
        type: [duration],
        nullable: many,
        description: 'Phases of the call, in seconds.',
        ...needs('content.structure'),
        resolve: (row) => row.structure,
      }),
      trackers: t.field({
        type: [trackerHit],
        nullable: many,
        description: 'How often each tracker was heard; trackers never heard are listed with 0.',
        ...within('content.trackers'),
        resolve: (row) => row.trackers,
      }),
      brief: t.string({
        description: 'Summary in a few sentences.',
        ...needs('content.brief'),
        resolve: (row) => row.brief,
      }),
      outline: t.field({
        type: [section],
        nullable: many,
        description: 'The call in sections.',
        ...needs('content.outline'),
        resolve: (row) => row.outline,
      }),
      highlights: t.field({
        type: [highlight],
        nullable: many,
        description: 'What stood out.',
        ...needs('content.highlights'),
        resolve: (row) => row.highlights,
      }),
      keyPoints: t.stringList({
        nullable: many,
        description: 'The points to remember.',
        ...needs('content.keyPoints'),
        resolve: (row) => listOrNull(row.keyPoints)?.map((point) => point.text),
      }),
      outcome: t.field({
        type: outcome,
        description: 'How the call ended.',
        ...needs('content.callOutcome'),
        resolve: (row) => row.callOutcome,
      }),
      actionItems: t.field({
        type: [actionItem],
        nullable: many,
        description: 'Points of interest: what somebody promised to do.',
        deprecationReason: 'Since 2026-11-20: the platform replaced these by highlights.',
        ...needs('content.pointsOfInterest'),
        resolve: (row) => row.pointsOfInterest?.actionItems,
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
        nullable: { list: false, items: false },
        description: 'Its lines.',
        resolve: (row) => listOf(row.items),
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
        nullable: { list: false, items: false },
        description: 'Where in the recording, in seconds.',
        resolve: (row) => listOf(row.startTimes),
      }),
    }),
  });
  return builder.objectRef<HighlightRecord>('Highlight').implement({
    description: 'A group of highlights.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'What the group is about.' }),
      items: t.field({
        type: [item],
        nullable: { list: false, items: false },
        description: 'The highlights.',
        resolve: (row) => listOf(row.items),
      }),
    }),
  });
}

function actionItemType({ builder }: Graph): Ref<ActionItemRecord> {
  return builder.objectRef<ActionItemRecord>('ActionItem').implement({
    description: 'A promise heard in a call.',
    fields: (t) => ({
      startSeconds: t.exposeFloat('snippetStartTime', { description: 'Begin, in seconds.' }),
      endSeconds: t.exposeFloat('snippetEndTime', { description: 'End, in seconds.' }),
      speakerId: t.id({ description: 'Who said it.', resolve: (row) => row.speakerID }),
      snippet: t.exposeString('snippet', { description: 'The words.' }),
    }),
  });
}
