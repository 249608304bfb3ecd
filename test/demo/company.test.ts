import { afterAll, describe, expect, it } from 'vitest';
import { asker, openCompany, today } from './ask.ts';

const backend = openCompany();
const first = asker(backend);
afterAll(() => backend.close());

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
