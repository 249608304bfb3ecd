/**
 * Colleagues' work on a call after it: listening, comments, sharing, scorecards. Comments, answered
 * scorecards and activity statistics all follow from it, so they agree.
 */

import type { ScorecardRecord } from '../../contract/calls/scorecard.ts';
import type { ActivityMeasure } from '../../contract/calls/statistics.ts';
import { commentTexts } from '../text/company-data.ts';
import { decimalId } from './id.ts';
import type { Party } from './party.ts';
import type { Settings } from './platform-setting.ts';
import { purpose, Random } from './random.ts';
import type { Colleague } from './user.ts';

/** The part of a call that its review depends on. */
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
  /** Time of the post, in milliseconds. */
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

export interface ScorecardReview {
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
  /** At most one for each user and measure; none is later than the horizon. */
  readonly activities: readonly Activity[];
  readonly scorecardReviews: readonly ScorecardReview[];
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

/** Colleagues' activity around a call. The order of the random draws decides every value: keep it. */
export function reviewOf(call: Reviewable, reviewers: Reviewers): Review {
  return new ReviewMaker(call, reviewers).make();
}

class ReviewMaker {
  readonly #call: Reviewable;
  readonly #reviewers: Reviewers;
  readonly #random: Random;
  /** Milliseconds. */
  readonly #start: number;
  readonly #end: number;
  readonly #host: Colleague | undefined;
  readonly #manager: Colleague | undefined;
  readonly #activities = new Map<string, Activity>();
  readonly #comments: Comment[] = [];
  readonly #scorecardReviews: ScorecardReview[] = [];

  constructor(call: Reviewable, reviewers: Reviewers) {
    this.#call = call;
    this.#reviewers = reviewers;
    this.#random = new Random(call.seed, purpose.review);
    this.#start = Math.floor(call.at / 1000);
    this.#end = this.#start + call.duration * 1000;
    this.#host = reviewers.byId.get(call.hostId);
    this.#manager =
      this.#host?.manager == null ? undefined : reviewers.colleagues[this.#host.manager];
  }

  make(): Review {
    const { parties, hostId } = this.#call;
    this.#add(hostId, 'callsAsHost', this.#start);
    for (const party of parties)
      if (party.userId !== undefined && party.methods.includes('Attendee'))
        this.#add(party.userId, 'callsAttended', this.#start);
    this.#listen();
    this.#share();
    if (this.#random.chance(0.12)) this.#discuss();
    if (this.#random.chance(0.11)) this.#score();
    return {
      comments: this.#comments,
      activities: [...this.#activities.values()],
      scorecardReviews: this.#scorecardReviews,
    };
  }

  /** The earliest activity of a user and measure counts; nothing happens after the horizon. */
  #add(userId: string, measure: ActivityMeasure, at: number): void {
    const key = `${userId} ${measure}`;
    const earlier = this.#activities.get(key);
    const happened = at < this.#reviewers.horizon || at === this.#start;
    if (happened && (!earlier || at < earlier.at))
      this.#activities.set(key, { at, userId, measure });
  }

  /** Within twenty days of the call, mostly soon. */
  #later(): number {
    return this.#end + Math.floor(this.#random.float() ** 2 * 20 * 24 * hourMs) + 60_000;
  }

  #reviewer(): Colleague {
    const { colleagues } = this.#reviewers;
    if (this.#manager && this.#random.chance(0.7)) return this.#manager;
    return this.#random.pick(colleagues);
  }

  #listen(): void {
    const { hostId } = this.#call;
    if (this.#random.chance(0.1)) this.#add(hostId, 'ownCallsListenedTo', this.#later());
    if (!this.#random.chance(0.18)) return;
    for (let count = this.#random.between(1, 2); count > 0; count -= 1) {
      const listener = this.#reviewer();
      if (listener.id !== hostId) this.#add(listener.id, 'othersCallsListenedTo', this.#later());
    }
  }

  /** Sharing, and feedback requested and given. */
  #share(): void {
    const { hostId } = this.#call;
    if (this.#random.chance(0.06)) this.#add(hostId, 'callsSharedInternally', this.#later());
    if (this.#random.chance(0.08)) this.#add(hostId, 'callsSharedExternally', this.#later());
    if (this.#random.chance(0.03)) this.#add(hostId, 'callsRequestedFeedback', this.#later());
    if (!this.#random.chance(0.07)) return;
    const giver = this.#reviewer();
    const at = this.#later();
    if (giver.id === hostId || at >= this.#reviewers.horizon) return;
    this.#add(giver.id, 'callsGaveFeedback', at);
    this.#add(hostId, 'callsReceivedFeedback', at);
  }

  #discuss(): void {
    const comments = this.#random.between(1, 4);
    for (let count = 0; count < comments; count += 1) this.#comment();
  }

  #comment(): void {
    const { duration, hostId } = this.#call;
    const random = this.#random;
    const author = random.chance(0.25) && this.#host ? this.#host : this.#reviewer();
    const duringCall = random.chance(0.15);
    const from = Math.floor(random.float() * duration * 10) / 10;
    const at = duringCall ? this.#start + Math.floor(from) * 1000 : this.#later();
    const last = this.#comments.at(-1);
    const comment = {
      id: decimalId(random),
      userId: author.id,
      at,
      from,
      to: Math.min(duration, from + random.between(5, 40)),
      text: random.pick(commentTexts),
      replyTo: last !== undefined && random.chance(0.4) ? last.id : null,
      duringCall,
    };
    const isFeedback = random.chance(0.25);
    if (at >= this.#reviewers.horizon) return;
    this.#comments.push(comment);
    this.#add(author.id, 'callsCommentsGiven', at);
    if (author.id === hostId) return;
    this.#add(hostId, 'callsCommentsReceived', at);
    if (!isFeedback) return;
    this.#add(author.id, 'callsMarkedAsFeedbackGiven', at);
    this.#add(hostId, 'callsMarkedAsFeedbackReceived', at);
  }

  #score(): void {
    const { workspaceId, hostId } = this.#call;
    const random = this.#random;
    const fitting = this.#reviewers.settings.scorecards.filter(
      (scorecard) => scorecard.workspaceId === null || scorecard.workspaceId === workspaceId,
    );
    for (const scorecard of random.sample(fitting, random.chance(0.15) ? 2 : 1)) {
      const isAutomatic = scorecard.reviewMethod === 'AUTOMATIC';
      const reviewer = this.#reviewer();
      const at = isAutomatic ? this.#end + 600_000 : this.#later();
      const isEdited = random.chance(0.1);
      const id = decimalId(random);
      if (at >= this.#reviewers.horizon || reviewer.id === hostId) continue;
      this.#scorecardReviews.push({
        id,
        at,
        scorecard,
        reviewerId: isAutomatic ? null : reviewer.id,
        editorId: isEdited && this.#manager ? this.#manager.id : null,
      });
      if (!isAutomatic) this.#add(reviewer.id, 'callsScorecardsFilled', at);
      this.#add(hostId, 'callsScorecardsReceived', at);
    }
  }
}
