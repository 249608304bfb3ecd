/** Everybody and everything calls are made of: the plan of the company, held in memory while it is being built. */

import { type Calendar, calendarOf } from './calendar.ts';
import { type Customer, makeCustomers, makeLeads, type Person } from './customer.ts';
import { type Deal, makeDeals } from './opportunity.ts';
import { makeSettings, type Settings } from './setting.ts';
import { type CompanySize, type Volume, volumes } from './size.ts';
import { type Colleague, makeColleagues } from './user.ts';

export interface World {
  readonly seed: number;
  readonly size: CompanySize;
  readonly volume: Volume;
  readonly calendar: Calendar;
  readonly colleagues: readonly Colleague[];
  readonly customers: readonly Customer[];
  readonly contacts: readonly Person[];
  readonly leads: readonly Person[];
  readonly deals: readonly Deal[];
  /** For each customer the positions of its deals. */
  readonly dealsOf: readonly (readonly number[])[];
  readonly settings: Settings;
}

/** @param day the date the company is seen on, `YYYY-MM-DD`. */
export function makeWorld(seed: number, size: CompanySize, day: string): World {
  const volume = volumes[size];
  const calendar = calendarOf(day);
  const colleagues = makeColleagues(seed, calendar, volume.users);
  const { customers, contacts } = makeCustomers(seed, volume, colleagues.length);
  const { deals, byCustomer } = makeDeals(seed, calendar, volume, customers);
  return {
    seed,
    size,
    volume,
    calendar,
    colleagues,
    customers,
    contacts,
    leads: makeLeads(seed, volume.leads, contacts),
    deals,
    dealsOf: byCustomer,
    settings: makeSettings(seed, calendar, colleagues),
  };
}
