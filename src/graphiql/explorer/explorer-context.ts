/** What all rows of the explorer work on: the schema, the question's text, and how it is edited. */

import type { GraphQLSchema } from 'graphql';
import { createContext, useContext } from 'react';
import type { Edit } from './document-edit.ts';

interface Explored {
  readonly schema: GraphQLSchema;
  readonly text: string;
  readonly edit: (edit: Edit) => void;
}

/** Field of a CRM object that a value is compared with: its words may be offered. */
export interface Compared {
  readonly object: string | null;
  readonly field: string;
}

export const ExploredContext = createContext<Explored | null>(null);

export const useExplored = (): Explored => useContext(ExploredContext)!;
