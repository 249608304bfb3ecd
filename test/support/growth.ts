/** Judges how the CPU time of something grows with the length of a text, not how long it takes. */

/** Least that is judged: below it the clock and the garbage collector say more than the text. */
const leastMs = 20;
/** Twice the length may take this much longer. */
export const mostGrowth = 2.5;
const rounds = 5;

export interface Growth {
  readonly half: number;
  readonly whole: number;
}

/** CPU time of this thread, in milliseconds. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * @param work with a text of this length.
 * @returns null for what is quick, or grows no faster than its text.
 */
export async function growthFault(
  work: (length: number) => Promise<unknown>,
  length: number,
): Promise<Growth | null> {
  let whole = Number.POSITIVE_INFINITY;
  let half = Number.POSITIVE_INFINITY;
  // What seems to grow is measured longer: the least of many is near the truth on a busy machine, too.
  for (let round = 1; round <= 4 * rounds; round += 1) {
    whole = Math.min(whole, await cpuMs(() => work(length)));
    if (whole < leastMs) return null;
    half = Math.min(half, await cpuMs(() => work(length / 2)));
    // What takes its time whatever the text need not be tried again.
    if (whole < half * 1.5) return null;
    if (round >= rounds && whole <= half * mostGrowth) return null;
  }
  return { half, whole };
}

/** Texts that have kept parsers busy: what is repeated, and where a text begins that does not end well. */
const units = [
  "'",
  '"',
  '\\',
  "\\'",
  '\\\\',
  '""',
  "''",
  '`',
  '(',
  ')',
  '[',
  '{',
  '}',
  '<',
  '((a)',
  '( ',
  ' ',
  '\t',
  '\n',
  '\r\n',
  ' \n',
  '\u00a0',
  'NOT ',
  'NOT(',
  'NOT (a',
  ' AND ',
  ' OR',
  ',',
  'a,',
  ', ',
  'a ',
  'a',
  'A',
  '0',
  '9.',
  '-',
  '--',
  '/*',
  '*/',
  '#',
  '%',
  '%25',
  '_',
  '*',
  '?',
  '\\*',
  '.',
  'a.',
  '@',
  'a@',
  'a.b@',
  ':',
  '00:',
  'T',
  'Z',
  '+',
  '=',
  '==',
  '&',
  '&a=',
  ';',
  '/',
  '//',
  '$',
  '${',
  '~',
  '|',
  '!',
  '\u0301',
  'e\u0301',
  '\u0627\u0651',
  '\u200d',
  '\ud83d\udc69\u200d',
  '\ud800',
  '\udc00',
  '\u0000',
  '\u0130',
  '\ufb03',
  '\u202e',
  '\ufeff',
  'SELECT ',
  'FROM ',
  'x IN (',
  "'a',",
  '(SELECT Id FROM ',
  'LIKE ',
  'TYPEOF a WHEN ',
  'FIND {',
  '{a}',
  'RETURNING ',
  'A__c.',
] as const;
const beginnings = [
  '',
  "SELECT Id FROM Account WHERE Name = '",
  'SELECT Id FROM Account WHERE ',
  'SELECT Id, (SELECT Id FROM Contacts WHERE ',
  'SELECT ',
  "SELECT Id FROM Account WHERE Name IN ('a' ",
  'FIND {',
  '2026-11-01T00:00:00',
  '2026-11-01',
  'a@',
  '"a',
  'https://a/',
  '001000000000001',
] as const;

export interface Pattern {
  readonly name: string;
  /** Whether nothing stands before what is repeated. */
  readonly isBare: boolean;
  text(length: number): string;
  /** The same text, in pieces. */
  texts(length: number): readonly string[];
}

export const patterns: readonly Pattern[] = beginnings.flatMap((beginning) =>
  units.map((unit) => ({
    name: `${JSON.stringify(beginning)} + ${JSON.stringify(unit)}…`,
    isBare: beginning === '',
    text: (length: number) => beginning + unit.repeat(length / unit.length),
    texts: (length: number) =>
      Array.from({ length: length / 20 }, (_, n) => beginning.slice(-8) + unit + n),
  })),
);

/** Every so many of a list, chosen by a seed. */
export function sample<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = [...all];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
