/** Nested operations with nothing kept from before: calls, waves, time over the least program's. */

import { type Contest, checkEqual, startContest } from '../contest.ts';
import { ask, type Contestant, peerNames } from '../contestant.ts';
import { nested, type Operation } from '../operation.ts';
import type { SeenCall } from '../service-stage.ts';
import { figure, median, ratioOf, type Spread, spreadOf, withSpread } from '../statistic.ts';
import { atMost, type Setting, type Suite, type SuiteResult, type Verdict } from '../suite.ts';

const latencies = [0, 20, 80];

export const cold: Suite = {
  name: 'cold',
  about:
    'Nested operations, no cache: upstream calls, waves (calls that waited for those before them), and the time of one answer with 0, 20 and 80 ms of latency on each upstream call.',
  async run(setting) {
    const contest = await startContest(setting, {
      caching: false,
      peers: ['limit', 'mercurius', 'grafast', 'apollo'],
    });
    try {
      return await measure(setting, contest);
    } finally {
      await contest.end();
    }
  },
};

interface Measured {
  readonly calls: number;
  readonly waves: number;
  /** By latency, one median for each round. */
  readonly times: ReadonlyMap<number, number[]>;
}

async function measure(setting: Setting, contest: Contest): Promise<SuiteResult> {
  const rounds = setting.quick ? 1 : 5;
  const repeats = setting.quick ? 1 : 5;
  const results = new Map<Operation, Map<Contestant, Measured>>();
  for (const operation of nested) {
    await checkEqual(contest.contestants, operation);
    // Compiled code is compared with compiled code.
    for (const contestant of contest.contestants)
      for (let warm = 0; warm < (setting.quick ? 1 : 15); warm += 1)
        await ask(contestant, operation);
    const measured = new Map<Contestant, Measured>();
    await contest.service.latency(80);
    for (const contestant of contest.contestants) {
      const { calls, waves } = await countCalls(contest, contestant, operation);
      measured.set(contestant, {
        calls,
        waves,
        times: new Map(latencies.map((latency) => [latency, []])),
      });
    }
    for (const latency of latencies) {
      await contest.service.latency(latency);
      setting.say(`${operation.name} at ${latency} ms`);
      for (let round = 0; round < rounds; round += 1) {
        const times = new Map<Contestant, number[]>();
        // One answer each in turn, so that a busy moment of the machine strikes all alike.
        for (let repeat = 0; repeat < repeats; repeat += 1)
          for (const contestant of contest.contestants) {
            const { ms } = await ask(contestant, operation);
            times.set(contestant, [...(times.get(contestant) ?? []), ms]);
          }
        for (const [contestant, own] of times)
          measured.get(contestant)!.times.get(latency)!.push(median(own));
      }
    }
    results.set(operation, measured);
  }
  return present(contest.contestants, results);
}

async function countCalls(
  { service }: Contest,
  contestant: Contestant,
  operation: Operation,
): Promise<{ calls: number; waves: number }> {
  const before = await service.received();
  await ask(contestant, operation);
  const calls = await service.callsAfter(before);
  return { calls: calls.length, waves: countWaves(calls) };
}

/** A call that arrived after the first answer of a wave had gone out belongs to a later wave. */
export function countWaves(calls: readonly SeenCall[]): number {
  let waves = 0;
  let ends = -Infinity;
  for (const { time, ms } of [...calls].sort((a, b) => a.time - b.time)) {
    if (time >= ends) {
      waves += 1;
      ends = time + (ms ?? 0);
    } else ends = Math.min(ends, time + (ms ?? 0));
  }
  return waves;
}

function present(
  contestants: readonly Contestant[],
  results: ReadonlyMap<Operation, ReadonlyMap<Contestant, Measured>>,
): SuiteResult {
  const limit = contestants.find(({ name }) => name === peerNames.limit);
  const verdicts: Verdict[] = [];
  const tables = [...results].map(([operation, measured]) => {
    const least = limit === undefined ? undefined : measured.get(limit);
    const rows = [...measured].map(([contestant, { calls, waves, times }]) => {
      const cells = latencies.map((latency) => withSpread(spreadOf(times.get(latency)!)));
      const over = least && ratioOf(times.get(80)!, least.times.get(80)!);
      return [
        contestant.name,
        String(calls),
        String(waves),
        ...cells,
        over === undefined ? '–' : withSpread(over),
      ];
    });
    const own = measured.get(contestants[0]!)!;
    if (least !== undefined) {
      verdicts.push(
        atMost(`${operation.name}: calls above the least`, own.calls - least.calls, 0),
        atMost(
          `${operation.name}: time over the least program's at 80 ms`,
          ratioOf(own.times.get(80)!, least.times.get(80)!).median,
          1.1,
        ),
      );
    }
    return {
      title: `${operation.name}: ${operation.about}`,
      columns: [
        '',
        'calls',
        'waves',
        ...latencies.map((ms) => `ms at ${ms} ms`),
        'over the least at 80 ms',
      ],
      rows,
    };
  });
  const plots = latencies.map((latency) => ({
    title: `One cold answer, ${figure(latency)} ms of upstream latency`,
    unit: 'ms, less is better',
    labels: [...results.keys()].map(({ name }) => name),
    series: contestants.map((contestant) => ({
      name: contestant.name,
      values: [...results.values()].map(
        (measured): Spread => spreadOf(measured.get(contestant)!.times.get(latency)!),
      ),
    })),
  }));
  return { tables, plots, verdicts };
}
