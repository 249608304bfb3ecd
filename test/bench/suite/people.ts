/** What it costs that each person sees their own rows: caches with more and more people in turn, and the CPU of a question beside that of one who sees all. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { start } from '../../../src/main/start.ts';
import { systemClock } from '../../../src/upstream/clock.ts';
import { callTopic } from '../../../src/upstream/diagnostics-channel.ts';
import type { CompanyFacts } from '../company-fact.ts';
import type { ServiceStage } from '../service-stage.ts';
import { figure, mebibytes, ratioOf, spreadOf, withSpread } from '../statistic.ts';
import type { Setting, Suite, Table } from '../suite.ts';
import { knownRows, mixed, mixedQuestions, type Workload } from '../workload.ts';

const crowds = [1, 5, 10, 25, 50];
const seed = 17;

export const people: Suite = {
  name: 'people',
  about:
    'Pages over own records by 1 to 50 people in turn, while every row is fresh: upstream calls, questions that take none, the memory of rows; then the CPU of the same questions by who sees their own rows and by who sees all, in turns.',
  async run(setting) {
    const { service } = await setting.stand();
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
    const { monotonic } = systemClock;
    try {
      const persons = await ownersIn(service, setting.quick ? 3 : crowds.at(-1)!);
      setting.say('synchronising the index, reading whose records are whose');
      const first = await startGateway(setting, service, folder, { level: 'own', persons });
      for (let isOpen = !setting.quick; isOpen; ) {
        const { data } = await first.ask(0, '{ indexStatus { state completeShare } }');
        const { state, completeShare } = data.indexStatus as Readonly<Record<string, unknown>>;
        isOpen = completeShare !== 1 || state === 'SYNCING';
        await new Promise((turn) => setTimeout(turn, 200));
      }
      const facts: CompanyFacts[] = [];
      for (const at of persons.keys()) facts.push(await factsOf((query) => first.ask(at, query)));
      await first.close();
      // So slow that no row ages: however busy the machine is, what is counted is the same.
      Object.assign(systemClock, { monotonic: () => monotonic() / 100 });
      const rows: string[][] = [];
      const sizes = setting.quick ? [3] : sizesUpTo(persons.length);
      for (const level of setting.quick ? (['own'] as const) : (['own', 'all'] as const))
        for (const size of sizes) {
          setting.say(`${level}: ${size}`);
          const crowd = { level, persons, facts: facts.slice(0, size) };
          rows.push(await measure(setting, service, folder, crowd));
        }
      const cpu = await cpuTable(setting, service, folder, { persons, facts });
      return {
        tables: [
          {
            title: `${questionsOf(setting)} mixed questions`,
            columns: [
              'rows',
              'people',
              'upstream calls',
              'questions without one',
              'rows and answers, MiB',
            ],
            rows,
          },
          cpu,
        ],
        plots: [],
        verdicts: [],
      };
    } finally {
      Object.assign(systemClock, { monotonic });
      rmSync(folder, { recursive: true });
    }
  },
};

/** Sizes of a crowd, the last of them everybody there is. */
const sizesUpTo = (most: number): readonly number[] => [
  ...crowds.filter((size) => size < most),
  Math.min(most, crowds.at(-1)!),
];

const questionsOf = ({ quick }: Setting): number => (quick ? 30 : 3_000);

/** Addresses of those who own most accounts. */
async function ownersIn(service: ServiceStage, most: number): Promise<readonly string[]> {
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
  return owners.flatMap(({ OwnerId }) => emails.get(OwnerId) ?? []).slice(0, most);
}

interface Crowd {
  readonly level: 'own' | 'all';
  readonly persons: readonly string[];
}

interface Asked extends Crowd {
  /** What each of them asks about. */
  readonly facts: readonly CompanyFacts[];
}

const keyOf = (at: number): string => `key-of-person-${at}`;

async function startGateway(
  { quick }: Setting,
  { url, token, instances }: ServiceStage,
  folder: string,
  { level, persons }: Crowd,
) {
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
      ...{ PORT: '0', ADMIN_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
      ...{ INDEX: quick ? 'off' : 'on', INDEX_INTERVAL_SECONDS: '1000000' },
      ...{ ACCESS_FILE: file, ANSWER_CACHE_MAX_BYTES: '0' },
      ...{ CONNECTOR_BASE_URL: url, CONNECTOR_TOKEN: token },
      ...{ CALL_ANALYTICS_INSTANCE_ID: instances.calls, CRM_INSTANCE_ID: instances.crm },
      ...{ CALL_ANALYTICS_PER_SECOND: '100000', CRM_PER_SECOND: '100000' },
    }),
  );
  return {
    adminUrl: gateway.adminUrl!,
    async ask(at: number, query: string, variables: object = {}) {
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${keyOf(at)}` },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { readonly data: Readonly<Record<string, unknown>> };
    },
    close: () => gateway.close(),
  };
}

async function measure(
  setting: Setting,
  service: ServiceStage,
  folder: string,
  { facts, ...people }: Asked,
): Promise<string[]> {
  const { ask, adminUrl, close } = await startGateway(setting, service, folder, people);
  let sent = 0;
  const stop = callTopic.subscribe(({ attempts }) => {
    sent += attempts;
  });
  try {
    const asking = facts.map((own, at) => mixedQuestions(own, seed + at));
    let [calls, without] = [0, 0];
    for (let count = 0; count < questionsOf(setting); count += 1) {
      const { query, variables } = asking[count % facts.length]!();
      const before = sent;
      await ask(count % facts.length, query, variables);
      calls += sent - before;
      if (sent === before) without += 1;
    }
    return [
      ...[people.level, String(facts.length), String(calls)],
      `${figure((100 * without) / questionsOf(setting))}%`,
      figure(mebibytes(await cacheBytes(adminUrl))),
    ];
  } finally {
    stop();
    await close();
  }
}

/**
 * Milliseconds of CPU a question, own rows over all rows: the same questions about what the people own, in turns. The
 * gateway shares its process with who asks; what asking takes is measured with `{ __typename }` and subtracted.
 */
async function cpuTable(
  setting: Setting,
  service: ServiceStage,
  folder: string,
  { persons, facts }: Omit<Asked, 'level'>,
): Promise<Table> {
  const count = setting.quick ? 3 : 1_050;
  const workloads = [
    [
      'known rows',
      facts.map((own, at) => knownRows(own, Math.ceil(count / facts.length), seed + at)),
    ],
    ['mixed', facts.map((own, at) => mixed(own, Math.ceil(count / facts.length), seed + at))],
  ] as const;
  const rows: string[][] = [];
  for (const [name, ofPeople] of workloads) {
    const measured = { own: [] as number[], all: [] as number[] };
    const calls = { own: 0, all: 0 };
    for (let at = 0; at < (setting.quick ? 1 : 5); at += 1)
      for (const level of ['own', 'all'] as const) {
        setting.say(`CPU of ${name}, ${level}, round ${at + 1}`);
        const round = await cpuOf(setting, service, folder, { level, persons }, ofPeople);
        measured[level].push(round.cpu);
        calls[level] = round.calls;
      }
    rows.push([
      name,
      withSpread(spreadOf(measured.own)),
      withSpread(spreadOf(measured.all)),
      withSpread(ratioOf(measured.own, measured.all)),
      `${calls.own}, ${calls.all}`,
    ]);
  }
  const columns = ['questions', 'own rows', 'all rows', 'own / all', 'upstream calls'];
  return { title: `CPU, ms a question, ${persons.length} people in turn`, columns, rows };
}

/** What reads whose records are whose: each person's first question, of which nothing is counted. */
const firstQuestion =
  '{ accounts(first: 1) { nodes { id } } opportunities(first: 1) { nodes { id } } calls(first: 1) { nodes { id } } }';

/** One round over a gateway of its own. @param ofPeople what each person asks, in turn with the others */
async function cpuOf(
  setting: Setting,
  service: ServiceStage,
  folder: string,
  people: Crowd,
  ofPeople: readonly Workload[],
): Promise<{ readonly cpu: number; readonly calls: number }> {
  const { ask, close } = await startGateway(setting, service, folder, people);
  let sent = 0;
  const stop = callTopic.subscribe(({ attempts }) => {
    sent += attempts;
  });
  const inTurn = async (part: 'before' | 'asked', replaced?: string): Promise<number> => {
    const before = process.cpuUsage();
    const most = Math.max(...ofPeople.map((workload) => workload[part].length));
    let count = 0;
    for (let at = 0; at < most; at += 1)
      for (const [person, workload] of ofPeople.entries()) {
        const operation = workload[part][at];
        if (operation === undefined) continue;
        await ask(person, replaced ?? operation.query, replaced ? {} : operation.variables);
        count += 1;
      }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / count;
  };
  try {
    await inTurn('asked', '{ __typename }');
    await inTurn('before');
    for (const person of ofPeople.keys()) await ask(person, firstQuestion);
    sent = 0;
    const all = await inTurn('asked');
    const calls = sent;
    return { cpu: all - (await inTurn('asked', '{ __typename }')), calls };
  } finally {
    stop();
    await close();
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
