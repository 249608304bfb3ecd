/** Writes a call with the rows that follow from it: colleagues' activity, answered scorecards. */

import type { DatabaseSync } from 'node:sqlite';
import { activityMeasures } from '../../contract/calls/statistics.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Calendar } from '../company/calendar.ts';
import type { MadeCall } from '../company/call.ts';
import { type Reviewers, reviewOf } from '../company/review.ts';
import { answeredScorecardRow } from '../company/scorecard-answer.ts';
import { callInserter } from './call-store.ts';

const kinds = new Map(activityMeasures.map((measure, index) => [measure, index]));

/** @returns a function that stores one call and returns its sequence number. */
export function callWriter(
  db: DatabaseSync,
  calendar: Calendar,
  reviewers: Reviewers,
): (call: MadeCall) => number {
  const insertCall = callInserter(db);
  const insertActivity = db.prepare(
    'INSERT INTO activity (at, user, kind, call) VALUES (?, ?, ?, ?)',
  );
  const insertAnswered = db.prepare(
    `INSERT INTO answered_scorecard (id, at, call, scorecard, reviewed, reviewer, row)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return (call) => {
    const seq = insertCall(call);
    const { activities, scorecardReviews } = reviewOf(call, reviewers);
    for (const { at, userId, measure } of activities)
      insertActivity.run(Math.floor(at / 1000), userId, getOrThrow(kinds, measure), seq);
    scorecardReviews.forEach((review, position) => {
      const row = answeredScorecardRow(calendar, call, review, position);
      insertAnswered.run(
        row.answeredScorecardId,
        Math.floor(review.at / 1000),
        call.id,
        row.scorecardId,
        row.reviewedUserId,
        row.reviewerUserId,
        JSON.stringify(row),
      );
    });
    return seq;
  };
}

/** Removes a call and the rows that follow from it. @returns whether the call existed. */
export function deleteCall(db: DatabaseSync, id: string): boolean {
  const seq = db.prepare('SELECT seq FROM call WHERE id = ?').get(id)?.seq;
  if (seq === undefined || seq === null) return false;
  for (const table of ['activity', 'interaction', 'folder_call'])
    db.prepare(`DELETE FROM ${table} WHERE call = ?`).run(seq);
  db.prepare('DELETE FROM answered_scorecard WHERE call = ?').run(id);
  db.prepare('DELETE FROM call WHERE seq = ?').run(seq);
  return true;
}
