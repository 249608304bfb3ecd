/** Composes with the Guild's composition and asks through Hive Gateway's server. */

import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { composeServices } from '@theguild/federation-composition';
import { ask, listen, openSubgraphs } from './graph.ts';

const { subgraphs, close } = await openSubgraphs();
const { supergraphSdl, errors } = composeServices(subgraphs);
if (supergraphSdl === undefined) throw new Error(errors?.join('\n'));

// `hive-gateway supergraph FILE` of @graphql-hive/gateway serves the same by command.
const gateway = createGatewayRuntime({
  supergraph: supergraphSdl,
  logging: 'warn',
  propagateHeaders: {
    // Switchboard answers as the caller, whose key it needs.
    fromClientToSubgraphs: ({ request, subgraphName }) =>
      subgraphName === 'switchboard'
        ? { authorization: request.headers.get('authorization') ?? undefined }
        : {},
  },
});
const server = createServer(gateway);
const port = await listen(server);
console.log(JSON.stringify(await ask(`http://127.0.0.1:${port}/graphql`), null, 2));

server.close();
server.closeAllConnections();
await gateway[Symbol.asyncDispose]();
close();
