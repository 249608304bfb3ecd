/** Types of `answeredScorecardsAggregate`: groups of reviews, their keys and their figures. */

import type { InputRef } from '@pothos/core';
import { scorecard } from '../../contract/calls/scorecard.ts';
import { type Cost, prefetched } from '../../engine/plan/field-cost.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { seesPrivateCalls } from './call-loader.ts';
import { looksAtCalls } from './call-visibility.ts';
import { linkSetting } from './platform-setting.ts';
import type { ReviewFilter } from './review-filter.ts';
import {
  groupReviews,
  meanScore,
  mostGroups,
  type ReviewGroup,
  type ReviewGroupField,
  type ReviewGroups,
  reviewGroupFields,
  scoresOf,
  usualGroups,
} from './review-group.ts';
import { usualReviewPages } from './reviewed-call.ts';
import { allUsersCost } from './user-list.ts';
import { linkUser } from './user-loader.ts';

const groupsCost: Cost = (fieldPlace) => {
  const { estimate, fanout } = fieldPlace;
  const looksUp = looksAtCalls(fieldPlace) || !seesPrivateCalls(fieldPlace);
  // Each page of reviews has a page of calls to look up.
  estimate.add('call-analytics', fanout.rows * usualReviewPages * (looksUp ? 2 : 1));
  const isByManager = fieldPlace.given(
    'grouped by manager',
    ({ groupBy }) => (groupBy as readonly ReviewGroupField[] | null)?.includes('MANAGER') ?? false,
  );
  if (isByManager) allUsersCost(fieldPlace);
  const first = fieldPlace.given('first', (args) =>
    typeof args.first === 'number' ? args.first : usualGroups,
  );
  return { ...fanout, rows: fanout.rows * Math.max(0, first) };
};

interface Key {
  readonly field: ReviewGroupField;
  readonly value: string | null;
}

export function defineReviewGroups(
  graph: Pick<TypeRegistry, 'builder' | 'calls'>,
  filter: InputRef<ReviewFilter>,
): void {
  const { builder } = graph;
  const field = builder.enumType('AnsweredScorecardGroupField', {
    description: 'What reviews can be grouped by.',
    values: Object.fromEntries(
      Object.entries(reviewGroupFields).map(([value, description]) => [
        value,
        { value: value as ReviewGroupField, description },
      ]),
    ),
  });
  const key = builder.objectRef<Key>('AnsweredScorecardGroupKey').implement({
    description: 'One thing the reviews of a group have in common.',
    fields: (t) => ({
      field: t.expose('field', { type: field, nullable: false, description: 'What it is.' }),
      value: t.exposeString('value', { description: 'Upstream id of the user or the scorecard.' }),
      user: t.field({
        type: graph.calls.user,
        description: 'The user, of REVIEWED_USER, MANAGER and REVIEWER.',
        resolve: ({ field: of, value }, _args, context, info) =>
          linkUser(context, info, of === 'SCORECARD' ? null : value),
      }),
      scorecard: t.field({
        type: graph.calls.scorecard,
        description: 'The scorecard, of SCORECARD; null where it has been deleted.',
        resolve: ({ field: of, value }, _args, context, info) =>
          linkSetting(context, info, scorecard, of === 'SCORECARD' ? value : null),
      }),
    }),
  });
  const group = builder.objectRef<ReviewGroup>('AnsweredScorecardGroup').implement({
    description: 'Reviews that have something in common.',
    fields: (t) => ({
      keys: t.field({
        type: [key],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'What they have in common, in the order of groupBy.',
        resolve: ({ keys, groupBy }) => keys.map((value, at) => ({ field: groupBy[at]!, value })),
      }),
      count: t.int({
        nullable: false,
        description: 'How many reviews.',
        resolve: ({ rows }) => rows.length,
      }),
      scored: t.int({
        description: 'How many of them have an overall score.',
        resolve: ({ rows }) => scoresOf(rows).length,
      }),
      meanScore: t.float({
        description:
          "Mean of their overall scores; null where none has one. Each is in its own scorecard's range: group by SCORECARD, or filter by one, where ranges differ.",
        resolve: meanScore,
      }),
    }),
  });
  const groups = builder.objectRef<ReviewGroups>('AnsweredScorecardGroups').implement({
    description: 'Reviews counted by group.',
    fields: (t) => ({
      groups: t.field({
        type: [group],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'The largest groups first; their keys break ties.',
        resolve: (answer) => [...answer.groups],
      }),
      totalCount: t.exposeInt('totalCount', {
        nullable: false,
        description:
          'How many groups there are, those beyond `first` among them; `reviews` has the number of reviews.',
      }),
      reviews: t.exposeInt('reviews', {
        nullable: false,
        description: 'How many reviews the filter finds.',
      }),
    }),
  });
  builder.queryField('answeredScorecardsAggregate', (t) =>
    t.field({
      type: groups,
      cost: groupsCost,
      description:
        'Reviews counted by Switchboard: one group of all without groupBy. All reviews of the filter are read, one call for each hundred, up to 5,000; reviews of private calls count only for viewers who may read those.',
      args: {
        filter: t.arg({ type: filter, description: 'Which reviews.' }),
        groupBy: t.arg({ type: [field], description: 'What the groups have in common.' }),
        first: t.arg.int({
          defaultValue: usualGroups,
          description: `At most this many groups, up to ${mostGroups}.`,
        }),
      },
      resolve: (_root, args, context, info) => groupReviews(context, info, args),
    }),
  );
}
