/** Suggestions for misspelled names: the known variable, or the known name of a command's argument, that was probably meant. */

export interface Misspelling {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly meant: string;
}

/** An environment is full of other programs' names: short ones differ by little from ours without meaning them. */
const leastLength = 6;

/** Names that are set and none of `known`, but within two slips of one of them, of a short one a stumble away. */
export function misspellings(
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly Misspelling[] {
  return Object.keys(source).flatMap((name) => {
    if (known.includes(name)) return [];
    const short = known.find((meant) => meant.length < leastLength && isStumble(name, meant));
    if (short !== undefined) return [{ name, meant: short }];
    if (name.length < leastLength) return [];
    const near = known
      .map((meant) => ({ name, meant, slips: slips(name.toUpperCase(), meant) }))
      .filter(({ meant, slips: count }) => count <= 2 && meant.length >= leastLength)
      .sort((one, other) => one.slips - other.slips);
    return near.slice(0, 1).map(({ meant }) => ({ name, meant }));
  });
}

/** The nearest of the `known` names, in any case; null where none is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((meant) => ({ meant, count: slips(name.toLowerCase(), meant.toLowerCase()) }))
    .filter(({ meant, count }) => count <= Math.min(2, Math.floor(meant.length / 2)))
    .sort((one, other) => one.count - other.count);
  return best?.meant ?? null;
}

export const misspellingText = ({ name, meant }: Misspelling): string =>
  `${name}: expected ${meant}, probably; there is no such variable`;

/** Whether a letter is struck twice or two neighbours have changed places (PORTT, PROT), which makes no other word. */
function isStumble(name: string, meant: string): boolean {
  return Array.from(meant).some((letter, at) => {
    const [before, next, rest] = [meant.slice(0, at), meant[at + 1] ?? '', meant.slice(at + 2)];
    return name === before + letter + meant.slice(at) || name === before + next + letter + rest;
  });
}

/** Edit distance: letters to add, leave out or change. */
function slips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const change = above[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1);
      line.push(Math.min(change, above[at]! + 1, line[at - 1]! + 1));
    }
    above = line;
  }
  return above[other.length]!;
}
