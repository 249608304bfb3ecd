/** Many clients that ask the same few questions at the same moment, of a server that knows nothing yet. */

import { bodyOf } from '../contestant.ts';
import type { Starter } from '../stand.ts';
import { startCrowd } from '../start-crowd.ts';
import { figure, median } from '../statistic.ts';
import { atLeast, atMost, type Suite } from '../suite.ts';
import { repeatedBodies } from '../workload.ts';

const clients = 500;
const seed = 11;
const latencyMs = 20;

interface Measured {
  readonly answered: number[];
  readonly shed: number[];
  readonly failed: number[];
  readonly calls: number[];
  readonly slowestMs: number[];
}

export const crowd: Suite = {
  name: 'crowd',
  about: `${clients} clients open the same six pages at the same moment, of a server that has just started, with ${latencyMs} ms of latency on every upstream call and the limits that hold when nothing is set: who is answered, and with how many upstream calls.`,
  async run({ quick, say, stand: open }) {
    const stand = await open();
    const bodies = repeatedBodies(stand.facts, seed).map(bodyOf);
    const asked = (quick ? clients / 10 : clients) * bodies.length;
    const starters = [stand.switchboard({ answers: true }), ...stand.peers];
    const results = new Map<Starter, Measured>();
    for (let round = 0; round < (quick ? 1 : 3); round += 1)
      for (const starter of round % 2 === 0 ? starters : starters.toReversed()) {
        say(`round ${round + 1}: ${starter.name}`);
        const own = results.get(starter) ?? {
          answered: [],
          shed: [],
          failed: [],
          calls: [],
          slowestMs: [],
        };
        results.set(starter, own);
        const contestant = await starter.start();
        try {
          await stand.service.latency(latencyMs);
          const before = await stand.service.received();
          const { url, headers = {} } = contestant;
          const report = await startCrowd({ url, headers, clients: asked, bodies, pauseMs: null })
            .end;
          own.answered.push(report.answered);
          own.shed.push(report.shed);
          own.failed.push(asked - report.answered - report.shed);
          own.calls.push((await stand.service.received()) - before);
          own.slowestMs.push(report.slowestMs);
        } finally {
          await stand.service.latency(0);
          await contestant.end();
        }
      }
    const own = results.get(starters[0]!)!;
    return {
      tables: [
        {
          title: `${figure(asked)} questions at once, six different ones`,
          columns: ['', 'answered', 'shed with 503', 'failed', 'upstream calls', 'slowest ms'],
          rows: [...results].map(([{ name }, each]) => [
            name,
            ...[each.answered, each.shed, each.failed, each.calls].map((values) =>
              String(median(values)),
            ),
            figure(median(each.slowestMs)),
          ]),
        },
      ],
      plots: [],
      verdicts: [
        atLeast(`answered of ${asked}`, median(own.answered), asked),
        ...[...results]
          .slice(1)
          .filter(([{ name }]) => name.startsWith('Mercurius'))
          .map(([, mercurius]) =>
            atMost(
              'upstream calls over Mercurius’',
              median(own.calls) / median(mercurius.calls),
              1,
            ),
          ),
      ],
    };
  },
};
