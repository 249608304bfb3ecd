/** The one row of repeated bodies: what a cache of whole answers can win, beside a server that only sends the same bytes. */

import { type Contestant, startBareHttp } from '../contestant.ts';
import type { Operation } from '../operation.ts';
import { connections } from '../round.ts';
import { type Load, startLoad } from '../start-load.ts';
import { sendAll } from '../start-sender.ts';
import { ratioOf, spreadOf, withSpread } from '../statistic.ts';
import type { Setting, Suite } from '../suite.ts';
import { repeatedBodies } from '../workload.ts';

const seed = 11;

export const repeated: Suite = {
  name: 'repeated',
  about:
    'The same six bodies repeated word for word, a contact’s calls among them, which no dashboard sends: with whole answers kept beside bare `node:http` with the same bytes, and without.',
  async run(setting) {
    const stand = await setting.stand();
    const bodies = repeatedBodies(stand.facts, seed);
    const keeping = stand.switchboard({ name: 'Switchboard, whole answers kept', answers: true });
    const running: Contestant[] = [];
    const load = startLoad();
    try {
      const origin = await keeping.start();
      running.push(origin);
      running.push(await startBareHttp(origin));
      for (const starter of [stand.switchboard(), ...stand.peers])
        running.push(await starter.start());
      for (const contestant of running) await sendAll(contestant, bodies, 1);
      const results = await measure(setting, running, bodies, load);
      const bare = results.get(running[1]!);
      return {
        tables: [
          {
            title: `Six bodies in turn, word for word, ${connections} connections`,
            columns: ['', 'requests/s', 'CPU ms', 'p99 ms', 'of bare bytes: requests/s', 'CPU'],
            rows: running.map((contestant) => {
              const each = results.get(contestant)!;
              return [
                contestant.name,
                withSpread(spreadOf(each.perSecond)),
                withSpread(spreadOf(each.cpu)),
                withSpread(spreadOf(each.p99)),
                withSpread(ratioOf(each.perSecond, bare!.perSecond)),
                withSpread(ratioOf(each.cpu, bare!.cpu)),
              ];
            }),
          },
        ],
        plots: [],
        verdicts: [],
      };
    } finally {
      await load.end();
      for (const contestant of running.toReversed()) await contestant.end();
    }
  },
};

interface Measured {
  readonly perSecond: number[];
  readonly cpu: number[];
  readonly p99: number[];
}

async function measure(
  { quick, say }: Setting,
  running: readonly Contestant[],
  bodies: readonly Operation[],
  load: Load,
): Promise<ReadonlyMap<Contestant, Measured>> {
  const rounds = quick ? 1 : 5;
  const order = quick ? { connections, amount: 50 } : { connections, duration: 2 };
  const results = new Map<Contestant, Measured>();
  for (const contestant of running) {
    say(`warming up: ${contestant.name}`);
    results.set(contestant, { perSecond: [], cpu: [], p99: [] });
    await load.run(contestant, bodies, order);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const contestant of round % 2 === 0 ? running : running.toReversed()) {
      const { perSecond, cpu, p99 } = results.get(contestant)!;
      const before = await contestant.child.usage();
      const report = await load.run(contestant, bodies, order);
      const after = await contestant.child.usage();
      if (report.failures > 0)
        throw new Error(`${contestant.name}: ${report.failures} failed requests`);
      perSecond.push(report.perSecond);
      p99.push(report.p99);
      cpu.push((after.cpu - before.cpu) / 1_000 / report.requests);
    }
  return results;
}
