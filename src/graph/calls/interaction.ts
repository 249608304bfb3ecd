/** How people talked in a call: statistics, speakers, questions, video. */

import type { NamedDuration, NamedValue, SpeakerRecord } from '../../records/calls/call.ts';
import { objectsOf } from '../../wire/value.ts';
import { type Graph, type Ref, wireList } from '../graph.ts';
import { needs, within } from '../needs.ts';
import type { CallRow } from './row.ts';
import { leadsToParty, partySpeaking } from './speaker.ts';
import { linkUser } from './user-loader.ts';

/** A named share of the recording, in seconds; several parts of a call have this form. */
export function namedDuration({ builder }: Pick<Graph, 'builder'>): Ref<NamedDuration> {
  return builder.objectRef<NamedDuration>('NamedDuration').implement({
    description: 'A named part of a recording and how long it took.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      durationSeconds: t.exposeFloat('duration', {
        description: 'How long, in seconds; 0 is listed too.',
      }),
    }),
  });
}

interface SpeakerRow {
  readonly call: CallRow;
  readonly speaker: SpeakerRecord;
}

export function defineInteraction(
  graph: Graph,
  duration: Ref<NamedDuration>,
): { statistic: Ref<NamedValue> } {
  const { builder, calls } = graph;
  const statistic = builder.objectRef<NamedValue>('InteractionStatistic').implement({
    description: 'One measure of how people talked.',
    fields: (t) => ({
      name: t.exposeString('name', {
        description:
          'Talk Ratio, Longest Monologue, Longest Customer Story, Interactivity, Patience, Question Rate.',
      }),
      value: t.exposeFloat('value', {
        description: 'Ratios from 0 to 1, lengths in seconds, rates per hour.',
      }),
    }),
  });

  const speaker = builder.objectRef<SpeakerRow>('Speaker').implement({
    description: 'A voice in a recording.',
    fields: (t) => ({
      upstreamId: t.id({ description: 'Id of the voice.', resolve: (row) => row.speaker.id }),
      talkTimeSeconds: t.float({
        description: 'Time spent talking, in seconds.',
        resolve: (row) => row.speaker.talkTime,
      }),
      user: t.field({
        type: calls.user,
        description: 'The platform user who spoke; null for guests.',
        resolve: (row, _args, context, info) => linkUser(context, info, row.speaker.userId),
      }),
      party: t.field({
        ...leadsToParty(graph, 'The participant who spoke'),
        resolve: ({ call, speaker: { id } }) => partySpeaking(call, id),
      }),
    }),
  });

  const questions = builder
    .objectRef<{ companyCount: number; nonCompanyCount: number }>('QuestionCounts')
    .implement({
      description: 'How many questions were asked.',
      fields: (t) => ({
        companyCount: t.exposeInt('companyCount', { description: 'By people of the company.' }),
        nonCompanyCount: t.exposeInt('nonCompanyCount', { description: 'By everybody else.' }),
      }),
    });

  calls.interaction.implement({
    description: 'How people talked in a call.',
    fields: (t) => ({
      statistics: t.field({
        type: [statistic],
        nullable: wireList,
        description: 'The platform measures of the host.',
        ...needs('interaction.personInteractionStats'),
        resolve: ({ record }) => record.interaction?.interactionStats,
      }),
      speakers: t.field({
        type: [speaker],
        nullable: wireList,
        description: 'Voices and their talk time.',
        ...within('interaction.speakers'),
        resolve: (call) =>
          objectsOf(call.record.interaction?.speakers, (speaker) => ({ call, speaker })),
      }),
      questions: t.field({
        type: questions,
        description: 'Questions asked.',
        ...needs('interaction.questions'),
        resolve: ({ record }) => record.interaction?.questions,
      }),
      video: t.field({
        type: [duration],
        nullable: wireList,
        description: 'What the video showed, and for how long.',
        ...needs('interaction.video'),
        resolve: ({ record }) => record.interaction?.video,
      }),
    }),
  });
  return { statistic };
}
