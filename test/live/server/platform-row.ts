/** Rows of the call platform and their ids. */

// biome-ignore lint/suspicious/noExplicitAny: rows of every form.
export type Row = any;

/** Beyond what a number holds, as the platform's ids are. */
export const platformId = (kind: number, n: number): string =>
  String(7_300_000_000_000_000_000n + BigInt(kind) * 1_000_000_000n + BigInt(n) * 17n);
