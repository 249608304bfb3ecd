/** Suite 3: many ask the same at the same time, and nothing is known yet. */

import { checkEqual, startContest } from '../contest.ts';
import { nested } from '../operation.ts';
import { startLoad } from '../stage.ts';
import { median, spreadOf, withSpread } from '../statistic.ts';
import { atMost, type Suite, type Table, type Verdict } from '../suite.ts';

const connections = 200;

export const identical: Suite = {
  name: 'identical',
  about: `${connections} clients ask one operation at the same time, again and again, of servers that have just started, with 20 ms of upstream latency: upstream calls an operation.`,
  async run(setting) {
    const rounds = setting.quick ? 1 : 3;
    const amount = setting.quick ? 400 : 2_000;
    const perOperation = new Map<string, Map<string, number[]>>();
    const perSecond = new Map<string, Map<string, number[]>>();
    const verdicts: Verdict[] = [];
    for (const operation of nested) {
      for (let round = 0; round < rounds; round += 1) {
        // Whatever anybody has kept is gone with the process.
        const contest = await startContest(setting, {
          caching: true,
          peers: ['apollo', 'mercurius', 'mesh'],
        });
        const load = startLoad();
        try {
          await contest.service.latency(20);
          for (const contestant of contest.contestants) {
            const before = await contest.service.received();
            const report = await load.run(contestant, operation, { connections, amount });
            const calls = (await contest.service.received()) - before;
            if (report.failures > 0)
              throw new Error(`${contestant.name}: ${report.failures} failed requests`);
            note(perOperation, operation.name, contestant.name, calls / report.requests);
            note(perSecond, operation.name, contestant.name, report.perSecond);
          }
          await checkEqual(contest.contestants, operation);
        } finally {
          await load.end();
          await contest.end();
        }
      }
      verdicts.push(
        atMost(
          `${operation.name}: upstream calls an operation`,
          median(perOperation.get(operation.name)!.get('Switchboard')!),
          0.05,
        ),
      );
    }
    const tables = nested.map(
      ({ name, about }): Table => ({
        title: `${name}: ${about}`,
        columns: ['', 'upstream calls an operation', 'requests/s'],
        rows: [...perOperation.get(name)!].map(([contestant, values]) => [
          contestant,
          median(values).toFixed(4),
          withSpread(spreadOf(perSecond.get(name)!.get(contestant)!)),
        ]),
      }),
    );
    return { tables, plots: [], verdicts };
  },
};

function note(
  notes: Map<string, Map<string, number[]>>,
  operation: string,
  contestant: string,
  value: number,
): void {
  const own = notes.get(operation) ?? new Map<string, number[]>();
  notes.set(operation, own);
  own.set(contestant, [...(own.get(contestant) ?? []), value]);
}
