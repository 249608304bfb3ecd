/** Values and rows of the CRM that nobody documents: null with an error in their place, their neighbours whole. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CrmObject } from '../../../src/contract/crm/model.ts';
import { cases, sample } from '../../support/cases.ts';
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
  /** Between them they have fields of every type that can be shown. */
  const covering = ['Contact', 'Opportunity', 'Task'].map((name) => model.object(name)!);

  it('is null with an error in its place, whatever the field’s type, and harms no neighbour', async () => {
    const typesOf = (objects: readonly CrmObject[]) =>
      new Set(objects.flatMap(({ fields }) => fields.map(({ spec }) => spec.type)));
    expect([...typesOf(model.objects).difference(typesOf(covering))].sort()).toEqual(['base64']);
    const faults: string[] = [];
    for (const [at, object] of covering.entries())
      for (const wrong of sample(Object.values(wrongValues), 4, at + seed))
        faults.push(...(await crmFaults(world, crm, object, wrong)));
    expect(faults).toEqual([]);
  });

  it(`so in any object (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const faults: string[] = [];
    for (let time = 0; time < cases(4, 4); time += 1)
      faults.push(
        ...(await crmFaults(world, crm, pick(model.objects), pick(Object.values(wrongValues)))),
      );
    expect(faults).toEqual([]);
  });

  it(`whichever way leads to the record (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const { data: found } = await world.ask('{ accounts(first: 1) { nodes { id upstreamId } } }');
    const { id, upstreamId } = found.accounts.nodes[0];
    const names =
      'Name AnnualRevenue CreatedDate IsDeleted OwnerId Owner BillingAddress attributes';
    const shown =
      'name annualRevenue createdDate isDeleted ownerId owner { name } contacts(first: 2) { totalCount nodes { name } } billingAddress { city }';
    const ways = [
      `node(id: "${id}") { ... on Account { ${shown} } }`,
      `nodes(ids: ["${id}"]) { ... on Account { ${shown} } }`,
      `account(by: { upstreamId: "${upstreamId}" }) { ${shown} }`,
      `_entities(representations: [{ __typename: "Account", id: "${id}" }]) { ... on Account { ${shown} } }`,
      `accounts(first: 2) { nodes { ${shown} } }`,
      `soql(query: "SELECT Id, Name, Owner.Name FROM Account WHERE Id = '${upstreamId}'") { nodes { values record { ... on Account { ${shown} } } } }`,
    ];
    for (const way of sample(ways, 3, seed))
      for (const name of [...names.split(' '), 'Contacts', 'Id', 'Id', 'Id']) {
        const values = [...Object.values(wrongValues), undefined];
        const wrong = values[Math.floor(random() * values.length)];
        crm.changes = new Map([[upstreamId, { [name]: wrong }]]);
        const { data, errors = [] } = await world.ask(
          `{ it: ${way} users(first: 1) { nodes { id } } }`,
        );
        const what = `${way.slice(0, 20)} ${name} = ${JSON.stringify(wrong)}`;
        expect(data.users.nodes, what).toHaveLength(1);
        for (const { extensions, path } of errors) {
          expect(extensions.code, what).toBe('UPSTREAM_BAD_RESPONSE');
          expect(path?.[0], what).toBe('it');
        }
        const [it] = [data.it?.nodes ?? data.it].flat();
        if (it === null || it.record === null) expect(errors.length, what).toBeGreaterThan(0);
        // What stands in a parent's place has no name. Of an object in a free query, a name may be called otherwise.
        const isParent = Object.getPrototypeOf(wrong ?? 0) === Object.prototype;
        if (it?.values?.[2] === null && wrong !== null && !isParent && name === 'Owner')
          expect(errors.map(({ path }) => path?.join('.'))).toContain('it.nodes.0.values.2');
        if (name !== 'Id') expect(it, what).not.toBeNull();
      }
  });
});

it('a field that a row of a free query has lost is an error in its column', async () => {
  const query =
    'SELECT Id, Name, Owner.Name, (SELECT Id FROM Contacts LIMIT 1) FROM Account LIMIT 2';
  const ask = () => world.ask(`{ soql(query: "${query}") { nodes { values } } }`);
  const { data: clean } = await ask();
  const id = clean.soql.nodes[0].values[0];
  for (const [column, name] of ['Name', 'Owner', 'Contacts'].entries()) {
    crm.changes = new Map([[id, { [name]: undefined }]]);
    const { data, errors } = await ask();
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
      [`soql.nodes.0.values.${column + 1}`, 'UPSTREAM_BAD_RESPONSE'],
    ]);
    expect(data.soql.nodes[1]).toEqual(clean.soql.nodes[1]);
  }
});

describe('a wrong value in a group', () => {
  const ask = () =>
    world.ask(
      '{ opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }], first: 3) { count keys { value number } sum { amount } avg { amount } min { closeDate } countDistinct { ownerId } } opportunities(first: 1) { totalCount } accounts(first: 1) { nodes { opportunities(first: 0) { totalCount } } } }',
    );

  it('is an error in its place: no count, sum or key is made of it', async () => {
    const clean = await ask();
    expect(clean.errors).toBeUndefined();
    for (const [name, wrong] of Object.entries(wrongValues)) {
      crm.group = (value, alias) => (value === null || alias === 'attributes' ? value : wrong);
      const { data, errors = [] } = await ask();
      crm.group = null;
      expect(data).not.toBeNull();
      for (const { extensions } of errors) expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
      const written = JSON.stringify(wrong);
      const counts = [
        ...(data.opportunitiesAggregate ?? []).flatMap((group: TruthRow) =>
          group === null
            ? []
            : [group.count, group.sum.amount, group.avg.amount, group.countDistinct.ownerId],
        ),
        data.opportunities.totalCount,
        ...data.accounts.nodes.map((node: TruthRow) => node.opportunities?.totalCount ?? null),
      ];
      for (const count of counts)
        if (count !== null)
          expect(JSON.stringify(count), name).toBe(JSON.stringify(JSON.parse(written)));
      for (const group of data.opportunitiesAggregate ?? [])
        if (group !== null && typeof wrong === 'object') expect(group.keys[0].value).toBeNull();
    }
  });
});

describe('figures of groups', () => {
  const ask = () =>
    world.ask(
      '{ crmUsers(first: 50) { nodes { dealFigures { open won lost amounts { open won lost } } } } opportunities(first: 1) { totalCount } }',
    );

  it('are an error where a key or a number of a group is lost or of another form, never less', async () => {
    const aliases = new Set<string>();
    crm.group = (value, alias) => {
      aliases.add(alias);
      return value;
    };
    const clean = (await ask()).data;
    aliases.delete('attributes');
    const owners = clean.crmUsers.nodes.filter(({ dealFigures }: TruthRow) =>
      Object.values(dealFigures).some((one) => typeof one === 'number' && one > 0),
    );
    expect([aliases.size, owners.length > 3]).toEqual([6, true]);
    for (const wronged of aliases)
      for (const wrong of [undefined, null, '', 'see attachment', { see: 'attachment' }, [1]]) {
        // A sum over no amount at all is null.
        if (wrong === null && wronged.startsWith('sum')) continue;
        crm.group = (value, alias) => (alias === wronged ? wrong : value);
        const { data, errors = [] } = await ask();
        const what = `${wronged}: ${JSON.stringify(wrong)}`;
        const codes = new Set(errors.map(({ extensions }) => extensions.code));
        expect([what, ...codes]).toEqual([what, 'UPSTREAM_BAD_RESPONSE']);
        const isTotal = wronged === 'total';
        const { totalCount } = clean.opportunities;
        expect([what, data.opportunities.totalCount]).toEqual([what, isTotal ? null : totalCount]);
        for (const [at, { dealFigures }] of data.crmUsers.nodes.entries()) {
          const whole = clean.crmUsers.nodes[at].dealFigures;
          expect([what, dealFigures]).toEqual([what, isTotal ? whole : null]);
        }
      }
    crm.group = null;
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

  it.each([7, 'no id', {}])(
    'is null as a parent where its id is shown, and whole where it is not: %j',
    async (to) => {
      const parents = (fields: string): Promise<TruthRow> =>
        world.ask(`{ contacts(first: 20) { nodes { account { ${fields} } } } }`);
      const clean: TruthRow[] = (await parents('upstreamId name')).data.contacts.nodes;
      const { upstreamId } = clean.find(({ account }) => account !== null)!.account;
      const isWrong = ({ account }: TruthRow) => account?.upstreamId === upstreamId;
      crm.changes = new Map([[upstreamId, { Id: to }]]);
      const named = await parents('name');
      expect(named.errors).toBeUndefined();
      expect(named.data.contacts.nodes.map((one: TruthRow) => one.account?.name)).toEqual(
        clean.map(({ account }) => account?.name),
      );
      const { data, errors } = await parents('upstreamId name');
      expect(data.contacts.nodes).toEqual(
        clean.map((one) => (isWrong(one) ? { account: null } : one)),
      );
      expect(errors.length).toBe(clean.filter(isWrong).length);
      for (const { extensions } of errors) expect(extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
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
