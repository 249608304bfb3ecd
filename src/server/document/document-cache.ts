/** Document cache: valid documents with their compiled operations, and what is said of refused ones, within bounds of memory. */

import { hash } from 'node:crypto';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Memory per character of a document's text: 80 bytes of tree and about as much of compiled operation. */
const bytesPerCharacter = 160;
const entryBytes = 500;

export interface TextCache<Value> {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
}

export interface DocumentCache {
  readonly valid: TextCache<DocumentNode>;
  /** What is said of a text that is refused. Its tree is not kept: it would push out good ones, and takes longer to move than to make. */
  readonly refused: TextCache<Error>;
  /** Bytes of both, roughly. */
  bytes(): number;
}

export function boundedDocumentCache(maxBytes: number): DocumentCache {
  const valid = bounded<DocumentNode>((maxBytes * 7) / 8);
  const refused = bounded<Error>(maxBytes / 8);
  return {
    valid: valid.cache,
    refused: refused.cache,
    bytes: () => valid.bytes() + refused.bytes(),
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

/**
 * V8 takes the length of a longer text for its hash, and compares it with each text of that length
 * that has not been collected yet: a hundred refused documents of 250 KB, alike but for their end,
 * took milliseconds at each look into a map.
 */
export const longestKey = 16_383;

/** Map key of a text. */
export function textKey(text: string): string {
  if (text.length <= longestKey) return text;
  if (text !== last.text) last = { text, key: hashOf(text) };
  return last.key;
}

/** One request looks into several maps. */
let last = { text: '', key: '' };

/** SHA-256 in hexadecimal, as clients of persisted queries send it. */
export function hashOf(text: string): string {
  return hash('sha256', text);
}
