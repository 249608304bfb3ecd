/** Two tenants over one store, with records and people in common: each is answered as if it were alone, in figures too. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../src/contract/wire/execute.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { participantsOf } from '../../src/participants/viewer-participant.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import { openWorld, today, type World } from '../support/world.ts';

const tenants = ['default', 'other'] as const;
let world: World;
let connector: UpstreamConnector;
let participants: Participants;
let tenant: (typeof tenants)[number];

beforeAll(async () => {
  world = await openWorld({
    index: false,
    context: {
      get tenant() {
        return tenant;
      },
      get participants() {
        return participantsOf(participants, null);
      },
    },
  });
  const { service } = world;
  connector = createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: {
      'call-analytics': {
        id: service.instances.callAnalytics,
        budget: { perSecond: null, perDay: null },
      },
      crm: { id: service.instances.crm },
    },
    resources: createResources(),
  });
});
afterAll(async () => {
  await connector.close();
  await world.close();
});

const idOf = (row: Row): string => String((row.metaData as Row | undefined)?.id ?? '');

/** The other tenant has every third call, of a number that nobody announces. */
const connectorOf = (of: (typeof tenants)[number]): UpstreamConnector => ({
  ...connector,
  async execute(entity, action, params, options) {
    const answer = await connector.execute(entity, action, params, options);
    if (of === 'default' || entity.entity !== 'calls_extensive') return answer;
    const rows = (answer.rows as Row[]).filter((row) => Number(idOf(row).slice(-4)) % 3 === 0);
    return { ...answer, rows, page: { ...answer.page, total: null } };
  },
});

/** Participants of some tenants over a store of their own. */
async function synchronised(...of: readonly (typeof tenants)[number][]) {
  const database = await openStore({});
  const clock = { ...systemClock, now: () => today.getTime() };
  const settings = { walk: 'contents' as const };
  const syncers = of.map(
    (name) => new Syncer({ tenant: name, database, connector: connectorOf(name), clock, settings }),
  );
  for (const syncer of syncers) await syncer.run();
  return {
    participants: createIndexParticipants(new Map(syncers.map((each) => [each.tenant, each]))),
    close: () => database.close(),
  };
}

const group = 'groupBy: [OWNER';
const figures = 'totalCount groups { keys { value } count minutes talkRatio people accounts }';
const during = 'during: { period: LAST_N_DAYS, n: 400 }';
const about = 'about: { title: "e", topic: [{ name: ["Pricing"] }] }';
const questions = [
  ...['OWNER', 'MONTH', 'TRACKER', 'TOPIC', 'OUTCOME', 'STAGE', 'EXTERNAL_DOMAIN', 'RESULT'],
  ...['ACCOUNT', 'OPPORTUNITY', 'INDUSTRY', 'SEGMENT', 'DIRECTION', 'SCOPE'],
].map((by) => `callsAggregate(groupBy: [${by}], first: 10000) { ${figures} }`);
questions.push(
  `callsAggregate(filter: { ${about} }, ${group}, WEEK], first: 1000) { ${figures} }`,
  `callsAggregate { ${figures} }`,
  `calls(first: 50, filter: { ${during}, ${about} }) { totalCount nodes { id } }`,
  'calls(first: 50, filter: { about: { account: { industry: { ne: null } } } }) { totalCount nodes { id } }',
  `accounts(first: 20, filter: { callCount: { atLeast: 3, ${during} } }) { nodes { name } }`,
  `contacts(first: 20, filter: { callCount: { atMost: 0, ${about} } }) { nodes { name } }`,
  'accounts(first: 20, filter: { lastCall: { none: true } }) { nodes { name } }',
  'opportunities(first: 20, filter: { lastCall: { before: "2026-09-01T00:00:00Z" } }) { nodes { name } }',
  `accounts(first: 20) { nodes { relatedCalls(first: 5, ${about}) { totalCount nodes { id } } lastCall { startedAt call { id } } peopleSpokenWith(first: 5) { people { email calls } } } }`,
);

it('each is answered as if it were alone', async () => {
  const ask = async (): Promise<string[]> => {
    const answers: string[] = [];
    for (const question of questions) {
      const { data, errors, extensions } = await world.ask(`{ ${question} }`);
      expect([errors, extensions?.incomplete], question).toEqual([undefined, undefined]);
      answers.push(JSON.stringify(data));
    }
    return answers;
  };
  const alone = new Map<string, string[]>();
  for (const name of tenants) {
    const own = await synchronised(name);
    [tenant, participants] = [name, own.participants];
    alone.set(name, await ask());
    await own.close();
  }
  const shared = await synchronised(...tenants);
  participants = shared.participants;
  for (const name of tenants) {
    tenant = name;
    const answers = await ask();
    for (const [at, question] of questions.entries())
      expect(answers[at], `${name}: ${question}`).toBe(alone.get(name)![at]);
  }
  await shared.close();
  for (const [at, question] of questions.entries())
    expect(alone.get('other')![at], question).not.toBe(alone.get('default')![at]);
});
