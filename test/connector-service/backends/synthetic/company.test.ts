import { afterAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../../src/connector-service/backend.ts';
import { asker, everything, makeCompany, openCompany, today } from './ask.ts';

const opened: Backend[] = [];
function open(options?: Parameters<typeof makeCompany>[0]) {
  const backend = options === undefined ? openCompany() : makeCompany(options);
  opened.push(backend);
  return asker(backend);
}
afterAll(() => {
  for (const backend of opened) backend.close();
});

const at = (instant: string) => ({ now: () => new Date(instant) });
const first = open();

describe('the small company', () => {
  it('has as many records of each kind as it promises', async () => {
    const count = async (object: string) =>
      (await first.soql(`SELECT COUNT(Id) n FROM ${object}`))[0]!.n;
    expect(await count('Account')).toBe(150);
    expect(await count('Contact')).toBe(800);
    expect(await count('Opportunity')).toBe(300);
    expect(await count('User')).toBe(41);
    for (const object of [
      'Lead',
      'Task',
      'Event',
      'Campaign',
      'CampaignMember',
      'Case',
      'CaseComment',
    ])
      expect(await count(object), object).toBeGreaterThan(10);
    for (const object of [
      'Note',
      'ContentVersion',
      'ContentDocument',
      'ContentDocumentLink',
      'Attachment',
    ])
      expect(await count(object), object).toBeGreaterThan(10);
    for (const object of ['OpportunityContactRole', 'OpportunityHistory', 'OpportunityLineItem'])
      expect(await count(object), object).toBeGreaterThan(100);
    for (const object of [
      'OpportunityStage',
      'UserRole',
      'Profile',
      'Group',
      'Product2',
      'Contract',
    ])
      expect(await count(object), object).toBeGreaterThan(1);
    expect(await count('Product_Usage__c')).toBe(300);
    expect((await first.page('users list')).totalRecords).toBe(40);
    expect((await first.page('calls list')).totalRecords).toBe(2500);
  });

  it('has calls over eighteen months, up to the beginning of today', async () => {
    const calls = await first.walk('calls list');
    const times = calls.map((call) => Date.parse(String(call.scheduled))).sort((a, b) => a - b);
    const days = (Date.parse(`${today}T00:00:00Z`) - times[0]!) / 86_400_000;
    expect(days).toBeGreaterThan(500);
    expect(days).toBeLessThan(550);
    expect(times.at(-1)).toBeLessThan(Date.parse(`${today}T00:00:00Z`));
    expect(times.at(-1)).toBeGreaterThan(Date.parse(`${today}T00:00:00Z`) - 4 * 86_400_000);
  });

  it('puts every address under a domain reserved for examples', async () => {
    const parties = (
      await first.walk('calls_extensive list', {
        filter: {},
        contentSelector: { exposedFields: { parties: true } },
      })
    ).flatMap((call) => call.parties as { emailAddress?: string }[]);
    const contacts = await first.soql('SELECT Email FROM Contact WHERE Email != null');
    const users = await first.walk('users list');
    const addresses = [
      ...parties.flatMap((party) => party.emailAddress ?? []),
      ...contacts.map((contact) => String(contact.Email)),
      ...users.flatMap((user) =>
        [user.emailAddress, ...(user.emailAliases as string[])].map(String),
      ),
    ];
    expect(addresses.length).toBeGreaterThan(5000);
    const strays = addresses.filter(
      (address) => !/@([a-z0-9-]+\.)*example\.(com|org|net)\s*$/i.test(address),
    );
    expect(strays).toEqual([]);
  });
});

describe('a company from a seed', () => {
  const samples = async (ask: ReturnType<typeof asker>) => ({
    users: await ask.page('users list'),
    calls: await ask.page('calls_extensive list', { filter: {}, contentSelector: everything }),
    transcripts: await ask.page('call_transcripts list'),
    answered: await ask.page('stats_activity_scorecards list'),
    settings: [
      await ask.rows('settings_trackers list'),
      await ask.rows('settings_scorecards list'),
    ],
    deals: await ask.soql('SELECT FIELDS(ALL) FROM Opportunity ORDER BY Id LIMIT 200'),
    tasks: await ask.soql('SELECT FIELDS(ALL) FROM Task ORDER BY Id LIMIT 200'),
    files: await ask.soql(
      'SELECT Id, Title, Checksum, ContentSize FROM ContentVersion ORDER BY Id',
    ),
    usages: await ask.soql('SELECT FIELDS(ALL) FROM Product_Usage__c ORDER BY Id LIMIT 200'),
  });

  it('is the same every time, at any time of the day', async () => {
    const evening = open(at(`${today}T23:59:59Z`));
    // Addresses of media say when they were asked for.
    const timeless = async (ask: typeof first) =>
      JSON.stringify(await samples(ask)).replace(/Date=\w+/g, 'Date');
    expect(JSON.parse(await timeless(evening))).toEqual(JSON.parse(await timeless(first)));
    const [calls, evenings] = [await first.page('calls list'), await evening.page('calls list')];
    expect(evenings).toEqual(calls);
  });

  it('is another company with another seed', async () => {
    const other = await samples(open({ seed: 2 }));
    const same = await samples(first);
    for (const part of ['users', 'calls', 'transcripts', 'answered', 'deals', 'usages'] as const)
      expect(other[part], part).not.toEqual(same[part]);
  });

  it('keeps its people and ids from one day to the next, while time moves on', async () => {
    const tomorrow = open(at('2026-11-21T08:00:00Z'));
    const people = 'SELECT Id, Name, Email, AccountId FROM Contact ORDER BY Id';
    expect(await tomorrow.soql(people)).toEqual(await first.soql(people));
    const ids = async (ask: typeof first) =>
      (await ask.page('users list')).rows.map(({ id, emailAddress }) => [id, emailAddress]);
    expect(await ids(tomorrow)).toEqual(await ids(first));
    const newest = async (ask: typeof first) =>
      Math.max(...(await ask.walk('calls list')).map((call) => Date.parse(String(call.started))));
    expect(await newest(tomorrow)).toBeGreaterThan(await newest(first));
  });
});
