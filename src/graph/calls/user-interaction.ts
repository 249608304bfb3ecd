/** How users speak in their calls, on average over a range of days. */

import type { NamedValue } from '../../records/calls/call.ts';
import {
  type InteractionStatisticsRecord,
  statsInteraction,
} from '../../records/calls/statistics.ts';
import { isObject } from '../../wire/json.ts';
import { listOf } from '../../wire/value.ts';
import { type Graph, type Ref, wireList } from '../graph.ts';
import { fromDay, pastDays, toDayPast } from './day.ts';
import { loadStatistic, statisticCost } from './statistic-loader.ts';
import { linkUser } from './user-loader.ts';

/** Fields by the platform's names of the measures; others that may come are in `statistics` only. */
const measured = {
  talkRatio: ['Talk Ratio', "The user's share of the talking, from 0 to 1."],
  longestMonologueSeconds: ['Longest Monologue', 'How long the user spoke on end, in seconds.'],
  longestCustomerStorySeconds: [
    'Longest Customer Story',
    'How long a customer spoke on end, in seconds.',
  ],
  interactivity: ['Interactivity', 'How often the conversation went back and forth, from 0 to 10.'],
  patienceSeconds: [
    'Patience',
    'How long the user waited after the other side had finished, in seconds.',
  ],
  questionRate: ['Question Rate', 'How many questions the user asked, as the platform rates it.'],
} as const;

function measuresOf({ personInteractionStats }: InteractionStatisticsRecord) {
  return (listOf(personInteractionStats) ?? []).filter(isObject);
}

export function defineUserInteraction(
  { builder, calls }: Graph,
  statistic: Ref<NamedValue>,
): Ref<InteractionStatisticsRecord> {
  const interaction = builder.objectRef<InteractionStatisticsRecord>('UserInteraction').implement({
    description: 'How a user speaks in recorded calls, on average over a range of days.',
    fields: (t) => ({
      user: t.field({
        type: calls.user,
        description: 'The user.',
        resolve: (row, _args, context, info) => linkUser(context, info, row.userId),
      }),
      userEmailAddress: t.field({
        type: 'EmailAddress',
        description: "The user's address.",
        resolve: (row) => row.userEmailAddress,
      }),
      statistics: t.field({
        type: [statistic],
        nullable: wireList,
        description: 'All measures by name, those the platform may add among them.',
        resolve: (row) => row.personInteractionStats ?? [],
      }),
      ...Object.fromEntries(
        Object.entries(measured).map(([field, [name, description]]) => [
          field,
          t.float({
            description,
            resolve: (row) => measuresOf(row).find((measure) => measure.name === name)?.value,
          }),
        ]),
      ),
    }),
  });

  builder.objectField(calls.user, 'interaction', (t) =>
    t.field({
      type: interaction,
      cost: statisticCost(statsInteraction),
      description: 'How the user speaks; null without a recorded call in the range.',
      args: {
        from: t.arg({ type: 'Date', description: fromDay }),
        to: t.arg({ type: 'Date', description: toDayPast }),
      },
      resolve: async (user, args, context) => {
        const row = await loadStatistic(
          context,
          statsInteraction,
          pastDays(context, args),
          user.id,
        );
        return row as unknown as InteractionStatisticsRecord | null;
      },
    }),
  );
  return interaction;
}
