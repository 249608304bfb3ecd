/** Synthetic company for operations: people and settings in memory, calls and records in the database. */

import type { DatabaseSync } from 'node:sqlite';
import type { UserRecord } from '../../contract/calls/user.ts';
import { CallStore } from '../database/call-store.ts';
import type { Calendar } from './calendar.ts';
import { reviewersOf, type Staff } from './company-plan.ts';
import type { Reviewers } from './review.ts';
import { userRows } from './user.ts';

export interface Company extends Reviewers {
  readonly db: DatabaseSync;
  readonly calendar: Calendar;
  readonly calls: CallStore;
  /** Ordered by id as numbers. */
  readonly users: readonly UserRecord[];
  readonly now: () => Date;
}

export function companyOf(db: DatabaseSync, seed: number, staff: Staff, now: () => Date): Company {
  return {
    ...reviewersOf(staff),
    db,
    calendar: staff.calendar,
    calls: new CallStore(db),
    users: userRows(seed, staff.calendar, staff.colleagues),
    now,
  };
}
