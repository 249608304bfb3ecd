import { afterAll, describe, expect, it } from 'vitest';
import type { CallRecord, ExtensiveCallRecord } from '../../src/contract/calls/call.ts';
import type { PartyRecord } from '../../src/contract/calls/call-content.ts';
import type { ScorecardRecord } from '../../src/contract/calls/scorecard.ts';
import type { TranscriptRecord } from '../../src/contract/calls/transcript.ts';
import type { UserRecord } from '../../src/contract/calls/user.ts';
import { checkWords } from '../../src/graph/calls/call-filter.ts';
import { asker, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const calls = (await ask.walk('calls_extensive list', {
  filter: {},
  contentSelector: { context: 'Extended', exposedFields: { parties: true, media: true } },
})) as unknown as ExtensiveCallRecord[];
const metas = calls.map(({ metaData }) => metaData);
const parties = calls.flatMap((call) => call.parties!);
const users = (await ask.walk('users list')) as unknown as UserRecord[];
const transcripts = (await ask.walk('call_transcripts list', {
  filter: { fromDateTime: '2026-07-01T00:00:00Z' },
})) as unknown as TranscriptRecord[];
const scorecards = (await ask.rows('settings_scorecards list')) as unknown as ScorecardRecord[];
const contacts = (await ask.soql('SELECT Id, Name, Email FROM Contact')) as {
  Id: string;
  Name: string;
  Email: string | null;
}[];
const leads = (await ask.soql('SELECT Id, Email FROM Lead')) as {
  Id: string;
  Email: string | null;
}[];
const crmUsers = (await ask.soql('SELECT Id, Email FROM User')) as { Id: string; Email: string }[];
const known = new Set([...contacts, ...leads].flatMap(({ Email }) => Email?.toLowerCase() ?? []));
const userIds = new Set(users.map(({ id }) => id));
const aliases = new Set(users.flatMap((user) => user.emailAliases));
const emails = parties.flatMap(({ emailAddress }) => emailAddress ?? []);
const names = [...contacts.map(({ Name }) => Name), ...parties.flatMap(({ name }) => name ?? [])];
const fraction = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
const repeated = (values: readonly string[]) => {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
};
const external = (party: PartyRecord) => party.affiliation !== 'Internal';

/** What a naive client trips over, and where it is found. */
const oddities: readonly (readonly [what: string, found: readonly unknown[]])[] = [
  ['ids beyond 2^53', metas.filter(({ id }) => BigInt(id) > 2n ** 53n)],
  ['ids of twenty digits', [...metas, ...users].filter(({ id }) => id.length === 20)],
  [
    'ids in another order as text than by value',
    users.filter(({ id }, i) => i > 0 && id < users[i - 1]!.id),
  ],
  ['calls scheduled at the same moment', repeated(metas.map(({ scheduled }) => scheduled))],
  ['summer offsets', metas.filter(({ scheduled }) => scheduled.endsWith('-07:00'))],
  ['winter offsets', metas.filter(({ scheduled }) => scheduled.endsWith('-08:00'))],
  ['times without fraction', metas.filter(({ started }) => fraction(started) === 0)],
  ['times with 3 fraction digits', metas.filter(({ started }) => fraction(started) === 3)],
  ['times with 6 fraction digits', metas.filter(({ started }) => fraction(started) === 6)],
  [
    'calls that start before they are scheduled',
    metas.filter((c) => Date.parse(c.started) < Date.parse(c.scheduled)),
  ],
  ['direction Unknown', metas.filter(({ direction }) => direction === 'Unknown')],
  [
    'calls by telephone of which nobody knows who rang',
    metas.filter((call) => call.direction === 'Unknown' && call.scope === 'External'),
  ],
  ['scope Unknown', metas.filter(({ scope }) => scope === 'Unknown')],
  ['language und', metas.filter(({ language }) => language === 'und')],
  ['language zxx', metas.filter(({ language }) => language === 'zxx')],
  ['private calls', metas.filter(({ isPrivate }) => isPrivate)],
  ['a member nobody documented', metas.filter((call: CallRecord) => 'consentStatus' in call)],
  ['audio only', calls.filter(({ media }) => media!.videoUrl === undefined)],
  ['quotes in titles', metas.filter(({ title }) => title.includes('"'))],
  ['percent signs and underscores in titles', metas.filter(({ title }) => /%|_/.test(title))],
  [
    'calls whose host is not among the parties',
    calls.filter((c) => !c.parties!.some((p) => p.userId === c.metaData.primaryUserId)),
  ],
  ['one party id in two calls', repeated(parties.map(({ id }) => id))],
  ['parties without a speaker', parties.filter(({ speakerId }) => speakerId === null)],
  [
    'internal parties without a user id',
    parties.filter((p) => p.affiliation === 'Internal' && p.userId === undefined),
  ],
  ['affiliation Unknown', parties.filter(({ affiliation }) => affiliation === 'Unknown')],
  ['parties without a name', parties.filter(({ name }) => name === undefined)],
  ['parties without an address', parties.filter(({ emailAddress }) => emailAddress === undefined)],
  ['parties without a title', parties.filter(({ title }) => title === undefined)],
  ['absent phone numbers', parties.filter(({ phoneNumber }) => phoneNumber === undefined)],
  ['empty phone numbers', parties.filter(({ phoneNumber }) => phoneNumber === '')],
  ['real phone numbers', parties.filter(({ phoneNumber }) => (phoneNumber ?? '') !== '')],
  ['invited only', parties.filter(({ methods }) => methods.join() === 'Invitee')],
  ['addresses in capitals', emails.filter((address) => address !== address.toLowerCase())],
  ['addresses with blanks around', emails.filter((address) => address !== address.trim())],
  ['users by an alias', emails.filter((address) => aliases.has(address))],
  [
    'people the CRM knows by address',
    emails.filter((address) => known.has(address.trim().toLowerCase())),
  ],
  [
    'people nobody knows',
    parties.filter(
      (p) => external(p) && p.emailAddress && !known.has(p.emailAddress.trim().toLowerCase()),
    ),
  ],
  [
    'people in the CRM context without an address',
    parties.filter((p) => external(p) && p.context && !p.emailAddress),
  ],
  ['two contacts with one address', repeated(contacts.flatMap(({ Email }) => Email ?? []))],
  ['contacts without an address', contacts.filter(({ Email }) => Email === null)],
  [
    'a lead with a contact’s address',
    leads.filter(({ Email }) => contacts.some((c) => c.Email === Email && Email !== null)),
  ],
  ['CRM users known by an alias', crmUsers.filter(({ Email }) => aliases.has(Email))],
  [
    'CRM users with capitals in the address',
    crmUsers.filter(({ Email }) => Email !== Email.toLowerCase()),
  ],
  [
    'users the CRM does not know',
    users.filter(
      (u) =>
        ![u.emailAddress, ...u.emailAliases].some((a) =>
          crmUsers.some((c) => c.Email.toLowerCase() === a),
        ),
    ),
  ],
  ['CRM users who make no calls', crmUsers.filter(({ Email }) => Email.startsWith('integration'))],
  ['inactive users', users.filter(({ active }) => !active)],
  ['users without a title', users.filter(({ title }) => title === null)],
  ['transcripts without a word', transcripts.filter(({ transcript }) => transcript.length === 0)],
  [
    'monologues without a topic',
    transcripts.filter(({ transcript }) => transcript.some(({ topic }) => topic === null)),
  ],
  [
    'voices that belong to no party',
    transcripts.filter(({ callId, transcript }) =>
      transcript.some(
        (m) =>
          !calls
            .find((c) => c.metaData.id === callId)!
            .parties!.some((p) => p.speakerId === m.speakerId),
      ),
    ),
  ],
  ['updater "-1"', scorecards.filter(({ updaterUserId }) => updaterUserId === '-1')],
  ['scorecards of all workspaces', scorecards.filter(({ workspaceId }) => workspaceId === null)],
  ['disabled scorecards', scorecards.filter(({ enabled }) => !enabled)],
  [
    'numbers as text in ranges',
    scorecards.flatMap((s) => s.questions).filter(({ minRange }) => minRange === '1'),
  ],
  [
    'questions without isRequired',
    scorecards.flatMap((s) => s.questions).filter((q) => q.isRequired === undefined),
  ],
  ['single quotes in names', names.filter((name) => name.includes("'"))],
  ['double quotes in names', names.filter((name) => name.includes('"'))],
  ['backslashes in names', names.filter((name) => name.includes('\\'))],
  ['percent signs in names', names.filter((name) => name.includes('%'))],
  ['underscores in names', names.filter((name) => name.includes('_'))],
  ['accents in names', names.filter((name) => /[é-ź]/.test(name))],
  ['Cyrillic names', names.filter((name) => /\p{Script=Cyrillic}/u.test(name))],
  ['Chinese or Japanese names', names.filter((name) => /\p{Script=Han}/u.test(name))],
  ['Arabic names', names.filter((name) => /\p{Script=Arabic}/u.test(name))],
  [
    'record ids that differ by case only',
    repeated(contacts.map(({ Id }) => Id.slice(0, 15).toLowerCase())),
  ],
];

describe('the company has', () => {
  it.each(oddities.map(([what, found]) => [what, found.length] as const))('%s', (_what, count) => {
    expect(count).toBeGreaterThan(0);
  });

  it('words of closed lists that the documents and the filters of the graph have', () => {
    const direction = metas.map((call) => call.direction);
    const scope = metas.map((call) => call.scope);
    const affiliations = parties.map((party) => party.affiliation);
    expect(() => checkWords({ direction, scope, affiliations })).not.toThrow();
    const methods = parties.flatMap((party) => party.methods);
    expect([...new Set(methods)].toSorted()).toEqual(['Attendee', 'Invitee']);
    expect([...new Set(metas.map(({ media }) => media))].toSorted()).toEqual(['Audio', 'Video']);
  });

  it('hosts and party users who are users', () => {
    expect(metas.every(({ primaryUserId }) => userIds.has(primaryUserId))).toBe(true);
    expect(parties.every(({ userId }) => userId === undefined || userIds.has(userId))).toBe(true);
  });

  it('call ids, party ids and speaker ids all different, but for the repeated parties', () => {
    expect(repeated(metas.map(({ id }) => id))).toEqual([]);
    expect(repeated(parties.map(({ id }) => id)).length).toBeLessThan(50);
  });

  it('mostly known people: an oddity is rare', () => {
    const outside = parties.filter(external);
    const found = outside.filter(
      (p) => p.emailAddress && known.has(p.emailAddress.trim().toLowerCase()),
    );
    expect(found.length / outside.length).toBeGreaterThan(0.7);
    const missing = calls.filter(
      (c) => !c.parties!.some((p) => p.userId === c.metaData.primaryUserId),
    );
    expect(missing.length / calls.length).toBeLessThan(0.2);
  });
});
