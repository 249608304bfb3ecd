/** GraphQL in the editor: its colours at once, names to complete and faults once the schema is there. */

import type { Extension } from '@codemirror/state';
import { completion, graphqlLanguageSupport, stateExtensions } from 'cm6-graphql';
import { faults } from './fault.ts';

export { updateSchema } from 'cm6-graphql';

export const graphqlLanguage: Extension = [
  graphqlLanguageSupport(),
  stateExtensions(),
  completion,
  faults,
];
