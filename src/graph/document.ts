/** Looks at all that a document selects, whatever its types. */

import type { DocumentNode, SelectionNode, SelectionSetNode } from 'graphql';

/** Fields, spreads and inline fragments of all operations and fragments, each once. */
export function forEachSelection(
  { definitions }: DocumentNode,
  use: (selection: SelectionNode) => void,
): void {
  const look = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      use(selection);
      if ('selectionSet' in selection && selection.selectionSet) look(selection.selectionSet);
    }
  };
  for (const definition of definitions)
    if ('selectionSet' in definition) look(definition.selectionSet);
}
