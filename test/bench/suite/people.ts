/** What the caches are worth where each person sees their own rows: the same number of questions, asked by more and more people in turn. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { start } from '../../../src/main/start.ts';
import { callTopic } from '../../../src/upstream/diagnostics-channel.ts';
import type { CompanyFacts } from '../company-fact.ts';
import { type ServiceStage, startServiceStage } from '../service-stage.ts';
import { figure, mebibytes } from '../statistic.ts';
import type { Setting, Suite } from '../suite.ts';
import { mixedQuestions } from '../workload.ts';

const crowds = [1, 5, 10, 25, 50];
const seed = 17;

export const people: Suite = {
  name: 'people',
  about:
    'Mixed pages over own records by 1 to 50 people in turn, in less time than a row is fresh: upstream calls, answers from memory, and the memory of rows.',
  async run(setting) {
    const service = await startServiceStage(setting.size, setting.companyFile);
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
    try {
      const persons = await ownersIn(service);
      const rows: string[][] = [];
      for (const level of ['own', 'all'] as const)
        for (const crowd of crowds.filter((count) => count <= persons.length)) {
          setting.say(`${level}: ${crowd}`);
          rows.push(await measure(setting, service, folder, { level, persons, crowd }));
        }
      return {
        tables: [
          {
            title: `${questionsOf(setting)} mixed questions`,
            columns: ['rows', 'people', 'upstream calls', 'from memory', 'rows and answers, MiB'],
            rows,
          },
        ],
        plots: [],
        verdicts: [],
      };
    } finally {
      rmSync(folder, { recursive: true });
      await service.end();
    }
  },
};

const questionsOf = ({ quick }: Setting): number => (quick ? 200 : 3_000);

/** Addresses of those who own most accounts. */
async function ownersIn(service: ServiceStage): Promise<readonly string[]> {
  const ask = async (q: string) => {
    const params = { q };
    const { result } = await service.execute('crm', { entity: 'query', action: 'list', params });
    return result.records as readonly Readonly<Record<string, string>>[];
  };
  const owners = await ask(
    'SELECT OwnerId, COUNT(Id) n FROM Account GROUP BY OwnerId ORDER BY COUNT(Id) DESC LIMIT 200',
  );
  const users = await ask('SELECT Id, Email FROM User WHERE IsActive = true');
  const emails = new Map(users.map(({ Id, Email }) => [Id, Email]));
  return owners.flatMap(({ OwnerId }) => emails.get(OwnerId) ?? []).slice(0, crowds.at(-1));
}

interface Crowd {
  readonly level: 'own' | 'all';
  readonly persons: readonly string[];
  readonly crowd: number;
}

const keyOf = (at: number): string => `key-of-person-${at}`;

async function measure(
  setting: Setting,
  service: ServiceStage,
  folder: string,
  { level, persons, crowd }: Crowd,
): Promise<string[]> {
  const file = join(folder, 'access.json');
  const permissions = ['private-calls', 'transcripts', 'media', 'free-soql', 'explain'];
  const keys = persons.map((person, at) => ({
    ...{ name: `person-${at}`, tenant: 'bench', roles: ['rep'], person },
    sha256: createHash('sha256').update(keyOf(at)).digest('hex'),
    requestsPerMinute: 100_000_000,
  }));
  const access = { tenants: { bench: {} }, roles: { rep: { permissions, rows: level } }, keys };
  writeFileSync(file, JSON.stringify(access));
  const gateway = await start(
    loadConfig({
      ...{ PORT: '0', ADMIN_PORT: '0', DATA_DIR: folder, INDEX: 'off', LOG_LEVEL: 'silent' },
      ...{ ACCESS_FILE: file, ANSWER_CACHE_MAX_BYTES: '0' },
      ...{ CONNECTOR_BASE_URL: service.url, CONNECTOR_TOKEN: service.token },
      ...{ CALL_ANALYTICS_INSTANCE: service.instances.calls, CRM_INSTANCE: service.instances.crm },
      ...{ CALL_ANALYTICS_PER_SECOND: '100000', CRM_PER_SECOND: '100000' },
    }),
  );
  try {
    const ask = async (at: number, query: string, variables: object = {}) => {
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${keyOf(at)}` },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { readonly data: Readonly<Record<string, unknown>> };
    };
    const asking: (() => ReturnType<ReturnType<typeof mixedQuestions>>)[] = [];
    for (let at = 0; at < crowd; at += 1)
      asking.push(mixedQuestions(await factsOf((query) => ask(at, query)), seed + at));
    const states = new Map<string, number>();
    const stop = callTopic.subscribe(({ cache }) => {
      states.set(cache, (states.get(cache) ?? 0) + 1);
    });
    const before = await service.received();
    for (let count = 0; count < questionsOf(setting); count += 1) {
      const at = count % crowd;
      const { query, variables } = asking[at]!();
      await ask(at, query, variables);
    }
    const calls = (await service.received()) - before;
    stop();
    const all = [...states.values()].reduce((sum, some) => sum + some, 0);
    const hits = (states.get('hit') ?? 0) + (states.get('stale') ?? 0);
    return [
      ...[level, String(crowd), String(calls)],
      `${figure((100 * hits) / all)}%`,
      figure(mebibytes(await cacheBytes(gateway.adminUrl!))),
    ];
  } finally {
    await gateway.close();
  }
}

/** The person's own records, as a browser would list them; nothing of it is counted. */
async function factsOf(
  ask: (query: string) => Promise<{ readonly data: Readonly<Record<string, unknown>> }>,
): Promise<CompanyFacts> {
  const { data } = await ask(
    '{ accounts(first: 50) { nodes { id industry } } contacts(first: 100) { nodes { id } } calls(first: 50) { nodes { id } } }',
  );
  const nodes = (list: string) =>
    (data[list] as { readonly nodes: readonly Readonly<Record<string, string>>[] }).nodes;
  const ids = (list: string): readonly string[] => nodes(list).map(({ id }) => id ?? '');
  const industries = new Set(nodes('accounts').flatMap(({ industry }) => industry ?? []));
  return {
    ...{ accounts: ids('accounts'), contacts: ids('contacts'), calls: ids('calls') },
    ...{ industries: [...industries].sort(), participants: '' },
  };
}

/** Of rows and of upstream answers, together. */
async function cacheBytes(adminUrl: URL): Promise<number> {
  const text = await (await fetch(new URL('/metrics', adminUrl))).text();
  const sizes = [...text.matchAll(/^switchboard_cache_bytes\{cache="(rows|upstream)"\} (\S+)/gm)];
  return sizes.reduce((sum, [, , bytes]) => sum + Number(bytes), 0);
}
