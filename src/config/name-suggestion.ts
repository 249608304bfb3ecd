/** Suggestions for misspelled names: the known variable, or the known name of a command's argument, that was probably meant. */

import { memberAt } from '../contract/member-at.ts';

export interface Misspelling {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly meant: string;
}

/** An environment is full of other programs' names: short ones differ by little from ours without meaning them. */
const leastLength = 6;

/** Names that are set and none of `names`, but within two slips of one of them, of a short one a stumble away. */
export function misspellings(
  source: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Misspelling[] {
  return Object.keys(source).flatMap((name) => {
    if (names.includes(name)) return [];
    const short = names.find((meant) => meant.length < leastLength && isStumble(name, meant));
    if (short !== undefined) return [{ name, meant: short }];
    if (name.length < leastLength) return [];
    const near = names
      .map((meant) => ({ name, meant, slips: slips(name.toUpperCase(), meant) }))
      .filter(({ meant, slips: count }) => count <= 2 && meant.length >= leastLength)
      .sort((a, b) => a.slips - b.slips);
    return near.slice(0, 1).map(({ meant }) => ({ name, meant }));
  });
}

/** The nearest of `names`, in any case; null where none is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  const [best] = names
    .map((meant) => ({ meant, count: slips(name.toLowerCase(), meant.toLowerCase()) }))
    .filter(({ meant, count }) => count <= Math.min(2, Math.floor(meant.length / 2)))
    .sort((a, b) => a.count - b.count);
  return best?.meant ?? null;
}

export const misspellingText = ({ name, meant }: Misspelling): string =>
  `${name}: expected ${meant}, probably; there is no such variable`;

/** Whether a letter is struck twice or two neighbours have changed places (PORTT, PROT), which makes no other word. */
function isStumble(name: string, meant: string): boolean {
  return Array.from(meant).some((letter, at) => {
    const before = meant.slice(0, at);
    const next = meant[at + 1] ?? '';
    const end = meant.slice(at + 2);
    return name === before + letter + meant.slice(at) || name === before + next + letter + end;
  });
}

/** Edit distance: letters to add, leave out or change. */
function slips(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const change = memberAt(above, at - 1) + (from[row - 1] === to[at - 1] ? 0 : 1);
      line.push(Math.min(change, memberAt(above, at) + 1, memberAt(line, at - 1) + 1));
    }
    above = line;
  }
  return memberAt(above, to.length);
}
