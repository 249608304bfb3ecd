/** An index with transcripts for a benchmark: filled as a gateway fills it, asked as one asks it, and weighed by what FTS5 keeps. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import type { SaidFilter } from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';
import {
  nextTranscripts,
  queueTranscripts,
} from '../../src/participants/store/transcript-queue.ts';
import { saveTranscripts } from '../../src/participants/store/transcript-store.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { largeCompany } from './large-company.ts';
import { nameOfCall, spokenTurns, wordOfRank } from './spoken-text.ts';
import { median } from './statistic.ts';

const tenantName = 'bench';

/** Half a year, as far as an index of transcripts reaches back when nothing is set: a quarter is half of it. */
const company = (calls: number) => largeCompany(calls, 6);

const syncerOf = (database: Database, calls: number): Syncer =>
  new Syncer({
    ...{ tenant: tenantName, database, connector: company(calls).connector },
    settings: { callsPerWalk: 2_000, walk: 'contents' },
  });

/** Writes calls and their transcripts. @returns milliseconds a transcript, those of making its text aside */
export async function fillSpoken(database: Database, calls: number): Promise<number> {
  await syncerOf(database, calls).run();
  const tenant = await tenantNumber(database, tenantName);
  const now = Date.now();
  await queueTranscripts(database, tenant, 0, now);
  const users = company(calls).users(1, 500);
  let ms = 0;
  for (let call = 0; ; ) {
    const due = await nextTranscripts(database, tenant, { limit: 10, now });
    if (due.length === 0) return ms / calls;
    const read = due.map((transcript) => ({
      ...{ transcript, dueAt: now + 90 * 86_400_000 },
      turns: spokenTurns(call++, calls, users),
    }));
    const before = performance.now();
    await saveTranscripts(database, tenant, read);
    ms += performance.now() - before;
  }
}

type Questions = readonly (readonly [name: string, entryOf: (n: number) => SaidFilter])[];

const word = (text: string): SaidFilter => ({ words: [{ text, isPrefix: false }], phrase: [] });
const ranked = (rank: number): SaidFilter => word(wordOfRank(rank));
const both = (...ranks: number[]) => ranks.flatMap((rank) => ranked(rank).words);

export const rarest = 'a name that 50 calls have';
export const commonest = 'the commonest word';

/** Questions by words, and those that look at turns: of two words, of a phrase, of a side. */
export const questionsOf = (calls: number): { words: Questions; turns: Questions } => ({
  words: [
    [rarest, (n) => word(nameOfCall(n, calls))],
    ['a word that half a hundredth of the calls have', (n) => ranked(48_000 + n)],
    ['one that a tenth have', (n) => ranked(5_000 + n)],
    ['one that two thirds have', (n) => ranked(500 + n)],
    [commonest, () => ranked(1)],
    [
      'a beginning of three letters, in all calls',
      () => ({ words: [{ text: 'the', isPrefix: true }], phrase: [] }),
    ],
  ],
  turns: [
    [
      'a common word beside one that a tenth have',
      (n) => ({ words: both(1, 5_000 + n), phrase: [] }),
    ],
    ['two common words in one turn', () => ({ words: both(1, 2), phrase: [] })],
    ['a phrase of these, in all calls', () => ({ words: [], phrase: both(1, 2) })],
    [
      'a phrase of common words, in one call of twelve',
      () => ({ words: [], phrase: both(20, 30) }),
    ],
    ['the commonest word, by theirs', () => ({ ...ranked(1), side: 'theirs' })],
    ['one that two thirds have, by theirs', (n) => ({ ...ranked(500 + n), side: 'theirs' })],
    ['the commonest word, in the first minute', () => ({ ...ranked(1), firstSeconds: 60 })],
  ],
});

export interface Asked {
  /** Median milliseconds. */
  readonly window: number;
  /** A window of calls without it. */
  readonly without: number;
  readonly quarter: number;
}

/** Asks each question for a window of 20 and for the figures of a quarter. */
export async function askSpoken(
  database: Database,
  calls: number,
  questions: Questions,
  rounds: number,
): Promise<{ asked: Map<string, Asked>; longestWait: number }> {
  const participants = createIndexParticipants(new Map([[tenantName, syncerOf(database, calls)]]), {
    longestMs: 0,
  });
  const waits = monitorEventLoopDelay({ resolution: 1 });
  const time = async (most: number, ask: (n: number) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < most; n += 1) {
      const before = performance.now();
      await ask(n);
      times.push(performance.now() - before);
    }
    return median(times.slice(Math.floor(most / 4)));
  };
  const to = Date.now();
  const from = to - 91 * 86_400_000;
  const figures = { groupBy: [], people: false, accounts: false, mostGroups: 1_000 };
  const asked = new Map<string, Asked>();
  waits.enable();
  for (const [name, entryOf] of questions) {
    const window = (key: 'said' | 'unsaid') =>
      time(rounds, (n) =>
        participants.filteredCalls(tenantName, {
          ...{ filter: { [key]: [entryOf(n)] }, first: 20, order: 'newest' },
        }),
      );
    asked.set(name, {
      window: await window('said'),
      without: await window('unsaid'),
      quarter: await time(Math.ceil(rounds / 3), (n) =>
        participants.aggregate(tenantName, {
          ...{ ...figures, filter: { from, to, said: [entryOf(n)] } },
        }),
      ),
    });
  }
  waits.disable();
  return { asked, longestWait: waits.max / 1e6 };
}

interface Kept {
  readonly name: string;
  readonly kilobytes: number;
  readonly fillMs: number;
  /** Of counting the calls with the commonest word. */
  readonly wordMs: number;
}

/** What FTS5 may keep of so many transcripts, as a document a turn and a document a call. */
export function weighDetails(calls: number): Kept[] {
  const kept = (name: string, detail: string, ofCall: boolean): Kept => {
    const database = new DatabaseSync(':memory:');
    database.exec(`CREATE VIRTUAL TABLE kept USING fts5(words, content = '', contentless_delete = 1,
      tokenize = 'ascii', ${detail})`);
    const insert = database.prepare('INSERT INTO kept (rowid, words) VALUES (?, ?)');
    let fillMs = 0;
    for (let call = 0; call < calls; call += 1) {
      const turns = spokenTurns(call, calls, ['1']).map(({ words }) => words);
      const documents = ofCall ? [[...new Set(turns.flat())]] : turns;
      const before = performance.now();
      if (call % 10 === 0) database.exec('BEGIN');
      // Half a minute between calls, numbered as the index does.
      for (const [at, words] of documents.entries())
        insert.run(BigInt(call * 30) * 2n ** (ofCall ? 15n : 31n) + BigInt(at), words.join(' '));
      if (call % 10 === 9 || call === calls - 1) database.exec('COMMIT');
      fillMs += performance.now() - before;
    }
    const count = database.prepare('SELECT count(*) FROM kept WHERE kept MATCH ?');
    const times = Array.from({ length: 9 }, () => {
      const before = performance.now();
      count.get(wordOfRank(1));
      return performance.now() - before;
    });
    const { bytes } = database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      .get() as { bytes: number };
    database.close();
    return {
      name,
      kilobytes: bytes / calls / 1_000,
      fillMs: fillMs / calls,
      wordMs: median(times),
    };
  };
  return [
    kept('a turn, full: phrases', 'detail = full', false),
    kept('a turn, column', 'detail = column', false),
    kept('a turn, none', 'detail = none', false),
    kept('a call, none', 'detail = none', true),
    kept('a call, none, beginnings of 2 and 3', `detail = none, prefix = '2 3'`, true),
  ];
}
