/** Groups of reviews: all reviews of a filter are read and counted here, since the platform gives them one by one. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../contract/wire/execute.ts';
import { floatOf, idText } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import { listStart } from '../../fetch/token-list.ts';
import { walkTokenList } from '../../fetch/token-list-reader.ts';
import { reportIncomplete } from '../connection-type.ts';
import { shownReviews } from './answered-scorecard-loader.ts';
import { automaticReviewer, idLists, type ReviewFilter, visibleLists } from './review-filter.ts';
import { reviewList } from './review-list.ts';
import { mostReviewPages, usualReviewPages } from './reviewed-call.ts';
import { allUsers } from './user-list.ts';

/** What reviews can be grouped by, with the id that those of a group have in common. */
export const reviewGroupFields = {
  REVIEWED_USER: 'Whose part in the call was judged.',
  MANAGER:
    'To whom the reviewed user reports on the platform; null of those without a manager, and of those who are gone.',
  REVIEWER: 'Who judged; null where the platform did by itself.',
  SCORECARD: 'By which scorecard.',
} as const;

export type ReviewGroupField = keyof typeof reviewGroupFields;

export interface ReviewGroup {
  /** One id for each field that was grouped by. */
  readonly keys: readonly (string | null)[];
  readonly groupBy: readonly ReviewGroupField[];
  readonly rows: readonly Row[];
}

export interface ReviewGroups {
  /** The largest first; then by their keys. */
  readonly groups: readonly ReviewGroup[];
  readonly totalCount: number;
  readonly reviews: number;
}

interface ReviewGroupsArgs {
  readonly filter?: ReviewFilter | null | undefined;
  readonly groupBy?: readonly ReviewGroupField[] | null | undefined;
  readonly first?: number | null | undefined;
}

export const usualGroups = 100;
export const mostGroups = 1_000;

/** @throws UserInputError; UpstreamError SCAN_LIMIT for more reviews than the page limit */
export async function groupReviews(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  { filter, groupBy: requested, first }: ReviewGroupsArgs,
): Promise<ReviewGroups> {
  const size = first ?? usualGroups;
  if (size < 0 || size > mostGroups)
    throw new UserInputError(`Expected first from 0 to ${mostGroups}, got ${size}.`);
  const groupBy = requested ?? [];
  if (new Set(groupBy).size < groupBy.length)
    throw new UserInputError('Expected groupBy to name each field once.');
  const [reviews, managers] = await Promise.all([
    readReviews(context, filter ?? {}),
    groupBy.includes('MANAGER') ? managersOf(context) : null,
  ]);
  for (const { shortfall } of [reviews, ...(managers === null ? [] : [managers])])
    if (shortfall !== null) reportIncomplete(context, info, shortfall);
  const rowsByKey = new Map<string, { keys: (string | null)[]; rows: Row[] }>();
  for (const row of reviews.rows) {
    const keys = groupBy.map((field) => keyOf(field, row, managers?.managerIds));
    const name = JSON.stringify(keys);
    const group = rowsByKey.get(name) ?? { keys, rows: [] };
    group.rows.push(row);
    rowsByKey.set(name, group);
  }
  const groups = [...rowsByKey]
    .sort(([name, { rows }], [otherName, other]) =>
      rows.length === other.rows.length
        ? name < otherName
          ? -1
          : 1
        : other.rows.length - rows.length,
    )
    .map(([, group]) => ({ ...group, groupBy }));
  return {
    groups: groups.slice(0, size),
    totalCount: groups.length,
    reviews: reviews.rows.length,
  };
}

/** Mean of the overall scores; null where no review has one. @throws for a score that is no number */
export function meanScore({ rows }: ReviewGroup): number | null {
  const scores = scoresOf(rows);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

export const scoresOf = (rows: readonly Row[]): readonly number[] =>
  rows.flatMap(({ overallScore }) => floatOf(overallScore) ?? []);

function keyOf(
  field: ReviewGroupField,
  { reviewedUserId, reviewerUserId, scorecardId }: Row,
  managerIds: ReadonlyMap<string, string | null> = new Map(),
): string | null {
  const reviewed = idText(reviewedUserId);
  switch (field) {
    case 'REVIEWED_USER':
      return reviewed;
    case 'MANAGER':
      return managerIds.get(reviewed ?? '') ?? null;
    case 'REVIEWER': {
      const reviewer = idText(reviewerUserId);
      return reviewer === automaticReviewer ? null : reviewer;
    }
    case 'SCORECARD':
      return idText(scorecardId);
  }
}

async function managersOf(context: GraphContext) {
  const { rows, shortfall } = await allUsers(context);
  const managerIds = new Map(
    rows.flatMap(({ id, managerId }): [string, string | null][] => {
      const user = idText(id);
      return user === null ? [] : [[user, idText(managerId)]];
    }),
  );
  return { managerIds, shortfall };
}

const surplusMessage =
  'The upstream handed out more rows of this list than it announced; some may be no rows of it.';

/** All reviews that the viewer may see. A mean tells of scores, so those of private calls need the right to them. */
async function readReviews(
  context: GraphContext,
  filter: ReviewFilter,
): Promise<{ readonly rows: readonly Row[]; readonly shortfall: Shortfall | null }> {
  const list = reviewList(context, filter, await visibleLists(context, idLists(filter)));
  const filterVisible = shownReviews(context, true);
  const rows: Row[] = [];
  const pages = { estimated: usualReviewPages, maxPages: mostReviewPages };
  let shortfall: Shortfall | null = null;
  let received = 0;
  let total: number | null = null;
  for await (const batch of walkTokenList(list, listStart, pages)) {
    if (batch.stopped !== null) throw batch.stopped;
    const page = batch.rows.map(({ row }) => row);
    rows.push(...(filterVisible === null ? page : await filterVisible(page)));
    received += page.length;
    ({ shortfall, total } = batch);
  }
  // Figures of rows that nobody announced would be invented ones.
  if (total !== null && received > total)
    shortfall ??= { message: surplusMessage, expected: total, received };
  return { rows, shortfall };
}
