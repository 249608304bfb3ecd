/** CRM records of calls and parties, with some of their fields as they are now or were on the day of the call. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CrmContext, CrmContextObject } from '../../../contract/calls/call-content.ts';
import type { CrmRef } from './company/party.ts';
import { quoted } from './crm-table.ts';

/** Fields the platform copies from the CRM, by object. */
const copied: Readonly<Record<string, readonly string[]>> = {
  Account: ['Name', 'Industry', 'Type'],
  Opportunity: ['Name', 'StageName', 'Amount', 'CloseDate'],
  Contact: ['Name', 'Title', 'Email'],
  Lead: ['Name', 'Company', 'Status'],
  User: ['Name', 'Title', 'Email'],
};

export type Timing = 'Now' | 'TimeOfCall';

export interface ContextReader {
  /** @param at the call's time in microseconds. Undefined where there is nothing to tell: the key is absent then. */
  read(refs: readonly CrmRef[] | undefined, at: number): readonly CrmContext[] | undefined;
}

/** Looks records up once each, until something in the database changes; made anew for every page. */
export function contextReader(db: DatabaseSync, timings: readonly Timing[]): ContextReader {
  const { prepared, records, current } = lookupsIn(db);
  const recordOf = ([type, id]: CrmRef): Record<string, unknown> | null => {
    let found = records.get(id);
    if (found === undefined) {
      const columns = (copied[type] ?? ['Id']).map(quoted).join(', ');
      const select = (): string => `SELECT ${columns} FROM ${quoted(type)} WHERE Id = ?`;
      found = prepared(type, select).get(id) ?? null;
      records.set(id, found);
    }
    return found;
  };
  const then = (id: string, at: number): Record<string, unknown> | undefined =>
    prepared(
      'history',
      () => `SELECT StageName, Amount, CloseDate FROM OpportunityHistory
         WHERE OpportunityId = ? AND CreatedDate <= ? ORDER BY CreatedDate DESC LIMIT 1`,
    ).get(id, new Date(at / 1000).toISOString());
  const shownAs = (
    [objectType, objectId]: CrmRef,
    timing: Timing,
    shown: Record<string, unknown> | null,
  ): CrmContextObject => ({
    objectType,
    objectId,
    // A record that is gone from the CRM is still named here, without fields.
    fields: Object.entries(shown ?? {}).map(([name, value]) => ({ name, value })),
    timing,
  });
  const objectOf = (ref: CrmRef, at: number, timing: Timing): CrmContextObject => {
    const [type, id] = ref;
    if (timing === 'TimeOfCall') {
      const past = type === 'Opportunity' ? then(id, at) : undefined;
      const record = recordOf(ref);
      return shownAs(ref, timing, record && { ...record, ...past });
    }
    let known = current.get(id);
    if (known === undefined) {
      known = shownAs(ref, timing, recordOf(ref));
      current.set(id, known);
    }
    return known;
  };
  return {
    read(refs, at) {
      if (!refs || refs.length === 0) return undefined;
      return [
        {
          system: 'Generic',
          objects: timings.flatMap((timing) => refs.map((ref) => objectOf(ref, at, timing))),
        },
      ];
    },
  };
}

interface Lookups {
  readonly prepared: (key: string, text: () => string) => StatementSync;
  /** By id. */
  readonly records: Map<string, Record<string, unknown> | null>;
  /** The same as the platform shows them now. */
  readonly current: Map<string, CrmContextObject>;
}

const mostRecords = 20_000;
const lookups = new WeakMap<DatabaseSync, Lookups & { changes: unknown }>();

function lookupsIn(db: DatabaseSync): Lookups {
  let known = lookups.get(db);
  if (known === undefined) {
    const statements = new Map<string, StatementSync>();
    const prepared = (key: string, text: () => string): StatementSync => {
      const statement = statements.get(key) ?? db.prepare(text());
      statements.set(key, statement);
      return statement;
    };
    known = { prepared, records: new Map(), current: new Map(), changes: null };
    lookups.set(db, known);
  }
  const changes = known.prepared('changes', () => 'SELECT total_changes() AS n').get()!.n;
  if (changes !== known.changes || known.records.size > mostRecords) {
    known.records.clear();
    known.current.clear();
    known.changes = changes;
  }
  return known;
}
