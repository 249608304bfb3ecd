/** From `npm start`'s command to the first answer. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import { ask, type Contestant } from '../contestant.ts';
import { nested } from '../operation.ts';
import { median, spreadOf, withSpread } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const root = join(import.meta.dirname, '../../..');

export const start: Suite = {
  name: 'start',
  about:
    'From the start of the process, with the small synthetic company made in it, to its greeting and to the first answer of a nested operation.',
  async run({ quick, say }) {
    const ready: number[] = [];
    const answered: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < (quick ? 1 : 7); round += 1) {
      say(`start ${round + 1}`);
      const directory = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
      const began = performance.now();
      const child = startChild(join(root, 'src/main.ts'), [], {
        PORT: '0',
        DATA_DIR: directory,
        LOG_LEVEL: 'silent',
      });
      const url = await new Promise<string>((resolve, reject) => {
        child.process.stdout!.on('data', () => {
          const found = /^Graph +(\S+)$/m.exec(child.output())?.[1];
          if (found !== undefined) resolve(found);
        });
        child.process.once('exit', () => reject(new Error(child.output())));
      });
      ready.push(performance.now() - began);
      const contestant: Contestant = { name: 'Switchboard', url, child, end: () => child.end() };
      await ask(contestant, nested[0]!);
      answered.push(performance.now() - began);
      cpu.push((await child.usage()).cpu / 1_000);
      await contestant.end();
      rmSync(directory, { recursive: true, force: true });
    }
    return {
      tables: [
        {
          title: 'Start',
          columns: ['', 'ms'],
          rows: [
            ['to the greeting', withSpread(spreadOf(ready))],
            ['to the first answer', withSpread(spreadOf(answered))],
            ['CPU until then, all threads', withSpread(spreadOf(cpu))],
          ],
        },
      ],
      plots: [],
      verdicts: [atMost('start to first answer', median(answered) / 1_000, 1.5, 's')],
    };
  },
};
