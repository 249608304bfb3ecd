/** What the process holds after long use with what is configured, and how it fares where memory is scarce. */

import { peerNames } from '../contestant.ts';
import { connections } from '../round.ts';
import type { Starter } from '../stand.ts';
import { sendAll } from '../start-sender.ts';
import { figure, mebibytes, ratioOf, spreadOf, withSpread } from '../statistic.ts';
import { atLeast, atMost, type Setting, type Suite, type Table, type Verdict } from '../suite.ts';
import { mixed, newDocuments } from '../workload.ts';

const seed = 13;
const scarceMb = 384;

export const memory: Suite = {
  name: 'memory',
  about: `Memory of the process when idle, after 20,000 mixed questions and after 20,000 documents of which no two are alike, caches as configured; and answers a second with a heap of ${scarceMb} MB over those with a free one.`,
  async run(setting) {
    const sequence = await measureSequence(setting);
    const scarce = await measureScarce(setting);
    return {
      tables: [sequence.table, scarce.table],
      plots: [],
      verdicts: [sequence.verdict, scarce.verdict],
    };
  },
};

interface Measurement {
  readonly table: Table;
  readonly verdict: Verdict;
}

/** All caches on, whole answers among them, with what they may hold when nothing is set. */
async function measureSequence({ part, say, stand: open }: Setting): Promise<Measurement> {
  const { facts, switchboard, peers } = await open();
  const count = Math.ceil(20_000 * part);
  const questions = mixed(facts, count, seed).asked;
  const documents = newDocuments(facts, count, seed).asked;
  const rows: string[][] = [];
  let ownPeak = 0;
  for (const starter of [switchboard({ answers: true }), ...peers]) {
    say(starter.name);
    const contestant = await starter.start();
    try {
      const rss = async (): Promise<string> =>
        figure(mebibytes((await contestant.child.usage('collect')).rss));
      const row = [starter.name, await rss()];
      await sendAll(contestant, questions, connections);
      row.push(await rss());
      // No program can be written for documents that are not known beforehand.
      if (starter.name === peerNames.handwritten) row.push('–');
      else {
        await sendAll(contestant, documents, connections);
        row.push(await rss());
      }
      const { peak } = await contestant.child.usage();
      if (ownPeak === 0) ownPeak = peak;
      rows.push([...row, figure(mebibytes(peak))]);
    } finally {
      await contestant.end();
    }
  }
  return {
    table: {
      title: 'Memory of the process, MiB',
      columns: [
        '',
        'idle',
        `after ${count} mixed questions`,
        `after ${count} documents`,
        'at most',
      ],
      rows,
    },
    verdict: atMost('memory at most', mebibytes(ownPeak), 400, 'MiB'),
  };
}

async function measureScarce({ quick, part, say, stand: open }: Setting): Promise<Measurement> {
  const { facts, switchboard } = await open();
  const { asked } = mixed(facts, Math.ceil(15_000 * part), seed);
  const measured = [
    { name: 'free heap', execArgv: [] },
    { name: `heap of ${scarceMb} MB`, execArgv: [`--max-old-space-size=${scarceMb}`] },
  ].map(({ name, execArgv }) => ({
    starter: switchboard({ name, answers: true, execArgv }) satisfies Starter,
    perSecond: [] as number[],
    peak: [] as number[],
  }));
  for (let round = 0; round < (quick ? 1 : 3); round += 1)
    for (const { starter, perSecond, peak } of round % 2 === 0 ? measured : measured.toReversed()) {
      say(`round ${round + 1}: ${starter.name}`);
      const contestant = await starter.start();
      try {
        const report = await sendAll(contestant, asked, connections);
        perSecond.push(report.answered / report.seconds);
        peak.push((await contestant.child.usage()).peak);
      } finally {
        await contestant.end();
      }
    }
  const [free, scarce] = measured;
  return {
    table: {
      title: `Mixed questions from cold: ${asked.length}`,
      columns: ['', 'requests/s', 'memory at most MiB'],
      rows: measured.map(({ starter, perSecond, peak }) => [
        starter.name,
        withSpread(spreadOf(perSecond)),
        withSpread(spreadOf(peak.map(mebibytes))),
      ]),
    },
    verdict: atLeast(
      `requests a second with a heap of ${scarceMb} MB, over those with a free one`,
      ratioOf(scarce!.perSecond, free!.perSecond).median,
      0.7,
    ),
  };
}
