/**
 * JSON fragment cache: parts of answers that never change, serialised once; a page of calls may
 * hold a megabyte of them.
 */

import { memberAt } from '../contract/member-at.ts';

/** Encoded, too: that takes as long as writing. */
const texts = new WeakMap<object, Buffer>();
/** The parts met while an answer is written, in their order; null while none is. */
let met: Buffer[] | null = null;

/** As a string no answer holds: a control character of no use in a text. */
const placeholder = '\u0000written once';
const placeholderText = JSON.stringify(placeholder);

/** Marks a value that is shown again and again as it is. */
export function serializedOnce<T extends object>(value: T): T {
  return Object.defineProperty(value, 'toJSON', { value: toPlaceholder });
}

function toPlaceholder(this: object): unknown {
  if (met === null) return this;
  let text = texts.get(this);
  if (text === undefined) {
    text = Buffer.from(writePlain(this));
    texts.set(this, text);
  }
  met.push(text);
  return placeholder;
}

/** JSON of a value, in UTF-8. */
export function writeJson(value: unknown): Buffer {
  const before = met;
  const fragments: Buffer[] = [];
  met = fragments;
  let text: string;
  try {
    text = JSON.stringify(value);
  } finally {
    met = before;
  }
  if (fragments.length === 0) return Buffer.from(text);
  const between = text.split(placeholderText);
  if (between.length !== fragments.length + 1) return Buffer.from(writePlain(value));
  const pieces: Buffer[] = [Buffer.from(memberAt(between, 0))];
  for (const [at, part] of fragments.entries())
    pieces.push(part, Buffer.from(memberAt(between, at + 1)));
  return Buffer.concat(pieces);
}

function writePlain(value: unknown): string {
  const before = met;
  met = null;
  try {
    return JSON.stringify(value);
  } finally {
    met = before;
  }
}
