/** What the header of a showcase operation says of the least it can be answered with. */

export interface Least {
  readonly calls: number;
  readonly waves: number;
}

/**
 * Reads `Least: 3 calls in 2 waves`; a single wave goes without saying.
 * @throws Error where the header names no least.
 */
export function leastOf(query: string): Least {
  const least = /Least: (\d+) calls?\b(?: in (\d+) waves)?/.exec(query.replace(/\n# ?/g, ' '));
  if (least === null) throw new Error('Expected a header that says "Least: n calls" and why.');
  return { calls: Number(least[1]), waves: Number(least[2] ?? 1) };
}
