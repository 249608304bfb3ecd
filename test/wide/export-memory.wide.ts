/** Parquet of any number of rows is written within a small heap, and with few bytes outside of it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../support/process.ts';

const mebibyte = 2 ** 20;

it('writes 600,000 rows of 150 MB within a heap of 64 MB', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-memory-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const script = join(directory, 'write.ts');
  const module = new URL('../../src/cli/export/parquet.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { closeSync, openSync, writeSync } from 'node:fs';
import { writeParquet } from '${module}';
const rows = Number(process.argv[2]);
const from = process.argv[3] + '.ndjson';
const file = openSync(from, 'w');
for (let at = 0; at < rows; at += 1)
  writeSync(file, JSON.stringify({ id: 'call ' + at, at: new Date(at * 1e6).toISOString(), share: at / 7, text: 'x'.repeat(at % 300) }) + '\\n');
closeSync(file);
const types = { id: 'text', at: 'time', share: 'number', text: 'text' };
const columns = Object.entries(types).map(([name, type]) => ({ name, path: [name], over: null, type, about: '' }));
let most = 0;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
await writeParquet(from, process.argv[3], columns);
clearInterval(watch);
console.log('outside ' + most);
`,
  );
  const target = join(directory, 'many.parquet');
  const { output, code } = await run(['--max-old-space-size=64', script, '600000', target]);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/outside \d+/) });
  expect(Number(/outside (\d+)/.exec(output)![1]) / mebibyte).toBeLessThan(32);
});
