/** Pages of answered scorecards: how they are asked for, and their rows with the interface's own fields. */

import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { BackendError } from '../../backend.ts';
import { withTextIds } from './operation.ts';
import type { PlatformContext } from './platform-request.ts';

export interface ReviewPage {
  readonly rows: readonly Row[];
  /** Size of the whole list; null where the vendor does not say. */
  readonly total: number | null;
  readonly cursor: string | null;
}

type ReadReviews = (
  filter: Row,
  cursor: string | null,
  context: PlatformContext,
) => Promise<ReviewPage>;

export interface ReviewStoreOptions {
  readonly database: DatabaseSync;
  /** The instance's id. */
  readonly account: string;
  /** One page of the vendor's list. @throws BackendError; 404 where there is none. */
  readonly page: ReadReviews;
  /** The same, and waits where the vendor wants a short pause. */
  readonly patientPage: ReadReviews;
  /** Rows of calls. @throws BackendError */
  readonly callDays: (ids: readonly string[], context: PlatformContext) => Promise<readonly Row[]>;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** What the vendor answers with 404: days without reviews. */
export const noReviews: ReviewPage = { rows: [], total: 0, cursor: null };
/** The rows of a page as they are stored. @throws BackendError for one that can't be */
export const storedReviews = ({ rows }: ReviewPage): Row[] => withTextIds(rows).map(reviewRow);

/**
 * A vendor's row with the interface's own fields: the overall score is that of the overall question,
 * a review is visible by its code, was answered when it was handed in, and `-1` reviewed it where the
 * platform did.
 */
function reviewRow(row: Row): Row {
  // A review without them could neither be stored nor found, and leaving it out would hide it.
  if (
    typeof row.answeredScorecardId !== 'string' ||
    Number.isNaN(Date.parse(String(row.reviewTime)))
  )
    throw new BackendError(502, 'An answered scorecard came without its id or its time');
  const answers = (Array.isArray(row.answers) ? row.answers : []).filter(isObject).map(answerRow);
  return {
    ...row,
    reviewerUserId: row.reviewerUserId ?? '-1',
    overallScore: row.overallScore ?? answers.find(({ isOverall }) => isOverall)?.score ?? null,
    visibility: row.visibility ?? row.visibilityType,
    answeredDateTime: row.answeredDateTime ?? row.reviewTime,
    answers,
  };
}

/** Answer as one text, which the vendor does not have: the chosen options, the score or the written text. */
function answerRow(answer: Row): Row {
  const { score, answerText, selectedOptions: options } = answer;
  const text =
    answer.answer ??
    (Array.isArray(options) && options.length > 0
      ? options.join(', ')
      : (score ?? answerText ?? ''));
  return { ...answer, answer: String(text) };
}
