/** What `npm run codegen` makes: typed documents of the showcase operations, and those of the dashboard's screens. */

import type { CodegenConfig } from '@graphql-codegen/cli';

const types = {
  // As JSON carries them; a scalar that is not listed here fails the run.
  strictScalars: true,
  scalars: {
    Date: 'string',
    DateTime: 'string',
    EmailAddress: 'string',
    JSON: 'unknown',
    URL: 'string',
    _Any: 'unknown',
  },
  onlyOperationTypes: true,
  useTypeImports: true,
};

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  importExtension: '.ts',
  generates: {
    'schema/generated/': {
      documents: 'schema/operations/*.graphql',
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: types,
    },
    // Committed: the build of the dashboard needs no codegen, and the server trusts these documents.
    'src/dashboard/graphql/': {
      documents: ['src/dashboard/**/*.{ts,tsx}', '!src/dashboard/graphql/**'],
      preset: 'client',
      presetConfig: {
        fragmentMasking: { unmaskFunctionName: 'readFragment' },
        persistedDocuments: { hashAlgorithm: 'sha256' },
      },
      config: { ...types, documentMode: 'string' },
    },
  },
};

export default config;
