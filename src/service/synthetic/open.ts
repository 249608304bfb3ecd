/** Opens the synthetic company: one backend for both systems. */

import { DatabaseSync } from 'node:sqlite';
import type { Backend } from '../backend.ts';
import { buildCompany } from './build.ts';
import { executeCallAnalytics } from './call-analytics.ts';
import { type CompanySize, volumes } from './company/size.ts';
import { makeWorld } from './company/world.ts';
import { companyOf, makeStaff } from './company.ts';

export interface SyntheticOptions {
  readonly size: CompanySize;
  /** The same seed gives the same company. Default 1. */
  readonly seed?: number;
  /** Where the database lies. Default: in memory. */
  readonly file?: string;
  /** The dataset ends on this instant's date, UTC. */
  readonly now: () => Date;
}

export function openSyntheticBackend(options: SyntheticOptions): Backend {
  const { size, seed = 1, file = ':memory:', now } = options;
  const volume = volumes[size];
  const staff = makeStaff(seed, volume, now().toISOString().slice(0, 10));
  const db = new DatabaseSync(file);
  buildCompany(db, makeWorld(seed, volume, staff));
  const company = companyOf(db, seed, staff, now);
  return {
    execute: async (operation) => executeCallAnalytics(company, operation),
    close: () => db.close(),
  };
}
