/** Documents that ask about the schema and nothing else: what tools such as GraphiQL begin with. */

import { type DocumentNode, Kind, parse } from 'graphql';

const roots = new Set(['__schema', '__type', '__typename']);
/** The longest that tools send have about 250. */
const mostTokens = 1_000;

/** False for what can't be parsed, too: it is no trusted document either. */
export function asksOfSchemaOnly(text: string): boolean {
  if (!text.includes('__')) return false;
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: mostTokens, noLocation: true });
  } catch {
    return false;
  }
  // What hangs on these fields are types of the introspection, and fragments on them.
  return document.definitions.every(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ||
      (definition.kind === Kind.OPERATION_DEFINITION &&
        definition.operation === 'query' &&
        definition.selectionSet.selections.every(
          (selection) => selection.kind === Kind.FIELD && roots.has(selection.name.value),
        )),
  );
}
