/** Review list of the platform: by the time of the review and by lists of ids, in pages. */

import { statsActivityScorecards } from '../../contract/calls/scorecard.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import { lastPage, type Row } from '../../contract/wire/execute.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import {
  type ReviewParent,
  type ReviewPeriod,
  rangeFilter,
  reviewParents,
} from './answered-scorecard-loader.ts';

/** Ids by the filter list of the operation; an empty list admits nothing. */
export type ReviewLists = Readonly<Partial<Record<ReviewParent, readonly string[]>>>;

export function reviewList(
  context: GraphContext,
  range: ReviewPeriod,
  lists: ReviewLists,
): TokenList<Row> {
  const filter = { ...rangeFilter(range), ...lists };
  // Answers an empty list here: the platform would ignore it.
  const none = Object.values(lists).some((ids) => ids.length === 0);
  return {
    site: listSite(statsActivityScorecards),
    pageRows,
    key: reviewId,
    advice: 'narrow the list by from and to',
    async fetch({ token, ...page }) {
      if (none) return noRows;
      const answer = await context.connector.execute(
        statsActivityScorecards,
        'list',
        { filter, ...(token === null ? {} : { cursor: token }) },
        executeOptions(context, page),
      );
      const rows = answer.rows.filter((row) => fits(row, lists));
      // A service that does not know the filter counts everything.
      const total = rows.length < answer.rows.length ? null : answer.page.total;
      return { ...answer, rows, page: { ...answer.page, total } };
    },
  };
}

const noRows = { rows: [], page: lastPage };

/** Tests a row against the filter: a service that does not know the filter returns all rows. */
function fits(row: Row, lists: ReviewLists): boolean {
  return Object.entries(lists).every(([list, ids]) =>
    ids.includes(String(row[reviewParents[list as ReviewParent]])),
  );
}

const reviewId = (row: Row): string | null => entityKey(statsActivityScorecards, row);
