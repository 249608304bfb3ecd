/** The answer as the executor makes it: its JSON text, of which parts may be kept with the rows they were made of. */

import type { Holding, KeptValue } from '../../graph/brought.ts';

/**
 * Text of which each character is a byte of its UTF-8 form. It goes on the wire as it is, one byte a
 * character, and one name beyond Latin-1 does not double the memory of all the answer around it.
 */
export type ByteText = string;

const beyondAscii = /[\u0080-\uffff]/;

export const toBytes = (text: string): ByteText =>
  beyondAscii.test(text) ? Buffer.from(text).toString('latin1') : text;

/** Data that is already text. Whoever needs the values gets them by `toJSON`, as JSON.stringify does. */
export class JsonText {
  readonly text: ByteText;

  constructor(text: ByteText) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(Buffer.from(this.text, 'latin1').toString());
  }
}

/** A selection on one type, as a plan has it: always the same object. */
type Selection = object;
/** Null under selections that have been written once. */
type Texts = Map<Selection, KeptText | null>;

export interface KeptText {
  readonly text: ByteText;
  /** What has to hold for the text to be used again. */
  readonly holdings: readonly Holding[];
}

/** Weight of kept texts in the process; beyond it all are forgotten together. */
const most = 2 ** 25;
/** Weakly: texts go with their row, and what vouches for them goes with the texts. */
let live: WeakRef<Texts>[] = [];
let held = 0;

/** What a selection made of a kept value before; undefined when nothing is known. */
export function keptText(value: KeptValue, selection: Selection): KeptText | undefined {
  const { made } = value;
  return made instanceof Map ? ((made as Texts).get(selection) ?? undefined) : undefined;
}

/** Keeps what is made a second time: most rows are shown once and never again. */
export function keepText(value: KeptValue, selection: Selection, text: KeptText): void {
  const { made } = value;
  if (made === null) {
    value.made = selection;
    return;
  }
  let texts: Texts;
  if (made instanceof Map) texts = made;
  else {
    texts = new Map([[made as Selection, null]]);
    value.made = texts;
    live.push(new WeakRef(texts));
  }
  const before = texts.get(selection);
  const kept = before === undefined ? null : { ...text, text: flat(text.text) };
  const weight = weigh(kept) - (before === undefined ? 0 : weigh(before));
  if (held + weight > most) forgetTexts();
  // Those that were forgotten begin anew.
  if (texts.size === 0) live.push(new WeakRef(texts));
  texts.set(selection, kept);
  held += weight;
}

/** In one piece: a text that was added up is a tree of its parts, to be gone through at every use. */
const flat = (text: ByteText): ByteText => Buffer.from(text, 'latin1').toString('latin1');

/** In bytes; a holding keeps what it looks at. What has gone with its row still counts, until all are forgotten. */
function weigh(kept: KeptText | null): number {
  return 100 + (kept === null ? 0 : kept.text.length + 500 * kept.holdings.length);
}

/** Frees all of them at once; rows that are shown again are written again. */
export function forgetTexts(): void {
  for (const texts of live) texts.deref()?.clear();
  live = [];
  held = 0;
}
