/** Review fields: reviews of calls, of users and of scorecards, and at the root. */

import type { ArgBuilder, InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../contract/wire/execute.ts';
import { type GraphContext, listCursors } from '../../engine/context.ts';
import { type Cost, tokenPagesCost } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { connectionSelection } from '../../engine/plan/row-requirement.ts';
import { type Connection, mapNodes, type PageArgs, readWindow } from '../../fetch/connection.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import { tokenConnection } from '../../fetch/token-window.ts';
import type { Types } from '../builder.ts';
import { forwardArgs, reported } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  asReview,
  listReviews,
  type ReviewParent,
  type ReviewPeriod,
  rangeFilter,
  reviewsCost,
  shownReviews,
} from './answered-scorecard-loader.ts';
import { seesPrivateCalls } from './call-loader.ts';
import { looksAtCalls } from './call-visibility.ts';
import type { AnsweredScorecardRow, CallRow } from './platform-row.ts';
import { unlessPrivate } from './private-call.ts';
import {
  createReviewFilter,
  fromText,
  idLists,
  type ReviewFilter,
  toText,
  visibleLists,
} from './review-filter.ts';
import { defineReviewGroups } from './review-group-type.ts';
import { reviewList } from './review-list.ts';

type Reviews = Promise<Connection<AnsweredScorecardRow>>;

const wantsMore = (info: GraphQLResolveInfo): boolean =>
  connectionSelection(nodeOf(info)).fields.has('pageInfo');

const rangeArgs = (arg: ArgBuilder<Types>) => ({
  from: arg({ type: 'DateTime', description: fromText }),
  to: arg({ type: 'DateTime', description: toText }),
});

type Resolve<Row> = (
  row: Row,
  args: ReviewPeriod & PageArgs,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Reviews;

const reviewsOf =
  (parent: ReviewParent): Resolve<{ readonly id: string }> =>
  ({ id }, { from, to, ...args }, context, info) => {
    const request = { parent, id, range: { from, to }, args, more: wantsMore(info) };
    return listReviews(context, request).then((list) => reported(context, info, list));
  };

export function defineReviewFields({ builder, calls }: TypeRegistry): void {
  const type = calls.answeredScorecardConnection;
  builder.objectField(calls.call, 'answeredScorecards', (t) =>
    t.field({
      type,
      cost: reviewsCost('callIds'),
      description: 'Reviews of the call.',
      args: t.arg.connectionArgs(),
      resolve: unlessPrivate<CallRow, PageArgs, Reviews>(reviewsOf('callIds')),
    }),
  );
  const ranged = (parent: ReviewParent, description: string, arg: ArgBuilder<Types>) => ({
    type,
    cost: reviewsCost(parent),
    description,
    args: { ...arg.connectionArgs(), ...rangeArgs(arg) },
    resolve: reviewsOf(parent),
  });
  builder.objectField(calls.scorecard, 'answeredScorecards', (t) =>
    t.field(ranged('scorecardIds', 'Reviews by this scorecard.', t.arg)),
  );
  builder.objectFields(calls.user, (t) => ({
    scorecardsReceived: t.field(
      ranged('reviewedUserIds', "Reviews of the user's part in calls.", t.arg),
    ),
    scorecardsGiven: t.field(ranged('reviewerUserIds', 'Reviews the user gave.', t.arg)),
  }));
  const filter = createReviewFilter(builder);
  defineRootList({ builder, calls }, filter);
  defineReviewGroups({ builder, calls }, filter);
}

const listCost: Cost = (fieldPlace) => {
  const isByScorecard = fieldPlace.given(
    'scorecards asked for',
    ({ filter }) => ((filter as ReviewFilter | null)?.scorecards ?? null) !== null,
  );
  if (!looksAtCalls(fieldPlace) && (!isByScorecard || seesPrivateCalls(fieldPlace)))
    return tokenPagesCost(fieldPlace);
  // Each page of reviews has a page of calls to look up.
  tokenPagesCost(fieldPlace, { scans: true });
  return tokenPagesCost(fieldPlace, { scans: true });
};

function defineRootList(
  { builder, calls }: Pick<TypeRegistry, 'builder' | 'calls'>,
  filterInput: InputRef<ReviewFilter>,
): void {
  builder.queryField('answeredScorecards', (t) =>
    t.field({
      type: calls.answeredScorecardConnection,
      cost: listCost,
      description:
        'Reviews of calls, in the order of the platform’s pages; within a page by ascending id.',
      args: {
        ...forwardArgs(t.arg),
        filter: t.arg({ type: filterInput, description: 'Which reviews.' }),
      },
      resolve: (_root, { filter, ...args }, context, info) =>
        listByFilter(context, filter ?? {}, args, wantsMore(info)).then((list) =>
          reported(context, info, list),
        ),
    }),
  );
}

async function listByFilter(
  context: GraphContext,
  requested: ReviewFilter,
  args: PageArgs,
  more: boolean,
): Reviews {
  const window = readWindow(args, context.pageLimits);
  const lists = idLists(requested);
  const filter = JSON.stringify({ ...rangeFilter(requested), ...lists });
  const cursors = listCursors(context, 'answeredScorecards', filter);
  const all = reviewList(context, requested, await visibleLists(context, lists));
  const shown = shownReviews(context, lists.scorecardIds !== undefined);
  const { list, accept } = shown === null ? { list: all } : withTest(all, shown);
  const connection = await tokenConnection(list, window, cursors, { more, accept });
  return mapNodes(connection, asReview);
}

/** The list with the test of its rows: see `shownReviews`. */
function withTest(list: TokenList<Row>, shown: (rows: readonly Row[]) => Promise<readonly Row[]>) {
  const accepted = new Set<Row>();
  return {
    list: {
      ...list,
      async fetch(request) {
        const page = await list.fetch(request);
        for (const row of await shown(page.rows)) accepted.add(row);
        return page;
      },
    } satisfies TokenList<Row>,
    accept: (row: Row) => accepted.has(row),
  };
}
