/** Two subgraphs: Switchboard, and a small one of another team that knows when accounts renew. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type DocumentNode, parse } from 'graphql';
import { createYoga } from 'graphql-yoga';

const { SWITCHBOARD_URL = 'http://127.0.0.1:4000/graphql', SWITCHBOARD_KEY } = process.env;

/** What Switchboard asks for, where it has an access file. */
export const headers: Readonly<Record<string, string>> = SWITCHBOARD_KEY
  ? { authorization: `Bearer ${SWITCHBOARD_KEY}` }
  : {};

const renewals = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key"])
  type Account @key(fields: "id") { id: ID! renewal: Renewal }
  type Renewal { month: Int! isAtRisk: Boolean! }
`);

/** Any source will do; this one counts letters. */
const renewalOf = ({ id }: { id: string }) => ({
  month: (id.length % 12) + 1,
  isAtRisk: id.charCodeAt(id.length - 3) % 2 === 0,
});

export interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly typeDefs: DocumentNode;
}

/** Starts the second subgraph and reads the first one's SDL from its server. */
export async function openSubgraphs(): Promise<{ subgraphs: Subgraph[]; close(): void }> {
  const resolvers = { Account: { renewal: renewalOf } };
  const schema = buildSubgraphSchema({ typeDefs: renewals, resolvers });
  const server = createServer(createYoga({ schema, logging: false }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(SWITCHBOARD_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  });
  const { data } = (await response.json()) as { data: { _service: { sdl: string } } };
  return {
    subgraphs: [
      { name: 'switchboard', url: SWITCHBOARD_URL, typeDefs: parse(data._service.sdl) },
      { name: 'renewals', url: `http://127.0.0.1:${port}/graphql`, typeDefs: renewals },
    ],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A question that neither can answer alone. */
export const question = `{
  accounts(first: 3, orderBy: [{ field: NAME }]) {
    nodes { name owner { name } renewal { month isAtRisk } relatedCalls(first: 1) { edges { node { title } } } }
  }
}`;
