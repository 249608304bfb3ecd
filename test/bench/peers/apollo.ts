/** Apollo Server over the peers' data layer. */

import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { resolvers } from './resolvers.ts';
import { typeDefs } from './schema.ts';

const server = new ApolloServer({
  typeDefs,
  resolvers,
  introspection: false,
  nodeEnv: 'production',
});
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
process.stdout.write(`Graph ${url}\n`);
