/** The answer as the executor makes it: its JSON text, of which parts may be kept with the rows they were made of. */

import type { KeptValue } from '../../graph/brought.ts';

/** Data that is already text. Whoever needs the values gets them by `toJSON`, as JSON.stringify does. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A selection on one type, as a plan has it: always the same object. */
type Selection = object;
type Texts = Map<Selection, string>;

/** Characters of kept texts in the process; beyond it all are forgotten together. */
const most = 2 ** 25;
const live = new Set<Texts>();
let held = 0;

/** What a selection made of a kept value before; undefined when nothing is known. */
export function keptText(value: KeptValue, selection: Selection): string | undefined {
  return value.made instanceof Map ? (value.made as Texts).get(selection) : undefined;
}

/** Keeps what is made a second time: most rows are shown once and never again. */
export function keepText(value: KeptValue, selection: Selection, text: string): void {
  const { made } = value;
  if (!(made instanceof Map) && made !== selection) {
    value.made = selection;
    return;
  }
  if (held + text.length > most) forgetTexts();
  const texts: Texts = made instanceof Map ? made : new Map();
  value.made = texts;
  texts.set(selection, text);
  live.add(texts);
  held += text.length;
}

/** Frees all of them at once; rows that are shown again are written again. */
export function forgetTexts(): void {
  for (const texts of live) texts.clear();
  live.clear();
  held = 0;
}
