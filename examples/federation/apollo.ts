/** Composes with Apollo's composition and asks through Apollo Server over Apollo's gateway. */

import { composeServices } from '@apollo/composition';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { ask, openSubgraphs } from './graph.ts';

interface Caller {
  readonly authorization?: string | undefined;
}

/** Switchboard answers as the caller, whose key it needs. */
class Switchboard extends RemoteGraphQLDataSource<Caller> {
  override willSendRequest({
    request,
    context,
  }: Parameters<NonNullable<RemoteGraphQLDataSource<Caller>['willSendRequest']>>[0]) {
    if (context.authorization) request.http?.headers.set('authorization', context.authorization);
  }
}

const { subgraphs, close } = await openSubgraphs();
const { supergraphSdl, errors } = composeServices(subgraphs);
if (supergraphSdl === undefined) throw new Error(errors?.join('\n'));

const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };
const server = new ApolloServer<Caller>({
  gateway: new ApolloGateway({
    supergraphSdl,
    buildService: ({ name, url }) =>
      name === 'switchboard' ? new Switchboard({ url }) : new RemoteGraphQLDataSource({ url }),
    logger,
  }),
  logger,
});
const { url } = await startStandaloneServer(server, {
  listen: { host: '127.0.0.1', port: 0 },
  context: async ({ req }) => ({ authorization: req.headers.authorization }),
});
console.log(JSON.stringify(await ask(url), null, 2));

await server.stop();
close();
