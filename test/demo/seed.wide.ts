/** Companies made from a seed, several times. */

import { afterAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../src/connector-service/backend.ts';
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
