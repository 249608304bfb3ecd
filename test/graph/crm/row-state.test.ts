/** Records that change between questions: each object of an answer is of one state of its record, whichever answers it was cached from. */

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { cases } from '../../support/cases.ts';
import { ChangingCrm } from '../../support/crm-change.ts';
import { seed } from '../../support/seed.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';
import { randomFrom } from '../../support/wrong-value.ts';

let world: World;
const crm = new ChangingCrm();
let contacts: readonly TruthRow[];
beforeAll(async () => {
  world = await openWorld({ backend: crm.backend, index: 'off', cache: true });
  const { data } = await world.ask(
    '{ contacts(first: 3) { nodes { id upstreamId account { id upstreamId } } } }',
  );
  contacts = data.contacts.nodes;
});
afterAll(() => world.close());

const names = ['Name', 'Site', 'TickerSymbol', 'Fax', 'BillingCity', 'Description'];
const memberName = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Changes every name of the contacts' accounts at once. */
function change(state: number): void {
  const values = Object.fromEntries(names.map((name) => [name, `state ${state}`]));
  crm.changes = new Map(contacts.map(({ account }) => [account.upstreamId, values]));
}

it(`an object never shows values of two states (TEST_SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const selection = (): string =>
    `{ ${names
      .filter(() => random() < 0.4)
      .map(memberName)
      .join(' ')} ${random() < 0.3 ? 'contacts(first: 1) { nodes { name } }' : ''} __typename }`;
  const ways = [
    (one: TruthRow) => `account(by: { id: "${one.account.id}" }) ${selection()}`,
    (one: TruthRow) =>
      `nodes(ids: ["${one.account.id}", "${one.id}"]) { ... on Account ${selection()} ... on Contact { account ${selection()} } }`,
    (one: TruthRow) => `contact(by: { id: "${one.id}" }) { account ${selection()} }`,
    (one: TruthRow) =>
      `accounts(first: 1, filter: { id: { eq: "${one.account.upstreamId}" } }) { nodes ${selection()} }`,
  ];
  const mixed: string[] = [];
  let whole = 0;
  const look = (value: unknown, query: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) look(inner, query);
    if ((value as TruthRow).__typename !== 'Account') return;
    const states = Object.values(value).filter((one) => /^state /.test(String(one)));
    if (states.length > 1) whole += 1;
    if (new Set(states).size > 1) mixed.push(`${JSON.stringify(value)} of ${query}`);
  };
  for (let time = 0; time < cases(60, 5); time += 1) {
    if (random() < 0.5) change(time);
    const query = `{ a: ${pick(ways)(pick(contacts))} b: ${pick(ways)(pick(contacts))} }`;
    const { data, errors } = await world.ask(query);
    expect(errors).toBeUndefined();
    look(data, query);
  }
  expect(mixed).toEqual([]);
  expect(whole).toBeGreaterThan(10);
});

it('what one answer brought is not asked for again', async () => {
  change(-1);
  const [{ account }] = contacts as [TruthRow];
  const ask = (fields: string) =>
    world.ask(`{ account(by: { id: "${account.id}" }) { ${fields} } }`);
  await ask('name site sic');
  const { data, calls } = await ask('site name');
  expect(data.account.name).toBe(data.account.site);
  expect(calls).toEqual([]);
  // Children are records of their own: they join what is known of their parent.
  const children = (first: number) =>
    `contacts(first: ${first}, orderBy: [{ field: NAME }]) { nodes { name } }`;
  expect((await ask(children(2))).calls).toHaveLength(1);
  expect((await ask(`sic name ${children(1)}`)).calls).toEqual([]);
});

it('a person whose address has changed is found under it no longer', async () => {
  const ask = async (call: string, fields: string): Promise<TruthRow> => {
    const { data, errors } = await world.ask(`{ list: ${call} {
      parties { emailAddress contactMatches { matchedBy record { id upstreamId ${fields} } } } } }`);
    expect(errors).toBeUndefined();
    return data.list;
  };
  const { data } = await world.ask('{ calls(first: 30) { nodes { id } } }');
  const matchesOf = ({ parties }: TruthRow): TruthRow[] =>
    parties.flatMap(({ emailAddress, contactMatches }: TruthRow) =>
      contactMatches.map((match: TruthRow) => ({ ...match, emailAddress })),
    );
  let tried = 0;
  for (const { id } of data.calls.nodes) {
    const call = `call(by: { id: "${id}" })`;
    const found = matchesOf(await ask(call, 'email'))[0];
    if (found === undefined || found.matchedBy.join() !== 'EMAIL') continue;
    const { upstreamId, id: contact } = found.record;
    crm.changes = new Map([[upstreamId, { Email: 'moved@example.net' }]]);
    await world.ask(`{ contact(by: { id: "${contact}" }) { email title } }`);
    const later = matchesOf(await ask(call, 'email title'));
    const byAddress = later.filter(({ matchedBy }) => matchedBy.includes('EMAIL'));
    expect(byAddress.map(({ record }) => record.email)).not.toContain('moved@example.net');
    tried += 1;
  }
  expect(tried).toBeGreaterThan(0);
});

it('a ranked list shows no record that its filter leaves out, though both were cached', async () => {
  const kept = await openWorld({ cache: true });
  onTestFinished(() => kept.close());
  const until = '2026-11-01T00:00:00.000Z';
  const list = (fields: string) => `{ list: opportunities(
    first: 40, orderBy: [{ callCount: { from: "2026-01-01T00:00:00Z" }, direction: DESC }],
    filter: { lastModifiedDate: { lt: "${until}" } }
  ) { totalCount nodes { upstreamId lastModifiedDate ${fields} } } }`;
  const ask = async (fields: string) => {
    const { data, errors } = await kept.ask(list(fields));
    expect(errors).toBeUndefined();
    return data.list;
  };
  const before = await ask('name');
  kept.service.admin.faults.add({
    ...({ kind: 'drift', system: 'crm', of: 'opportunities', times: 1 } as const),
    ...{ insert: 0, delete: 0, update: 60 },
  });
  const { nodes, totalCount } = await ask('amount');
  const late = nodes.filter((node: TruthRow) => node.lastModifiedDate >= until);
  expect(late).toEqual([]);
  expect(nodes).toHaveLength(40);
  expect(totalCount).toBeLessThan(before.totalCount);
});
