/** The main table: questions that differ, as dashboards send them. */

import { peerNames } from '../contestant.ts';
import { measureRounds, type Rounds } from '../round.ts';
import type { Stand, Starter } from '../stand.ts';
import { send } from '../start-sender.ts';
import { figure, mebibytes, median, ratioOf, spreadOf, withSpread } from '../statistic.ts';
import {
  atMost,
  type Setting,
  type Suite,
  type SuiteResult,
  type Table,
  type Verdict,
} from '../suite.ts';
import {
  halfEmpty,
  knownRows,
  mixed as mixedWorkload,
  newDocuments,
  newFilters,
  type Workload,
  wide,
} from '../workload.ts';

const seed = 7;
const rate = 400;

interface Target {
  /** CPU a question over Mercurius', and over the hand-written program's. */
  readonly overMercurius: number;
  readonly overHandwritten?: number;
  /** Upstream calls a question over Mercurius'. */
  readonly calls?: number;
}

/** Whole answers are not kept: every question is executed. */
export const mixed: Suite = {
  name: 'mixed',
  about:
    'Questions that differ: CPU of the server a question, upstream calls, memory; whole answers are not kept by anybody; every process starts anew for each round.',
  async run(setting) {
    const stand = await setting.stand();
    const starters = [stand.switchboard(), ...stand.peers];
    const tables: Table[] = [];
    const verdicts: Verdict[] = [];
    const summary: string[][] = [];
    for (const [workload, target] of workloads(setting, stand)) {
      const able = starters.filter(
        ({ name }) => !workload.anyDocument || name !== peerNames.handwritten,
      );
      const results = await measureRounds(setting, stand, workload, able);
      tables.push(tableOf(workload, results));
      verdicts.push(...verdictsOf(workload, target, results));
      summary.push([
        workload.name,
        ...starters.map((starter) => figure(median(results.get(starter)?.cpu ?? []))),
      ]);
    }
    const steady = await steadyRate(setting, stand, starters);
    return {
      tables: [
        {
          title: 'CPU of the server a question, ms',
          columns: ['', ...starters.map(({ name }) => name)],
          rows: summary,
        },
        ...tables,
        ...steady.tables,
      ],
      plots: [],
      verdicts: [...verdicts, ...steady.verdicts],
    };
  },
};

function workloads({ part }: Setting, { facts }: Stand): [Workload, Target][] {
  const count = (full: number): number => Math.ceil(full * part);
  return [
    [
      mixedWorkload(facts, count(15_000), seed),
      { overMercurius: 1, overHandwritten: 2.5, calls: 0.55 },
    ],
    [knownRows(facts, count(5_000), seed), { overMercurius: 1 }],
    [newFilters(facts, count(3_000), seed), { overMercurius: 1.5 }],
    [newDocuments(facts, count(3_000), seed), { overMercurius: 1.5 }],
    [wide(facts, count(2_000)), { overMercurius: 1, overHandwritten: 2.5 }],
    [halfEmpty(count(1_000)), { overMercurius: 1, overHandwritten: 2.5 }],
  ];
}

function find(results: ReadonlyMap<Starter, Rounds>, name: string): Rounds | undefined {
  return [...results].find(([starter]) => starter.name === name)?.[1];
}

function tableOf({ name, about }: Workload, results: ReadonlyMap<Starter, Rounds>): Table {
  const handwritten = find(results, peerNames.handwritten);
  const mercurius = find(results, peerNames.mercurius);
  const over = (own: Rounds, other: Rounds | undefined): string =>
    other === undefined ? '–' : withSpread(ratioOf(own.cpu, other.cpu));
  return {
    title: `${name}: ${about}`,
    columns: [
      '',
      'CPU ms',
      'over hand-written',
      'over Mercurius',
      'upstream calls',
      'found in caches %',
      'requests/s',
      'memory at most MiB',
    ],
    rows: [...results].map(([starter, each]) => [
      starter.name,
      withSpread(spreadOf(each.cpu)),
      over(each, handwritten),
      over(each, mercurius),
      median(each.calls).toFixed(3),
      figure(median(each.hits) * 100),
      withSpread(spreadOf(each.perSecond)),
      figure(mebibytes(Math.max(...each.peak))),
    ]),
  };
}

function verdictsOf(
  { name }: Workload,
  target: Target,
  results: ReadonlyMap<Starter, Rounds>,
): Verdict[] {
  const own = find(results, 'Switchboard')!;
  const handwritten = find(results, peerNames.handwritten);
  const mercurius = find(results, peerNames.mercurius);
  const verdicts: Verdict[] = [];
  if (mercurius !== undefined) {
    const cpu = ratioOf(own.cpu, mercurius.cpu).median;
    verdicts.push(atMost(`${name}: CPU over Mercurius’`, cpu, target.overMercurius));
    if (target.calls !== undefined) {
      const calls = median(own.calls) / median(mercurius.calls);
      verdicts.push(atMost(`${name}: upstream calls over Mercurius’`, calls, target.calls));
    }
  }
  if (handwritten !== undefined && target.overHandwritten !== undefined) {
    const cpu = ratioOf(own.cpu, handwritten.cpu).median;
    verdicts.push(
      atMost(`${name}: CPU over the hand-written program’s`, cpu, target.overHandwritten),
    );
  }
  return verdicts;
}

interface Waits {
  readonly p50: number[];
  readonly p99: number[];
  readonly perSecond: number[];
  readonly cpu: number[];
  readonly failed: number[];
}

/** The same mixed questions at a fixed rate, whatever becomes of them. */
async function steadyRate(
  { quick, say }: Setting,
  { facts }: Stand,
  starters: readonly Starter[],
): Promise<Pick<SuiteResult, 'tables' | 'verdicts'>> {
  const span = quick ? { warmUp: 1, seconds: 1 } : { warmUp: 5, seconds: 20 };
  const { asked } = mixedWorkload(facts, rate * (span.warmUp + span.seconds), seed);
  const results = new Map<string, Waits>();
  for (let round = 0; round < (quick ? 1 : 3); round += 1)
    for (const starter of round % 2 === 0 ? starters : starters.toReversed()) {
      say(`${rate} a second, round ${round + 1}: ${starter.name}`);
      const contestant = await starter.start();
      try {
        const before = await contestant.child.usage();
        const report = await send(contestant, asked, { rate, ...span });
        const after = await contestant.child.usage();
        const own = results.get(starter.name) ?? {
          p50: [],
          p99: [],
          perSecond: [],
          cpu: [],
          failed: [],
        };
        results.set(starter.name, own);
        own.p50.push(report.answeredP50);
        own.p99.push(report.answeredP99);
        own.perSecond.push(report.answered / span.seconds);
        own.cpu.push((after.cpu - before.cpu) / 1_000 / asked.length);
        own.failed.push(report.asked - report.answered);
      } finally {
        await contestant.end();
      }
    }
  const own = results.get('Switchboard')!;
  const mercurius = results.get(peerNames.mercurius);
  return {
    tables: [
      {
        title: `mixed at ${rate} a second: ${span.seconds} s of waiting times after ${span.warmUp} s`,
        columns: ['', 'p50 ms', 'p99 ms', 'answered/s', 'CPU ms'],
        rows: [...results].map(([name, each]) => [
          name,
          withSpread(spreadOf(each.p50)),
          withSpread(spreadOf(each.p99)),
          withSpread(spreadOf(each.perSecond)),
          withSpread(spreadOf(each.cpu)),
        ]),
      },
    ],
    verdicts:
      mercurius === undefined
        ? []
        : [
            atMost(
              `mixed at ${rate} a second: p99 over Mercurius’`,
              ratioOf(own.p99, mercurius.p99).median,
              2,
            ),
          ],
  };
}
