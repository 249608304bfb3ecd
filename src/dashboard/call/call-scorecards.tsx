/** Reviews of the call: reviewer, reviewed colleague, scorecard, and answers. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { dayText } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { TableHead } from '../shared/table-head.tsx';

export const scorecardsFragment = graphql(`
  fragment CallScorecards on Call {
    answeredScorecards(first: 10) {
      nodes {
        id
        scorecardName
        overallScore
        reviewMethod
        reviewedAt
        reviewer {
          name
        }
        reviewedUser {
          name
        }
        answers {
          questionRevisionId
          answer
          answerText
          score
          isOverall
          isNotApplicable
          question {
            text
            maxRange
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

type Review = NonNullable<
  NonNullable<ResultOf<typeof scorecardsFragment>['answeredScorecards']>['nodes'][number]
>;

/** Stands for the reviews until they come. */
export function ScorecardsToCome() {
  return (
    <Panel title="Scorecards" paths={[]}>
      <Skeleton rows={2} height="row" />
    </Panel>
  );
}

export function CallScorecards(props: { call: FragmentType<typeof scorecardsFragment> }) {
  const { answeredScorecards: reviews } = readFragment(scorecardsFragment, props.call);
  return (
    <Panel title="Scorecards" paths={['call.answeredScorecards']}>
      {!reviews?.nodes.length && (
        <Empty isKnown={reviews != null}>Nobody has reviewed this call.</Empty>
      )}
      {reviews?.nodes.map(
        (review) => review !== null && <Scorecard key={review.id} review={review} />,
      )}
      {reviews?.pageInfo.hasNextPage && <p className="empty">There are more than these ten.</p>}
    </Panel>
  );
}

function Scorecard({ review }: { review: Review }) {
  const overall = review.answers?.find((answer) => answer?.isOverall === true);
  const range = overall?.question?.maxRange;
  return (
    <details className="review">
      <summary>
        <strong>{review.scorecardName ?? 'A deleted scorecard'}</strong>
        {review.overallScore !== null && (
          <span className="score">
            {review.overallScore}
            {range != null && ` of ${range}`}
          </span>
        )}
        <span className="count">
          {review.reviewedUser?.name ?? 'Somebody'}, judged by{' '}
          {review.reviewer?.name ?? 'the platform'}
          {review.reviewedAt !== null && ` on ${dayText(dateOf(review.reviewedAt))}`}
        </span>
      </summary>
      <table>
        <TableHead columns={['Question', 'Answer']} />
        <tbody>
          {review.answers?.map(
            (answer) =>
              answer !== null && (
                <tr key={answer.questionRevisionId}>
                  <th scope="row">{answer.question?.text ?? 'A deleted question'}</th>
                  <td>
                    {answer.isNotApplicable === true ? 'Does not apply' : (answer.answer ?? '–')}
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </details>
  );
}
