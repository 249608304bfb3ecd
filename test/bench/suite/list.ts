/** Suite 4: answers of a thousand and of ten thousand nodes: time, first byte, memory, CPU. */

import { type Contest, checkEqual, startContest } from '../contest.ts';
import { countNodes, lists, type Operation } from '../operation.ts';
import { ask, type Contestant } from '../stage.ts';
import { figure, mebibytes, median, ratioOf, spreadOf, withSpread } from '../statistic.ts';
import { atMost, type Setting, type Suite, type SuiteResult, type Verdict } from '../suite.ts';

export const list: Suite = {
  name: 'list',
  about:
    'One answer of about 1,000 and of more than 10,000 nodes, upstream answers kept: time to the first and the last byte, CPU of the server, memory it takes.',
  async run(setting) {
    const contest = await startContest(setting, {
      caching: true,
      peers: ['limit', 'mercurius', 'apollo', 'mesh'],
    });
    try {
      return await measure(setting, contest);
    } finally {
      await contest.end();
    }
  },
};

interface Measured {
  readonly ms: number[];
  readonly firstByteMs: number[];
  readonly cpu: number[];
  /** Bytes of heap an answer takes, garbage included. */
  readonly grown: number[];
}

async function measure(setting: Setting, contest: Contest): Promise<SuiteResult> {
  const rounds = setting.quick ? 2 : 9;
  const verdicts: Verdict[] = [];
  const tables = [];
  for (const operation of lists) {
    const data = await checkEqual(contest.contestants, operation);
    const nodes = countNodes(data);
    setting.say(`${operation.name}: ${nodes} nodes`);
    for (const contestant of contest.contestants)
      for (let warm = 0; warm < (setting.quick ? 3 : 12); warm += 1)
        await ask(contestant, operation);
    const measured = new Map<Contestant, Measured>();
    for (let round = 0; round < rounds; round += 1)
      for (const contestant of contest.contestants) {
        const own = measured.get(contestant) ?? { ms: [], firstByteMs: [], cpu: [], grown: [] };
        measured.set(contestant, own);
        await once(contestant, operation, own);
      }
    const [[, own], ...others] = [...measured] as [
      [Contestant, Measured],
      ...[Contestant, Measured][],
    ];
    const peers = others.filter(([{ name }]) => name !== 'the limit');
    if (nodes >= 10_000 || setting.size === 'small') {
      const best = (key: keyof Measured): Measured | undefined =>
        peers.map(([, peer]) => peer).toSorted((a, b) => median(a[key]) - median(b[key]))[0];
      for (const [key, what] of [
        ['ms', 'time'],
        ['grown', 'memory'],
      ] as const) {
        const peer = best(key);
        if (peer !== undefined && operation === lists[1])
          verdicts.push(
            atMost(
              `${operation.name}: ${what} over the best peer's`,
              ratioOf(own[key], peer[key]).median,
              0.5,
            ),
          );
      }
    }
    if (operation === lists[0])
      verdicts.push(atMost('a kept answer of 1,000 nodes: CPU', median(own.cpu), 25, 'ms'));
    tables.push({
      title: `${operation.name}: ${operation.about} (${figure(nodes)} nodes)`,
      columns: ['', 'ms', 'first byte ms', 'CPU ms', 'memory MiB', 'over Switchboard’s ms'],
      rows: [...measured].map(([{ name }, each]) => [
        name,
        withSpread(spreadOf(each.ms)),
        withSpread(spreadOf(each.firstByteMs)),
        withSpread(spreadOf(each.cpu)),
        withSpread(spreadOf(each.grown.map(mebibytes))),
        each === own ? '' : withSpread(ratioOf(each.ms, own.ms)),
      ]),
    });
  }
  return { tables, plots: [], verdicts };
}

async function once(contestant: Contestant, operation: Operation, into: Measured): Promise<void> {
  const before = await contestant.child.usage('collect');
  const { ms, firstByteMs } = await ask(contestant, operation);
  const after = await contestant.child.usage();
  into.ms.push(ms);
  into.firstByteMs.push(firstByteMs);
  into.cpu.push((after.cpu - before.cpu) / 1_000);
  // Not what is held afterwards: that hangs on when garbage was collected.
  into.grown.push(after.allocated - before.allocated);
}
