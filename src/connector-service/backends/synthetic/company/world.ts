/** Everybody and everything calls are made of: the plan of the company, held in memory while it is being built. */

import type { Staff } from '../company.ts';
import { type Customer, makeCustomers, makeLeads, type Person } from './customer.ts';
import { type Deal, makeDeals } from './opportunity.ts';
import type { Volume } from './size.ts';

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
