/** How a stranger's text is told apart: in maps, and without the text. */

import { hash } from 'node:crypto';

/**
 * V8 takes the length of a longer text for its hash, and compares it with each text of that length
 * that has not been collected yet: a hundred refused documents of 250 KB, alike but for their end,
 * took milliseconds at each look into a map.
 */
export const longestKey = 16_383;

/** What stands for a text as the key of a map. */
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
