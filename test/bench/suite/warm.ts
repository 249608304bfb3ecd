/** Suite 2: nested operations of which everything is known: requests a second, waiting, CPU. */

import { type Contest, checkEqual, startContest } from '../contest.ts';
import { nested, type Operation } from '../operation.ts';
import { type Contestant, type Load, startLoad } from '../stage.ts';
import { median, ratioOf, spreadOf, withSpread } from '../statistic.ts';
import {
  atLeast,
  atMost,
  type Setting,
  type Suite,
  type SuiteResult,
  type Verdict,
} from '../suite.ts';

const connections = 8;

export const warm: Suite = {
  name: 'warm',
  about: `The same operations again and again with upstream answers kept (no whole answers kept), ${connections} connections: requests a second, waiting time, CPU of the server a request.`,
  async run(setting) {
    const contest = await startContest(setting, {
      caching: true,
      peers: ['limit', 'mercurius', 'apollo', 'yoga'],
    });
    const load = startLoad();
    try {
      return await measure(setting, contest, load);
    } finally {
      await load.end();
      await contest.end();
    }
  },
};

interface Measured {
  readonly perSecond: number[];
  readonly p50: number[];
  readonly p99: number[];
  /** Milliseconds of CPU a request. */
  readonly cpu: number[];
}

async function measure(setting: Setting, contest: Contest, load: Load): Promise<SuiteResult> {
  const rounds = setting.quick ? 1 : 5;
  const duration = setting.quick ? 1 : 2;
  const results = new Map<Operation, Map<Contestant, Measured>>();
  for (const operation of nested) {
    await checkEqual(contest.contestants, operation);
    setting.say(`${operation.name}: warming up`);
    const measured = new Map<Contestant, Measured>();
    for (const contestant of contest.contestants) {
      measured.set(contestant, { perSecond: [], p50: [], p99: [], cpu: [] });
      await load.run(contestant, operation, { connections, duration });
    }
    for (let round = 0; round < rounds; round += 1)
      for (const [contestant, { perSecond, p50, p99, cpu }] of measured) {
        const before = await contestant.child.usage('collect');
        const report = await load.run(contestant, operation, { connections, duration });
        const after = await contestant.child.usage();
        if (report.failures > 0)
          throw new Error(`${contestant.name}: ${report.failures} failed requests`);
        perSecond.push(report.perSecond);
        p50.push(report.p50);
        p99.push(report.p99);
        cpu.push((after.cpu - before.cpu) / 1_000 / report.requests);
      }
    results.set(operation, measured);
  }
  return present(contest.contestants, results);
}

function present(
  contestants: readonly Contestant[],
  results: ReadonlyMap<Operation, ReadonlyMap<Contestant, Measured>>,
): SuiteResult {
  const verdicts: Verdict[] = [];
  const tables = [...results].map(([operation, measured]) => {
    const [switchboard, ...others] = [...measured];
    const own = switchboard![1];
    const peers = others.filter(([{ name }]) => name !== 'the limit');
    const limit = others.find(([{ name }]) => name === 'the limit')?.[1];
    const best = peers.toSorted((a, b) => median(b[1].perSecond) - median(a[1].perSecond))[0];
    if (best !== undefined)
      verdicts.push(
        atLeast(
          `${operation.name}: requests a second over the best peer's (${best[0].name})`,
          ratioOf(own.perSecond, best[1].perSecond).median,
          2,
        ),
      );
    if (limit !== undefined)
      verdicts.push(
        atMost(`${operation.name}: CPU over the limit's`, ratioOf(own.cpu, limit.cpu).median, 1.5),
      );
    return {
      title: `${operation.name}: ${operation.about}`,
      columns: [
        '',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'CPU ms',
        'Switchboard’s requests/s over these',
      ],
      rows: [...measured].map(([{ name }, each]) => [
        name,
        withSpread(spreadOf(each.perSecond)),
        withSpread(spreadOf(each.p50)),
        withSpread(spreadOf(each.p99)),
        withSpread(spreadOf(each.cpu)),
        each === own ? '' : withSpread(ratioOf(own.perSecond, each.perSecond)),
      ]),
    };
  });
  const plot = {
    title: 'Warm operations',
    unit: 'requests a second, more is better',
    labels: [...results.keys()].map(({ name }) => name),
    series: contestants.map((contestant) => ({
      name: contestant.name,
      values: [...results.values()].map((measured) =>
        spreadOf(measured.get(contestant)!.perSecond),
      ),
    })),
  };
  return { tables, plots: [plot], verdicts };
}
