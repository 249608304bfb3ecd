/** GraphQL Mesh over the execute endpoint's JSON, served by Hive Gateway, with batched delegation. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayRuntime, useCustomFetch } from '@graphql-hive/gateway-runtime';
import { fetch, Response } from '@whatwg-node/fetch';
import { LRUCache } from 'lru-cache';
import { additionalResolvers } from './mesh-resolver.ts';
import { supergraph } from './mesh-supergraph.ts';
import { typeDefs } from './schema.ts';

/** Upstream answers are kept where the gateway fetches them, as text: it parses them each time. */
const kept = new LRUCache<string, Promise<string>>({ max: 5_000, ttl: 30_000 });

async function keepingFetch(url: string, init?: RequestInit): Promise<Response> {
  const key = `${url} ${init?.body}`;
  let body = kept.get(key);
  if (body === undefined) {
    body = fetch(url, init).then((response) => {
      if (!response.ok) throw new Error(`Upstream answered ${response.status}`);
      return response.text();
    });
    kept.set(key, body);
    body.catch(() => kept.delete(key));
  }
  return new Response(await body, { headers: { 'content-type': 'application/json' } });
}

const gateway = createGatewayRuntime({
  supergraph,
  additionalTypeDefs: typeDefs.replace('type Query', 'extend type Query'),
  additionalResolvers,
  plugins: () => (process.env.CACHE === 'on' ? [useCustomFetch(keepingFetch as typeof fetch)] : []),
  logging: 'error',
  landingPage: false,
  graphiql: false,
  maskedErrors: false,
});
const server = createServer(gateway);
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(
    `Graph http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql\n`,
  ),
);
