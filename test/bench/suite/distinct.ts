/** Suite 14: documents of which no two are alike. */

import { Pool } from 'undici';
import { startSwitchboard } from '../contestant.ts';
import { startServiceStage } from '../service-stage.ts';
import { figure, mebibytes } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const lanes = 16;

export const distinct: Suite = {
  name: 'distinct',
  about:
    '100,000 valid documents of which no two are alike, every tenth with a name of its own: what the server keeps of them.',
  async run({ quick, say }) {
    const documents = quick ? 10_000 : 100_000;
    const service = await startServiceStage('small', '');
    const switchboard = await startSwitchboard(service, {
      caching: true,
      settings: { ADMIN_PORT: '0' },
    });
    const pool = new Pool(new URL(switchboard.url).origin, { connections: lanes });
    try {
      const ask = async (n: number): Promise<void> => {
        const name = n % 10 === 0 ? `query Invented${n} ` : '';
        const { statusCode, body } = await pool.request({
          path: '/graphql',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            query: `${name}{ accounts(first: ${1 + (n % 5)}) { a${n}: nodes { name industry } } }`,
          }),
        });
        const text = await body.text();
        if (statusCode !== 200 || text.includes('"errors"')) throw new Error(text.slice(0, 300));
      };
      const rows: string[][] = [];
      const heaps: number[] = [];
      const steps = 5;
      for (let step = 0; step < steps; step += 1) {
        const from = (step * documents) / steps;
        const began = performance.now();
        let next = from;
        const lane = async (): Promise<void> => {
          while (next < from + documents / steps) await ask(next++);
        };
        await Promise.all(Array.from({ length: lanes }, lane));
        const seconds = (performance.now() - began) / 1_000;
        const { heap, rss } = await switchboard.child.usage('collect');
        heaps.push(heap);
        say(`${next} documents`);
        rows.push([
          String(next),
          figure(mebibytes(heap)),
          figure(mebibytes(rss)),
          figure(documents / steps / seconds),
        ]);
      }
      return {
        tables: [
          {
            title: 'After so many documents',
            columns: ['', 'heap MiB', 'RSS MiB', 'documents/s'],
            rows,
          },
        ],
        plots: [],
        verdicts: [
          atMost(
            'growth of the heap over the last two fifths',
            (heaps.at(-1)! / heaps.at(-3)! - 1) * 100,
            5,
            '%',
          ),
        ],
      };
    } finally {
      await pool.close();
      await switchboard.end();
      await service.end();
    }
  },
};
