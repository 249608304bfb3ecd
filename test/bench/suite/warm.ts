/** Suite 2: nested operations of which everything is known: requests a second, waiting, CPU. */

import { checkEqual, startContest } from '../contest.ts';
import { nested, type Operation } from '../operation.ts';
import {
  type Contestant,
  type Load,
  startBareHttp,
  startLoad,
  startSwitchboard,
} from '../stage.ts';
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
  about: `The same operations again and again with upstream answers kept, ${connections} connections; whole answers are kept by one of two Switchboards, beside a server that only sends bytes: requests a second, waiting time, CPU of the server a request.`,
  async run(setting) {
    const contest = await startContest(setting, {
      caching: true,
      peers: ['limit', 'mercurius', 'apollo', 'mesh', 'yoga'],
    });
    const keeping = await startSwitchboard(contest.service, { caching: true, answers: true });
    const bare = await startBareHttp(keeping);
    const load = startLoad();
    try {
      const all = [...contest.contestants, keeping, bare];
      return await measure(setting, all, { keeping, bare }, load);
    } finally {
      await load.end();
      for (const one of [keeping, bare, contest]) await one.end();
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

/** Outside the contest: they may repeat whole answers. */
interface Repeating {
  readonly keeping: Contestant;
  readonly bare: Contestant;
}

async function measure(
  setting: Setting,
  contestants: readonly Contestant[],
  repeating: Repeating,
  load: Load,
): Promise<SuiteResult> {
  const rounds = setting.quick ? 1 : 5;
  const duration = setting.quick ? 1 : 2;
  const results = new Map<Operation, Map<Contestant, Measured>>();
  for (const operation of nested) {
    await checkEqual(contestants, operation);
    setting.say(`${operation.name}: warming up`);
    const measured = new Map<Contestant, Measured>();
    for (const contestant of contestants) {
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
  return present(contestants, repeating, results);
}

function present(
  contestants: readonly Contestant[],
  { keeping, bare }: Repeating,
  results: ReadonlyMap<Operation, ReadonlyMap<Contestant, Measured>>,
): SuiteResult {
  const verdicts: Verdict[] = [];
  const tables = [...results].map(([operation, measured]) => {
    const [switchboard, ...others] = [...measured];
    const own = switchboard![1];
    const apart = new Set(['the limit', keeping.name, bare.name]);
    const peers = others.filter(([{ name }]) => !apart.has(name));
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
    const bytes = ratioOf(measured.get(keeping)!.perSecond, measured.get(bare)!.perSecond);
    verdicts.push(
      atLeast(
        `${operation.name}: answers kept, requests a second over bare bytes`,
        bytes.median,
        0.8,
      ),
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
