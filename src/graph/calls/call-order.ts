/** Order of lists of calls: by their start, or by how well they meet what was said. */

import type { EnumRef } from '@pothos/core';
import { UserInputError } from '../../errors.ts';
import type { CallOrder, IndexFilter } from '../../participants/call-query.ts';
import type { Builder, Types } from '../builder.ts';

export type CallOrderEnum = EnumRef<Types, CallOrder>;

export const createCallOrder = (builder: Builder): CallOrderEnum =>
  builder.enumType('RelatedCallOrder', {
    description: 'Which of the calls come first.',
    values: {
      NEWEST: { value: 'newest' as const, description: 'The latest start first.' },
      OLDEST: { value: 'oldest' as const, description: 'The earliest start first.' },
      RELEVANCE: {
        value: 'relevance' as const,
        description:
          'Those first that best meet "said" in "about", which has to be there: as the database of the index ranks turns, so that orders of SQLite (bm25) and PostgreSQL (ts_rank_cd) differ, added up by call; of equals the latest. All matching turns of the time are ranked for each page, and words of more than 200000 are refused.',
      },
    },
  });

/** @throws UserInputError for an order by relevance where nothing that was said is asked for */
export function checkOrder(order: CallOrder, { said }: Pick<IndexFilter, 'said'>): void {
  if (order === 'relevance' && !said?.length)
    throw new UserInputError(
      'Expected order RELEVANCE beside a condition of "said" in "about" without "not", got none: calls are ranked by it.',
    );
}
