/**
 * `npm run bench -- [suite …] [--quick] [--part N] [--size small|large] [--install] [--peers NAME,…] [--only WORKLOAD,…]
 * [--minutes N]`: runs suites, prints their tables, and writes JSON and a page with plots under bench-results/.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { htmlReport, printTable, type Run, verdictTable } from './report.ts';
import { openStand, type Stand, standPeers } from './stand.ts';
import { clientsSuite } from './suite/clients.ts';
import { cold } from './suite/cold.ts';
import { connector } from './suite/connector.ts';
import { crowd } from './suite/crowd.ts';
import { dashboard } from './suite/dashboard.ts';
import { drain } from './suite/drain.ts';
import { email } from './suite/email.ts';
import { memory } from './suite/memory.ts';
import { mixed } from './suite/mixed.ts';
import { overhead } from './suite/overhead.ts';
import { overload } from './suite/overload.ts';
import { people } from './suite/people.ts';
import { rejection } from './suite/rejection.ts';
import { repeated } from './suite/repeated.ts';
import { said } from './suite/said.ts';
import { soak } from './suite/soak.ts';
import { start } from './suite/start.ts';
import { stranger } from './suite/stranger.ts';
import { walk } from './suite/walk.ts';
import { waves } from './suite/waves.ts';
import { words } from './suite/words.ts';
import type { Setting, Suite, SuiteResult } from './suite.ts';

const suites: readonly Suite[] = [
  mixed,
  repeated,
  crowd,
  memory,
  cold,
  stranger,
  waves,
  email,
  said,
  words,
  walk,
  start,
  soak,
  connector,
  overhead,
  rejection,
  clientsSuite,
  drain,
  dashboard,
  overload,
  people,
];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    part: { type: 'string' },
    size: { type: 'string' },
    install: { type: 'boolean', default: false },
    peers: { type: 'string', default: standPeers.join() },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '1' },
  },
});
const size = flags.size ?? (flags.quick ? 'small' : 'large');
const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
const peerNames = flags.peers.split(',').filter(Boolean);
const peers = standPeers.filter((name) => peerNames.includes(name));
if (
  unknown.length > 0 ||
  peers.length < peerNames.length ||
  (size !== 'small' && size !== 'large')
) {
  const names = suites.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join('\n');
  process.stderr.write(
    `Expected suites of these, --size small or large, and --peers of ${standPeers.join()}:\n${names}\n`,
  );
  process.exit(1);
}

const results = join(import.meta.dirname, '../../bench-results');
mkdirSync(results, { recursive: true });
if (flags.install)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(import.meta.dirname, 'peers'),
    stdio: 'inherit',
  });

let stand: Promise<Stand> | undefined;
const setting: Setting = {
  quick: flags.quick,
  part: Number(flags.part ?? (flags.quick ? 0.005 : 1)),
  size,
  peers,
  only: flags.only.split(',').filter(Boolean),
  minutes: Number(flags.minutes),
  companyFile: join(results, 'company-large.db'),
  stand() {
    stand ??= openStand(setting);
    return stand;
  },
  say: (text) => process.stderr.write(`  … ${text}\n`),
};
const at = new Date();
const done: (SuiteResult & Pick<Suite, 'name' | 'about'>)[] = [];
const failed: string[] = [];
for (const suite of suites) {
  if (positionals.length > 0 && !positionals.includes(suite.name)) continue;
  process.stdout.write(`\n== ${suite.name}: ${suite.about}\n`);
  try {
    const result = await suite.run(setting);
    done.push({ name: suite.name, about: suite.about, ...result });
    const verdicts = verdictTable(result);
    for (const table of [...result.tables, ...(verdicts === null ? [] : [verdicts])])
      process.stdout.write(printTable(table));
  } catch (error) {
    failed.push(suite.name);
    process.stdout.write(`FAILED: ${error instanceof Error ? error.stack : error}\n`);
  }
}

await (await stand)?.end();

const run: Run = {
  at: at.toISOString(),
  command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trimEnd(),
  machine: `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB`,
  node: process.versions.node,
  size,
  quick: flags.quick,
  suites: done,
};
const stem = join(results, at.toISOString().slice(0, 19).replaceAll(':', ''));
writeFileSync(`${stem}.json`, JSON.stringify(run, null, 2));
writeFileSync(`${stem}.html`, htmlReport(run));
process.stdout.write(`\n${stem}.json\n${stem}.html\n`);
if (failed.length > 0) {
  process.stdout.write(`failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
