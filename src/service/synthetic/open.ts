/** Opens the synthetic company: one backend for both systems. */

import { DatabaseSync } from 'node:sqlite';
import {
  type Backend,
  type BackendAnswer,
  callAnalyticsError,
  type Operation,
} from '../backend.ts';
import { buildCompany } from './build.ts';
import { CallStore } from './call-store.ts';
import type { CompanySize } from './company/size.ts';
import { userRows } from './company/user.ts';
import { makeWorld } from './company/world.ts';
import type { Company } from './company.ts';
import { getCall, listCalls, listExtensiveCalls, listTranscripts } from './operation/call.ts';
import { getUser, listUsers } from './operation/user.ts';

export interface SyntheticOptions {
  readonly size: CompanySize;
  /** The same seed gives the same company. Default 1. */
  readonly seed?: number;
  /** Where the database lies. Default: in memory. */
  readonly file?: string;
  /** The dataset ends on this instant's date, UTC. */
  readonly now: () => Date;
}

type Handler = (company: Company, operation: Operation) => BackendAnswer | Promise<BackendAnswer>;

const handlers: Readonly<Record<string, Handler>> = {
  'users list': listUsers,
  'users get': getUser,
  'calls list': listCalls,
  'calls get': getCall,
  'calls_extensive list': listExtensiveCalls,
  'call_transcripts list': listTranscripts,
};

export function openSyntheticBackend(options: SyntheticOptions): Backend {
  const { size, seed = 1, file = ':memory:', now } = options;
  const world = makeWorld(seed, size, now().toISOString().slice(0, 10));
  const db = new DatabaseSync(file);
  buildCompany(db, world);
  const company: Company = {
    db,
    world,
    calls: new CallStore(db),
    users: userRows(seed, world.calendar, world.colleagues),
    now,
  };
  return {
    async execute(operation) {
      const handler = handlers[`${operation.entity} ${operation.action}`];
      if (!handler)
        throw callAnalyticsError(400, `Unknown operation ${operation.entity} ${operation.action}`);
      return handler(company, operation);
    },
    close: () => db.close(),
  };
}
