/**
 * Where the CPU goes: asks under the profiler and prints the files and functions that took most of it.
 * `npx node test/bench/profile.ts WHAT [--seconds 4] [--count 3000] [--size small] [--keep DIRECTORY] [--answers]`, where WHAT is
 * a workload of differing questions (mixed, rows, list, calls, filters, documents, wide, pages) or one body repeated (Accounts, Deals …).
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, type Contestant, startSwitchboard } from './contestant.ts';
import { lists, nested, type Operation } from './operation.ts';
import { connections } from './round.ts';
import { startServiceStage } from './service-stage.ts';
import { openStand } from './stand.ts';
import { startLoad } from './start-load.ts';
import { sendAll } from './start-sender.ts';
import type { Setting } from './suite.ts';
import * as workloads from './workload.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    count: { type: 'string', default: '3000' },
    size: { type: 'string', default: 'small' },
    keep: { type: 'string' },
    answers: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const companyFile = join(import.meta.dirname, '../../bench-results/company-large.db');
const directory = flags.keep ?? mkdtempSync(join(tmpdir(), 'switchboard-profile-'));
const execArgv = ['--cpu-prof', `--cpu-prof-dir=${directory}`];

interface Asked {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of CPU a request. */
  readonly cpu: number;
}

const repeated = [...nested, ...lists].find((operation) => operation.name === name);
const { requests, seconds, cpu } =
  repeated === undefined ? await askWorkload() : await askRepeated(repeated);
console.log(
  `${Math.round(requests / seconds)} requests a second, ${cpu.toFixed(2)} ms of CPU each\n`,
);
printMost(readProfile(), seconds);
if (flags.keep === undefined) rmSync(directory, { recursive: true });

async function askRepeated(operation: Operation): Promise<Asked> {
  const service = await startServiceStage(flags.size, companyFile);
  const switchboard = await startSwitchboard(service, {
    caching: true,
    answers: flags.answers,
    execArgv,
  });
  const load = startLoad();
  await ask(switchboard, operation);
  const order = { connections, duration: Number(flags.seconds) };
  const asked = await withCpu(switchboard, () => load.run(switchboard, [operation], order));
  await load.end();
  await switchboard.end();
  await service.end();
  return asked;
}

async function askWorkload(): Promise<Asked> {
  const setting: Setting = {
    quick: true,
    part: 1,
    size: flags.size === 'large' ? 'large' : 'small',
    peers: [],
    only: [],
    minutes: 1,
    companyFile,
    say: (text) => process.stderr.write(`  … ${text}\n`),
    stand: () => Promise.reject(new Error('There is one already.')),
  };
  const stand = await openStand(setting);
  const { before, asked } = workloadOf(stand.facts);
  const switchboard = await stand.switchboard({ answers: flags.answers, execArgv }).start();
  if (before.length > 0) await sendAll(switchboard, before, connections);
  const result = await withCpu(switchboard, async () => {
    const { seconds: lasted } = await sendAll(switchboard, asked, connections);
    return { requests: asked.length, seconds: lasted };
  });
  await switchboard.end();
  await stand.end();
  return result;
}

function workloadOf(facts: Parameters<typeof workloads.mixed>[0]): workloads.Workload {
  const count = Number(flags.count);
  const seed = 7;
  const all: Readonly<Record<string, () => workloads.Workload>> = {
    mixed: () => workloads.mixed(facts, count, seed),
    rows: () => workloads.knownRows(facts, count, seed),
    filters: () => workloads.newFilters(facts, count, seed),
    documents: () => workloads.newDocuments(facts, count, seed),
    wide: () => workloads.wide(facts, count),
    list: () => workloads.listOfOne(facts, count),
    calls: () => workloads.joinedCalls(facts, count, seed),
    pages: () => workloads.halfEmpty(count),
  };
  const make = all[name];
  if (make === undefined)
    throw new Error(`Expected an operation or one of ${Object.keys(all).join()}, got ${name}`);
  return make();
}

async function withCpu(
  { child }: Contestant,
  run: () => Promise<{ readonly requests: number; readonly seconds: number }>,
): Promise<Asked> {
  const before = await child.usage();
  const report = await run();
  const after = await child.usage();
  return { ...report, cpu: (after.cpu - before.cpu) / 1_000 / report.requests };
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The longest, for threads of the process write theirs, too. */
function readProfile(): Profile {
  const profiles = readdirSync(directory)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile);
  return profiles.toSorted((a, b) => b.nodes.length - a.nodes.length)[0]!;
}

/** The start and the first, uncompiled answers are not what is looked for: the last seconds are. */
function printMost({ nodes, samples, timeDeltas }: Profile, seconds: number): void {
  const lasted = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  const from = lasted - seconds * 800_000;
  const self = new Map<number, number>();
  let at = 0;
  for (const [sample, id] of samples.entries()) {
    at += timeDeltas[sample]!;
    if (at > from) self.set(id, (self.get(id) ?? 0) + timeDeltas[sample]!);
  }
  const byFunction = new Map<string, number>();
  const byFile = new Map<string, number>();
  let total = 0;
  for (const { id, callFrame } of nodes) {
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
  for (const times of [byFile, byFunction]) {
    const most = [...times].sort((a, b) => b[1] - a[1]).slice(0, 45);
    for (const [key, time] of most)
      console.log(`${((time / total) * 100).toFixed(1).padStart(5)}%  ${key}`);
    console.log();
  }
}
