/** What all rows of the explorer work on: the schema, the question's text, and how it is edited. */

import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { createContext, useContext } from 'react';
import type { Edit } from './document-edit.ts';

interface Explored {
  readonly schema: GraphQLSchema;
  readonly text: string;
  /** Values of the Variables pane; null where that is no JSON. */
  readonly variables: Readonly<Record<string, unknown>> | null;
  /** @param said what somebody may not have meant to lose by it. */
  readonly edit: (edits: Edit | readonly Edit[], said?: string) => void;
}

export const ExploredContext = createContext<Explored | null>(null);

/** The operation that rows belong to, whose variables they may use; null in the value of such a variable, which can't. */
export const OperationContext = createContext<OperationDefinitionNode | null>(null);

export const useExplored = (): Explored => useContext(ExploredContext)!;
