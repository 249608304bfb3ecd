/** The synthetic company as operations see it: people and settings in memory, calls and records in the database. */

import type { DatabaseSync } from 'node:sqlite';
import type { UserRecord } from '../../records/calls/user.ts';
import type { CallStore } from './call-store.ts';
import type { World } from './company/world.ts';

export interface Company {
  readonly db: DatabaseSync;
  readonly world: World;
  readonly calls: CallStore;
  /** Ordered by id as numbers. */
  readonly users: readonly UserRecord[];
  readonly now: () => Date;
}
