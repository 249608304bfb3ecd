/**
 * Windows of calls by host or facet read what they show, whatever else the filter has, the order and the place:
 * every plan in SQLite enters an index at bounds and sorts nothing, and is made once. Windows by a rare value of
 * another kind grow with the calls of their time, as an index in the order of time is walked. PostgreSQL plans
 * by the size of its tables, which are small here.
 */

import { constants, DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  FilteredQuery,
  IndexFilter,
  ParticipantKeys,
} from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { accountOf, dayMs, emailOf, makeCompany, now, userIdOf } from './company.ts';
import { fakePlatform } from './platform.ts';

const { calls, users } = makeCompany({ calls: 400, days: 30, people: 20 });

const tracker = { kind: 'tracker', values: ['tracker-1'], least: 2 } as const;
const accounts = { kind: 'account', values: [accountOf(1), accountOf(2)] } as const;
const many = {
  kind: 'domain',
  values: Array.from({ length: 40 }, (_, i) => `c${i}.example`),
} as const;
const filters: Readonly<Record<string, IndexFilter>> = {
  none: {},
  time: { from: now - 9 * dayMs, to: now - dayMs },
  direction: { directions: ['Inbound'] },
  scope: { scopes: ['External'], includePrivate: false },
  duration: { minDurationSeconds: 60, maxDurationSeconds: 600 },
  host: { hosts: [userIdOf(1)] },
  'hosts, title': { hosts: [userIdOf(1), userIdOf(2)], title: 'review' },
  'host, time': { hosts: [userIdOf(1)], from: now - 9 * dayMs },
  title: { title: 'review' },
  system: { systems: ['Zoom'], languages: ['en'], workspaceId: '1' },
  role: { roles: ['HOST'] },
  links: { notLinkedTo: [accountOf(2)] },
  calls: { calls: [calls[0]!.id] },
  tracker: { facets: [tracker] },
  'tracker, host': { facets: [tracker], hosts: [userIdOf(1)] },
  'several facets': { facets: [tracker, accounts, { kind: 'topic', values: ['Pricing'] }] },
  'many facets': { facets: [many, tracker] },
  'facets, title': { facets: [accounts], title: 'review', from: now - 9 * dayMs },
};
/** Filters whose columns no index has together; a call's own facets are in none. Calls are named by the key of the table. */
const isWide = (name: string): boolean => ['hosts, title', 'many facets', 'calls'].includes(name);
const place = { startedAt: now - 5 * dayMs, callId: calls[7]!.id };
const pages: readonly Pick<FilteredQuery, 'first' | 'last' | 'after' | 'before'>[] = [
  { first: 5 },
  { first: 5, after: place },
  { last: 5, before: place },
];
const subject: ParticipantKeys = {
  emails: [emailOf(1)],
  crmIds: [accountOf(1)],
  userIds: [userIdOf(1)],
};

/** A step of a plan that reads rows or sorts them. */
interface Step {
  readonly text: string;
  /** Reads all of a table, or all of a tenant or key; or sorts what an index has in order. */
  readonly isUnbounded: boolean;
  /** Walks through the calls of a time. */
  readonly isWalk: boolean;
}

async function stepsOf(database: Database, sql: string): Promise<Step[]> {
  const plan = await database.read(`EXPLAIN QUERY PLAN ${sql}`);
  return plan.map((row) => {
    const text = String(row.at(-1));
    const isScan = /^SCAN [cpk]\b/.test(text);
    const isWhole = /^SEARCH [cpkf]\b.*\((?:tenant|key)=\?\)$/.test(text);
    return {
      text,
      isUnbounded: isScan || isWhole || text.includes('FOR ORDER BY'),
      isWalk: /call_(?:started|figures) \((?!.*started=\?)/.test(text),
    };
  });
}

describe('the statements of a window, in SQLite', () => {
  /** SQLite asks it for each table and column whenever it compiles a statement. */
  const authorizer = vi.fn(() => constants.SQLITE_OK);
  let database: Database;
  let participants: Participants;
  let statements: string[] = [];
  beforeAll(async () => {
    const { prepare } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementationOnce(function (
      this: DatabaseSync,
      sql,
    ) {
      this.setAuthorizer(authorizer);
      return prepare.call(this, sql);
    });
    const inner = await openStore({});
    database = {
      ...inner,
      read(sql, params) {
        statements.push(sql);
        return inner.read(sql, params);
      },
    };
    const connector = fakePlatform(calls, users);
    const settings = { horizonMonths: 2, walk: 'contents' as const };
    const clock = manualClock(now);
    const syncer = new Syncer({ tenant: 'one', database, connector, clock, settings });
    await syncer.run();
    participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
    await participants.filteredCalls('one', { first: 1 });
  });
  afterAll(() => database.close());

  /** Plans of the statements of one question. */
  async function plansOf(question: () => Promise<unknown>): Promise<Step[]> {
    statements = [];
    await question();
    const sent = statements.filter((sql) => sql.startsWith('WITH'));
    expect(sent.length).toBeGreaterThan(0);
    return (await Promise.all(sent.map((one) => stepsOf(database, one)))).flat();
  }

  const cases = Object.keys(filters).flatMap((name) =>
    (['newest', 'oldest'] as const).map((order) => [name, order] as const),
  );

  it.each(cases)('%s, %s first', async (name, order) => {
    const filter = filters[name]!;
    for (const page of pages) {
      const ofAll = await plansOf(() =>
        participants.filteredCalls('one', { filter, order, ...page }),
      );
      const ofSubject = await plansOf(() =>
        participants.calls('one', [{ subject, filter, order, ...page }]),
      );
      // Calls that a filter names are put in order: they are as many as their list.
      const sorts = name === 'calls' ? ofAll.filter(({ text }) => /FOR ORDER BY/.test(text)) : [];
      const unbounded = [...ofAll, ...ofSubject].filter(
        (step) => step.isUnbounded && !sorts.includes(step),
      );
      expect(unbounded).toEqual([]);
      expect(ofSubject.filter((step) => step.isWalk)).toEqual([]);
      // All other conditions are tested on entries of an index, never on the calls themselves: a rare value
      // costs a look at each entry, about a tenth of a microsecond.
      const walks = ofAll.filter((step) => step.isWalk);
      expect(walks.filter(({ text }) => !text.includes('COVERING INDEX'))).toEqual([]);
      // Calls of a key are looked up in an index as well: in the table one takes three times as long.
      const lookedUp = [...ofAll, ...ofSubject].filter(({ text }) => /^SEARCH c\b/.test(text));
      const inTable = lookedUp.filter(({ text }) => !text.includes('COVERING INDEX'));
      if (!isWide(name)) expect(inTable).toEqual([]);
      // Who hosts, what was said and named calls lead to the calls; nothing else need be looked through.
      const hasKey = (filter.facets ?? filter.hosts ?? filter.calls ?? null) !== null;
      expect(ofAll.some((step) => step.isWalk)).toBe(!hasKey);
    }
    const counts = await plansOf(() => participants.countCalls('one', [{ subject, filter }]));
    expect(counts.filter((step) => step.isUnbounded || step.isWalk)).toEqual([]);
  });

  it('are compiled once, whatever values they are executed with', async () => {
    const ask = async (first: number): Promise<void> => {
      for (const filter of Object.values(filters)) {
        await participants.filteredCalls('one', { filter, first });
        await participants.calls('one', [{ subject, filter, first }]);
        await participants.countCalls('one', [{ subject, filter }]);
      }
      await participants.recentKeys('one', { kind: 'email', since: now - first * dayMs, first });
    };
    await ask(5);
    expect(authorizer).toHaveBeenCalled();
    authorizer.mockClear();
    await ask(3);
    expect(authorizer).not.toHaveBeenCalled();
  });
});
