/** What somebody looks for in what was said: from the text of a search field, and a side, to the graph's condition. */

import type { ScreenLocation } from '../data/question.ts';

export const sides = { OURS: 'By us', THEIRS: 'By them' } as const;
export type Side = keyof typeof sides;

/** `CallSaidFilter` of the schema. The type that codegen makes is there only where an operation has such a variable. */
interface SaidCondition {
  readonly text?: string;
  readonly phrase?: string;
  readonly by?: Side;
}

/** Where the address has the cursor of the list. */
export const saidCursor = 'said-after';

/** Words of the address; empty for none. */
export function saidTerm({ get }: Pick<ScreenLocation, 'get'>): string {
  const term = get('said')?.trim() ?? '';
  return hasWord(term) ? term : '';
}

/** The side of an address; null for both. */
export function sideOf({ get }: Pick<ScreenLocation, 'get'>): Side | null {
  const side = get('by') ?? '';
  return Object.hasOwn(sides, side) ? (side as Side) : null;
}

/**
 * All words in one turn, and what is in quotes in its order. Of several quoted texts each may be in a turn of its own.
 * Empty for a text without a word.
 */
export function saidFilters(term: string, by: Side | null): SaidCondition[] {
  const parts = term.split(/["“”„«»]/);
  // A quote that nobody closed quotes nothing.
  const isClosed = parts.length % 2 === 1;
  const isQuoted = (at: number): boolean => isClosed && at % 2 === 1;
  const phrases = parts.filter((part, at) => isQuoted(at) && hasWord(part));
  const text = parts.filter((_, at) => !isQuoted(at)).join(' ');
  const side = by === null ? {} : { by };
  const [phrase, ...others] = phrases;
  const first: SaidCondition = {
    ...(hasWord(text) && { text: text.trim().replaceAll(/\s+/g, ' ') }),
    ...(phrase !== undefined && { phrase: phrase.trim() }),
    ...side,
  };
  return first.text === undefined && first.phrase === undefined
    ? []
    : [first, ...others.map((other) => ({ phrase: other.trim(), ...side }))];
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
