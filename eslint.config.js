/** What graphql-eslint asks of the published schema, and of the showcase operations, which people copy. */

import graphql from '@graphql-eslint/eslint-plugin';

const { configs, parser } = graphql;
const { rules: schemaRecommended } = configs['flat/schema-recommended'];
const { rules: schemaRelay } = configs['flat/schema-relay'];
const { rules: operationsRecommended } = configs['flat/operations-recommended'];

const shared = {
  plugins: { '@graphql-eslint': graphql },
  languageOptions: {
    parser,
    parserOptions: {
      graphQLConfig: { schema: 'schema/schema.graphql', documents: 'schema/operations/*.graphql' },
    },
  },
};

const rule = (name) => `@graphql-eslint/${name}`;

export default [
  {
    ...shared,
    files: ['schema/schema.graphql'],
    rules: {
      ...schemaRecommended,
      ...schemaRelay,
      // Values, statistics, edges and connections have no identity; what has one is a Node.
      [rule('strict-id-in-types')]: 'off',
      // Fields and objects of the CRM keep the names it has for them, such as accountNumber of an Account.
      [rule('no-typename-prefix')]: 'off',
      // A router's own names begin with an underscore, and a RecordType is called so by the CRM.
      [rule('naming-convention')]: [
        'error',
        {
          allowLeadingUnderscore: true,
          types: { style: 'PascalCase', ignorePattern: '^_' },
          FieldDefinition: { style: 'camelCase', ignorePattern: '^_' },
          InputValueDefinition: 'camelCase',
          DirectiveDefinition: 'camelCase',
          EnumValueDefinition: 'UPPER_CASE',
        },
      ],
      // Connections have nodes beside their edges, short lists are plain ones, and a row of statistics is no Node.
      [rule('relay-edge-types')]: [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
      // Lists that an upstream hands out from the beginning alone cannot be read from their end.
      [rule('relay-arguments')]: ['error', { includeBoth: false }],
    },
  },
  {
    ...shared,
    files: ['schema/operations/*.graphql'],
    rules: {
      ...operationsRecommended,
      // Pages of pages are what the graph is for; the server's own limit of depth is 24.
      [rule('selection-set-depth')]: ['error', { maxDepth: 24 }],
    },
  },
];
