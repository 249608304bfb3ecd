/** World: the plan of the company, held in memory while the database is built. */

import { type Calendar, calendarOf } from './calendar.ts';
import { type Customer, makeCustomers, makeLeads, type Person } from './customer.ts';
import { type Deal, makeDeals } from './opportunity.ts';
import { makeSettings, type Settings } from './platform-setting.ts';
import type { Reviewers } from './review.ts';
import type { Volume } from './size.ts';
import { type Colleague, makeColleagues } from './user.ts';

export interface World extends Staff {
  readonly seed: number;
  readonly volume: Volume;
  readonly customers: readonly Customer[];
  readonly contacts: readonly Person[];
  readonly leads: readonly Person[];
  readonly deals: readonly Deal[];
  /** For each customer the positions of its deals. */
  readonly dealsOf: readonly (readonly number[])[];
}

export function makeWorld(seed: number, volume: Volume, staff: Staff): World {
  const { customers, contacts } = makeCustomers(seed, volume, staff.colleagues.length);
  const { deals, byCustomer } = makeDeals(seed, staff.calendar, volume, customers);
  return {
    ...staff,
    seed,
    volume,
    customers,
    contacts,
    leads: makeLeads(seed, volume.leads, contacts),
    deals,
    dealsOf: byCustomer,
  };
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
