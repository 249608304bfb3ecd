/** What a question's text is, where it can be read. */

import { type DocumentNode, parse, type VariableDefinitionNode } from 'graphql';
import { operationsOf } from '../explorer/document-edit.ts';

/** Null while the question can't be read. */
export function documentOf(query: string): DocumentNode | null {
  try {
    return parse(query);
  } catch {
    return null;
  }
}

/** Each once, whatever operations have it. */
export const definitionsIn = (document: DocumentNode): readonly VariableDefinitionNode[] => [
  ...new Map(
    operationsOf(document)
      .flatMap(({ variableDefinitions = [] }) => variableDefinitions)
      .map((definition) => [definition.variable.name.value, definition]),
  ).values(),
];

export const isDocument = (query: string): boolean =>
  (documentOf(query)?.definitions.length ?? 0) > 0;
