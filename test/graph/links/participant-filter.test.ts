/** Calls by who took part: random conditions in every place that filters calls, as plain loops over the raw calls answer them. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ExtensiveCallRecord } from '../../../src/contract/calls/call.ts';
import { randomFrom } from '../../participants/company.ts';
import { cases } from '../../support/cases.ts';
import { seed } from '../../support/seed.ts';
import { tally } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';
import { compareIds, Join, type Person, plain, readCompany, startOf } from './everything.ts';

let world: World;
let join: Join;
beforeAll(async () => {
  world = await openWorld({ trackers: true });
  join = new Join(await readCompany(world));
});
afterAll(() => world.close());

interface Condition {
  readonly email?: readonly string[];
  readonly domain?: readonly string[];
  readonly contact?: {
    readonly accountId?: { readonly in: readonly string[] };
    readonly email?: object;
  };
  readonly role?: readonly string[];
  readonly atLeast?: number;
}

const domainOf = (email: string): string => plain(email).split('@')[1] ?? '';

/** The contacts of a condition, without any code of the CRM. */
const isOf = ({ contact }: Condition, { AccountId, Email }: Person): boolean =>
  contact?.accountId ? contact.accountId.in.includes(AccountId ?? '') : Email !== null;

/** The calls in which as many different people match. */
function matchingCalls(condition: Condition): ReadonlySet<ExtensiveCallRecord> {
  const { email, domain, contact, role, atLeast = 1 } = condition;
  const own = contact && join.all.contacts.filter((person) => isOf(condition, person));
  const addresses = own && new Set(own.flatMap(({ Email }) => (Email ? [join.person(Email)] : [])));
  const named = email && new Set(email.map((address) => join.person(address)));
  const domains = domain && new Set(domain.map(plain));
  const peopleOf = ({ parties, metaData }: ExtensiveCallRecord): ReadonlySet<string> => {
    const matching = (parties ?? []).flatMap(({ emailAddress, userId, methods }) => {
      if (!emailAddress?.includes('@')) return [];
      const person = join.person(emailAddress);
      const ways = (methods ?? []).map((method) => method.toUpperCase());
      if (userId !== undefined && userId === metaData.primaryUserId) ways.push('HOST');
      const fits =
        (!named || named.has(person)) &&
        (!domains || domains.has(domainOf(emailAddress))) &&
        (!addresses || addresses.has(person)) &&
        (!role || role.some((way) => ways.includes(way)));
      return fits ? [person] : [];
    });
    return new Set(matching);
  };
  return new Set(join.all.calls.filter((call) => peopleOf(call).size >= atLeast));
}

/** Draws conditions, the same for the same seed. */
function conditionFrom(from: number): Condition {
  const random = randomFrom(from);
  const pick = (n: number): number => Math.floor(random() * n);
  const some = <T>(values: readonly T[], n: number): T[] =>
    Array.from({ length: 1 + pick(n) }, () => values[pick(values.length)]!);
  const { users, contacts, leads, accounts } = join.all;
  const addresses = [
    ...users.flatMap(({ emailAddress, emailAliases }) => [emailAddress, ...(emailAliases ?? [])]),
    ...[...contacts, ...leads].flatMap(({ Email }) => Email ?? []),
  ].filter((address) => address.includes('@'));
  const kind = pick(4);
  return {
    ...(kind === 0 || pick(5) === 0 ? { email: some(addresses, 40) } : {}),
    ...(kind === 1 ? { domain: some(addresses, 6).map(domainOf) } : {}),
    ...(kind === 2
      ? { contact: { accountId: { in: some(accounts, 4).map(({ Id }) => Id) } } }
      : {}),
    ...(kind === 2 && pick(4) === 0 ? { contact: { email: { isNull: false } } } : {}),
    ...(kind === 3 || pick(3) === 0 ? { role: some(['HOST', 'INVITEE', 'ATTENDEE'], 2) } : {}),
    ...(pick(2) === 0 ? { atLeast: 1 + pick(4) } : {}),
  };
}

const newestFirst = (calls: readonly ExtensiveCallRecord[]): string[] =>
  [...calls]
    .sort((a, b) => startOf(b) - startOf(a) || compareIds(b.metaData.id, a.metaData.id))
    .map(({ metaData }) => metaData.id);

const coverage = 'coverage { completeFrom completeTo }';

const everywhere = `query ($filter: CallFilter, $participants: CallParticipantFilter, $account: ID!) {
  calls(filter: $filter, order: NEWEST, first: 30) { totalCount ${coverage} nodes { upstreamId } }
  callsAggregate(filter: $filter, groupBy: [SCOPE]) { ${coverage} groups { count keys { value } } }
  account(by: { upstreamId: $account }) {
    relatedCalls(participants: $participants, first: 30) { totalCount ${coverage} nodes { upstreamId } }
    lastCall(participants: $participants) { call { upstreamId } }
  }
  accounts(first: 100, filter: { callCount: { atLeast: 1, participants: $participants } }) {
    ${coverage} nodes { upstreamId }
  }
}`;

describe('calls by who took part', () => {
  it('are those of plain loops over the raw calls, in every place that filters calls', async () => {
    let found = 0;
    for (let n = 0; n < cases(4, 10); n++) {
      // The first finds calls; a quarter of those that are drawn find none.
      const participants: Condition = n === 0 ? { role: ['ATTENDEE'] } : conditionFrom(seed + n);
      const text = `seed ${seed + n}: ${JSON.stringify(participants)}`;
      const matching = matchingCalls(participants);
      const account = join.all.accounts[(seed + n) % join.all.accounts.length]!;
      const related = join.callsOf(join.account(account)).filter(({ call }) => matching.has(call));
      const variables = { filter: { participants }, participants, account: account.Id };
      const { data, errors, calls } = await world.ask(everywhere, variables);
      expect(errors, text).toBeUndefined();
      expect(data.calls.totalCount, text).toBe(matching.size);
      const ids = data.calls.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId);
      expect(ids, text).toEqual(newestFirst([...matching]).slice(0, 30));
      const scopes = Map.groupBy([...matching], ({ metaData }) => metaData.scope);
      const counts = data.callsAggregate.groups.map(
        ({ keys, count }: { keys: { value: string }[]; count: number }) => [keys[0]!.value, count],
      );
      const expected = [...scopes].map(([scope, own]) => [scope, own.length]);
      expect(counts.sort(), text).toEqual(expected.sort());
      expect(data.account.relatedCalls.totalCount, text).toBe(related.length);
      const relatedIds = data.account.relatedCalls.nodes.map(
        ({ upstreamId }: { upstreamId: string }) => upstreamId,
      );
      expect(relatedIds, text).toEqual(related.slice(0, 30).map(({ id }) => id));
      expect(data.account.lastCall.call?.upstreamId ?? null, text).toBe(related[0]?.id ?? null);
      const withCalls = join.all.accounts.filter((row) =>
        join.callsOf(join.account(row)).some(({ call }) => matching.has(call)),
      );
      const accounts = data.accounts.nodes.map(
        ({ upstreamId }: { upstreamId: string }) => upstreamId,
      );
      expect(accounts, text).toEqual(withCalls.slice(0, 100).map(({ Id }) => Id));
      for (const { coverage: known } of [
        data.calls,
        data.callsAggregate,
        data.account.relatedCalls,
      ])
        expect(known.completeTo, text).not.toBeNull();
      // One statement for the contacts, whichever fields name them.
      expect(tally(calls)['contacts list'] ?? 0, text).toBe(participants.contact ? 1 : 0);
      found += matching.size;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('cost no upstream call but for contacts', async () => {
    const count = (participants: object) =>
      world.ask(
        'query ($filter: CallFilter) { callsAggregate(filter: $filter) { groups { count } } }',
        { filter: { participants } },
      );
    expect((await count({ role: ['HOST'], atLeast: 1 })).calls).toEqual([]);
    const { calls, extensions } = await count({ contact: { email: { isNull: false } } });
    expect(tally(calls)).toEqual({ 'contacts list': 1 });
    // Up to five pages, and the reserve of lists.
    expect(extensions).toMatchObject({ cost: { requested: 7 } });
  });

  it('refuse what can mean nothing; without an index lists are refused by name, and calls of records scanned for', async () => {
    const messageOf = async (asked: World, participants: object): Promise<string> => {
      const query =
        'query ($filter: CallFilter) { calls(filter: $filter, first: 1) { nodes { id } } }';
      const { errors } = await asked.ask(query, { filter: { participants } });
      return errors?.[0]?.message ?? '';
    };
    expect(await messageOf(world, { atLeast: 0 })).toBe(
      'Expected atLeast of 1 or more people, got 0.',
    );
    expect(await messageOf(world, { email: ['ana at example.com'] })).toBe(
      'Expected e-mail addresses in "email" of participants, got a text that is none.',
    );
    const off = await openWorld({ index: 'off' });
    onTestFinished(() => off.close());
    expect(await messageOf(off, { domain: ['customer.example'] })).toMatch(
      'which finds and counts calls by what was said and who took part; it is off here',
    );
    // A record's calls are scanned for.
    const since = '2026-10-01T00:00:00Z';
    const { data, errors } = await off.ask(
      `{ accounts(first: 20) { nodes { relatedCalls(first: 50, from: "${since}", participants: { role: ATTENDEE, atLeast: 3 }) { nodes { upstreamId } } } } }`,
    );
    expect(errors).toBeUndefined();
    const matching = matchingCalls({ role: ['ATTENDEE'], atLeast: 3 });
    const expected = join.all.accounts.slice(0, 20).map((account) =>
      join
        .callsOf(join.account(account), { from: Date.parse(since) })
        .filter(({ call }) => matching.has(call))
        .map(({ id }) => id),
    );
    expect(expected.flat().length).toBeGreaterThan(5);
    expect(
      data.accounts.nodes.map(
        ({ relatedCalls }: { relatedCalls: { nodes: { upstreamId: string }[] } }) =>
          relatedCalls.nodes.map(({ upstreamId }) => upstreamId),
      ),
    ).toEqual(expected);
  });
});
