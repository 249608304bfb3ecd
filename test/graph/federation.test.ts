/** Switchboard as a subgraph: what its SDL says of identity, that it composes with another, and how references are resolved. */

import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedSubgraph } from '../../src/graph/federation.ts';
import { regionSdl } from '../support/other-subgraph.ts';
import { openWorld, schema, type World } from '../support/world.ts';

describe('references', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ index: false });
  });
  afterAll(() => world.close());

  it('are resolved with one upstream call per operation', async () => {
    const { data } = await world.ask('{ accounts(first: 5) { nodes { id name } } }');
    const answer = await world.ask(
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Account { name owner { name } } } }',
      { r: data.accounts.nodes.map(({ id }: { id: string }) => ({ __typename: 'Account', id })) },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data._entities).toMatchObject(
      data.accounts.nodes.map(({ name }: { name: string }) => ({ name })),
    );
    expect(answer.calls.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'accounts list',
    ]);
    expect((answer.calls[0]!.params as { q: string }).q).toMatch(
      /^SELECT Id, Name, Owner\.Id, Owner\.Name, OwnerId FROM Account WHERE Id IN \(('\w{18}',?){5}\) LIMIT 5$/,
    );
  });

  it('whose id is of another type are refused, and the others kept', async () => {
    const { data } = await world.ask('{ accounts(first: 1) { nodes { id } } }');
    const [{ id }] = data.accounts.nodes;
    const answer = await world.ask(
      `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Account { name } ... on Contact { name } } }`,
      {
        r: [
          { __typename: 'Account', id },
          { __typename: 'Contact', id },
        ],
      },
    );
    expect(answer.data._entities).toEqual([{ name: expect.any(String) }, null]);
    expect(answer.errors).toEqual([
      expect.objectContaining({
        path: ['_entities', 1],
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      }),
    ]);
  });
});

describe('the printed subgraph', () => {
  const sdl = printedSubgraph(schema);

  it('marks every node type with its key', () => {
    const nodes = [...sdl.matchAll(/^type (\w+) implements [^{]*Node[^{]*\{/gm)];
    expect(nodes.length).toBeGreaterThan(30);
    for (const [line] of nodes) expect(line).toContain('@key(fields: "id")');
  });

  it('shares what has no identity and leads to nothing that has', () => {
    const shared = [...sdl.matchAll(/^type (\w+) @shareable \{/gm)].map(([, name]) => name);
    expect(shared).toEqual(expect.arrayContaining(['PageInfo', 'Address', 'Coverage', 'Sentence']));
    const withIdentity = ['Account', 'AccountConnection', 'Party', 'Query', 'Monologue'];
    expect(shared.filter((name) => withIdentity.includes(name!))).toEqual([]);
  });

  it('composes with another one', () => {
    const { errors } = composeServices([
      { name: 'switchboard', url: 'http://127.0.0.1:1/', typeDefs: parse(sdl) },
      { name: 'regions', url: 'http://127.0.0.1:1/', typeDefs: regionSdl() },
    ]);
    expect(errors).toBeUndefined();
  });
});
