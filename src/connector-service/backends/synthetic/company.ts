/** The synthetic company as operations see it: people and settings in memory, calls and records in the database. */

import type { DatabaseSync } from 'node:sqlite';
import type { UserRecord } from '../../../contract/calls/user.ts';
import { CallStore } from './call-store.ts';
import { type Calendar, calendarOf } from './company/calendar.ts';
import type { Reviewers } from './company/review.ts';
import { makeSettings, type Settings } from './company/setting.ts';
import type { Volume } from './company/size.ts';
import { type Colleague, makeColleagues, userRows } from './company/user.ts';

export interface Company extends Reviewers {
  readonly db: DatabaseSync;
  readonly calendar: Calendar;
  readonly calls: CallStore;
  /** Ordered by id as numbers. */
  readonly users: readonly UserRecord[];
  readonly now: () => Date;
}

/** The part of a company that follows from its seed and day and is held in memory. */
export interface Staff {
  readonly calendar: Calendar;
  readonly colleagues: readonly Colleague[];
  readonly settings: Settings;
}

export function makeStaff(seed: number, volume: Volume, day: string): Staff {
  const calendar = calendarOf(day);
  const colleagues = makeColleagues(seed, calendar, volume.users);
  return { calendar, colleagues, settings: makeSettings(seed, calendar, colleagues) };
}

export function reviewersOf({ calendar, colleagues, settings }: Staff): Reviewers {
  return {
    colleagues,
    byId: new Map(colleagues.map((colleague) => [colleague.id, colleague])),
    settings,
    horizon: calendar.horizon,
  };
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
