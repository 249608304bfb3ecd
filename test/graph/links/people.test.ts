import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import type { PartyRecord } from '../../../src/contract/calls/call-content.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import {
  customSchema,
  type GraphAnswer,
  openWorld,
  today,
  type World,
} from '../../support/world.ts';
import { type Everything, type Person, plain, readCompany, readEverything } from './everything.ts';

let world: World;
let all: Everything;
/** Two contacts made to share the address of a user's alias, spelled in two ways. */
let alias: string;
let shared: readonly string[];

beforeAll(async () => {
  const backend = openSynthetic({ now: () => today, customSchema });
  // One user signs in with an address that is neither their main one nor an alias.
  const withTrusted: Backend = {
    ...backend,
    async execute(operation) {
      const answer = await backend.execute(operation);
      if (operation.entity !== 'users' || answer.kind !== 'cursor-page') return answer;
      const [first, ...others] = answer.rows;
      const rows = [{ ...first!, trustedEmailAddress: 'Signs.In@example.org' }, ...others];
      return { ...answer, rows };
    },
  };
  world = await openWorld({ backend: withTrusted, index: 'copied' });
  const before = await readEverything(world, 'no calls');
  alias = before.users.find(({ emailAliases }) => (emailAliases ?? []).length > 0)!
    .emailAliases![0]!;
  const copy = (object: string, from: Person, Email: string | null, others: object = {}) =>
    backend.changes.copyRecord(object, from.Id, { Email, ...others });
  shared = [
    copy('Contact', before.contacts[0]!, alias),
    copy('Contact', before.contacts[1]!, alias.toUpperCase()),
  ].sort();
  copy('User', before.crmUsers[0]!, alias);
  // Two CRM users under one address, the second in capitals and inactive; one with the trusted address; one without any.
  const doubled = before.crmUsers.find(
    ({ Email }) => plain(Email!) === plain(before.users[3]!.emailAddress),
  )!;
  copy('User', doubled, doubled.Email!.toUpperCase(), { IsActive: 0 });
  copy('User', before.crmUsers[0]!, 'signs.in@EXAMPLE.org');
  copy('User', before.crmUsers[0]!, null);
  all = await readCompany(world);
});
afterAll(() => world.close());

const entities = ({ calls }: GraphAnswer): string[] =>
  calls.map(({ entity }) => String(entity)).sort();

interface Match {
  readonly matchedBy: readonly string[];
  readonly record: { readonly upstreamId: string };
}
const match = '{ matchedBy record { upstreamId } }';
const idsOf = (matches: readonly Match[]): string[] => matches.map((one) => one.record.upstreamId);

/** Ids of one object in a context, in their 15-character form. */
function linked(context: PartyRecord['context'], type: string): string[] {
  const objects = (context ?? []).flatMap((system) => system.objects ?? []);
  return objects
    .filter((one) => one.objectType === type)
    .map((one) => String(one.objectId).slice(0, 15));
}

/** What a look at every record says: linked by the platform first, then by address; by id within. */
function expected(
  people: readonly Person[],
  links: readonly string[],
  addresses: readonly (string | undefined)[],
): Match[] {
  const wanted = new Set(addresses.flatMap((address) => (address ? [plain(address)] : [])));
  const found = people.flatMap(({ Id, Email }) => {
    const isLinked = links.includes(Id.slice(0, 15));
    const byEmail = Email !== null && wanted.has(plain(Email));
    const matchedBy = [...(isLinked ? ['CRM_CONTEXT'] : []), ...(byEmail ? ['EMAIL'] : [])];
    return matchedBy.length === 0 ? [] : [{ matchedBy, record: { upstreamId: Id } }];
  });
  return [
    ...found.filter(({ matchedBy }) => matchedBy.includes('CRM_CONTEXT')),
    ...found.filter(({ matchedBy }) => !matchedBy.includes('CRM_CONTEXT')),
  ];
}

describe('a party of a call', () => {
  it('is every contact, lead and CRM user that a look at all records finds, with the reasons', async () => {
    const answer = await world.ask(
      `{ calls(first: 60) { nodes { upstreamId parties { upstreamId
          contactMatches ${match} leadMatches ${match} crmUserMatches ${match}
          contact { upstreamId } lead { upstreamId } crmUser { upstreamId } } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    const tally = { none: 0, several: 0, both: 0 };
    for (const call of answer.data.calls.nodes) {
      const { parties } = all.calls.find(({ metaData }) => metaData.id === call.upstreamId)!;
      expect(call.parties).toHaveLength(parties!.length);
      for (const [i, party] of parties!.entries()) {
        const found = call.parties[i];
        expect(found.upstreamId).toBe(party.id);
        for (const [people, type, field] of [
          [all.contacts, 'Contact', 'contact'],
          [all.leads, 'Lead', 'lead'],
          [all.crmUsers, 'User', 'crmUser'],
        ] as const) {
          const matches = expected(people, linked(party.context, type), [party.emailAddress]);
          expect(found[`${field}Matches`]).toEqual(matches);
          expect(found[field]?.upstreamId).toBe(matches[0]?.record.upstreamId);
          if (matches.length === 0) tally.none += 1;
          if (matches.length > 1) tally.several += 1;
          if (matches.some(({ matchedBy }) => matchedBy.length === 2)) tally.both += 1;
        }
      }
    }
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
    expect(entities(answer)).toEqual(['calls_extensive', 'contacts', 'leads', 'query']);
  });

  it('repeats and aliases add no calls, and the same question has the same answer', async () => {
    const query = (fields: string) => `{ calls(first: 40) { nodes { parties { ${fields} } } } }`;
    const one = 'contact { name email } contactMatches { record { name } }';
    const first = await world.ask(query(one));
    const twice = await world.ask(
      query(`${one} again: contact { name } more: contactMatches ${match}`),
    );
    expect(entities(twice)).toEqual(entities(first));
    expect((await world.ask(query(one))).data).toEqual(first.data);
  });

  it('asks the CRM nothing that is not selected, and nothing about calls without people', async () => {
    const { calls } = await world.ask(
      '{ calls(first: 5) { nodes { parties { name emailAddress } } } }',
    );
    expect(calls.map(({ entity }) => entity)).toEqual(['calls_extensive']);
  });
});

describe('a call', () => {
  it('leads to its contacts, leads, deals and accounts, and to the accounts of its contacts', async () => {
    const answer = await world.ask(
      `{ calls(first: 60) { nodes { upstreamId
          contacts ${match} leads ${match} opportunities ${match} accounts ${match} } } }`,
    );
    expect(answer.errors).toBeUndefined();
    for (const call of answer.data.calls.nodes) {
      const { parties, context } = all.calls.find(
        ({ metaData }) => metaData.id === call.upstreamId,
      )!;
      const addresses = parties!.map((party) => party.emailAddress);
      const links = (type: string) => [
        ...linked(context, type),
        ...parties!.flatMap((party) => linked(party.context, type)),
      ];
      expect(call.contacts).toEqual(expected(all.contacts, links('Contact'), addresses));
      expect(call.leads).toEqual(expected(all.leads, links('Lead'), addresses));
      expect(idsOf(call.opportunities)).toEqual(
        all.opportunities
          .filter(({ Id }) => links('Opportunity').includes(Id.slice(0, 15)))
          .map(({ Id }) => Id),
      );
      const wanted = new Set(addresses.flatMap((address) => (address ? [plain(address)] : [])));
      const own = new Set(
        all.contacts
          .filter(({ Email }) => Email !== null && wanted.has(plain(Email)))
          .map(({ AccountId }) => AccountId),
      );
      const byContext = new Set(links('Account'));
      const accounts = all.accounts.filter(
        ({ Id }) => byContext.has(Id.slice(0, 15)) || own.has(Id),
      );
      expect(idsOf(call.accounts).toSorted()).toEqual(accounts.map(({ Id }) => Id));
      for (const { matchedBy, record } of call.accounts as Match[]) {
        expect(matchedBy.includes('CRM_CONTEXT')).toBe(
          byContext.has(record.upstreamId.slice(0, 15)),
        );
        expect(matchedBy.includes('EMAIL')).toBe(own.has(record.upstreamId));
      }
    }
    expect(entities(answer)).toEqual(['calls_extensive', 'contacts', 'leads']);
  });

  it('brings the records themselves with one query for each object', async () => {
    const answer = await world.ask(
      `{ calls(first: 50) { nodes { contacts { record { name account { name } } } leads { record { company } }
          opportunities { record { name amount } } accounts { record { name industry } } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(entities(answer)).toEqual([
      'accounts',
      'calls_extensive',
      'contacts',
      'leads',
      'opportunities',
    ]);
  });
});

describe('users of both systems', () => {
  const addressesOf = (user: Everything['users'][number]): Set<string> =>
    new Set(
      [user.emailAddress, ...(user.emailAliases ?? []), user.trustedEmailAddress ?? '']
        .filter((address) => address !== '')
        .map(plain),
    );
  const emailOf = ({ Email }: Person): string => plain(Email ?? '');

  it('are led to each other by address and alias, whatever its capitals', async () => {
    const answer = await world.ask(
      `{ users(first: 100) { nodes { upstreamId crmUsers { upstreamId name } } }
         crmUsers(first: 100) { nodes { upstreamId users { upstreamId emailAddress } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    for (const user of answer.data.users.nodes) {
      const own = addressesOf(all.users.find(({ id }) => id === user.upstreamId)!);
      expect(user.crmUsers.map((one: { upstreamId: string }) => one.upstreamId)).toEqual(
        all.crmUsers.filter((one) => own.has(emailOf(one))).map(({ Id }) => Id),
      );
    }
    for (const crmUser of answer.data.crmUsers.nodes) {
      const email = emailOf(all.crmUsers.find(({ Id }) => Id === crmUser.upstreamId)!);
      expect(crmUser.users.map((one: { upstreamId: string }) => one.upstreamId).toSorted()).toEqual(
        all.users
          .filter((user) => addressesOf(user).has(email))
          .map(({ id }) => id)
          .toSorted(),
      );
    }
    const sizes = answer.data.users.nodes.map(
      (user: { crmUsers: unknown[] }) => user.crmUsers.length,
    );
    expect(new Set(sizes)).toEqual(new Set([0, 1, 2]));
    // The list of users serves both directions; CRM users are listed once and looked up once.
    expect(entities(answer)).toEqual(['query', 'query', 'users']);
  });
});

describe('an address', () => {
  it('that two contacts share leads to both, in the order of their ids, and from both to the same calls', async () => {
    const { data } = await world.ask(
      `query ($a: ID!, $b: ID!) {
        a: contact(by: { upstreamId: $a }) { email relatedCalls(first: 100) { nodes { upstreamId parties { emailAddress contactMatches ${match} } } } }
        b: contact(by: { upstreamId: $b }) { email relatedCalls(first: 100) { nodes { upstreamId } } } }`,
      { a: shared[0], b: shared[1] },
    );
    expect(new Set([plain(data.a.email), plain(data.b.email)])).toEqual(new Set([plain(alias)]));
    expect(data.a.relatedCalls.nodes.length).toBeGreaterThan(0);
    expect(
      data.b.relatedCalls.nodes.map((call: { upstreamId: string }) => call.upstreamId),
    ).toEqual(data.a.relatedCalls.nodes.map((call: { upstreamId: string }) => call.upstreamId));
    for (const { parties } of data.a.relatedCalls.nodes) {
      for (const { emailAddress, contactMatches } of parties) {
        if (emailAddress === null || plain(emailAddress) !== plain(alias)) continue;
        expect(idsOf(contactMatches)).toEqual(shared);
      }
    }
  });
});
