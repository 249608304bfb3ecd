/** What the server around the graph costs, against the same graph on bare Yoga. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEqual } from '../contest.ts';
import { type Contestant, startBareYoga, startSwitchboard } from '../contestant.ts';
import { nested, type Operation } from '../operation.ts';
import { startServiceStage } from '../service-stage.ts';
import { type Load, startLoad } from '../start-load.ts';
import { ratioOf, spreadOf, withSpread } from '../statistic.ts';
import { atLeast, type Setting, type Suite, type Table, type Verdict } from '../suite.ts';
import { wholeServer } from '../whole-server.ts';

const connections = 8;

/** Hardly any graph, so that the server around it shows most. */
const least: Operation = {
  name: 'Least',
  about: 'names of 5 accounts',
  query: 'query Least { accounts(first: 5) { nodes { name } } }',
};

export const overhead: Suite = {
  name: 'overhead',
  about: `Cached dashboard operations at saturation, ${connections} connections: the whole server (API key, quota, limits, cost, log, metrics) against the same graph on bare Yoga, in turns.`,
  async run(setting) {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
    const service = await startServiceStage(setting.size, setting.companyFile);
    const { settings, headers } = wholeServer(folder);
    const whole = await startSwitchboard(service, { caching: true, settings, headers });
    const bare = await startBareYoga(service);
    const load = startLoad();
    try {
      const tables: Table[] = [];
      const verdicts: Verdict[] = [];
      for (const operation of [...nested, least]) {
        await checkEqual([whole, bare], operation);
        const { table, shares } = await measure(setting, operation, [whole, bare], load);
        tables.push(table);
        for (const { name, share } of shares)
          verdicts.push(
            atLeast(
              `${operation.name}: ${name}, % of bare Yoga’s throughput`,
              share * 100,
              85,
              '%',
            ),
          );
      }
      return { tables, plots: [], verdicts };
    } finally {
      await load.end();
      for (const one of [whole, bare, service]) await one.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  { quick, say }: Setting,
  operation: Operation,
  contestants: readonly Contestant[],
  load: Load,
): Promise<{
  readonly table: Table;
  readonly shares: readonly { readonly name: string; readonly share: number }[];
}> {
  const rounds = quick ? 1 : 9;
  const order = quick ? { connections, amount: connections } : { connections, duration: 2 };
  const warmUp = quick ? order : { connections, duration: 4 };
  say(`${operation.name}: warming up`);
  for (const contestant of contestants) await load.run(contestant, [operation], warmUp);
  const measured = contestants.map((contestant) => ({
    contestant,
    perSecond: [] as number[],
    cpu: [] as number[],
    p99: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    // Each begins every other round: what a round leaves behind falls on both.
    const turns = round % 2 === 0 ? measured : [...measured].reverse();
    for (const { contestant, perSecond, cpu, p99 } of turns) {
      const before = await contestant.child.usage();
      const report = await load.run(contestant, [operation], order);
      const after = await contestant.child.usage();
      if (report.failures > 0)
        throw new Error(`${contestant.name}: ${report.failures} failed requests`);
      perSecond.push(report.perSecond);
      cpu.push((after.cpu - before.cpu) / 1_000 / report.requests);
      p99.push(report.p99);
    }
  }
  const bare = measured.at(-1)!;
  const others = measured.slice(0, -1);
  return {
    shares: others.map(({ contestant: { name }, perSecond }) => ({
      name,
      share: ratioOf(perSecond, bare.perSecond).median,
    })),
    table: {
      title: `${operation.name}: ${operation.about}`,
      columns: ['', 'requests/s', 'CPU ms', 'p99 ms', 'of bare Yoga’s: requests/s', 'CPU'],
      rows: measured.map((each) => [
        each.contestant.name,
        withSpread(spreadOf(each.perSecond)),
        withSpread(spreadOf(each.cpu)),
        withSpread(spreadOf(each.p99)),
        each === bare ? '' : withSpread(ratioOf(each.perSecond, bare.perSecond)),
        each === bare ? '' : withSpread(ratioOf(each.cpu, bare.cpu)),
      ]),
    },
  };
}
