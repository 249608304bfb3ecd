/** A record of an object that the CRM hides is null with the object's name, whatever leads to it: it looks like one that is not there. */

import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { normalizeCrmId } from '../../../src/contract/crm/id.ts';
import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import { model, openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off' });
});
afterAll(() => world.close());
afterEach(() => world.service.admin.faults.clear());

async function hiding(...names: readonly string[]): Promise<World> {
  world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names: [...names] });
  const gateway = await openWorld({ shared: world.service, index: 'off', cache: true });
  onTestFinished(() => gateway.close());
  return gateway;
}

const singular = ({ typeName }: { readonly typeName: string }): string =>
  typeName.charAt(0).toLowerCase() + typeName.slice(1);

it('by its id: of a field of its own, node, nodes and a router’s reference', async () => {
  const gateway = await hiding(...model.objects.map(({ name }) => name));
  const wrong: string[] = [];
  for (const object of model.objects) {
    const id = normalizeCrmId(`${object.keyPrefix}Sy0000000001`)!;
    const globalId = encodeGlobalId(object.typeName, id);
    const { data, errors = [] } = await gateway.ask(
      `query ($id: ID!, $references: [_Any!]!) {
        own: ${singular(object)}(by: { id: $id }) { upstreamId }
        node(id: $id) { id ... on ${object.typeName} { upstreamId } }
        nodes(ids: [$id]) { id }
        _entities(representations: $references) { __typename ... on ${object.typeName} { id } }
      }`,
      { id: globalId, references: [{ __typename: object.typeName, id: globalId }] },
    );
    expect(data).toEqual({ own: null, node: null, nodes: [null], _entities: [null] });
    const paths = errors.map(({ path, extensions: { code, part } }) => [path?.[0], code, part]);
    for (const place of ['own', 'node', 'nodes', '_entities'])
      if (
        !paths.some(
          ([at, code, part]) =>
            at === place && code === 'UPSTREAM_FORBIDDEN' && part === object.name,
        )
      )
        wrong.push(`${object.name} at ${place}: ${JSON.stringify(errors)}`);
  }
  expect(wrong).toEqual([]);
});

it('as the parent of a row, of one possible object or of several', async () => {
  const query =
    '{ contacts(first: 2) { nodes { name account { name } } } tasks(first: 20) { nodes { subject what { __typename recordName } } } }';
  const { data } = await world.ask(query);
  const gateway = await hiding('Account');
  const answer = await gateway.ask(query);
  expect(answer.data.contacts.nodes).toEqual(
    data.contacts.nodes.map(({ name }: { name: string }) => ({ name, account: null })),
  );
  type Task = { readonly what: { readonly __typename: string } | null };
  const isAccount = ({ what }: Task) => what?.__typename === 'Account';
  expect(data.tasks.nodes.filter(isAccount).length).toBeGreaterThan(0);
  expect(answer.data.tasks.nodes).toEqual(
    data.tasks.nodes.map((task: Task) => (isAccount(task) ? { ...task, what: null } : task)),
  );
  const parts = new Set(
    answer.errors?.map(({ path, extensions }) => `${path?.at(-1)} ${extensions.part}`),
  );
  expect([...parts].sort()).toEqual(['account Account', 'what Account']);
});

it('and one that is not there is null without an error, which costs a look at the object once', async () => {
  const gateway = await openWorld({ shared: world.service, index: 'off', cache: true });
  onTestFinished(() => gateway.close());
  const ask = (id: string) => gateway.ask(`{ account(by: { upstreamId: "${id}" }) { name } }`);
  const first = await ask('001Sy0000999999');
  expect([first.data.account, first.errors]).toEqual([null, undefined]);
  expect(first.calls.map(({ status }) => status)).toEqual([404, 200]);
  const second = await ask('001Sy0000999998');
  expect([second.data.account, second.errors]).toEqual([null, undefined]);
  expect(second.calls.map(({ status }) => status)).toEqual([404]);
});
