/** Switchboard as one subgraph of two, behind a gateway from npm that knows nothing of it but its SDL. */

import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedSubgraph } from '../../src/graph/federation.ts';
import { type ApolloGateway, hasGateways, loadApollo } from '../support/federation-package.ts';
import { regionSdl, type Subgraph } from '../support/other-subgraph.ts';
import { openWorld, schema, type World } from '../support/world.ts';

/** The other subgraph's rows. */
const resolvers = {
  Query: {
    regions: () => ({
      edges: [{ cursor: 'north', node: regionOf('north') }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'north' },
    }),
  },
  Account: { salesRegion: ({ id }: { id: string }) => regionOf(id) },
  SalesRegion: {
    biggest: ({ id }: { id: string }) => ({ __typename: 'Account', id }),
  },
};

const regionOf = (id: string) => ({
  id,
  name: `Region ${id.length % 7}`,
  office: { city: 'Oslo' },
});

/** What makes one graph of two subgraphs. */
const composers = [
  { by: 'the Guild', compose: async (parts: Subgraph[]) => composeByGuild(parts) },
  { by: 'Apollo', compose: async (parts: Subgraph[]) => loadApollo().composeServices(parts) },
];

describe.skipIf(!hasGateways).each(composers)('the subgraph, composed by $by', ({ compose }) => {
  let world: World;
  let gateway: ApolloGateway;
  let run: (query: string) => Promise<{ data?: unknown; errors?: unknown }>;

  beforeAll(async () => {
    world = await openWorld({ index: false });
    const { data } = await world.ask('{ _service { sdl } }');
    const { supergraphSdl, errors } = await compose([
      {
        name: 'switchboard',
        url: new URL('/graphql', world.url).href,
        typeDefs: parse(data._service.sdl),
      },
      { name: 'regions', url: 'http://127.0.0.1:1/', typeDefs: regionSdl() },
    ]);
    expect(errors).toBeUndefined();
    const apollo = loadApollo();
    const regions = apollo.buildSubgraphSchema({ typeDefs: regionSdl(), resolvers });
    gateway = new apollo.ApolloGateway({
      supergraphSdl: supergraphSdl!,
      buildService: ({ name, url }) =>
        name === 'regions'
          ? new apollo.LocalGraphQLDataSource(regions)
          : new apollo.RemoteGraphQLDataSource({ url }),
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
      regions { pageInfo { hasNextPage endCursor } edges { node { name office { city } } } }
      accounts(first: 5) {
        pageInfo { hasNextPage }
        nodes {
          name
          billingAddress { city }
          salesRegion { name office { city } biggest { name industry owner { name } } }
        }
      }
    }`)) as never as {
      data: { accounts: { nodes: unknown[]; pageInfo: unknown }; regions: unknown };
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    expect(data.regions).toEqual({
      pageInfo: { hasNextPage: true, endCursor: 'north' },
      edges: [{ node: { name: 'Region 5', office: { city: 'Oslo' } } }],
    });
    expect(data.accounts.pageInfo).toEqual({ hasNextPage: true });
    expect(data.accounts.nodes).toHaveLength(5);
    for (const node of data.accounts.nodes as Record<string, never>[]) {
      expect(node).toMatchObject({
        name: expect.any(String),
        billingAddress: { city: expect.any(String) },
        salesRegion: { office: { city: 'Oslo' }, biggest: { name: node.name } },
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

  it('takes the lookup by id from the subgraph that overrides it', async () => {
    const node = `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@override"])
      interface Node { id: ID! }
      type Query { node(id: ID!): Node @override(from: "switchboard") }
      type Badge implements Node @key(fields: "id") { id: ID! }
    `;
    const parts = [
      { name: 'switchboard', url: 'http://127.0.0.1:1/', typeDefs: parse(printedSubgraph(schema)) },
      { name: 'badges', url: 'http://127.0.0.1:1/', typeDefs: parse(node) },
    ];
    expect((await compose(parts)).errors).toBeUndefined();
  });
});
