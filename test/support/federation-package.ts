/** Packages of the example of two subgraphs, which has a lock of its own: gateways that people put in front of the graph. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DocumentNode } from 'graphql';
import { root } from '../docs/page.ts';
import type { Subgraph } from './other-subgraph.ts';

const folder = join(root, 'examples/federation');

/** Whether `npm ci --prefix examples/federation` was run; says so when it was not. */
export const hasGateways = existsSync(join(folder, 'node_modules/.package-lock.json'));
if (!hasGateways)
  process.stderr.write(
    "SKIPPED: no packages in examples/federation (npm ci --prefix examples/federation); Apollo's and Hive's gateways are not tried\n",
  );

export interface ApolloGateway {
  load(): Promise<{ executor(request: object): Promise<unknown> }>;
  readonly schema: object | undefined;
  stop(): Promise<void>;
}

/** What tests use of Apollo's packages, declared here: the packages' own types are there only where they are installed. */
interface Apollo {
  readonly ApolloGateway: new (options: {
    readonly supergraphSdl: string;
    readonly buildService: (service: { name: string; url?: string }) => object;
    readonly logger: object;
  }) => ApolloGateway;
  readonly LocalGraphQLDataSource: new (schema: object) => object;
  readonly RemoteGraphQLDataSource: new (options: { url: string | undefined }) => object;
  buildSubgraphSchema(options: { typeDefs: DocumentNode; resolvers: object }): object;
  composeServices(parts: readonly Subgraph[]): {
    readonly supergraphSdl?: string | undefined;
    readonly errors?: readonly unknown[] | undefined;
  };
}

export function loadApollo(): Apollo {
  const load = createRequire(join(folder, 'package.json'));
  return {
    ...load('@apollo/gateway'),
    ...load('@apollo/subgraph'),
    ...load('@apollo/composition'),
  };
}
