/** What another team of the company keeps about accounts: a Relay subgraph with pages and addresses of its own. */

import { type DocumentNode, parse } from 'graphql';

export interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly typeDefs: DocumentNode;
}

export function regionSdl(): DocumentNode {
  return parse(`
    extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])
    interface Node { id: ID! }
    type Query { regions: SalesRegionConnection! }
    type SalesRegionConnection { edges: [SalesRegionEdge!]! pageInfo: PageInfo! }
    type SalesRegionEdge { cursor: String! node: SalesRegion! }
    type PageInfo @shareable {
      hasNextPage: Boolean!
      hasPreviousPage: Boolean!
      startCursor: String
      endCursor: String
    }
    type Address @shareable {
      ${['street', 'city', 'postalCode', 'state', 'stateCode', 'country', 'countryCode', 'geocodeAccuracy'].map((name) => `${name}: String`).join('\n')}
      latitude: Float
      longitude: Float
    }
    type Account @key(fields: "id") { id: ID! salesRegion: SalesRegion }
    type SalesRegion implements Node @key(fields: "id") {
      id: ID!
      name: String!
      office: Address
      biggest: Account
    }
  `);
}
