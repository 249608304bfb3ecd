/** Parsed and validated documents, kept within bounds of memory, and with each what is compiled of it. */

import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { textKey } from './text-key.ts';

/** What a character of a document's text takes: 80 bytes of tree and about as much of compiled operation. */
const bytesPerCharacter = 160;
const entryBytes = 500;

export interface TextCache<Value> {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
}

export interface DocumentCache {
  /** For Yoga's `parserAndValidationCache`: a validation result lives as long as its document. */
  readonly documentCache: TextCache<DocumentNode>;
  readonly errorCache: TextCache<Error>;
  readonly validationCache: true;
  /** Bytes of both, roughly. */
  bytes(): number;
}

export function boundedDocumentCache(maxBytes: number): DocumentCache {
  const documents = bounded<DocumentNode>((maxBytes * 7) / 8);
  const errors = bounded<Error>(maxBytes / 8);
  return {
    documentCache: documents.cache,
    errorCache: errors.cache,
    validationCache: true,
    bytes: () => documents.bytes() + errors.bytes(),
  };
}

function bounded<Value extends object>(maxBytes: number) {
  const values = new LRUCache<string, Value>({ maxSize: Math.max(1, Math.floor(maxBytes)) });
  const cache: TextCache<Value> = {
    get: (text) => values.get(textKey(text)),
    set: (text, value) =>
      void values.set(textKey(text), value, {
        size: entryBytes + bytesPerCharacter * text.length,
      }),
  };
  return { cache, bytes: () => values.calculatedSize };
}
