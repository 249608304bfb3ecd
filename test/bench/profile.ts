/**
 * Where the CPU goes: runs one operation warm under the profiler and prints the functions and files
 * that took most of it. `node test/bench/profile.ts Accounts [--seconds 4] [--size small] [--keep DIRECTORY] [--answers]`
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, startSwitchboard } from './contestant.ts';
import { lists, nested } from './operation.ts';
import { startServiceStage } from './service-stage.ts';
import { startLoad } from './start-load.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    size: { type: 'string', default: 'small' },
    keep: { type: 'string' },
    answers: { type: 'boolean', default: false },
  },
});

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const operation = [...nested, ...lists].find(({ name }) => name === positionals[0]);
if (operation === undefined) throw new Error(`Expected an operation's name, got ${positionals[0]}`);
const directory = flags.keep ?? mkdtempSync(join(tmpdir(), 'switchboard-profile-'));
const service = await startServiceStage(
  flags.size,
  join(import.meta.dirname, '../../bench-results/company-large.db'),
);
const switchboard = await startSwitchboard(service, {
  caching: true,
  answers: flags.answers,
  execArgv: ['--cpu-prof', `--cpu-prof-dir=${directory}`],
});
const load = startLoad();
await ask(switchboard, operation);
const before = await switchboard.child.usage();
const order = { connections: 8, duration: Number(flags.seconds) };
const report = await load.run(switchboard, [operation], order);
const after = await switchboard.child.usage();
await load.end();
await switchboard.end();
await service.end();

const file = readdirSync(directory).find((name) => name.endsWith('.cpuprofile'))!;
const profile = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile;
if (flags.keep === undefined) rmSync(directory, { recursive: true });
// The start and the first, uncompiled answers are not what is looked for: the last seconds are.
const lasted = profile.timeDeltas.reduce((sum, delta) => sum + delta, 0);
const from = lasted - Number(flags.seconds) * 800_000;
const self = new Map<number, number>();
let passed = 0;
for (const [at, id] of profile.samples.entries()) {
  passed += profile.timeDeltas[at]!;
  if (passed > from) self.set(id, (self.get(id) ?? 0) + profile.timeDeltas[at]!);
}
const byFunction = new Map<string, number>();
const byFile = new Map<string, number>();
let total = 0;
for (const { id, callFrame } of profile.nodes) {
  const { functionName, url, lineNumber } = callFrame;
  if (functionName === '(idle)' || functionName === '(program)') continue;
  const time = self.get(id) ?? 0;
  const place = url.replace(/^file:\/\/.*?\/(src|node_modules)\//, '$1/');
  const key = `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`;
  byFunction.set(key, (byFunction.get(key) ?? 0) + time);
  const folder = /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(place)?.[0] ?? (place || functionName);
  byFile.set(folder, (byFile.get(folder) ?? 0) + time);
  total += time;
}
const cpu = (after.cpu - before.cpu) / 1_000 / report.requests;
console.log(
  `${Math.round(report.perSecond)} requests a second, ${cpu.toFixed(2)} ms of CPU each\n`,
);
for (const times of [byFile, byFunction]) {
  const most = [...times].sort((a, b) => b[1] - a[1]).slice(0, 45);
  for (const [key, time] of most)
    console.log(`${((time / total) * 100).toFixed(1).padStart(5)}%  ${key}`);
  console.log();
}
