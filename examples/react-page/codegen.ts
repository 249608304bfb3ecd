/** Types of the page's questions, in `src/graphql/`. */

import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['examples/react-page/src/*.tsx'],
  importExtension: '.ts',
  generates: {
    'examples/react-page/src/graphql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        onlyOperationTypes: true,
        scalars: { Date: 'string', DateTime: 'string', EmailAddress: 'string', URL: 'string' },
      },
    },
  },
};

export default config;
