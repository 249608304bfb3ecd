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

/** Leaves the name and hash of each document: its text is in the component, and the build reads that of a question by hash. */
const withoutTexts = (_path: string, content: string): string =>
  content.replaceAll(/(?<=new TypedDocumentString\()`[^`]*`/g, "''");

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
        persistedDocuments: { hashAlgorithm: 'sha256' },
      },
      config: { ...types, documentMode: 'string' },
      hooks: { beforeOneFileWrite: withoutTexts },
    },
  },
};

export default config;
