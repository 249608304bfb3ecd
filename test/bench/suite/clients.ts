/** A most clients that stay. */

import { ask, bodyOf, startSwitchboard } from '../contestant.ts';
import { nested, type Operation } from '../operation.ts';
import { startServiceStage } from '../service-stage.ts';
import { type Crowd, startCrowd } from '../start-crowd.ts';
import { figure, mebibytes } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const most = 1_000;
const pauseMs = 2_000;

const least: Operation = {
  name: 'Least',
  about: 'names of 5 accounts',
  query: 'query Least { accounts(first: 5) { nodes { name } } }',
};

export const clientsSuite: Suite = {
  name: 'clients',
  about: `${most} clients with a connection each ask dashboard operations, wait ${pauseMs / 1_000} s after each answer and ask again: whether all are answered, and what the server holds after garbage has been collected.`,
  async run(setting) {
    const clients = setting.quick ? most / 10 : most;
    const service = await startServiceStage(setting.size, setting.companyFile);
    const switchboard = await startSwitchboard(service, { caching: true });
    let crowd: Crowd | null = null;
    const seconds = setting.quick ? 1 : Math.max(1, setting.minutes) * 60;
    try {
      const operations = [...nested, least];
      for (const operation of operations) await ask(switchboard, operation);
      const before = await switchboard.child.usage('collect');
      crowd = startCrowd({
        url: switchboard.url,
        clients,
        bodies: operations.map(bodyOf),
        pauseMs,
      });
      const samples = [];
      // The first third is warming up: connections are made, code is compiled.
      for (const share of [1 / 3, 1 / 3, 1 / 3]) {
        await new Promise((turn) => setTimeout(turn, seconds * share * 1_000));
        samples.push({ ...(await switchboard.child.usage('collect')), ...(await crowd.report()) });
      }
      crowd.stop();
      const end = await crowd.end;
      const lost = Object.values({ ...end.lost, ...end.other }).reduce((sum, one) => sum + one, 0);
      const [early, middle, last] = samples;
      const growth = (pick: 'rss' | 'heap') => (last![pick] / middle![pick] - 1) * 100;
      const rows = [
        ['before they came', before, 0] as const,
        ['after a third', early!, early!.answered] as const,
        ['after two thirds', middle!, middle!.answered] as const,
        ['at the end', last!, last!.answered] as const,
      ];
      return {
        tables: [
          {
            title: `${clients} clients for ${seconds} s`,
            columns: ['', 'answered', 'heap MiB', 'heap and buffers MiB', 'RSS MiB'],
            rows: rows.map(([when, { heap, held, rss }, answered]) => [
              when,
              String(answered),
              figure(mebibytes(heap)),
              figure(mebibytes(held)),
              figure(mebibytes(rss)),
            ]),
          },
          {
            title: 'Answers',
            columns: ['', ''],
            rows: [
              ['asked', String(end.asked)],
              ['answered whole', String(end.answered)],
              ['shed with 503 and Retry-After', String(end.shed)],
              ['answered otherwise', JSON.stringify(end.other)],
              ['lost', JSON.stringify(end.lost)],
              ['slowest, ms', figure(end.slowestMs)],
              ['KiB of heap a client', figure((early!.heap - before.heap) / 1024 / clients)],
            ],
          },
        ],
        plots: [],
        verdicts: [
          atMost('questions without an answer', lost, 0),
          atMost('growth of the heap in the last third', growth('heap'), 2, '%'),
          atMost('growth of the process in the last third', growth('rss'), 5, '%'),
        ],
      };
    } finally {
      crowd?.stop();
      await switchboard.end();
      await service.end();
    }
  },
};
