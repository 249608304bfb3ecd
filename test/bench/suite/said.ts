/**
 * Calls by what was said, and calls counted by group, from the participant index at two sizes:
 * windows have to be flat, figures of a quarter linear in its calls.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AggregateQuery,
  FacetFilter,
  GroupDimension,
  IndexFilter,
} from '../../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../../src/participants/indexed-participant-query.ts';
import { openStore, sqliteFileName } from '../../../src/participants/store/migration.ts';
import { Syncer } from '../../../src/participants/sync/syncer.ts';
import { stages } from '../../participants/company.ts';
import { type LargeCompany, largeCompany, trackerIds } from '../large-company.ts';
import { figure, quantile } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

export const said: Suite = {
  name: 'said',
  about: 'Calls by what was said and counted by group, from the participant index at two sizes.',
  async run({ quick, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'said-bench-'));
    try {
      const sizes = quick ? [200, 800] : [20_000, 200_000];
      const measured: Measured[] = [];
      for (const size of sizes) {
        say(`${figure(size)} calls`);
        measured.push(await measure(folder, size));
      }
      const [small, large] = measured as [Measured, Measured];
      const growth = sizes[1]! / sizes[0]!;
      const rowsOf = (of: 'windows' | 'groups') =>
        [...small[of]].map(([name, ms]) => {
          const later = large[of].get(name)!;
          return [name, figure(ms), figure(later), figure(later / ms)];
        });
      const columns = ['p50, ms', ...sizes.map((size) => `${figure(size)} calls`), 'ratio'];
      const slowest = (of: Measured['windows']): number => Math.max(...of.values());
      const flat = [...small.windows].filter(([name]) => !name.endsWith('in none'));
      return {
        tables: [
          { title: 'Windows of 20 calls', columns, rows: rowsOf('windows') },
          { title: 'Figures of a quarter', columns, rows: rowsOf('groups') },
          {
            title: 'Index',
            columns: ['', ...sizes.map((size) => `${figure(size)} calls`)],
            rows: [
              ['synchronised, s', ...measured.map(({ seconds }) => figure(seconds))],
              ['file, MB', ...measured.map(({ fileMb }) => figure(fileMb))],
            ],
          },
        ],
        plots: [],
        verdicts: [
          atMost('slowest window', slowest(large.windows), 300, 'ms'),
          atMost(
            'windows, large over small (1 ms and less count as 1)',
            Math.max(
              ...flat.map(([name, ms]) => Math.max(1, large.windows.get(name)!) / Math.max(1, ms)),
            ),
            2,
          ),
          atMost('slowest figures of a quarter', slowest(large.groups), 300, 'ms'),
          atMost(
            'figures, large over small, over calls',
            Math.max(
              ...[...small.groups].map(
                ([name, ms]) => large.groups.get(name)! / Math.max(1, ms) / growth,
              ),
            ),
            1.5,
          ),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Measured {
  /** Median milliseconds by question. */
  readonly windows: ReadonlyMap<string, number>;
  readonly groups: ReadonlyMap<string, number>;
  readonly seconds: number;
  readonly fileMb: number;
}

async function measure(folder: string, calls: number): Promise<Measured> {
  const company = largeCompany(calls);
  const directory = join(folder, String(calls));
  const database = await openStore({ directory });
  const { connector } = company;
  const settings = { callsPerWalk: 2_000, walk: 'contents' as const };
  const syncer = new Syncer({ tenant: 'bench', database, connector, settings });
  const start = performance.now();
  await syncer.run();
  const seconds = (performance.now() - start) / 1_000;
  const participants = createIndexParticipants(new Map([['bench', syncer]]));
  const time = async (ask: (n: number) => Promise<unknown>, rounds: number): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) {
      const before = performance.now();
      await ask(n);
      if (n >= rounds / 4) times.push(performance.now() - before);
    }
    return quantile(times, 0.5);
  };
  const windows = new Map<string, number>();
  for (const [name, filterOf] of filters(company))
    windows.set(
      name,
      await time((n) => {
        const ask = { filter: filterOf(n), first: 20, order: 'newest' } as const;
        return participants.filteredCalls('bench', ask);
      }, 24),
    );
  const groups = new Map<string, number>();
  for (const [name, ask] of figuresOf(company))
    groups.set(name, await time(() => participants.aggregate('bench', ask), 8));
  await database.close();
  return { windows, groups, seconds, fileMb: statSync(join(directory, sqliteFileName)).size / 1e6 };
}

/** A value of each call. */
const stageFacets = stages.map((stage) => `Opportunity.StageName=${stage}`);

type Windows = readonly (readonly [string, (n: number) => IndexFilter])[];

function filters(company: LargeCompany): Windows {
  const by = (kind: FacetFilter['kind'], values: (n: number) => string[], least = 1) => {
    return (n: number): IndexFilter => ({ facets: [{ kind, values: values(n), least }] });
  };
  const tracker = (n: number): string[] => [trackerIds[n % trackerIds.length]!];
  return [
    ['no filter', () => ({})],
    ['tracker', by('tracker', tracker)],
    ['tracker, at least 4 times', by('tracker', tracker, 4)],
    [
      'topic and outcome',
      () => ({
        facets: [
          { kind: 'topic', values: ['Pricing'] },
          { kind: 'outcome', values: ['Connected'] },
        ],
      }),
    ],
    [
      'two trackers',
      (n) => ({
        facets: [
          { kind: 'tracker', values: tracker(n) },
          { kind: 'tracker', values: tracker(n + 1) },
        ],
      }),
    ],
    ['stage at that time', by('field', () => ['Opportunity.StageName=Negotiation'])],
    ['account', by('account', (n) => company.accounts(n, 1))],
    ['200 accounts', by('account', (n) => company.accounts(n, 200))],
    ['deal', by('deal', (n) => company.deals(n, 1))],
    ['owner', (n) => ({ hosts: company.users(n, 1) })],
    ['title, one in four', () => ({ title: 'pricing' })],
    ['title, in none', () => ({ title: 'no call is called so' })],
    ['direction, in none', () => ({ directions: ['Inbound'] })],
    [
      'topic and direction, in none',
      () => ({ facets: [{ kind: 'topic', values: ['Pricing'] }], directions: ['Inbound'] }),
    ],
    [
      'three stages and title, in none',
      () => ({ facets: [{ kind: 'field', values: stageFacets }], title: 'no call is called so' }),
    ],
    [
      'any stage and an endless topic, in none',
      () => ({
        facets: [
          { kind: 'field', values: stageFacets },
          { kind: 'topic', values: ['Pricing'], least: 1e6 },
        ],
      }),
    ],
    ['system and duration, in none', () => ({ systems: ['Fax'], minDurationSeconds: 7_200 })],
  ];
}

const dayMs = 86_400_000;

function figuresOf(company: LargeCompany): readonly (readonly [string, AggregateQuery])[] {
  const to = Date.now();
  const from = to - 91 * dayMs;
  const ask = (groupBy: readonly GroupDimension[], more: Partial<AggregateQuery> = {}) => ({
    filter: { from, to },
    groupBy,
    people: false,
    accounts: false,
    mostGroups: 100_000,
    ...more,
  });
  const weeks = Array.from({ length: 14 }, (_, week) => from + week * 7 * dayMs);
  const byWeek = { by: 'period', bounds: () => weeks } as const;
  const industries = ['Energy', 'Media', 'Retail', 'Health'];
  const labels = [...new Set(company.accounts(1, 20_000))]
    .slice(0, 5_000)
    .map((id, at) => [id, industries[at % industries.length]!] as const);
  return [
    ['all, with people and accounts', ask([], { people: true, accounts: true })],
    ['owner', ask([{ by: 'host' }])],
    ['week', ask([byWeek])],
    ['outcome', ask([{ by: 'outcome' }])],
    ['tracker', ask([{ by: 'facet', kind: 'tracker' }])],
    ['topic', ask([{ by: 'facet', kind: 'topic' }])],
    ['account', ask([{ by: 'facet', kind: 'account' }])],
    ['industry of 5,000 accounts', ask([{ by: 'label', kind: 'account', labels }])],
    ['stage', ask([{ by: 'facet', kind: 'field', prefix: 'Opportunity.StageName=' }])],
    ['week, owner, with people', ask([byWeek, { by: 'host' }], { people: true })],
    [
      'topic, stage, with accounts',
      ask(
        [
          { by: 'facet', kind: 'topic' },
          { by: 'facet', kind: 'field', prefix: 'Opportunity.StageName=' },
        ],
        { accounts: true },
      ),
    ],
    [
      'tracker, with people and accounts',
      ask([{ by: 'facet', kind: 'tracker' }], { people: true, accounts: true }),
    ],
    [
      'owner, of a tracker',
      ask([{ by: 'host' }], {
        filter: { from, to, facets: [{ kind: 'tracker', values: [trackerIds[0]!] }] },
      }),
    ],
  ];
}
