/**
 * What colleagues did with a call after it was held: listened, commented, shared, judged. Comments,
 * answered scorecards and activity statistics all come from here, so they agree.
 */

import {
  type AnsweredScorecardRecord,
  type AnswerRecord,
  answeredScorecard,
  answer as declaredAnswer,
  type ScorecardQuestionRecord,
  type ScorecardRecord,
} from '../../../../contract/calls/scorecard.ts';
import type { ActivityMeasure } from '../../../../contract/calls/statistics.ts';
import { decimalId } from '../id.ts';
import { withPlausibleValues } from '../made-up-value.ts';
import { purpose, Random } from '../random.ts';
import { answerTexts, commentTexts } from '../text/text.ts';
import type { Calendar } from './calendar.ts';
import type { Party } from './party.ts';
import type { Settings } from './platform-setting.ts';
import type { Colleague } from './user.ts';

/** What a review needs to know of a call. */
interface Reviewable {
  /** Microseconds. */
  readonly at: number;
  /** Seconds. */
  readonly duration: number;
  readonly seed: number;
  readonly hostId: string;
  readonly workspaceId: string;
  readonly parties: readonly Party[];
}

interface Comment {
  readonly id: string;
  readonly userId: string;
  /** When it was posted, in milliseconds. */
  readonly at: number;
  /** Seconds of the recording. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly replyTo: string | null;
  readonly duringCall: boolean;
}

interface Activity {
  /** Milliseconds. */
  readonly at: number;
  readonly userId: string;
  readonly measure: ActivityMeasure;
}

interface ScorecardReview {
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  readonly scorecard: ScorecardRecord;
  /** Null when the platform itself answered. */
  readonly reviewerId: string | null;
  readonly editorId: string | null;
}

interface Review {
  readonly comments: readonly Comment[];
  /** One at most for each user and measure; what came after the call is not later than the horizon. */
  readonly deeds: readonly Activity[];
  readonly judgements: readonly ScorecardReview[];
}

/** The people and settings reviews draw on. */
export interface Reviewers {
  readonly colleagues: readonly Colleague[];
  readonly byId: ReadonlyMap<string, Colleague>;
  readonly settings: Settings;
  /** Milliseconds; nothing happened later. */
  readonly horizon: number;
}

const hourMs = 3_600_000;

export function reviewOf(call: Reviewable, reviewers: Reviewers): Review {
  const random = new Random(call.seed, purpose.review);
  const { colleagues, byId, horizon } = reviewers;
  const start = Math.floor(call.at / 1000);
  const end = start + call.duration * 1000;
  const deeds = new Map<string, Activity>();
  const comments: Comment[] = [];
  const judgements: ScorecardReview[] = [];
  const did = (userId: string, measure: ActivityMeasure, at: number): void => {
    const key = `${userId} ${measure}`;
    const known = deeds.get(key);
    const happened = at < horizon || at === start;
    if (happened && (!known || at < known.at)) deeds.set(key, { at, userId, measure });
  };
  const later = (): number => end + Math.floor(random.float() ** 2 * 20 * 24 * hourMs) + 60_000;
  const host = byId.get(call.hostId);
  const manager = host?.manager == null ? undefined : colleagues[host.manager];
  const reviewer = (): Colleague =>
    manager && random.chance(0.7) ? manager : colleagues[random.int(colleagues.length)]!;

  did(call.hostId, 'callsAsHost', start);
  for (const party of call.parties)
    if (party.userId !== undefined && party.methods.includes('Attendee'))
      did(party.userId, 'callsAttended', start);
  if (random.chance(0.1)) did(call.hostId, 'ownCallsListenedTo', later());
  if (random.chance(0.18)) {
    for (let count = random.between(1, 2); count > 0; count -= 1) {
      const listener = reviewer();
      if (listener.id !== call.hostId) did(listener.id, 'othersCallsListenedTo', later());
    }
  }
  if (random.chance(0.06)) did(call.hostId, 'callsSharedInternally', later());
  if (random.chance(0.08)) did(call.hostId, 'callsSharedExternally', later());
  if (random.chance(0.03)) did(call.hostId, 'callsRequestedFeedback', later());
  if (random.chance(0.07)) {
    const giver = reviewer();
    const at = later();
    if (giver.id !== call.hostId && at < horizon) {
      did(giver.id, 'callsGaveFeedback', at);
      did(call.hostId, 'callsReceivedFeedback', at);
    }
  }
  if (random.chance(0.12)) comment();
  if (random.chance(0.11)) judge();
  return { comments, deeds: [...deeds.values()], judgements };

  function comment(): void {
    const wanted = random.between(1, 4);
    for (let count = 0; count < wanted; count += 1) {
      const author = random.chance(0.25) && host ? host : reviewer();
      const during = random.chance(0.15);
      const from = Math.floor(random.float() * call.duration * 10) / 10;
      const at = during ? start + Math.floor(from) * 1000 : later();
      const made = {
        id: decimalId(random),
        userId: author.id,
        at,
        from,
        to: Math.min(call.duration, from + random.between(5, 40)),
        text: random.pick(commentTexts),
        replyTo:
          comments.length > 0 && random.chance(0.4) ? comments[comments.length - 1]!.id : null,
        duringCall: during,
      };
      const marked = random.chance(0.25);
      if (at >= horizon) continue;
      comments.push(made);
      did(author.id, 'callsCommentsGiven', at);
      if (author.id === call.hostId) continue;
      did(call.hostId, 'callsCommentsReceived', at);
      if (!marked) continue;
      did(author.id, 'callsMarkedAsFeedbackGiven', at);
      did(call.hostId, 'callsMarkedAsFeedbackReceived', at);
    }
  }

  function judge(): void {
    const fitting = reviewers.settings.scorecards.filter(
      ({ workspaceId }) => workspaceId === null || workspaceId === call.workspaceId,
    );
    for (const scorecard of random.sample(fitting, random.chance(0.15) ? 2 : 1)) {
      const automatic = scorecard.reviewMethod === 'AUTOMATIC';
      const judgeUser = reviewer();
      const at = automatic ? end + 600_000 : later();
      const edited = random.chance(0.1);
      const id = decimalId(random);
      if (at >= horizon || judgeUser.id === call.hostId) continue;
      judgements.push({
        id,
        at,
        scorecard,
        reviewerId: automatic ? null : judgeUser.id,
        editorId: edited && manager ? manager.id : null,
      });
      if (!automatic) did(judgeUser.id, 'callsScorecardsFilled', at);
      did(call.hostId, 'callsScorecardsReceived', at);
    }
  }
}

/** A call as a scorecard names it. */
interface JudgedCall {
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
  call: JudgedCall,
  judgement: ScorecardReview,
  place: number,
): AnsweredScorecardRecord {
  const random = new Random(call.seed, 901, place);
  const { scorecard } = judgement;
  const answers = scorecard.questions.map((question) => answerOf(random, question));
  const overall = answers.find((answer) => answer.isOverall);
  const [visibilityType, visibility] = random.pick(visibilities);
  return withPlausibleValues(answeredScorecard.fields, judgement.id, {
    answeredScorecardId: judgement.id,
    scorecardId: scorecard.scorecardId,
    scorecardName: scorecard.scorecardName,
    callId: call.id,
    callStartTime: call.started,
    reviewedUserId: call.hostId,
    reviewerUserId: judgement.reviewerId ?? '-1',
    reviewMethod: scorecard.reviewMethod,
    editorUserId: judgement.editorId,
    answeredDateTime: calendar.zone.format(Math.floor(judgement.at / 1000) * 1_000_000),
    reviewTime: calendar.zone.format(judgement.at * 1000, 3),
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
  const answer =
    question.questionType === 'OPEN'
      ? random.pick(answerTexts)
      : question.questionType === 'YES_NO'
        ? score > 0
          ? 'Yes'
          : 'No'
        : question.questionType === 'MULTIPLE_CHOICE'
          ? options.map((option) => String((option as { text?: unknown }).text)).join(', ')
          : String(score);
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
