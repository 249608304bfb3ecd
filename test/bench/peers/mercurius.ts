/** Mercurius with its JIT over the peers' data layer. */

import Fastify from 'fastify';
import mercurius from 'mercurius';
import { resolvers } from './resolvers.ts';
import { typeDefs } from './schema.ts';

const app = Fastify();
app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolvers as mercurius.IResolvers,
  jit: 1,
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address() as { port: number };
process.stdout.write(`Graph http://127.0.0.1:${address.port}/graphql\n`);
