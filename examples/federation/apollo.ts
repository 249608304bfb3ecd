/** Composes with Apollo's composition and asks through Apollo's gateway. */

import { composeServices } from '@apollo/composition';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { parse } from 'graphql';
import { headers, openSubgraphs, question } from './graph.ts';

const { subgraphs, close } = await openSubgraphs();
const { supergraphSdl, errors } = composeServices(subgraphs);
if (supergraphSdl === undefined) throw new Error(errors?.join('\n'));

const gateway = new ApolloGateway({
  supergraphSdl,
  buildService: ({ name, url }) =>
    new RemoteGraphQLDataSource({
      url,
      willSendRequest({ request }) {
        if (name !== 'switchboard') return;
        for (const [header, value] of Object.entries(headers))
          request.http?.headers.set(header, value);
      },
    }),
  logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
});
const { executor, schema } = await gateway.load();

// Apollo Server makes this of a request: `new ApolloServer({ gateway })`.
const document = parse(question);
const answer = await executor({
  document,
  operation: document.definitions[0],
  operationName: null,
  source: question,
  queryHash: question,
  request: { query: question },
  context: {},
  cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
  schema,
  logger: console,
  metrics: {},
  overallCachePolicy: undefined,
} as never);
console.log(JSON.stringify(answer, null, 2));

await gateway.stop();
close();
