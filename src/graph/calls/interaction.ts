/** How people talked in a call: statistics, speakers, questions, video. */

import type { NamedDuration, NamedValue, SpeakerRecord } from '../../records/calls/call.ts';
import type { Graph, Ref } from '../graph.ts';
import { needs } from '../needs.ts';
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

export function defineInteraction(
  { builder, calls }: Graph,
  duration: Ref<NamedDuration>,
): { statistic: Ref<NamedValue> } {
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

  const speaker = builder.objectRef<SpeakerRecord>('Speaker').implement({
    description: 'A voice in a recording.',
    fields: (t) => ({
      upstreamId: t.id({ description: 'Id of the voice.', resolve: (row) => row.id }),
      talkTimeSeconds: t.exposeFloat('talkTime', {
        description: 'Time spent talking, in seconds.',
      }),
      user: t.field({
        type: calls.user,
        description: 'The platform user who spoke; null for guests.',
        resolve: (row, _args, context, info) => linkUser(context, info, row.userId),
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
        nullable: { list: true, items: false },
        description: 'The platform measures of the host.',
        ...needs('interaction.personInteractionStats'),
        resolve: (row) => row.interactionStats,
      }),
      speakers: t.field({
        type: [speaker],
        nullable: { list: true, items: false },
        description: 'Voices and their talk time.',
        ...needs('interaction.speakers'),
        resolve: (row) => row.speakers,
      }),
      questions: t.field({
        type: questions,
        description: 'Questions asked.',
        ...needs('interaction.questions'),
        resolve: (row) => row.questions,
      }),
      video: t.field({
        type: [duration],
        nullable: { list: true, items: false },
        description: 'What the video showed, and for how long.',
        ...needs('interaction.video'),
        resolve: (row) => row.video,
      }),
    }),
  });
  return { statistic };
}
