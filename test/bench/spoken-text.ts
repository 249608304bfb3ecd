/** Transcripts of a benchmark: 6,500 words in 108 turns, drawn by Zipf's law, as words of a language are. */

import type { SpokenTurn } from '../../src/participants/said-match.ts';
import { randomFrom } from '../participants/company.ts';

const turnsOfCall = 108;
const wordsOfTurn = 60;
const mostRank = 50_000;

const syllables = [
  ...['the', 'ra', 'mi', 'lo', 'ten', 'ka', 'su', 'ver', 'no', 'pi'],
  ...['dal', 'go', 'fer', 'hu', 'bis', 'cor', 'ma', 'ze', 'wi', 'tor'],
];

/** The word of a rank, from 1: the second is said half as often as the first. The first stands in nearly every turn. */
export function wordOfRank(rank: number): string {
  let word = '';
  for (let left = rank; left > 0; left = Math.floor(left / syllables.length))
    word += syllables[left % syllables.length];
  return word;
}

/** Calls that share a name, which each of them says once. */
export const callsOfName = 50;
export const nameOfCall = (call: number, calls: number): string =>
  `name${call % Math.ceil(calls / callsOfName)}`;

const drawn = 2 ** 20;

/** Talk in which each word stands as often as it is said, in random order; a turn is a piece of it. */
const talk = ((): readonly string[] => {
  const harmonic = Array.from({ length: mostRank }, (_, at) => 1 / (at + 1));
  const sum = harmonic.reduce((total, share) => total + share, 0);
  const list: string[] = [];
  let due = 0;
  for (const [at, share] of harmonic.entries()) {
    due += (share / sum) * drawn;
    const word = wordOfRank(at + 1);
    while (list.length < due) list.push(word);
  }
  const random = randomFrom(1);
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return list;
})();

/** The turns of a call by its number, the same at each run. */
export function spokenTurns(call: number, calls: number, users: readonly string[]): SpokenTurn[] {
  const random = randomFrom(call + 7_000_000);
  return Array.from({ length: turnsOfCall }, (_, at): SpokenTurn => {
    const isOurs = at % 2 === 0;
    const start = Math.floor(random() * (talk.length - wordsOfTurn));
    const spoken = talk.slice(start, start + wordsOfTurn);
    if (at === turnsOfCall / 2) spoken[0] = nameOfCall(call, calls);
    return {
      second: at * 16,
      side: isOurs ? 'ours' : 'theirs',
      userId: isOurs ? users[call % users.length]! : null,
      words: spoken,
    };
  });
}
