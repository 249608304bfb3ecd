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
  joinedCalls,
  knownRows,
  listOfOne,
  mixed as mixedWorkload,
  newDocuments,
  newFilters,
  type Workload,
  wide,
} from '../workload.ts';

const seed = 7;
const rate = 300;

/** At most so much of another's. */
interface Target {
  /** CPU a question of Mercurius' with equal duties and lean means, and of bare Mercurius'. */
  readonly overEqual: number;
  readonly overBare: number;
  /** Upstream calls a question of Mercurius'. */
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
    const ratios: string[][] = [];
    const isAsked = (name: string): boolean =>
      setting.only.length === 0 || setting.only.some((only) => name.includes(only));
    for (const { workload, target } of workloads(setting, stand)) {
      if (!isAsked(workload.name)) continue;
      const able = starters.filter(
        ({ name }) => !workload.unwritten || name !== peerNames.handwritten,
      );
      const results = await measureRounds(setting, stand, workload, able);
      tables.push(tableOf(workload, results));
      if (target !== undefined) verdicts.push(...verdictsOf(workload, target, results));
      summary.push([
        workload.name,
        ...starters.map((starter) => figure(median(results.get(starter)?.cpu ?? []))),
      ]);
      ratios.push([
        workload.name,
        ...rivals.map((name) => over(results.get(starters[0]!)!, find(results, name))),
      ]);
    }
    const steady = isAsked(`at ${rate} a second`)
      ? await steadyRate(setting, stand, starters)
      : { tables: [], verdicts: [] };
    return {
      tables: [
        {
          title: 'CPU of the server a question, ms',
          columns: ['', ...starters.map(({ name }) => name)],
          rows: summary,
        },
        { title: 'CPU of Switchboard over that of', columns: ['', ...rivals], rows: ratios },
        ...tables,
        ...steady.tables,
      ],
      plots: [],
      verdicts: [...verdicts, ...steady.verdicts],
    };
  },
};

interface Row {
  readonly workload: Workload;
  readonly target?: Target;
}

function workloads({ part, quick, only }: Setting, { facts }: Stand): Row[] {
  const count = (full: number): number => Math.ceil(full * part);
  const rows: Row[] = [
    {
      workload: mixedWorkload(facts, count(15_000), seed),
      target: { overEqual: 0.8, overBare: 1.1, calls: 0.4 },
    },
    {
      workload: knownRows(facts, count(5_000), seed),
      target: { overEqual: 0.9, overBare: 1.3 },
    },
    { workload: listOfOne(facts, count(5_000)), target: { overEqual: 1.3, overBare: 2 } },
    { workload: joinedCalls(facts, count(1_000), seed) },
    {
      workload: newFilters(facts, count(3_000), seed),
      target: { overEqual: 1.3, overBare: 1.6 },
    },
    {
      workload: newDocuments(facts, count(3_000), seed),
      target: { overEqual: 1, overBare: 1.6 },
    },
    { workload: wide(facts, count(2_000)), target: { overEqual: 0.8, overBare: 1 } },
    { workload: halfEmpty(count(1_000)), target: { overEqual: 0.8, overBare: 1 } },
  ];
  // Of one kind each where it is only seen that they run: every process is started anew.
  return quick && only.length === 0 ? rows.filter((_, at) => at % 4 === 0) : rows;
}

/** Whom Switchboard is set beside. */
const rivals = [
  peerNames.lean,
  peerNames.equipped,
  peerNames.mercurius,
  peerNames.handwritten,
] as const;

function find(results: ReadonlyMap<Starter, Rounds>, name: string): Rounds | undefined {
  return [...results].find(([starter]) => starter.name === name)?.[1];
}

function over(own: Rounds, other: Rounds | undefined): string {
  return other === undefined ? '–' : withSpread(ratioOf(own.cpu, other.cpu));
}

function tableOf({ name, about }: Workload, results: ReadonlyMap<Starter, Rounds>): Table {
  return {
    title: `${name}: ${about}`,
    columns: [
      '',
      'CPU ms',
      'requests/core-second',
      'requests/GiB-second',
      'upstream calls',
      'found in caches %',
      'memory at most MiB',
    ],
    rows: [...results].map(([starter, each]) => [
      starter.name,
      withSpread(spreadOf(each.cpu)),
      withSpread(spreadOf(each.cpu.map((ms) => 1_000 / ms))),
      withSpread(spreadOf(each.perGibSecond)),
      median(each.calls).toFixed(3),
      figure(median(each.hits) * 100),
      figure(mebibytes(Math.max(...each.peak))),
    ]),
  };
}

/** None beside a peer that takes no part. */
function verdictsOf(
  { name }: Workload,
  target: Target,
  results: ReadonlyMap<Starter, Rounds>,
): Verdict[] {
  const own = find(results, 'Switchboard')!;
  const equal = find(results, peerNames.lean);
  const bare = find(results, peerNames.mercurius);
  const verdicts: Verdict[] = [];
  const judge = (what: string, ours: number[], theirs: number[], most: number): void => {
    verdicts.push(atMost(`${name}: ${what}`, ratioOf(ours, theirs).median, most));
  };
  if (equal !== undefined)
    judge('CPU over Mercurius’ with equal duties', own.cpu, equal.cpu, target.overEqual);
  if (bare !== undefined) {
    judge('CPU over bare Mercurius’', own.cpu, bare.cpu, target.overBare);
    if (target.calls !== undefined)
      judge('upstream calls over Mercurius’', own.calls, bare.calls, target.calls);
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
  const span = quick ? { warmUp: 0, seconds: 0.3 } : { warmUp: 5, seconds: 20 };
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
              1,
            ),
          ],
  };
}
