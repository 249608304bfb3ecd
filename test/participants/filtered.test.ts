/**
 * Calls by what was said, and calls counted by group: random questions answered as plain loops over
 * the raw calls answer them, in both databases (PostgreSQL in the wide runs).
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {
  AggregateQuery,
  CallGroup,
  FacetFilter,
  FilteredQuery,
  GroupDimension,
  IndexFilter,
  PeopleFilter,
} from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { seed } from '../support/seed.ts';
import {
  accountOf,
  dayMs,
  emailOf,
  makeCompany,
  now,
  outcomes,
  randomFrom,
  segments,
  stages,
  topics,
  userIdOf,
} from './company.ts';
import { facetsOf, ids, plainFilter } from './plain-filter.ts';
import { type FakeCall, fakePlatform } from './platform.ts';

/** Questions of each kind. */
const rounds = isWide ? 250 : 55;

const { calls: made, users } = makeCompany({ calls: 500, days: 80, people: 60, seed: 5 });
/** Some of them with somebody under two addresses, who is one person. */
const calls = made.map((call, at): FakeCall => {
  const twice = [users[0]!.emailAddress, users[0]!.emailAliases![0]!].map((emailAddress, n) => ({
    ...{ id: `${at}888${n}`, emailAddress, affiliation: 'Internal', methods: ['Attendee'] },
  }));
  return at % 7 === 0 ? { ...call, parties: [...call.parties, ...twice] } : call;
});
const { mainOf, emails, passes } = plainFilter(users);

const numeric = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
const inOrder = (filter: IndexFilter): FakeCall[] =>
  calls
    .filter((call) => passes(call, filter))
    .sort((a, b) => a.started - b.started || numeric(a.id, b.id));

/** Draws questions, the same for the same seed. */
class Draw {
  readonly #random: () => number;

  constructor(from: number) {
    this.#random = randomFrom(from);
  }

  pick = (n: number): number => Math.floor(this.#random() * n);
  oneOf = <T>(list: readonly T[]): T => list[this.pick(list.length)]!;
  some = <T>(list: readonly T[]): T[] => list.filter(() => this.pick(3) === 0);
  maybe = <T>(value: () => T): T | undefined => (this.pick(3) === 0 ? value() : undefined);

  facet(): FacetFilter {
    const trackers = ['tracker-0', 'tracker-1', 'tracker-2', 'tracker-9', 'nobody'];
    const fields = [
      ...stages.map((stage) => `Opportunity.StageName=${stage}`),
      ...segments.map((segment) => `Account.Segment__c=${segment}`),
    ];
    const values = {
      tracker: trackers,
      topic: topics,
      outcome: outcomes,
      domain: Array.from({ length: 12 }, (_, i) => `customer${i}.example`),
      account: Array.from({ length: 12 }, (_, i) => accountOf(i)),
      deal: Array.from({ length: 20 }, (_, i) => `006${String(i * 4).padStart(12, 'C')}`),
      field: fields,
    };
    if (this.pick(8) === 0)
      return { kind: 'account', values: Array.from({ length: 40 }, (_, i) => accountOf(i)) };
    const kind = this.oneOf(Object.keys(values) as FacetFilter['kind'][]);
    const least = kind === 'tracker' ? 1 + this.pick(4) : kind === 'topic' ? this.pick(300) : 1;
    return { kind, values: this.some(values[kind]), least: Math.max(1, least) };
  }

  people(): PeopleFilter {
    const addresses = [
      ...[...users, ...users].map(({ emailAddress }) => emailAddress),
      ...[...mainOf.keys()].filter((alias) => alias !== ''),
      ...Array.from({ length: 60 }, (_, person) => emailOf(person)),
    ];
    const domains = [
      'vendor.example',
      ...Array.from({ length: 9 }, (_, i) => `customer${i}.example`),
    ];
    return {
      emails: Array.from({ length: this.pick(3) }, () => this.some(addresses)),
      domains: this.maybe(() => this.some(domains)),
      roles: this.maybe(() => this.some(['HOST', 'INVITEE', 'ATTENDEE'])),
      least: this.pick(2) === 0 ? undefined : 1 + this.pick(3),
    };
  }

  filter(): IndexFilter {
    const from = this.maybe(() => now - (10 + this.pick(80)) * dayMs);
    return {
      from,
      to: this.maybe(() => (from ?? now - 60 * dayMs) + this.pick(40) * dayMs),
      directions: this.maybe(() => this.some(['Inbound', 'Outbound', 'Conference', 'Unknown'])),
      scopes: this.maybe(() => this.some(['Internal', 'External'])),
      hosts: this.maybe(() => this.some([0, 1, 2, 3, 4, 5].map(userIdOf))),
      systems: this.maybe(() => this.some(['Zoom', 'Phone'])),
      minDurationSeconds: this.maybe(() => this.pick(3_000)),
      maxDurationSeconds: this.maybe(() => 600 + this.pick(3_000)),
      includePrivate: this.pick(3) > 0,
      calls: this.maybe(() => [
        'nobody',
        ...calls.map(({ id }) => id).filter(() => this.pick(4) > 0),
      ]),
      title: this.maybe(() =>
        this.oneOf(['review', 'PRICING', 'über', 'prufung', 'U\u0308berpr', '%', 'intro call']),
      ),
      participants: this.maybe(() => this.people()),
      facets: this.maybe(() => Array.from({ length: 1 + this.pick(3) }, () => this.facet())),
      absent: this.maybe(() => Array.from({ length: 1 + this.pick(2) }, () => this.facet())),
    };
  }

  dimension(filter: IndexFilter): GroupDimension {
    const from = filter.from ?? now - 100 * dayMs;
    const bounds = Array.from({ length: 13 }, (_, i) => from + (i * 9 - 4) * dayMs);
    return this.oneOf<GroupDimension>([
      { by: 'host' },
      { by: 'direction' },
      { by: 'scope' },
      { by: 'outcome' },
      { by: 'period', bounds: () => bounds },
      { by: 'facet', kind: 'tracker' },
      { by: 'facet', kind: 'topic' },
      { by: 'facet', kind: 'account' },
      { by: 'facet', kind: 'field', prefix: 'Opportunity.StageName=' },
      { by: 'label', kind: 'account', labels: industries },
    ]);
  }
}

/** Of some of the accounts: a call with others alone has come in between. */
const industries = Array.from(
  { length: 30 },
  (_, i) => [accountOf(i), ['Energy', 'Media', null][i % 3]!] as const,
);

const periodsOf = ({ started }: FakeCall, bounds: readonly number[]): number[] =>
  started < bounds.at(-1)! ? bounds.filter((start) => start <= started).slice(-1) : [];

function keysOf(call: FakeCall, dimension: GroupDimension): (string | number | null)[] {
  switch (dimension.by) {
    case 'host':
      return [call.primaryUserId];
    case 'direction':
    case 'scope':
      return [call[dimension.by]];
    case 'outcome':
      return [call.said!.outcome];
    case 'period':
      return periodsOf(call, dimension.bounds({ first: call.started, last: call.started }));
    case 'facet': {
      const { prefix = '' } = dimension;
      const own = [...facetsOf(call, dimension.kind).keys()].filter((one) =>
        one.startsWith(prefix),
      );
      return own.length === 0 ? [null] : own.map((value) => value.slice(prefix.length));
    }
    case 'label': {
      const labels = new Map(industries);
      const own = [...facetsOf(call, dimension.kind).keys()];
      const known = own.filter((id) => labels.has(id)).map((id) => labels.get(id)!);
      return own.length === 0 ? [null] : [...new Set(known)];
    }
  }
}

function groupsOf(ask: AggregateQuery): CallGroup[] {
  const groups = new Map<string, { keys: CallGroup['keys']; calls: FakeCall[] }>();
  for (const call of inOrder(ask.filter)) {
    let combinations: (string | number | null)[][] = [[]];
    for (const dimension of ask.groupBy)
      combinations = combinations.flatMap((keys) =>
        keysOf(call, dimension).map((key) => [...keys, key]),
      );
    for (const keys of combinations) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? { keys, calls: [] };
      groups.set(name, group);
      group.calls.push(call);
    }
  }
  if (ask.groupBy.length === 0 && groups.size === 0) groups.set('', { keys: [], calls: [] });
  return [...groups.values()].map(({ keys, calls: own }) => {
    const talks = own.map(({ said }) => said!.talk).filter((talk) => talk !== null);
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
    return {
      keys,
      calls: own.length,
      seconds: sum(own.map(({ duration }) => duration)),
      talkRatio: talks.length === 0 ? null : sum(talks) / talks.length / 1e6,
      people: ask.people ? new Set(own.flatMap((call) => emails(call))).size : null,
      accounts: ask.accounts ? new Set(own.flatMap((call) => ids(call, '001'))).size : null,
    };
  });
}

const sorted = (groups: readonly CallGroup[]): unknown[] =>
  groups
    .map((group) => ({
      ...group,
      talkRatio: group.talkRatio === null ? null : group.talkRatio.toFixed(9),
    }))
    .map((group) => [JSON.stringify(group.keys), group] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

describe.each(isWide ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const))(
  'in %s',
  (kind) => {
    if (kind === 'PostgreSQL' && !hasPostgres) {
      it.skip('is not tested: PostgreSQL is not installed', () => {});
      return;
    }
    let database: Database;
    let participants: Participants;
    beforeAll(async () => {
      const url = kind === 'PostgreSQL' ? await openDatabase(inject('runFolder')) : undefined;
      database = await openStore({ url });
      const syncer = new Syncer({
        tenant: 'one',
        database,
        connector: fakePlatform(calls, users),
        clock: manualClock(now),
        settings: { horizonMonths: 3, walk: 'contents' },
      });
      await syncer.run();
      participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
    });
    afterAll(() => database.close());

    it('windows are those of a plain loop, from any place in either direction', async () => {
      let found = 0;
      for (let n = 0; n < rounds; n++) {
        const draw = new Draw(seed + n);
        const filter = draw.filter();
        const all = inOrder(filter);
        const order = draw.oneOf(['newest', 'oldest'] as const);
        if (order === 'newest') all.reverse();
        const place = draw.pick(all.length + 1);
        const at = (call: FakeCall | undefined) =>
          call && { startedAt: call.started, callId: call.id };
        const size = 1 + draw.pick(30);
        const forward = draw.pick(2) === 0;
        const edge = at(all[forward ? place - 1 : place]);
        const ask: FilteredQuery = forward
          ? { filter, order, first: size, after: edge }
          : { filter, order, last: size, before: edge };
        const rest = forward ? all.slice(place) : all.slice(0, edge ? place : all.length);
        const window = forward ? rest.slice(0, size) : rest.slice(-size);
        const { value } = await participants.filteredCalls('one', ask);
        const text = `seed ${seed + n}: ${JSON.stringify(ask)}`;
        expect(
          value.calls.map(({ callId }) => callId),
          text,
        ).toEqual(window.map(({ id }) => id));
        const [more, behind] = [rest.length > size, edge !== undefined];
        expect(forward ? value.hasNext : value.hasPrevious, text).toBe(more);
        expect(forward ? value.hasPrevious : value.hasNext, text).toBe(behind);
        const count = await participants.countFiltered('one', filter);
        expect(count.value, text).toBe(all.length);
        found += window.length;
      }
      expect(found).toBeGreaterThan(rounds);
    });

    it('two addresses of one person are one', async () => {
      const emails = [[users[0]!.emailAddress]];
      const found = (least: number) => {
        const filter = { participants: { emails, least } };
        return Promise.all([
          participants.filteredCalls('one', { filter, first: 9 }),
          participants.countFiltered('one', filter),
        ]);
      };
      const [window, count] = await found(1);
      expect([window.value.calls.length, count.value > 60]).toEqual([9, true]);
      const [none, nobody] = await found(2);
      expect([none.value.calls, nobody.value]).toEqual([[], 0]);
    });

    it('fields that no call is kept by are known, once any of their object is', async () => {
      const keeps = (object: string, field: string) =>
        participants.keepsField('one', object, field);
      expect(await keeps('Opportunity', 'StageName')).toBe(true);
      expect(await keeps('Opportunity', 'Stage')).toBe(false);
      expect(await keeps('Account', 'Segment__c')).toBe(true);
      expect(await keeps('Account', 'StageName')).toBe(false);
      expect(await keeps('Lead', 'Status')).toBe(true);
    });

    it('groups are those of a plain loop', async () => {
      let found = 0;
      for (let n = 0; n < rounds; n++) {
        const draw = new Draw(seed + 50_000 + n);
        const filter = draw.filter();
        const groupBy = Array.from({ length: draw.pick(4) }, () => draw.dimension(filter));
        const periods = groupBy.filter(({ by }) => by === 'period');
        const ask: AggregateQuery = {
          filter:
            periods.length > 0 ? { ...filter, from: filter.from ?? now - 100 * dayMs } : filter,
          groupBy: groupBy.filter((one) => one.by !== 'period' || one === periods[0]),
          people: draw.pick(2) === 0,
          accounts: draw.pick(2) === 0,
          mostGroups: 20_000,
        };
        const { value } = await participants.aggregate('one', ask);
        const text = `seed ${seed + 50_000 + n}: ${JSON.stringify(ask)}`;
        expect(sorted(value.groups), text).toEqual(sorted(groupsOf(ask)));
        found += value.groups.length;
      }
      expect(found).toBeGreaterThan(rounds);
    });

    it('more groups than asked for are none, and that is said', async () => {
      const ask = {
        filter: {},
        groupBy: [{ by: 'facet', kind: 'account' }],
        mostGroups: 5,
      } as const;
      const { value } = await participants.aggregate('one', {
        ...ask,
        people: false,
        accounts: false,
      });
      expect(value).toEqual({ groups: [], isWhole: false });
    });
  },
);
