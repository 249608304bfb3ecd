/** Answered scorecards of the synthetic company: the platform's row of one review. */

import {
  type AnsweredScorecardRecord,
  type AnswerRecord,
  answeredScorecard,
  answer as declaredAnswer,
  type ScorecardQuestionRecord,
} from '../../contract/calls/scorecard.ts';
import { answerTexts } from '../text/company-data.ts';
import type { Calendar } from './calendar.ts';
import { withPlausibleValues } from './made-up-value.ts';
import { Random } from './random.ts';
import type { ScorecardReview } from './review.ts';

/** A call as a scorecard names it. */
interface ReviewedCall {
  readonly id: string;
  readonly started: string;
  readonly hostId: string;
  readonly seed: number;
}

const visibilities = [
  ['PUBLIC', 'Public'],
  ['PRIVATE', 'Private'],
  ['OPT_IN_USERS', 'Selected users'],
] as const;

/** The row of `stats_activity_scorecards`; the overall score is that of the overall question. */
export function answeredScorecardRow(
  calendar: Calendar,
  call: ReviewedCall,
  review: ScorecardReview,
  position: number,
): AnsweredScorecardRecord {
  const random = new Random(call.seed, 901, position);
  const { scorecard } = review;
  const answers = scorecard.questions.map((question) => answerOf(random, question));
  const overall = answers.find((answer) => answer.isOverall);
  const [visibilityType, visibility] = random.pick(visibilities);
  return withPlausibleValues(answeredScorecard.fields, review.id, {
    answeredScorecardId: review.id,
    scorecardId: scorecard.scorecardId,
    scorecardName: scorecard.scorecardName,
    callId: call.id,
    callStartTime: call.started,
    reviewedUserId: call.hostId,
    reviewerUserId: review.reviewerId ?? '-1',
    reviewMethod: scorecard.reviewMethod,
    editorUserId: review.editorId,
    answeredDateTime: calendar.zone.format(Math.floor(review.at / 1000) * 1_000_000),
    reviewTime: calendar.zone.format(review.at * 1000, 3),
    visibilityType,
    visibility,
    overallScore: overall?.score ?? 0,
    answers,
  });
}

function answerOf(random: Random, question: ScorecardQuestionRecord): AnswerRecord {
  const skipped = !question.isOverall && random.chance(0.08);
  const least = Number(question.minRange ?? '0');
  const most = Number(question.maxRange ?? '1');
  const score = skipped ? 0 : random.between(least, most);
  const options = question.answerOptions.filter(() => random.chance(0.5));
  const answers: Readonly<Record<string, () => string>> = {
    OPEN: () => random.pick(answerTexts),
    YES_NO: () => (score > 0 ? 'Yes' : 'No'),
    MULTIPLE_CHOICE: () =>
      options.map((option) => String((option as { text?: unknown }).text)).join(', '),
  };
  const answer = answers[question.questionType]?.() ?? String(score);
  return withPlausibleValues(declaredAnswer.fields, `${question.questionId} ${score}`, {
    questionId: question.questionId,
    questionRevisionId: question.questionRevisionId,
    isOverall: question.isOverall,
    answer: skipped ? '' : answer,
    answerText:
      !skipped && (question.questionType === 'OPEN' || random.chance(0.3))
        ? random.pick(answerTexts)
        : null,
    score,
    notApplicable: skipped,
    selectedOptions: question.questionType === 'MULTIPLE_CHOICE' && !skipped ? options : null,
  });
}
