/** Types of the showcase operations for clients, in `schema/generated/`: what `npm run codegen` makes beside those of the dashboard. */

import type { CodegenConfig } from '@graphql-codegen/cli';
import { answerTypes } from './src/dashboard/build/codegen.ts';

const config: CodegenConfig = {
  importExtension: '.ts',
  generates: {
    'schema/generated/': {
      schema: 'schema/schema.graphql',
      documents: 'schema/operations/*.graphql',
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: answerTypes,
    },
  },
};

export default config;
