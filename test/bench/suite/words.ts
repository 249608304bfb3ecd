/**
 * Calls by words of their transcripts, from the participant index at two sizes: windows have to be flat, figures linear,
 * and the thread that asks never waits. At the large size it takes about 30 minutes and 7 GB of disk.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, sqliteFileName } from '../../../src/participants/store/migration.ts';
import {
  type Asked,
  askSpoken,
  commonest,
  fillSpoken,
  questionsOf,
  rarest,
  weighDetails,
} from '../spoken-store.ts';
import { figure } from '../statistic.ts';
import { atMost, type Suite, type SuiteResult, type Table } from '../suite.ts';

export const words: Suite = {
  name: 'words',
  about: 'Calls by words of their transcripts, from the participant index at two sizes.',
  async run({ quick, size, say }) {
    const sizes = quick ? [30, 120] : size === 'small' ? [1_000, 4_000] : [10_000, 100_000];
    const folder = mkdtempSync(join(tmpdir(), 'words-bench-'));
    try {
      const measured: Measured[] = [];
      for (const calls of sizes) {
        say(`${figure(calls)} calls`);
        measured.push(await measure(join(folder, String(calls)), calls, quick ? 4 : 12));
      }
      say('what FTS5 keeps');
      return resultOf(sizes, measured, detailTable(quick ? 20 : 3_000));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

export interface Measured {
  readonly words: ReadonlyMap<string, Asked>;
  readonly turns: ReadonlyMap<string, Asked>;
  readonly fillMs: number;
  readonly bytes: number;
  readonly longestWait: number;
}

async function measure(directory: string, calls: number, rounds: number): Promise<Measured> {
  const filled = await openStore({ directory });
  const fillMs = await fillSpoken(filled, calls);
  await filled.close();
  const { size: bytes } = statSync(join(directory, sqliteFileName));
  return { fillMs, bytes, ...(await askAll(directory, calls, rounds)) };
}

export async function askAll(
  directory: string,
  calls: number,
  rounds: number,
): Promise<Pick<Measured, 'words' | 'turns' | 'longestWait'>> {
  // In a thread of its own, as a gateway has it.
  const database = await openStore({ directory, thread: true });
  const questions = questionsOf(calls);
  const words = await askSpoken(database, calls, questions.words, rounds);
  const turns = await askSpoken(database, calls, questions.turns, rounds);
  await database.close();
  return {
    ...{ words: words.asked, turns: turns.asked },
    longestWait: Math.max(words.longestWait, turns.longestWait),
  };
}

/** Tables and targets of two sizes. */
export function resultOf(
  sizes: readonly number[],
  measured: readonly Measured[],
  details: Table,
): SuiteResult {
  const [small, large] = measured as [Measured, Measured];
  const columns = sizes.map((calls) => `${figure(calls)} calls`);
  const tableOf = (title: string, of: 'words' | 'turns', ask: keyof Asked): Table => ({
    title,
    columns: ['p50, ms', ...columns, 'ratio'],
    rows: [...small[of]].map(([name, asked]) => {
      const later = large[of].get(name)!;
      return [name, figure(asked[ask]), figure(later[ask]), figure(later[ask] / asked[ask])];
    }),
  });
  const of = (ask: keyof Asked, name?: string): number =>
    Math.max(
      ...[...large.words].flatMap(([each, asked]) => (each === (name ?? each) ? [asked[ask]] : [])),
    );
  return {
    tables: [
      tableOf('Windows of 20 calls with a word', 'words', 'window'),
      tableOf('Windows of 20 calls without it', 'words', 'without'),
      tableOf('Figures of a quarter by a word', 'words', 'quarter'),
      tableOf('Windows of 20 calls with a turn', 'turns', 'window'),
      tableOf('Windows of 20 calls without such a turn', 'turns', 'without'),
      tableOf('Figures of a quarter by a turn', 'turns', 'quarter'),
      {
        title: 'Index',
        columns: ['', ...columns],
        rows: [
          ['written, ms a transcript', ...measured.map(({ fillMs }) => figure(fillMs))],
          [
            'disk, kB a call',
            ...measured.map(({ bytes }, at) => figure(bytes / sizes[at]! / 1_000)),
          ],
          [
            'calls of the platform to read it',
            ...sizes.map((calls) => figure(Math.ceil(calls / 100))),
          ],
          [
            'longest wait of the thread that asks, ms',
            ...measured.map((each) => figure(each.longestWait)),
          ],
        ],
      },
      details,
    ],
    plots: [],
    verdicts: [
      atMost('window of a rare word', of('window', rarest), 50, 'ms'),
      atMost('window of the commonest word', of('window', commonest), 300, 'ms'),
      atMost('slowest window by a word', of('window'), 300, 'ms'),
      atMost('slowest figures of a quarter by a word', of('quarter'), 500, 'ms'),
      atMost('longest wait of the thread that asks', large.longestWait, 50, 'ms'),
    ],
  };
}

export const detailTable = (calls: number): Table => ({
  title: `What FTS5 may keep, ${figure(calls)} transcripts of 6,500 words`,
  columns: ['a document', 'kB a call', 'written, ms a call', 'commonest word counted, ms'],
  rows: weighDetails(calls).map(({ name, kilobytes, fillMs, wordMs }) => [
    ...[name, figure(kilobytes), figure(fillMs), figure(wordMs)],
  ]),
});
