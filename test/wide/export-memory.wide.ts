/** Parquet of many rows takes no more memory than of few: judged by the growth of what a process holds at most. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../support/process.ts';

const mebibyte = 2 ** 20;

it('writes four times the rows in about the same memory', async () => {
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
await writeParquet(from, process.argv[3], columns);
console.log('peak ' + process.resourceUsage().maxRSS);
`,
  );
  const peak = async (rows: number): Promise<number> => {
    const { output, code } = await run([script, String(rows), join(directory, `${rows}.parquet`)]);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/peak \d+/) });
    return (1024 * Number(/peak (\d+)/.exec(output)![1])) / mebibyte;
  };
  const [few, many] = [await peak(150_000), await peak(600_000)];
  expect(many / few).toBeLessThan(1.4);
  expect(many).toBeLessThan(600);
});
