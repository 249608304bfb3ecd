/**
 * The participant index at the size of a real company: lookups at 2,000 and 200,000 calls (a million
 * participations), file size, and what a synchronisation costs.
 * `node test/bench/participants.ts [--calls 200000] [--keep DIRECTORY]`
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/connector/clock.ts';
import { createIndexParticipants } from '../../src/participants/index-participants.ts';
import type { CallsAsk } from '../../src/participants/question.ts';
import { openStore, sqliteFileName } from '../../src/participants/store/open.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { bruteForce } from '../participants/brute-force.ts';
import { type LargeCompany, largeCompany } from './large-company.ts';

const { values: flags } = parseArgs({
  options: { calls: { type: 'string', default: '200000' }, keep: { type: 'string' } },
});

const folder = flags.keep ?? mkdtempSync(join(tmpdir(), 'participants-bench-'));
const small = await measure(2_000);
const large = await measure(Number(flags.calls));
console.log(
  `\nlookup of 500 e-mails, large over small: ${(large / small).toFixed(2)} (target 1.5)`,
);
if (flags.keep === undefined) rmSync(folder, { recursive: true });

/** Synchronises a company of so many calls, prints what it cost, and returns the median lookup in milliseconds. */
async function measure(calls: number): Promise<number> {
  const company = largeCompany(calls);
  const directory = join(folder, String(calls));
  const database = await openStore({ directory });
  const syncer = new Syncer({
    tenant: 'bench',
    database,
    connector: company.connector,
    settings: { callsPerWalk: 2_000 },
  });
  console.log(`\n${calls.toLocaleString('en')} calls`);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const report = await syncer.run({
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    },
  });
  const seconds = (performance.now() - start) / 1_000;
  const used = process.cpuUsage(cpu);
  const busy = (used.user + used.system) / 1_000_000 - company.generatedSeconds();
  if (report.complete !== 1 || report.written !== calls)
    throw new Error(`not all was synchronised: ${JSON.stringify(report)}`);
  const share = ((busy / calls) * 300 * 100).toFixed(1);
  const file = join(directory, sqliteFileName);
  const megabytes = (statSync(file).size + statSync(`${file}-wal`).size) / 1e6;
  const participations = await rowsIn('participation');
  console.log(
    `  synchronised in ${seconds.toFixed(1)} s, ${report.pages} pages, ${report.walks} walks`,
  );
  console.log(`  CPU at 300 calls a second: ${share}% of a core (target 15)`);
  console.log(`  memory above the start: ${((peak - before) / 1e6).toFixed(0)} MB (target 150)`);
  console.log(`  file: ${megabytes.toFixed(0)} MB (target 400), ${participations} index rows`);
  const median = await lookups(company, syncer);
  await database.close();
  return median;

  async function rowsIn(table: string): Promise<string> {
    const [[count] = []] = await database.read(`SELECT count(*) FROM ${table}`);
    return Number(count).toLocaleString('en');
  }
}

async function lookups(company: LargeCompany, syncer: Syncer): Promise<number> {
  const participants = createIndexParticipants(new Map([['bench', syncer]]));
  const time = async (name: string, asks: (n: number) => CallsAsk[]): Promise<number> => {
    const times: number[] = [];
    let rows = 0;
    for (let n = 0; n < 80; n++) {
      const batch = asks(n);
      const start = performance.now();
      const answers = await participants.calls('bench', batch);
      // The first ones warm the cache up.
      if (n >= 20) times.push(performance.now() - start);
      rows = answers.reduce((sum, { value }) => sum + value.calls.length, 0);
    }
    times.sort((a, b) => a - b);
    const [median, tail] = [times[30]!, times[57]!].map((ms) => ms.toFixed(1));
    console.log(`  ${name}: p50 ${median} ms, p95 ${tail} ms, ${rows} calls in the last answer`);
    return times[30]!;
  };
  const some = (n: number, count: number, first: number): CallsAsk[] =>
    company.emails(n, count).map((email) => ({ subject: { emails: [email] }, first }));
  const median = await time('500 e-mails, 10 calls each', (n) => some(n, 500, 10));
  await time('50 contacts, last 5 calls each', (n) => some(n, 50, 5));
  await time('50 accounts of 20 contacts, last 20 calls each', (n) =>
    Array.from({ length: 50 }, (_, i) => ({
      subject: {
        emails: company.emails(n * 50 + i, 20),
        crmIds: company.accounts(n * 50 + i, 1),
      },
      first: 20,
    })),
  );
  await time('50 users, last 5 calls each', (n) =>
    company.users(n, 50).map((id) => ({ subject: { userIds: [id] }, first: 5 })),
  );
  await sample(company, participants);
  return median;
}

/** A sample of contacts, compared with a search through every call. */
async function sample(
  company: LargeCompany,
  participants: ReturnType<typeof createIndexParticipants>,
): Promise<void> {
  const emails = company.emails(systemClock.now() % 1_000, 25);
  const wanted = company.callsWith(new Set(emails));
  const brute = bruteForce(wanted);
  const asks = emails.map((email) => ({ subject: { emails: [email] }, first: 1_000 }));
  const answers = await participants.calls('bench', asks);
  for (const [i, { value }] of answers.entries())
    if (
      JSON.stringify(value.calls.map((c) => c.callId)) !==
      JSON.stringify(brute.window(asks[i]!).calls.map((c) => c.callId))
    )
      throw new Error(`a contact's calls differ from a search through all calls`);
  console.log('  25 contacts equal a search through all calls');
}
