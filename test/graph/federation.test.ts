/** Switchboard as one subgraph of two, behind a gateway from npm that knows nothing of it but its SDL. */

import { ApolloGateway, LocalGraphQLDataSource, RemoteGraphQLDataSource } from '@apollo/gateway';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedSubgraph } from '../../src/graph/federation.ts';
import { openWorld, schema, type World } from '../support/world.ts';

/** What another team of the company keeps about accounts. */
const regions = buildSubgraphSchema({
  typeDefs: regionSdl(),
  resolvers: {
    Account: {
      salesRegion: ({ id }: { id: string }) => ({ name: `Region ${id.length % 7}`, id }),
    },
    SalesRegion: { biggest: ({ id }: { id: string }) => ({ __typename: 'Account', id }) },
  },
});

describe('the subgraph', () => {
  let world: World;
  let gateway: ApolloGateway;
  let run: (query: string) => Promise<{ data?: unknown; errors?: unknown }>;

  beforeAll(async () => {
    world = await openWorld({ index: false });
    const { data } = await world.ask('{ _service { sdl } }');
    gateway = new ApolloGateway({
      localServiceList: [
        {
          name: 'switchboard',
          url: new URL('/graphql', world.url).href,
          typeDefs: parse(data._service.sdl),
        },
        { name: 'regions', url: 'http://127.0.0.1:1/', typeDefs: regionSdl() },
      ],
      buildService: ({ name, url }) =>
        name === 'regions'
          ? new LocalGraphQLDataSource(regions)
          : new RemoteGraphQLDataSource({ url }),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const { executor } = await gateway.load();
    run = async (query) =>
      (await executor({
        document: parse(query),
        request: { query },
        queryHash: query,
        context: {},
        cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
        schema: gateway.schema!,
        logger: console,
        metrics: {},
        source: query,
        operationName: null,
        operation: parse(query).definitions[0],
        overallCachePolicy: undefined,
      } as never)) as never;
  });
  afterAll(async () => {
    await gateway.stop();
    await world.close();
  });

  it('composes with a second one and answers a question over both', async () => {
    const { data, errors } = (await run(`{
      accounts(first: 5) { nodes { name salesRegion { name biggest { name industry owner { name } } } } }
    }`)) as never as { data: { accounts: { nodes: unknown[] } }; errors?: unknown };
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes).toHaveLength(5);
    for (const node of data.accounts.nodes as Record<string, never>[]) {
      expect(node).toMatchObject({
        name: expect.any(String),
        salesRegion: { name: expect.any(String), biggest: { name: node.name } },
      });
    }
  });

  it('resolves the references of a wave with one upstream call per operation', async () => {
    const before = world.service.calls().length;
    await run(
      '{ accounts(first: 5) { nodes { salesRegion { biggest { name owner { name } } } } } }',
    );
    const calls = world.service.calls().slice(before);
    expect(calls.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'accounts list',
      'accounts list',
    ]);
    expect((calls[1]!.params as { q: string }).q).toMatch(
      /^SELECT Id, Name, Owner\.Id, Owner\.Name, OwnerId FROM Account WHERE Id IN \(('\w{18}',?){5}\) LIMIT 5$/,
    );
  });

  it('refuses a reference whose id is of another type, and keeps the others', async () => {
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

  it('marks every node type with its key', () => {
    const sdl = printedSubgraph(schema);
    const nodes = [...sdl.matchAll(/^type (\w+) implements [^{]*Node[^{]*\{/gm)];
    expect(nodes.length).toBeGreaterThan(30);
    for (const [line] of nodes) expect(line).toContain('@key(fields: "id")');
  });
});

function regionSdl() {
  return parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key"])
    type Account @key(fields: "id") { id: ID! salesRegion: SalesRegion }
    type SalesRegion { name: String! biggest: Account }
  `);
}
