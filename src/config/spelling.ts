/** Variables of the environment that were probably meant to be one of ours. */

export interface Misspelling {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly meant: string;
}

/** An environment is full of other programs' names: short ones differ by little from ours without meaning them. */
const leastLength = 6;

/** Names that are set and none of `known`, but within two slips of one of them. */
export function misspellings(
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly Misspelling[] {
  return Object.keys(source).flatMap((name) => {
    if (name.length < leastLength || known.includes(name)) return [];
    const near = known
      .map((meant) => ({ name, meant, slips: slips(name.toUpperCase(), meant) }))
      .filter(({ meant, slips: count }) => count <= 2 && meant.length >= leastLength)
      .sort((one, other) => one.slips - other.slips);
    return near.slice(0, 1).map(({ meant }) => ({ name, meant }));
  });
}

export const misspellingText = ({ name, meant }: Misspelling): string =>
  `${name}: expected ${meant}, probably; there is no such variable`;

/** How many letters have to be added, left out or changed. */
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
