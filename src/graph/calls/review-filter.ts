/** Filter of reviews: its input, and the id lists that the platform takes. */

import type { InputRef } from '@pothos/core';
import type { GraphContext } from '../../engine/context.ts';
import type { Builder } from '../builder.ts';
import type { ReviewPeriod } from './answered-scorecard-loader.ts';
import { anyPlatformId } from './call-filter.ts';
import { visibleUsers } from './call-visibility.ts';
import type { ReviewLists } from './review-list.ts';

/** The platform's reviewer id of automatic reviews. */
export const automaticReviewer = '-1';

export interface ReviewFilter extends ReviewPeriod {
  readonly scorecards?: readonly string[] | null | undefined;
  readonly reviewedUsers?: readonly string[] | null | undefined;
  readonly reviewers?: readonly string[] | null | undefined;
  readonly calls?: readonly string[] | null | undefined;
}

export const fromText = 'Given at this instant or later.';
export const toText = 'Given before this instant.';

export function createReviewFilter(builder: Builder): InputRef<ReviewFilter> {
  return builder.inputRef<ReviewFilter>('AnsweredScorecardFilter').implement({
    description:
      'Which reviews; everything given must hold, and a member that is null or absent does not restrict. All of it is filtered by the platform.',
    fields: (t) => ({
      from: t.field({ type: 'DateTime', description: fromText }),
      to: t.field({ type: 'DateTime', description: toText }),
      scorecards: t.idList({ description: 'By one of these scorecards: global or upstream ids.' }),
      reviewedUsers: t.idList({
        description: 'Of the part of one of these users: global or upstream ids.',
      }),
      reviewers: t.idList({
        description: `By one of these users: global or upstream ids; "${automaticReviewer}" for what the platform judged by itself.`,
      }),
      calls: t.idList({ description: 'Of one of these calls: global or upstream ids.' }),
    }),
  });
}

/** Whom the platform may name: people within own or team. */
export async function visibleLists(
  context: GraphContext,
  lists: ReviewLists,
): Promise<ReviewLists> {
  const users = await visibleUsers(context);
  if (users === null) return lists;
  const reviewedUserIds = (lists.reviewedUserIds ?? [...users]).filter((id) => users.has(id));
  return { ...lists, reviewedUserIds };
}

/** The lists of ids that a filter names. @throws UserInputError for an id of something else */
export function idLists(requested: ReviewFilter): ReviewLists {
  const ids = (list: readonly string[] | null | undefined, type: string) =>
    list?.map((id) => anyPlatformId(id, type));
  const lists = {
    scorecardIds: ids(requested.scorecards, 'Scorecard'),
    reviewedUserIds: ids(requested.reviewedUsers, 'User'),
    reviewerUserIds: requested.reviewers?.map((id) =>
      id === automaticReviewer ? id : anyPlatformId(id, 'User'),
    ),
    callIds: ids(requested.calls, 'Call'),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined));
}
