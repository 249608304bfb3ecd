/** Parsed and validated documents, kept within bounds: of number and of text, since a text's tree is many times its size. */

import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { textKey } from './text-key.ts';

const characters = 2 * 2 ** 20;

export interface TextCache<Value> {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
}

/** For Yoga's `parserAndValidationCache`: a validation result lives as long as its document. */
export function boundedDocumentCache() {
  return {
    documentCache: bounded<DocumentNode>(4096, characters),
    errorCache: bounded<Error>(256, characters / 8),
    validationCache: true as const,
  };
}

function bounded<Value extends object>(max: number, maxSize: number): TextCache<Value> {
  const values = new LRUCache<string, Value>({ max, maxSize });
  return {
    get: (text) => values.get(textKey(text)),
    set: (text, value) => void values.set(textKey(text), value, { size: text.length + 1 }),
  };
}
