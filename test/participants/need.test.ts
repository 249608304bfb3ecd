/**
 * What an answer must know, found out by trying: calls are read by each walk, every condition and question is put to
 * what it left, and an answer may call itself covered exactly where it is the right one.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupFacet } from '../../src/participants/call-facet.ts';
import type { Answered, IndexFilter, SubjectQuery } from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import {
  conditionsOf,
  type IndexCondition,
  type IndexQuestion,
  needOf,
  numberOfWalk,
  type Walk,
  walkFor,
} from '../../src/participants/need.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';
import {
  nextTranscripts,
  queueTranscripts,
} from '../../src/participants/store/transcript-queue.ts';
import { saveTranscripts } from '../../src/participants/store/transcript-store.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { accountOf, dayMs, makeCompany, now, userIdOf } from './company.ts';
import { fakePlatform } from './platform.ts';

const tenant = 'one';
const made = makeCompany({ calls: 120, days: 40, people: 20, seed: 3 });
/** Half of them were linked to another account and deal when they took place. */
const calls = made.calls.map((call, at) =>
  at % 2 === 0 ? call : { ...call, contextThen: [accountOf(33), '006ZZZZZZZZZZZZ'] },
);
const everybody = { userIds: Array.from({ length: 12 }, (_, user) => userIdOf(user)) };

const facet = (kind: GroupFacet, value: string): IndexFilter => ({
  facets: [{ kind, values: [value] }],
});

/** A filter by each condition, which some of the calls pass; fields with their records are looked at for viewers alone. */
const conditions: Readonly<Record<Exclude<IndexCondition, 'recordField'>, IndexFilter>> = {
  from: { from: now - 20 * dayMs },
  to: { to: now - 20 * dayMs },
  directions: { directions: ['Inbound'] },
  scopes: { scopes: ['Internal'] },
  roles: { roles: ['HOST'] },
  hosts: { hosts: [userIdOf(1)] },
  calls: { calls: calls.slice(0, 50).map(({ id }) => id) },
  minDurationSeconds: { minDurationSeconds: 1_800 },
  maxDurationSeconds: { maxDurationSeconds: 1_800 },
  includePrivate: { includePrivate: false },
  visibleBy: { visibleBy: { userIds: [userIdOf(2)] } },
  participants: { participants: { domains: ['vendor.example'], roles: ['HOST'], least: 1 } },
  notLinkedTo: { notLinkedTo: [accountOf(1)] },
  title: { title: 'review' },
  systems: { systems: ['Phone'] },
  languages: { languages: ['eng'] },
  workspaceId: { workspaceId: '7' },
  domain: facet('domain', 'customer3.example'),
  tracker: facet('tracker', 'tracker-1'),
  topic: facet('topic', 'Pricing'),
  outcome: facet('outcome', 'Connected'),
  account: facet('account', accountOf(33)),
  deal: facet('deal', '006ZZZZZZZZZZZZ'),
  field: facet('field', 'Opportunity.StageName=Proposal'),
  said: { said: [{ words: [{ text: 'price', isPrefix: false }], phrase: [] }] },
  unsaid: { unsaid: [{ words: [{ text: 'price', isPrefix: false }], phrase: [] }] },
};

type Ask = (participants: Participants, filter?: IndexFilter) => Promise<Answered<unknown>>;

const ofSubject =
  <Extra extends object>(
    ask: (
      participants: Participants,
      query: SubjectQuery & Extra,
    ) => Promise<readonly Answered<unknown>[]>,
    extra: Extra,
  ): Ask =>
  async (participants, filter) =>
    (await ask(participants, { subject: everybody, filter, ...extra }))[0]!;

/** But keepsField, which tells no coverage, and says yes where nothing is known. */
const questions: Readonly<Record<Exclude<IndexQuestion, 'keepsField'>, Ask>> = {
  calls: ofSubject((index, query) => index.calls(tenant, [query]), { first: 200 }),
  countCalls: ofSubject((index, query) => index.countCalls(tenant, [query]), {}),
  lastCalls: ofSubject((index, query) => index.lastCalls(tenant, [query]), {}),
  callsPerPeriod: ofSubject((index, query) => index.callsPerPeriod(tenant, [query]), {
    bucket: 'week' as const,
  }),
  trackersPerPeriod: ofSubject((index, query) => index.trackersPerPeriod(tenant, [query]), {
    bucket: 'week' as const,
  }),
  peopleSpokenWith: ofSubject((index, query) => index.peopleSpokenWith(tenant, [query]), {
    first: 50,
  }),
  ownCalls: async (index, filter) =>
    (
      await index.ownCalls(tenant, [
        {
          ...{ recordId: accountOf(33), from: null, to: now, filter },
          look: {
            choice: {},
            heard: [],
            people: true,
            talk: true,
            length: true,
            unaddressed: true,
          },
        },
      ])
    )[0]!,
  filteredCalls: (index, filter) => index.filteredCalls(tenant, { filter, first: 200 }),
  countFiltered: (index, filter = {}) => index.countFiltered(tenant, filter),
  recentKeys: (index) => index.recentKeys(tenant, { kind: 'email', since: 0, first: 100 }),
  aggregate: (index, filter = {}) =>
    index.aggregate(tenant, { filter, groupBy: [], people: true, accounts: true, mostGroups: 99 }),
};

/** What the versions left that made walks no longer made. */
const asBefore: Partial<Record<Walk, readonly string[]>> = {
  bare: ["UPDATE call SET trackers = '[]'"],
  counted: [],
};
const notKept = ['system', 'language', 'workspace', 'title', 'outcome', 'people', 'marks', 'talk'];

interface Read {
  readonly walk: Walk;
  readonly database: Database;
  readonly participants: Participants;
}

async function readBy(walk: Walk): Promise<Read> {
  const database = await openStore({});
  const syncer = new Syncer({
    ...{ tenant, database, clock: manualClock(now) },
    connector: fakePlatform(calls, made.users),
    settings: { horizonMonths: 2, walk: walk === 'people' ? 'people' : 'contents' },
  });
  await syncer.run();
  const number = await tenantNumber(database, tenant);
  await queueTranscripts(database, number, 0, now);
  const transcripts = await nextTranscripts(database, number, { limit: 1_000, now });
  const price = { second: 1, side: 'ours', userId: null, words: ['the', 'price'] } as const;
  const read = transcripts.map((transcript, at) => ({
    ...{ transcript, dueAt: now + dayMs },
    turns: at % 3 === 0 ? [price] : [],
  }));
  await saveTranscripts(database, number, read);
  const left = asBefore[walk];
  if (left !== undefined) {
    const statements = [
      ...[`UPDATE call SET ${notKept.map((name) => `${name} = NULL`).join()}`, 'DELETE FROM mark'],
      ...[`UPDATE span SET trackers = ${numberOfWalk(walk)}`, ...left],
    ];
    await database.write(statements.map((sql) => ({ sql, params: [] })));
  }
  const participants = createIndexParticipants(new Map([[tenant, syncer]]), { longestMs: 0 });
  return { walk, database, participants };
}

describe('an answer from calls that were read by', () => {
  let reads: ReadonlyMap<Walk, Read>;
  beforeAll(async () => {
    const walks = ['bare', 'counted', 'people', 'contents'] as const;
    reads = new Map(
      await Promise.all(walks.map(async (walk) => [walk, await readBy(walk)] as const)),
    );
  });
  afterAll(() => Promise.all([...reads.values()].map(({ database }) => database.close())));

  const compare = async (walk: Walk, ask: Ask, filter?: IndexFilter) => {
    const answerOf = (by: Walk) => ask(reads.get(by)!.participants, filter);
    const [right, answer] = await Promise.all([answerOf('contents'), answerOf(walk)]);
    expect(right.coverage.completeFrom).not.toBeNull();
    const isRight = JSON.stringify(answer.value) === JSON.stringify(right.value);
    return { isRight, isCovered: answer.coverage.completeFrom !== null };
  };

  it.each(['bare', 'counted', 'people', 'contents'] as const)(
    'a walk of %s is covered exactly where it is right, by every condition and for every question',
    async (walk) => {
      const wrong: string[] = [];
      for (const [name, filter] of Object.entries(conditions)) {
        // Roles are those of a subject.
        const { isRight, isCovered } = await compare(walk, questions.calls, filter);
        if (isRight !== isCovered) wrong.push(`${name}: right ${isRight}, covered ${isCovered}`);
      }
      for (const [name, ask] of Object.entries(questions)) {
        const { isRight, isCovered } = await compare(walk, ask);
        if (isRight !== isCovered) wrong.push(`${name}: right ${isRight}, covered ${isCovered}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('each condition alone, and what is filled for it is the walk that makes it right', async () => {
    for (const [name, filter] of Object.entries(conditions)) {
      const { kinds } = needOf('calls', conditionsOf(filter));
      const { isRight } = await compare(walkFor(kinds), questions.calls, filter);
      expect(isRight, name).toBe(true);
      const people = await compare('people', questions.calls, filter);
      expect(walkFor(kinds), name).toBe(people.isRight ? 'people' : 'contents');
    }
  });
});
