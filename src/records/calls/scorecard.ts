/** Scorecards: the questions by which calls are judged, and the answers that reviewers gave. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `settings_scorecards`. */
export interface ScorecardRecord {
  readonly scorecardId: string;
  readonly scorecardName: string;
  /** Null for a scorecard of all workspaces. */
  readonly workspaceId: string | null;
  readonly enabled: boolean;
  /** `-1` where the platform itself made the change. */
  readonly updaterUserId: string;
  readonly created: string;
  readonly updated: string;
  /** MANUAL or AUTOMATIC; others may come. */
  readonly reviewMethod: string;
  readonly questions: readonly ScorecardQuestionRecord[];
}

export interface ScorecardQuestionRecord {
  readonly questionId: string;
  readonly questionRevisionId: string;
  readonly questionText: string;
  /** RANGE, OPEN, MULTIPLE_CHOICE …; others may come. */
  readonly questionType: string;
  /** Documented, but absent from some upstreams. */
  readonly isRequired?: boolean;
  readonly isOverall: boolean;
  readonly updaterUserId: string;
  readonly answerGuide: string | null;
  /** A number as text, as `maxRange`. */
  readonly minRange: string | null;
  readonly maxRange: string | null;
  readonly answerOptions: readonly Readonly<Record<string, unknown>>[];
  readonly created: string;
  readonly updated: string;
}

/** A row of `stats_activity_scorecards`: one review of one call. */
export interface AnsweredScorecardRecord {
  readonly answeredScorecardId: string;
  readonly scorecardId: string;
  readonly scorecardName: string;
  readonly callId: string;
  readonly callStartTime: string;
  readonly reviewedUserId: string;
  readonly reviewerUserId: string;
  readonly reviewMethod: string;
  readonly editorUserId: string | null;
  readonly answeredDateTime: string;
  readonly reviewTime: string;
  readonly visibilityType: string;
  readonly visibility: string;
  readonly overallScore: number;
  readonly answers: readonly AnswerRecord[];
}

export interface AnswerRecord {
  readonly questionId: string;
  readonly questionRevisionId: string;
  readonly isOverall: boolean;
  readonly answer: string;
  readonly answerText: string | null;
  readonly score: number;
  readonly notApplicable: boolean;
  readonly selectedOptions: readonly unknown[] | null;
}

export const settingsScorecards = defineEntity({
  system: 'call-analytics',
  entity: 'settings_scorecards',
  key: 'scorecardId',
  operations: { list: { answer: 'rows', params: { workspaceId: { type: 'string' } } } },
  freshness: freshness.settings,
});

export const statsActivityScorecards = defineEntity({
  system: 'call-analytics',
  entity: 'stats_activity_scorecards',
  key: 'answeredScorecardId',
  operations: {
    list: {
      answer: 'cursor-page',
      params: {
        filter: {
          type: 'object',
          fields: {
            fromDateTime: { type: 'date-time' },
            toDateTime: { type: 'date-time' },
            scorecardIds: { type: 'strings' },
            reviewedUserIds: { type: 'strings' },
            reviewerUserIds: { type: 'strings' },
            callIds: { type: 'strings' },
          },
        },
        cursor: { type: 'string' },
      },
    },
  },
  freshness: freshness.statistics,
});
