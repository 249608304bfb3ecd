import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Participants } from '../../../src/participants/participant-query.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import {
  type Everything,
  type Filter,
  Join,
  type JoinedCall,
  plain,
  readCompany,
  type Subject,
} from './everything.ts';
import { walk, windowFields } from './walk.ts';

let world: World;
let all: Everything;
let join: Join;
/** Questions put to the index, by kind, with how many asks each carried. */
const asked: [kind: string, asks: number][] = [];

beforeAll(async () => {
  world = await openWorld({ trackers: true, watch: (participants) => counted(participants) });
  all = await readCompany(world, 'calls with trackers');
  join = new Join(all);
});
afterAll(() => world.close());

function counted(participants: Participants): Participants {
  return new Proxy(participants, {
    get(target, name: keyof Participants) {
      const method = target[name];
      return (...args: unknown[]) => {
        if (Array.isArray(args[1])) asked.push([name, args[1].length]);
        return (method as (...given: unknown[]) => unknown)(...args);
      };
    },
  });
}

interface Insight {
  readonly upstreamId: string;
  readonly lastCall: {
    readonly startedAt: string | null;
    readonly call: { readonly upstreamId: string } | null;
    readonly matches: readonly { readonly reason: string; readonly key: string }[];
  };
  readonly callsPerPeriod: { readonly periods: readonly { startsAt: string; calls: number }[] };
  readonly peopleSpokenWith: {
    readonly people: readonly { email: string; calls: number; lastCallAt: string }[];
  };
  readonly trackersOverTime: {
    readonly trackers: readonly {
      readonly trackerId: string;
      readonly count: number;
      readonly calls: number;
      readonly periods: readonly { startsAt: string; count: number; calls: number }[];
    }[];
  };
}

const from = '2026-03-04T05:06:07Z';
const filter: Filter = { from: Date.parse(from), to: today.getTime() };
const dayMs = 86_400_000;

const insights = (args = '') => `
  lastCall${args && `(${args})`} { startedAt call { upstreamId } matches { reason key } }
  callsPerPeriod(bucket: WEEK, from: "${from}" ${args}) { periods { startsAt calls } }
  peopleSpokenWith(first: 5, affiliations: ["External", "Unknown"] ${args}) { people { email calls lastCallAt } }
  trackersOverTime(bucket: DAY, from: "${from}" ${args}) { trackers { trackerId count calls periods { startsAt count calls } } }`;

async function insightsOf(list: string, args = ''): Promise<Insight[]> {
  const edges = await walk<{ node: Insight }>(
    world,
    `query ($first: Int, $after: String) { list: ${list}(first: $first, after: $after) {
      ${windowFields} edges { node { upstreamId ${insights(args)} } } } }`,
    ({ list: connection }) => connection,
    100,
  );
  return edges.map(({ node }) => node);
}

/** Starts of the Monday's week, and of the day, that a moment lies in. */
const mondayOf = (at: number) => at - (((new Date(at).getUTCDay() + 6) % 7) * dayMs + (at % dayMs));
const dayOf = (at: number) => at - (at % dayMs);

function check(insight: Insight, subject: Subject, host?: readonly string[]): void {
  const hosted = host === undefined ? {} : { host };
  const calls = join.callsOf(subject, hosted);
  const [newest] = calls;
  expect(insight.lastCall.call?.upstreamId).toBe(newest?.id);
  expect(Date.parse(insight.lastCall.startedAt ?? '')).toBe(newest?.startedAt ?? Number.NaN);
  const reasons = insight.lastCall.matches.map(({ reason, key }) => `${reason} ${key}`);
  expect([...new Set(reasons)].sort()).toEqual(newest?.matches ?? []);

  const inPeriod = join.callsOf(subject, { ...filter, ...hosted });
  const weeks = new Map<number, number>();
  for (let at = mondayOf(filter.from!); at < filter.to!; at += 7 * dayMs) weeks.set(at, 0);
  for (const { startedAt } of inPeriod) {
    weeks.set(mondayOf(startedAt), weeks.get(mondayOf(startedAt))! + 1);
  }
  expect(
    insight.callsPerPeriod.periods.map((one) => [Date.parse(one.startsAt), one.calls]),
  ).toEqual([...weeks]);

  const people = new Map<string, { calls: Set<string>; last: number }>();
  for (const { call, id, startedAt } of calls) {
    for (const { emailAddress, affiliation } of call.parties ?? []) {
      if (!emailAddress || affiliation === 'Internal') continue;
      const person = join.person(emailAddress);
      const known = people.get(person) ?? { calls: new Set(), last: 0 };
      people.set(person, {
        calls: known.calls.add(id),
        last: Math.max(known.last, startedAt),
      });
    }
  }
  const spoken = [...people]
    .map(([email, one]) => ({ email, calls: one.calls.size, lastCallAt: one.last }))
    .sort(
      (a, b) => b.calls - a.calls || b.lastCallAt - a.lastCallAt || (a.email < b.email ? -1 : 1),
    );
  expect(
    insight.peopleSpokenWith.people.map((one) => ({
      ...one,
      lastCallAt: Date.parse(one.lastCallAt),
    })),
  ).toEqual(spoken.slice(0, 5));

  const heard = new Map<string, Map<number, { count: number; calls: number }>>();
  for (const { call, startedAt } of inPeriod) {
    for (const tracker of call.content?.trackers ?? []) {
      if (!tracker.count) continue;
      const days = heard.get(tracker.id) ?? new Map();
      const day = days.get(dayOf(startedAt)) ?? { count: 0, calls: 0 };
      days.set(dayOf(startedAt), { count: day.count + tracker.count, calls: day.calls + 1 });
      heard.set(tracker.id, days);
    }
  }
  const { trackers } = insight.trackersOverTime;
  expect(trackers.map(({ trackerId }) => trackerId).sort()).toEqual([...heard.keys()].sort());
  const counts = trackers.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  for (const { trackerId, count, calls: heardIn, periods } of trackers) {
    const days = [...heard.get(trackerId)!].sort(([a], [b]) => a - b);
    expect(
      periods.map((one) => [Date.parse(one.startsAt), { count: one.count, calls: one.calls }]),
    ).toEqual(days);
    expect(count).toBe(days.reduce((sum, [, day]) => sum + day.count, 0));
    expect(heardIn).toBe(days.reduce((sum, [, day]) => sum + day.calls, 0));
  }
}

describe('lastCall, callsPerPeriod, peopleSpokenWith and trackersOverTime equal a fold over all calls', () => {
  it('of every account', async () => {
    for (const [i, found] of (await insightsOf('accounts')).entries()) {
      check(found, join.account(all.accounts[i]!));
    }
  });

  it('of every account, of the calls that some users hosted', async () => {
    const host = [...new Set(all.calls.map(({ metaData }) => metaData.primaryUserId))].slice(0, 4);
    const found = await insightsOf('accounts', `primaryUser: ${JSON.stringify(host)}`);
    for (const [i, insight] of found.entries())
      check(insight, join.account(all.accounts[i]!), host);
    expect(found.filter(({ lastCall }) => lastCall.startedAt !== null).length).toBeGreaterThan(5);
  });

  it('of every deal, without and with the people of its contact roles', async () => {
    for (const [i, found] of (await insightsOf('opportunities')).entries()) {
      check(found, join.deal(all.opportunities[i]!));
    }
    for (const [i, found] of (
      await insightsOf('opportunities', 'viaContactRoles: true')
    ).entries()) {
      check(found, join.dealWithPeople(all.opportunities[i]!));
    }
  });

  it('of contacts and leads', async () => {
    const { data } = await world.ask(
      `{ contacts(first: 100) { nodes { upstreamId ${insights()} } }
         leads(first: 100) { nodes { upstreamId ${insights()} } } }`,
    );
    for (const [i, found] of data.contacts.nodes.entries())
      check(found, join.contact(all.contacts[i]!));
    for (const [i, found] of data.leads.nodes.entries()) check(found, join.contact(all.leads[i]!));
  });
});

describe('what a question costs', () => {
  it('counts, people, trackers by id and last calls by id: the list, and one question of each kind', async () => {
    asked.length = 0;
    const { calls } = await world.ask(`{ accounts(first: 50) { nodes { ${insights()} } } }`);
    expect(calls.map(({ entity }) => entity)).toEqual(['accounts']);
    expect(asked.sort()).toEqual([
      ['callsPerPeriod', 50],
      ['lastCalls', 50],
      ['peopleSpokenWith', 50],
      ['trackersPerPeriod', 50],
    ]);
  });

  it('people with their records and trackers with their names: one call for each kind of record', async () => {
    const { data, calls } = await world.ask(
      `{ accounts(first: 30) { nodes {
          peopleSpokenWith(first: 10) { people { email contacts { name email } leads { name } crmUsers { name } } }
          trackersOverTime(bucket: WEEK, from: "${from}") { trackers { tracker { name } } }
          lastCall { call { title } } } } }`,
    );
    expect(calls.map(({ entity }) => entity).sort()).toEqual([
      'accounts',
      'calls_extensive',
      'contacts',
      'leads',
      'query',
      'settings_trackers',
    ]);
    let found = 0;
    for (const account of data.accounts.nodes) {
      for (const { email, contacts } of account.peopleSpokenWith.people) {
        const own = all.contacts.filter((one) => plain(one.Email ?? '') === email);
        expect(contacts).toHaveLength(own.length);
        found += own.length;
      }
      for (const { tracker } of account.trackersOverTime.trackers) {
        expect(tracker.name).toEqual(expect.any(String));
      }
    }
    expect(found).toBeGreaterThan(50);
  });

  it('too many periods, or too many people, are refused', async () => {
    for (const [field, message] of [
      [
        'callsPerPeriod(bucket: DAY, from: "2000-01-01T00:00:00Z") { periods { calls } }',
        /1000 periods/,
      ],
      [
        'trackersOverTime(bucket: WEEK, from: "0001-01-01T00:00:00Z") { trackers { count } }',
        /1000 periods/,
      ],
      ['peopleSpokenWith(first: 101) { people { calls } }', /from 0 to 100/],
    ] as const) {
      const { data, errors } = await world.ask(
        `{ accounts(first: 1) { nodes { name ${field} } } }`,
      );
      expect(data.accounts.nodes[0].name).toEqual(expect.any(String));
      expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
      expect(errors![0]!.message).toMatch(message);
    }
  });
});

describe('coverage', () => {
  it('stands beside every answer', async () => {
    const coverage = 'coverage { completeFrom completeTo syncedAt reconciledAt }';
    const { data } = await world.ask(
      `{ indexStatus { state completeShare calls horizon lastError ${coverage} }
         opportunities(first: 1) { nodes {
           relatedCalls { ${coverage} } lastCall { ${coverage} } peopleSpokenWith { ${coverage} }
           callsPerPeriod(bucket: DAY, from: "2026-10-01T00:00:00Z") { ${coverage} }
           trackersOverTime(bucket: DAY, from: "2026-10-01T00:00:00Z") { ${coverage} } } } }`,
    );
    const { indexStatus, opportunities } = data;
    expect(indexStatus).toMatchObject({ state: 'IDLE', completeShare: 1, lastError: null });
    expect(indexStatus.calls).toBe(all.calls.length);
    expect(indexStatus.coverage).toMatchObject({ completeTo: today.toISOString() });
    expect(Date.parse(indexStatus.coverage.completeFrom)).toBeLessThanOrEqual(
      Date.parse(indexStatus.horizon),
    );
    for (const answer of Object.values(opportunities.nodes[0])) {
      expect(answer).toEqual({ coverage: indexStatus.coverage });
    }
  });
});

describe('private calls', () => {
  const publicOnly = { publicOnly: true } as const;
  const rights = ['transcripts', 'media'] as const;
  const isPrivate = ({ call }: JoinedCall) => call.metaData.isPrivate;
  /** Accounts with private calls, those whose newest call is private first. */
  const secretive = () => {
    const some = all.accounts.filter((one) => join.callsOf(join.account(one)).some(isPrivate));
    const newest = (one: { Id: string }) => isPrivate(join.callsOf(join.account(one))[0]!);
    return [...some.filter(newest), ...some.filter((one) => !newest(one))];
  };

  it('are in no list, count, period, person, tracker or last call of a viewer without the right to them', async () => {
    const some = secretive().slice(0, 8);
    expect(isPrivate(join.callsOf(join.account(some[0]!))[0]!)).toBe(true);
    for (const account of some) {
      const { data } = await world.ask(
        `{ account(by: { upstreamId: "${account.Id}" }) {
            relatedCalls(first: 100) { totalCount nodes { upstreamId } }
            lastCall { startedAt call { upstreamId isPrivate } matches { key } }
            callsPerPeriod(bucket: WEEK, from: "2024-11-04T00:00:00Z") { periods { calls } }
            peopleSpokenWith(first: 100) { people { email calls lastCallAt } }
            trackersOverTime(bucket: WEEK, from: "2024-11-04T00:00:00Z") { trackers { calls } } } }`,
        {},
        rights,
      );
      const subject = join.account(account);
      const open = join.callsOf(subject, publicOnly);
      const { relatedCalls, lastCall, callsPerPeriod, peopleSpokenWith } = data.account;
      expect(relatedCalls.totalCount).toBe(open.length);
      expect(relatedCalls.nodes.map((call: { upstreamId: string }) => call.upstreamId)).toEqual(
        open.slice(0, 100).map(({ id }) => id),
      );
      expect(lastCall.call?.upstreamId).toBe(open[0]?.id);
      if (open.length === 0) expect(lastCall).toMatchObject({ startedAt: null, matches: [] });
      const periods: { calls: number }[] = callsPerPeriod.periods;
      expect(periods.reduce((sum, { calls }) => sum + calls, 0)).toBe(
        join.callsOf(subject, {
          ...publicOnly,
          from: Date.parse('2024-11-04T00:00:00Z'),
          to: today.getTime(),
        }).length,
      );
      const addresses = new Set(
        open.flatMap(({ call }) => call.parties!.flatMap((party) => party.emailAddress ?? [])),
      );
      const persons = new Set([...addresses].map((address) => join.person(address)));
      expect(peopleSpokenWith.people).toHaveLength(Math.min(100, persons.size));
      for (const { calls } of peopleSpokenWith.people)
        expect(calls).toBeLessThanOrEqual(open.length);
    }
  });

  it('are not counted in indexStatus for such a viewer', async () => {
    const { data } = await world.ask('{ indexStatus { calls completeShare } }', {}, rights);
    expect(data.indexStatus).toEqual({ calls: null, completeShare: 1 });
  });
});
