/** Long load while a tenth of the upstream calls fail: no wrong answer, no growth. */

import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import { ask, bodyOf, startSwitchboard } from '../contestant.ts';
import { nested } from '../operation.ts';
import { startServiceStage } from '../service-stage.ts';
import { figure, mebibytes, median } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const workers = 6;

export const soak: Suite = {
  name: 'soak',
  about:
    'Nested operations without a break while a tenth of the upstream calls fail in one of five ways, nothing kept. An answer is right when it is the calm service’s, or when it says by an error what it lacks. A minute by default; `--minutes 60` for the whole hour.',
  async run(setting) {
    const service = await startServiceStage(setting.size, setting.companyFile);
    const switchboard = await startSwitchboard(service, {
      caching: false,
      settings: { LOG_LEVEL: 'fatal' },
    });
    try {
      const expected = new Map<string, unknown>();
      for (const operation of nested)
        expected.set(operation.name, (await ask(switchboard, operation)).data);
      const share = 0.02;
      await service.faults([
        { kind: 'status', status: 503, body: 'json', share },
        { kind: 'reset', share },
        { kind: 'truncated', share },
        { kind: 'html', share },
        { kind: 'latency', ms: 300, share },
      ]);
      const end = performance.now() + (setting.quick ? 500 : setting.minutes * 60_000);
      const count = { whole: 0, partial: 0, wrong: 0, none: 0 };
      const held: number[] = [];
      const work = async (offset: number): Promise<void> => {
        for (let at = offset; performance.now() < end; at += 1) {
          const operation = nested[at % nested.length]!;
          const answer = await request(switchboard.url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: bodyOf(operation),
          }).catch(() => null);
          const text = (await answer?.body.text()) ?? '';
          const result = text.startsWith('{') ? JSON.parse(text) : null;
          if (result === null) count.none += 1;
          else if (result.errors !== undefined) count.partial += 1;
          else if (isDeepStrictEqual(result.data, expected.get(operation.name))) count.whole += 1;
          else count.wrong += 1;
        }
      };
      const watch = async (): Promise<void> => {
        while (performance.now() < end) {
          await new Promise((done) => setTimeout(done, setting.quick ? 100 : 5_000));
          held.push((await switchboard.child.usage('collect')).heap);
          if (held.length % 60 === 0)
            setting.say(`${figure(mebibytes(median(held.slice(-60))))} MiB of heap`);
        }
      };
      await Promise.all([watch(), ...Array.from({ length: workers }, (_, at) => work(at))]);
      // The first third is warming up: code is compiled, caches fill. One sample says little: what
      // answers are in hand at its moment counts too.
      const third = Math.floor(held.length / 3);
      const sample = Math.max(1, Math.floor(held.length / 12));
      const start = median(held.slice(third, third + sample));
      const stop = median(held.slice(-sample));
      const growth = (stop / start - 1) * 100;
      const answers = count.whole + count.partial + count.wrong + count.none;
      return {
        tables: [
          {
            title: 'Soak',
            columns: ['', ''],
            rows: [
              ['answers', figure(answers)],
              ['whole', figure(count.whole)],
              ['with an error that says what is missing', figure(count.partial)],
              ['wrong', String(count.wrong)],
              ['none', String(count.none)],
              ['MiB of heap after a third', figure(mebibytes(start))],
              ['MiB of heap at the end', figure(mebibytes(stop))],
            ],
          },
        ],
        plots: [],
        verdicts: [
          atMost('wrong answers', count.wrong + count.none, 0),
          atMost('growth of the heap', growth, 2, '%'),
        ],
      };
    } finally {
      await switchboard.end();
      await service.end();
    }
  },
};
