/** Writes a call with everything that follows from it: deeds of colleagues, answered scorecards. */

import type { DatabaseSync } from 'node:sqlite';
import { activityMeasures } from '../../../contract/calls/statistics.ts';
import { callInserter } from './call-store.ts';
import type { Calendar } from './company/calendar.ts';
import type { MadeCall } from './company/call.ts';
import { answeredScorecardRow, type Reviewers, reviewOf } from './company/review.ts';

const kinds = new Map(activityMeasures.map((measure, index) => [measure, index]));

/** @returns a function that stores one call and gives back its sequence number. */
export function callWriter(
  db: DatabaseSync,
  calendar: Calendar,
  reviewers: Reviewers,
): (call: MadeCall) => number {
  const insertCall = callInserter(db);
  const insertDeed = db.prepare('INSERT INTO activity (at, user, kind, call) VALUES (?, ?, ?, ?)');
  const insertAnswered = db.prepare(
    `INSERT INTO answered_scorecard (id, at, call, scorecard, reviewed, reviewer, row)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return (call) => {
    const seq = insertCall(call);
    const { deeds, judgements } = reviewOf(call, reviewers);
    for (const deed of deeds)
      insertDeed.run(Math.floor(deed.at / 1000), deed.userId, kinds.get(deed.measure)!, seq);
    judgements.forEach((judgement, place) => {
      const row = answeredScorecardRow(calendar, call, judgement, place);
      insertAnswered.run(
        row.answeredScorecardId,
        Math.floor(judgement.at / 1000),
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

/** Removes a call and all that follows from it. @returns whether it was there. */
export function deleteCall(db: DatabaseSync, id: string): boolean {
  const seq = db.prepare('SELECT seq FROM call WHERE id = ?').get(id)?.seq;
  if (seq === undefined || seq === null) return false;
  for (const table of ['activity', 'interaction', 'folder_call'])
    db.prepare(`DELETE FROM ${table} WHERE call = ?`).run(seq);
  db.prepare('DELETE FROM answered_scorecard WHERE call = ?').run(id);
  db.prepare('DELETE FROM call WHERE seq = ?').run(seq);
  return true;
}
