/**
 * Calls that are visible to somebody: every question to the index of all calls, asked with the viewer's keys, has the
 * answer of an index that holds the viewer's calls alone. In both databases (PostgreSQL in the wide runs).
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { IndexFilter, ParticipantKeys, VisibleBy } from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { statementMs } from '../support/patience.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import {
  accountOf,
  contactOf,
  dayMs,
  emailOf,
  makeCompany,
  now,
  segments,
  stages,
  userIdOf,
} from './company.ts';
import { type FakeCall, fakePlatform } from './platform.ts';

const { calls: simple, users } = makeCompany({
  calls: isWide ? 400 : 120,
  days: 60,
  people: 60,
  seed: 9,
});
const dealOf = (i: number): string => `006${String(i).padStart(12, 'C')}`;
const range = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Many are linked to several deals and accounts, each with a stage or segment of its own. */
const calls = simple.map((call, at): FakeCall => {
  if (call.context.length === 0 || at % 3 === 0) return call;
  const deals = range(2, (i) => dealOf((at * 7 + i * 5) % 12));
  const others = [accountOf(at % 9), ...deals].filter((id) => !call.context.includes(id));
  const ofRecord = Object.fromEntries(
    others.map((id, i) => [id, id.startsWith('006') ? stages[(at + i) % 3]! : segments[at % 2]!]),
  );
  return { ...call, context: [...call.context, ...others], said: { ...call.said!, ofRecord } };
});

/** Several kinds of viewers: by all keys, by one alone, by contacts, which open nothing, and by none. */
const viewers: Readonly<Record<string, VisibleBy>> = {
  rep: {
    userIds: [userIdOf(3)],
    emails: ['user.3@vendor.example', 'U3@vendor.example', emailOf(7)],
    crmIds: [`${accountOf(4)}AAA`, dealOf(5), contactOf(1)],
    shownIds: range(20, accountOf),
  },
  // So many keys that calls are looked up one by one.
  manager: {
    userIds: range(5, userIdOf),
    emails: [],
    crmIds: [...range(12, accountOf), ...range(450, (i) => dealOf(i + 1_000))],
  },
  'nobody in the CRM': { userIds: [userIdOf(2)], emails: ['user.2@vendor.example'] },
  'nobody on the platform': { crmIds: [...range(20, accountOf), ...range(20, dealOf)] },
  stranger: { crmIds: range(60, contactOf), emails: ['nobody@vendor.example'] },
  nobody: {},
};

const plain = (text: string): string => text.trim().toLowerCase();

/** The rule, over the raw call. */
function isVisible(call: FakeCall, { userIds = [], emails = [], crmIds = [] }: ParticipantKeys) {
  const addresses = emails.map((email) => plain(email ?? ''));
  const anchors = crmIds.map((id) => id?.slice(0, 15));
  return (
    userIds.includes(call.primaryUserId) ||
    call.parties.some(
      ({ userId, emailAddress }) =>
        (userId !== undefined && userIds.includes(userId)) ||
        addresses.includes(plain(emailAddress ?? '-')),
    ) ||
    call.context.some((id) => anchors.includes(id.slice(0, 15)))
  );
}

/** Linked records that are not shown are not there. */
const isShown =
  ({ crmIds = [], shownIds = [] }: VisibleBy) =>
  (id: string): boolean =>
    [...crmIds, ...shownIds].some((other) => other?.slice(0, 15) === id.slice(0, 15));

const subjectsOf = (keys: VisibleBy): readonly ParticipantKeys[] =>
  range(isWide ? 25 : 10, (i) => ({
    emails: [emailOf(i), emailOf(i + 30)],
    crmIds: [...[accountOf(i)].filter(isShown(keys)), contactOf(i)],
    userIds: [userIdOf(i % 8)],
  }));

const field = (...values: string[]) => ({ kind: 'field', values }) as const;
const stage = 'Opportunity.StageName=';

const filtersOf = (keys: VisibleBy): readonly IndexFilter[] => [
  {},
  {
    facets: [{ kind: 'account', values: range(30, accountOf).filter(isShown(keys)) }],
    roles: ['ATTENDEE'],
  },
  { facets: [field(`${stage}Proposal`, `${stage}Discovery`)] },
  {
    facets: [
      { kind: 'topic', values: ['Pricing', 'Security'] },
      field('Account.Segment__c=Enterprise'),
    ],
    hosts: range(8, userIdOf),
  },
  { from: now - 40 * dayMs, to: now - 5 * dayMs, includePrivate: false },
  { title: 'review', minDurationSeconds: 300 },
  { hosts: [userIdOf(1), userIdOf(3)], directions: ['Inbound', 'Outbound'] },
  { facets: [{ kind: 'tracker', values: ['tracker-1', 'tracker-2'] }] },
];

describe.each(isWide ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const))(
  'in %s',
  (kind) => {
    if (kind === 'PostgreSQL' && !hasPostgres) {
      it.skip('is not tested: PostgreSQL is not installed', () => {});
      return;
    }
    const databases: Database[] = [];
    const indexOf = async (own: readonly FakeCall[]): Promise<Participants> => {
      const url = kind === 'PostgreSQL' ? await openDatabase(inject('runFolder')) : undefined;
      const database = await openStore({ url, readMs: statementMs });
      databases.push(database);
      const syncer = new Syncer({
        tenant: 'one',
        database,
        connector: fakePlatform(own, users),
        clock: manualClock(now),
        settings: { horizonMonths: 3, walk: 'contents' },
      });
      await syncer.run();
      // PostgreSQL plans by statistics, which it would make by itself a minute later.
      if (url !== undefined) await database.write([{ sql: 'ANALYZE', params: [] }]);
      return createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
    };
    let all: Participants;
    beforeAll(async () => {
      all = await indexOf(calls);
    });
    afterAll(() => Promise.all(databases.map((database) => database.close())));

    it.each(Object.entries(viewers).slice(0, isWide && kind === 'SQLite' ? 6 : 2))(
      '%s: as if the hidden calls were not there',
      async (_, keys) => {
        const visible = calls
          .filter((call) => isVisible(call, keys))
          .map((call) => ({ ...call, context: call.context.filter(isShown(keys)) }));
        const subjects = subjectsOf(keys);
        const filters = filtersOf(keys);
        const ofViewer = await indexOf(visible);
        /** Answers of an index to all kinds of questions under a filter. */
        const answers = async (participants: Participants, filter: IndexFilter) => {
          const { from, to, visibleBy } = filter;
          const asked = subjects.map((subject) => ({ subject, filter }));
          const period = { by: 'period', bounds: weeksOf } as const;
          const grouped = [
            [],
            [{ by: 'host' }],
            [period],
            [{ by: 'facet', kind: 'account' }],
            [{ by: 'facet', kind: 'deal' }],
            [{ by: 'facet', kind: 'field', prefix: stage }],
            [
              {
                by: 'label',
                kind: 'account',
                labels: range(40, labelOf).filter(([id]) => isShown(keys)(id)),
              },
            ],
          ] as const;
          const recent = {
            kind: 'crm',
            prefix: '001',
            since: from ?? now - 50 * dayMs,
            to,
          } as const;
          const { filteredCalls, aggregate } = participants;
          const open = [filter.hosts, filter.facets, filter.title].every((one) => !one);
          return values([
            await filteredCalls('one', { filter, first: 20 }),
            await filteredCalls('one', { filter, last: 7, order: 'oldest' }),
            await filteredCalls('one', { filter, first: 10, after: middle, order: 'oldest' }),
            await filteredCalls('one', { filter, last: 10, before: middle }),
            await participants.countFiltered('one', filter),
            ...(await participants.calls(
              'one',
              asked.map((one) => ({ ...one, first: 5 })),
            )),
            ...(await participants.calls(
              'one',
              asked.map((one) => ({ ...one, last: 3, before: middle })),
            )),
            ...(await participants.countCalls('one', asked)),
            ...(await participants.lastCalls('one', asked)),
            ...(await participants.callsPerPeriod(
              'one',
              asked.map((one) => ({ ...one, bucket: 'week' })),
            )),
            ...(await participants.trackersPerPeriod(
              'one',
              asked.map((one) => ({ ...one, bucket: 'day' })),
            )),
            ...(await participants.peopleSpokenWith(
              'one',
              asked.map((one) => ({ ...one, first: 4 })),
            )),
            ...(open
              ? // Candidates, of which those that are not shown are found nowhere.
                [await participants.recentKeys('one', { ...recent, visibleBy, first: 50 })].map(
                  ({ value }) => ({ value: value?.filter(isShown(keys)) }),
                )
              : []),
            ...(await Promise.all(
              grouped.map(async (groupBy) => {
                const counted = { people: true, accounts: true, mostGroups: 1_000 };
                const { value } = await aggregate('one', { filter, groupBy, ...counted });
                return { value: sorted(value.groups) };
              }),
            )),
          ]);
        };
        for (const filter of isWide ? filters : filters.slice(0, 4))
          expect(
            await answers(all, { ...filter, visibleBy: keys }),
            JSON.stringify(filter),
          ).toEqual(await answers(ofViewer, filter));
        const few = { stranger: 0, nobody: 0 };
        if (!(_ in few)) expect(visible.length).toBeGreaterThan(10);
        expect(visible.length).toBeLessThan(calls.length);
      },
    );
  },
);

const middle = { startedAt: now - 30 * dayMs, callId: calls[7]!.id };

const labelOf = (i: number) => [accountOf(i), ['Energy', 'Media', null][i % 3]!] as const;

/** From the first call on, so that a hidden one would show in the starts of the weeks. */
const weeksOf = ({ first, last }: { first: number; last: number }): number[] =>
  range(Math.ceil((last + 1 - first) / (7 * dayMs)) + 1, (i) => first + i * 7 * dayMs);

const values = (answers: readonly { readonly value: unknown }[]): unknown[] =>
  answers.map(({ value }) => value);

const sorted = (
  groups: readonly { readonly keys: readonly unknown[]; readonly talkRatio: number | null }[],
) =>
  groups
    .map((group) => ({ ...group, talkRatio: group.talkRatio?.toFixed(9) }))
    .toSorted((a, b) => (JSON.stringify(a.keys) < JSON.stringify(b.keys) ? -1 : 1));
