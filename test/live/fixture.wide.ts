/** Fixtures of the second server through the graph: those of cassettes, those that somebody sent, and one made here of a recording. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { runHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { cassetteFixture } from './cassette.ts';
import { openProbed } from './gateway.ts';
import type { LiveFixture } from './server/fixture.ts';
import { startLiveServer } from './server/live-server.ts';
import type { Row } from './server/platform-row.ts';

const question = `{
  users(first: 50) { nodes { upstreamId emailAddress firstName title phoneNumber manager { upstreamId } } }
  calls(first: 50) { nodes {
    upstreamId title startedAt durationSeconds direction scope language primaryUser { upstreamId }
    parties { upstreamId name emailAddress phoneNumber affiliation user { upstreamId } }
    content { brief trackers { name count } topics { name } keyPoints }
    interaction { speakers { talkTimeSeconds party { upstreamId } } questions { companyCount } }
    transcript { monologues { topic sentences { text } } }
  } }
  workspaces(first: 50) { nodes { upstreamId name } }
  trackers(first: 50) { nodes { upstreamId name } }
  scorecards(first: 50) { nodes { upstreamId name questions { text } } }
  accounts(first: 50) { nodes { upstreamId name industry annualRevenue billingAddress { city } } }
  contacts(first: 50) { nodes { upstreamId name email } }
}`;

const ids = (rows: readonly Row[] = []) => rows.map(({ upstreamId }) => upstreamId).toSorted();

/** What the graph has to say of a fixture: each row once, values as they are there, and an error for nothing but what it lacks. */
async function checkFixture(fixture: LiveFixture): Promise<void> {
  const { server, ask } = await openProbed({ fixture }, { PRIVATE_CALLS: 'shown' });
  const { data, errors = [] } = await ask(question);
  const { users, calls, workspaces, trackers, scorecards } = server.company;
  const lacks = fixture.hidden.length + fixture.lacking.length > 0;
  // Which calls a recording holds depends on its day; some people of the synthetic company have addresses that are none.
  const malformed = calls
    .flatMap(({ parties }) => parties ?? [])
    .filter(({ emailAddress }) => emailAddress && !emailAddress.includes('@'));
  const unexpected = errors.filter(
    ({ message, extensions: { code } }) =>
      !(lacks && code === 'UPSTREAM_FORBIDDEN') &&
      !(malformed.length > 0 && message.startsWith('Expected an e-mail address from upstream')),
  );
  expect(unexpected, JSON.stringify(errors)).toEqual([]);
  expect(ids(data.users?.nodes)).toEqual(users.map(({ id }) => id).toSorted());
  expect(ids(data.calls?.nodes)).toEqual(calls.map(({ metaData }) => metaData.id).toSorted());
  expect(ids(data.workspaces?.nodes)).toEqual(workspaces.map(({ id }) => id).toSorted());
  expect(ids(data.trackers?.nodes)).toEqual(trackers.map(({ trackerId }) => trackerId).toSorted());
  expect(ids(data.scorecards?.nodes)).toEqual(
    scorecards.map(({ scorecardId }) => String(scorecardId)).toSorted(),
  );
  for (const { metaData, parties, interaction } of calls) {
    const call = data.calls.nodes.find((node: Row) => node.upstreamId === metaData.id);
    expect([call.title, call.durationSeconds]).toEqual([metaData.title, metaData.duration]);
    expect(Date.parse(call.startedAt)).toBe(Date.parse(metaData.started));
    expect(call.parties.map(({ upstreamId, name }: Row) => [upstreamId, name])).toEqual(
      (parties ?? []).map(({ id, name = null }: Row) => [id, name]),
    );
    for (const [at, speaker] of (interaction?.speakers ?? []).entries()) {
      const party = (parties ?? []).find(({ id, speakerId }: Row) =>
        [id, speakerId].includes(speaker.id),
      );
      expect(call.interaction.speakers[at]).toEqual({
        talkTimeSeconds: speaker.talkTime,
        party: party === undefined ? null : { upstreamId: party.id },
      });
    }
  }
  for (const [list, object] of [
    ['accounts', 'Account'],
    ['contacts', 'Contact'],
  ] as const) {
    if (fixture.hidden.includes(object)) continue;
    expect(ids(data[list]?.nodes)).toEqual(
      (server.tables[object] ?? []).map(({ Id }) => Id).toSorted(),
    );
  }
  // Rows with members that the description does not have are what they were sent for.
  expect(server.faults.filter((fault) => !/: unknown$|: no number$/.test(fault))).toEqual([]);
}

it('what recordings of live tenants have comes through the graph: odd values, missing members', async () => {
  await checkFixture(cassetteFixture());
});

const sent = new URL('fixture/', import.meta.url);
const files = existsSync(sent) ? readdirSync(sent) : [];
describe.runIf(files.length > 0)('what somebody sent', () => {
  it.each(files)('%s', async (file) => {
    await checkFixture(JSON.parse(readFileSync(new URL(file, sent), 'utf8')) as LiveFixture);
  });
});

/** `doctor --record` with an account's variables, and the command that makes a fixture of it. */
async function recordedFixture(settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const variables = { DATA_DIR: folder, PORT: '0', ...settings };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const recording = join(folder, 'recording.json');
  const { output } = await runHere(['doctor', '--record', recording]);
  execFileSync(process.execPath, ['test/live/make-fixture.ts', recording, 'made-here', folder]);
  return {
    output,
    recording: readFileSync(recording, 'utf8'),
    fixture: JSON.parse(readFileSync(join(folder, 'made-here.json'), 'utf8')) as LiveFixture,
  };
}

describe('a recording of the doctor', () => {
  it('over the façade becomes a fixture that the graph answers over', async () => {
    const client = closing(
      await openFacade({ backend: openSynthetic({ now: () => new Date() }), clock: Date.now }),
    );
    const { accounts, url } = client.facade;
    const { fixture } = await recordedFixture({
      ...{ GONG_ACCESS_KEY: accounts.accessKey, GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret },
      ...{ GONG_BASE_URL: url, SALESFORCE_LOGIN_URL: url, CALL_ANALYTICS_PER_SECOND: '1000' },
      ...{
        SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
        SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
      },
    });
    const { company, tables } = fixture;
    expect([company.users.length, company.calls.length, tables.Account?.length]).toEqual([3, 3, 3]);
    expect(company.calls.every(({ parties }) => parties.length > 0)).toBe(true);
    expect(company.reviews.length).toBeGreaterThan(0);
    await checkFixture(fixture);
  });

  it('over a tenant that hides things and lacks a scope keeps that, and no word of the tenant', async () => {
    const server = closing(await startLiveServer());
    for (const name of ['Account.AnnualRevenue', 'Lead']) server.schema.hidden.add(name);
    server.lacking.add('api:calls:read:transcript');
    const { fixture, recording } = await recordedFixture(server.settings);
    expect(fixture.hidden).toEqual(expect.arrayContaining(['Account.AnnualRevenue', 'Lead']));
    expect(fixture.hidden).toHaveLength(2);
    expect(fixture.lacking).toEqual(['api:calls:read:transcript']);
    const isTold = /quarry|oduya|stonehaul|7300000|Qz0{9}/i.test(recording);
    expect(isTold).toBe(false);
    await checkFixture(fixture);
  });
});
