/** A stranger beside us: a GraphQL proxy in another language, for a page that it can answer. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEqual } from '../contest.ts';
import {
  type Contestant,
  hasTailcall,
  installed,
  startPeer,
  startSwitchboard,
} from '../contestant.ts';
import { nested } from '../operation.ts';
import { type ServiceStage, startServiceStage } from '../service-stage.ts';
import { sendAll } from '../start-sender.ts';
import { figure, mebibytes, median, ratioOf, spreadOf, withSpread } from '../statistic.ts';
import type { Setting, Suite, SuiteResult } from '../suite.ts';
import { wholeServer } from '../whole-server.ts';

const page = nested[0]!;
const title = `${page.about}, cold: one question after another`;

export const stranger: Suite = {
  name: 'stranger',
  about:
    'The page of 20 accounts with nothing kept: CPU of Switchboard, of Mercurius bare and with equal duties, and of Tailcall with the adapter that it needs.',
  async run(setting) {
    if (!installed() || !hasTailcall()) return without('not installed: run with --install');
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
    const service = await startServiceStage(setting.size, setting.companyFile);
    const contestants: Contestant[] = [];
    try {
      const { accessFile, settings, headers } = wholeServer(folder);
      contestants.push(await startSwitchboard(service, { caching: false, settings, headers }));
      for (const peer of ['mercurius', 'lean'] as const)
        contestants.push(await startPeer(peer, service, { caching: false, accessFile, headers }));
      try {
        contestants.push(await startPeer('tailcall', service, { caching: false }));
      } catch (error) {
        return without(`does not run here: ${String(error).split('\n').slice(0, 2).join(' ')}`);
      }
      await checkEqual(contestants, page);
      return await measure(setting, service, contestants);
    } finally {
      for (const contestant of contestants) await contestant.end();
      await service.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const without = (why: string): SuiteResult => ({
  tables: [{ title, columns: ['', 'left out'], rows: [['Tailcall', why]] }],
  plots: [],
  verdicts: [],
});

async function measure(
  { quick, part, say }: Setting,
  service: ServiceStage,
  contestants: readonly Contestant[],
): Promise<SuiteResult> {
  const asked = Array.from({ length: Math.ceil(1_000 * part) }, () => page);
  const results = new Map(
    contestants.map((contestant) => [contestant, { cpu: [0], memory: [0], calls: 0 }]),
  );
  for (let round = 0; round <= (quick ? 1 : 5); round += 1)
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      say(`round ${round}: ${contestant.name}`);
      const calls = await service.received();
      const before = await usageOf(contestant);
      await sendAll(contestant, asked, 1);
      const after = await usageOf(contestant);
      const own = results.get(contestant)!;
      // The first round compiles and is not counted.
      if (round === 0) continue;
      own.cpu[round - 1] = (after.cpu - before.cpu) / 1_000 / asked.length;
      own.memory[round - 1] = after.memory;
      own.calls = ((await service.received()) - calls) / asked.length;
    }
  const own = results.get(contestants[0]!)!;
  const rows = [...results].map(([{ name }, { cpu, memory, calls }]) => [
    name,
    withSpread(spreadOf(cpu)),
    withSpread(spreadOf(cpu.map((ms) => 1_000 / ms))),
    withSpread(ratioOf(own.cpu, cpu)),
    figure(calls),
    figure(mebibytes(median(memory))),
  ]);
  const columns = ['', 'CPU ms', 'requests/core-second', 'Switchboard’s over it', 'upstream calls'];
  return { tables: [{ title, columns: [...columns, 'MiB'], rows }], plots: [], verdicts: [] };
}

/** Of the process and of the one beside it: microseconds of CPU, bytes resident. */
async function usageOf({ child, beside }: Contestant): Promise<{ cpu: number; memory: number }> {
  const { cpu, rss } = await child.usage();
  if (beside === undefined) return { cpu, memory: rss };
  // Fields after the name, which is in brackets; times are in hundredths of a second.
  const stat = readFileSync(`/proc/${beside}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  const [user, system, pages] = [stat[11]!, stat[12]!, stat[21]!];
  return { cpu: cpu + (user + system) * 10_000, memory: rss + pages * 4_096 };
}
