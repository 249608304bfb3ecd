/** Counts how often something looks into a document: what it costs in work, which no machine changes. */

import { type DocumentNode, visit } from 'graphql';

export interface LookedAt {
  readonly document: DocumentNode;
  /** Selection sets in it. */
  readonly sets: number;
  /** How often the selections of one of them were read so far. */
  looks(): number;
}

/** @param document has its own selection sets watched from now on. */
export function lookedAt(document: DocumentNode): LookedAt {
  const found: { selections: unknown }[] = [];
  visit(document, { SelectionSet: (set) => void found.push(set) });
  let looks = 0;
  for (const set of found) {
    const { selections } = set;
    Object.defineProperty(set, 'selections', {
      enumerable: true,
      get: () => {
        looks += 1;
        return selections;
      },
    });
  }
  return { document, sets: found.length, looks: () => looks };
}
