/** Records that come without the id or the address they were looked up by: nobody vanishes without a word. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangingCrm } from '../../support/crm-change.ts';
import { seed } from '../../support/seed.ts';
import { openWorld, type World } from '../../support/world.ts';
import { randomFrom } from '../../support/wrong-value.ts';

let world: World;
const crm = new ChangingCrm();
beforeAll(async () => {
  world = await openWorld({ backend: crm.backend, index: 'copied' });
});
afterAll(() => world.close());

const record = 'record { upstreamId recordName }';
const questions = [
  `{ calls(first: 12) { nodes { contacts { ${record} } } } }`,
  `{ calls(first: 12) { nodes { accounts { ${record} } } } }`,
  `{ calls(first: 8) { nodes { parties { contact { upstreamId name } crmUser { upstreamId } contactMatches { ${record} } crmUserMatches { ${record} } } } } }`,
  `{ calls(first: 8) { nodes { crmContext { objects { objectId ${record} } } } } }`,
  '{ users(first: 12) { nodes { crmUsers { upstreamId name } } } }',
  '{ contacts(first: 4, filter: { email: { isNull: false } }) { nodes { upstreamId peopleSpokenWith(first: 5) { people { contacts { upstreamId name } crmUsers { upstreamId } } } } } }',
  `{ accounts(first: 4) { nodes { upstreamId relatedCalls(first: 3) { totalCount nodes { contacts { ${record} } } } } } }`,
  '{ opportunities(first: 6) { nodes { upstreamId account { upstreamId name owner { upstreamId name } } relatedCalls(first: 2) { totalCount } } } }',
  '{ tasks(first: 15) { nodes { upstreamId who { ... on CrmRecord { upstreamId recordName } } what { ... on CrmRecord { upstreamId recordName } } } } }',
  '{ search(term: "Clover", types: [ACCOUNT, CONTACT]) { ... on CrmRecord { upstreamId recordName } } }',
  '{ accounts(first: 3) { nodes { upstreamId contacts(first: 3) { totalCount nodes { upstreamId tasks(first: 2) { totalCount nodes { upstreamId } } } } } } }',
];
const losses = [{ Id: undefined }, { Id: null }, { Id: 7 }, { Email: undefined }, { Email: 7 }];

describe(`a record that lost its key (TEST_SEED=${seed})`, () => {
  it.each(questions)('is there, or said to be missing: %s', async (question) => {
    const random = randomFrom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const clean = await world.ask(question);
    expect(clean.errors).toBeUndefined();
    const text = JSON.stringify(clean.data);
    const ids = [...new Set(text.match(/(?<="(?:upstreamId|objectId)":")\w{18}(?=")/g))];
    expect(ids.length).toBeGreaterThan(0);
    for (let time = 0; time < 3; time += 1) {
      const change = [pick(ids), pick(losses)] as const;
      crm.changes = new Map([change]);
      const { data, errors = [], extensions } = await world.ask(question);
      crm.changes = new Map();
      for (const error of errors) expect(error.extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
      if (errors.length === 0 && extensions?.incomplete === undefined)
        expect(JSON.stringify(data), JSON.stringify(change)).toBe(text);
    }
  });
});
