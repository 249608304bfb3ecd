/** What `npm run codegen` makes: typed documents of the showcase operations, and those of the dashboard's screens. */

import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { parse, print, visit } from 'graphql';

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

const schema = 'schema/schema.graphql';
/** Without descriptions, which would be nearly half of the dashboard's generated types. */
const undescribed = visit(parse(readFileSync(schema, 'utf8')), {
  leave: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
});

const config: CodegenConfig = {
  importExtension: '.ts',
  generates: {
    'schema/generated/': {
      schema,
      documents: 'schema/operations/*.graphql',
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: types,
    },
    // Committed: the build of the dashboard needs no codegen, and the server trusts these documents.
    'src/dashboard/graphql/': {
      schema: print(undescribed),
      documents: ['src/dashboard/**/*.{ts,tsx}', '!src/dashboard/graphql/**'],
      preset: 'client',
      presetConfig: {
        fragmentMasking: { unmaskFunctionName: 'readFragment' },
        persistedDocuments: { hashAlgorithm: 'sha256', mode: 'replaceDocumentWithHash' },
      },
      config: { ...types, documentMode: 'string' },
    },
  },
};

export default config;
