/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment DealRow on Opportunity {\n    name\n    stageName\n    amount\n    closeDate\n  }\n": typeof types.DealRowFragmentDoc,
    "\n  query Deals($first: Int = 25, $after: String) {\n    opportunities(\n      first: $first\n      after: $after\n      filter: { isClosed: { eq: false } }\n      orderBy: [{ field: CLOSE_DATE }]\n    ) {\n      totalCount\n      nodes {\n        id\n        ...DealRow\n      }\n    }\n  }\n": typeof types.DealsDocument,
};
const documents: Documents = {
    "\n  fragment DealRow on Opportunity {\n    name\n    stageName\n    amount\n    closeDate\n  }\n": types.DealRowFragmentDoc,
    "\n  query Deals($first: Int = 25, $after: String) {\n    opportunities(\n      first: $first\n      after: $after\n      filter: { isClosed: { eq: false } }\n      orderBy: [{ field: CLOSE_DATE }]\n    ) {\n      totalCount\n      nodes {\n        id\n        ...DealRow\n      }\n    }\n  }\n": types.DealsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DealRow on Opportunity {\n    name\n    stageName\n    amount\n    closeDate\n  }\n"): typeof import('./graphql.ts').DealRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Deals($first: Int = 25, $after: String) {\n    opportunities(\n      first: $first\n      after: $after\n      filter: { isClosed: { eq: false } }\n      orderBy: [{ field: CLOSE_DATE }]\n    ) {\n      totalCount\n      nodes {\n        id\n        ...DealRow\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DealsDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
