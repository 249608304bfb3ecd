/** Two subgraphs: Switchboard, and a small one of another team that knows when accounts renew. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type DocumentNode, parse } from 'graphql';
import { createYoga } from 'graphql-yoga';

const { SWITCHBOARD_URL = 'http://127.0.0.1:4000/graphql', SWITCHBOARD_KEY } = process.env;

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
  const url = `http://127.0.0.1:${await listen(server)}/graphql`;
  const { data } = (await post(SWITCHBOARD_URL, '{ _service { sdl } }')) as {
    data: { _service: { sdl: string } };
  };
  return {
    subgraphs: [
      { name: 'switchboard', url: SWITCHBOARD_URL, typeDefs: parse(data._service.sdl) },
      { name: 'renewals', url, typeDefs: renewals },
    ],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @returns the port, which the system chooses. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Asks a gateway what neither subgraph can answer alone. */
export const ask = (url: string): Promise<unknown> =>
  post(
    url,
    `{ accounts(first: 3, orderBy: [{ field: NAME }]) {
      nodes { name owner { name } renewal { month isAtRisk } relatedCalls(first: 1) { edges { node { title } } } }
    } }`,
  );

async function post(url: string, query: string): Promise<unknown> {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (SWITCHBOARD_KEY) headers.set('authorization', `Bearer ${SWITCHBOARD_KEY}`);
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return response.json();
}
