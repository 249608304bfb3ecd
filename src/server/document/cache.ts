/** Parsed and validated documents, kept within bounds: of number and of text, since a text's tree is many times its size. */

import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

const characters = 2 * 2 ** 20;

/** For Yoga's `parserAndValidationCache`: a validation result lives as long as its document. */
export function boundedDocumentCache() {
  return {
    documentCache: bounded<DocumentNode>(4096, characters),
    errorCache: bounded<Error>(256, characters / 8),
    validationCache: true as const,
  };
}

function bounded<V extends object>(max: number, maxSize: number): LRUCache<string, V> {
  return new LRUCache({ max, maxSize, sizeCalculation: (_, text) => text.length + 1 });
}
