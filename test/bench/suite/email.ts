/**
 * The participant index at the size of a real company: lookups at 2,000 and 200,000 calls
 * (a million participations), file size, and what a synchronisation costs.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallsQuery } from '../../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../../src/participants/indexed-participant-query.ts';
import { openStore, sqliteFileName } from '../../../src/participants/store/migration.ts';
import { Syncer } from '../../../src/participants/sync/syncer.ts';
import { bruteForce } from '../../participants/brute-force.ts';
import { type LargeCompany, largeCompany } from '../large-company.ts';
import { figure, quantile } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

export const email: Suite = {
  name: 'email',
  about:
    'Calls by e-mail address from the participant index, at two sizes; every sampled contact is compared with a search through all calls.',
  async run({ quick, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'participants-bench-'));
    try {
      const sizes = quick ? [200, 800] : [2_000, 200_000];
      const rounds = quick ? 8 : 80;
      const measured: Measured[] = [];
      for (const size of sizes) {
        say(`${figure(size)} calls`);
        measured.push(await measure(folder, size, rounds));
      }
      const [small, large] = measured as [Measured, Measured];
      const rows = small.rows.map(([name, value], at) => [name!, value!, large.rows[at]![1]!]);
      return {
        tables: [
          {
            title: 'Calls by e-mail',
            columns: ['', ...sizes.map((size) => `${figure(size)} calls`)],
            rows,
          },
        ],
        plots: [],
        verdicts: [
          atMost('500 e-mails looked up, p50', large.lookupMs, 15, 'ms'),
          atMost('lookup, large over small', large.lookupMs / small.lookupMs, 1.5),
          atMost('index file', large.fileMb, 400, 'MB'),
          atMost('memory of a synchronisation', large.syncMb, 150, 'MB'),
          atMost('CPU of a core at 300 calls a second', large.cpuShare, 15, '%'),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Measured {
  readonly rows: readonly (readonly string[])[];
  readonly lookupMs: number;
  readonly fileMb: number;
  readonly syncMb: number;
  readonly cpuShare: number;
}

/** Synchronises a company of so many calls and looks up in it, each question so many times. */
async function measure(folder: string, calls: number, rounds: number): Promise<Measured> {
  const company = largeCompany(calls);
  const directory = join(folder, String(calls));
  const database = await openStore({ directory });
  const syncer = new Syncer({
    tenant: 'bench',
    database,
    connector: company.connector,
    settings: { callsPerWalk: 2_000 },
  });
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
  const cpuShare = (busy / calls) * 300 * 100;
  const fileMb = statSync(join(directory, sqliteFileName)).size / 1e6;
  const syncMb = (peak - before) / 1e6;
  const rows = [
    ['synchronised, s', figure(seconds)],
    ['CPU at 300 calls a second, % of a core', figure(cpuShare)],
    ['memory above the start, MB', figure(syncMb)],
    ['file, MB', figure(fileMb)],
    ['index rows', await rowsIn('participation')],
  ];
  const looked = await lookups(company, syncer, rounds);
  await database.close();
  return { rows: [...rows, ...looked.rows], lookupMs: looked.ms, fileMb, syncMb, cpuShare };

  async function rowsIn(table: string): Promise<string> {
    const [[count] = []] = await database.read(`SELECT count(*) FROM ${table}`);
    return Number(count).toLocaleString('en');
  }
}

async function lookups(
  company: LargeCompany,
  syncer: Syncer,
  rounds: number,
): Promise<{ readonly ms: number; readonly rows: readonly string[][] }> {
  const participants = createIndexParticipants(new Map([['bench', syncer]]));
  const rows: string[][] = [];
  const time = async (name: string, asks: (n: number) => CallsQuery[]): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) {
      const batch = asks(n);
      const start = performance.now();
      await participants.calls('bench', batch);
      // The first ones warm the cache up.
      if (n >= rounds / 4) times.push(performance.now() - start);
    }
    const middle = quantile(times, 0.5);
    rows.push([`${name}, p50 (p95) ms`, `${figure(middle)} (${figure(quantile(times, 0.95))})`]);
    return middle;
  };
  const some = (n: number, count: number, first: number): CallsQuery[] =>
    company.emails(n, count).map((email) => ({ subject: { emails: [email] }, first }));
  await time('1 e-mail, 10 calls', (n) => some(n, 1, 10));
  await time('50 contacts, last 5 calls each', (n) => some(n, 50, 5));
  const ms = await time('500 e-mails, 10 calls each', (n) => some(n, 500, 10));
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
  return { ms, rows };
}

/** A sample of contacts, compared with a search through every call. */
async function sample(
  company: LargeCompany,
  participants: ReturnType<typeof createIndexParticipants>,
): Promise<void> {
  const emails = company.emails(Date.now() % 1_000, 25);
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
}
