/** Values and rows of the CRM that nobody documents: null with an error in their place, their neighbours whole. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ChangingCrm, crmFaults } from '../../support/crm-change.ts';
import { seed } from '../../support/seed.ts';
import { roomyLimits } from '../../support/small-server.ts';
import type { TruthRow } from '../../support/truth.ts';
import { model, openWorld, type World } from '../../support/world.ts';
import { randomFrom, wrongValues } from '../../support/wrong-value.ts';

let world: World;
const crm = new ChangingCrm();
beforeAll(async () => {
  const roomy = { ...roomyLimits, cost: 100_000, fields: 10_000, tokens: 40_000 };
  world = await openWorld({ backend: crm.backend, index: 'off', server: { limits: roomy } });
});
afterEach(() => {
  crm.changes = new Map();
});
afterAll(() => world.close());

describe('a wrong value of the CRM', () => {
  it(`is null with an error in its place, and harms no neighbour (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const faults: string[] = [];
    const objects = ['Account', 'Opportunity', 'Task'].map((name) => model.object(name)!);
    for (const object of [...objects, pick(model.objects), pick(model.objects)])
      for (let time = 0; time < 5; time += 1)
        faults.push(...(await crmFaults(world, crm, object, pick(Object.values(wrongValues)))));
    expect(faults).toEqual([]);
  });
});

describe('a record without its id', () => {
  const ask = (first: number, after: string | null): Promise<TruthRow> =>
    world.ask(
      `query ($first: Int, $after: String) { accounts(first: $first, after: $after, orderBy: [{field: NAME}]) {
        edges { cursor node { upstreamId name contacts(first: 3) { nodes { upstreamId } } } }
        nodes { upstreamId } pageInfo { hasNextPage endCursor } } }`,
      { first, after },
    );

  it.each([undefined, null, 7, 'no id', {}])(
    'is null with an error in its place, in the list and among children: %j',
    async (to) => {
      const clean: TruthRow = (await ask(10, null)).data.accounts;
      const parent = clean.edges.find(({ node }: TruthRow) => node.contacts.nodes.length > 1);
      const child = parent.node.contacts.nodes[0].upstreamId;
      for (const at of [0, 4, 9]) {
        const { upstreamId } = clean.nodes[at];
        crm.changes = new Map([
          [upstreamId, { Id: to }],
          [child, { Id: to }],
        ]);
        const { data, errors = [] } = await ask(10, null);
        for (const [i, { upstreamId: id }] of clean.nodes.entries()) {
          expect(data.accounts.nodes[i]).toEqual(i === at ? null : { upstreamId: id });
          const { node, cursor } = data.accounts.edges[i];
          expect(cursor).toEqual(expect.any(String));
          if (i === at) expect(node).toBeNull();
          else if (clean.edges[i] !== parent) expect(node).toEqual(clean.edges[i].node);
          else expect(node.contacts.nodes.slice(1)).toEqual(parent.node.contacts.nodes.slice(1));
        }
        const paths = errors.map(({ path }: TruthRow) => path.join('.'));
        expect(paths).toContain(`accounts.nodes.${at}`);
        expect(paths).toContain(`accounts.edges.${at}.node`);
        for (const { extensions } of errors) expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
      }
    },
  );

  it('stops no walk: the others come, each once', async () => {
    const ids: string[] = [];
    const all: TruthRow = (await ask(30, null)).data.accounts;
    crm.changes = new Map([0, 6, 7, 13].map((at) => [all.nodes[at].upstreamId, { Id: undefined }]));
    for (let after: string | null = null; ids.length < 26; ) {
      const { data }: TruthRow = await ask(7, after);
      for (const node of data.accounts.nodes) if (node !== null) ids.push(node.upstreamId);
      after = data.accounts.pageInfo.endCursor;
      expect(after).not.toBeNull();
    }
    const left = all.nodes.filter((_node: unknown, at: number) => ![0, 6, 7, 13].includes(at));
    expect(ids.slice(0, 26)).toEqual(left.map(({ upstreamId }: TruthRow) => upstreamId));
  });
});
