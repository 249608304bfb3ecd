/** A call that becomes private, public again, or goes: synchronising finds it, and nothing that was cached shows the call as it was. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { Backend } from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { type Gateway, startGateway } from '../../src/main/gateway.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { createLog } from '../../src/server/log.ts';
import { isWide } from '../support/cases.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { until } from '../support/connect.ts';
import { openSynthetic } from '../support/synthetic.ts';

// A Thursday: the company hardly calls at weekends, and on a Monday evening nobody would have called for two days.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T12:00:00Z') });
afterAll(() => vi.useRealTimers());

const directory = mkdtempSync(join(tmpdir(), 'switchboard-changed-call-'));
const keys = { full: createKey(), plain: createKey() };
const company = openSynthetic({ now: () => new Date() });
/** Calls that are private since. */
const hidden = new Set<string>();
const asItIs = (row: Row): Row => {
  if (typeof row.metaData === 'object') return { ...row, metaData: asItIs(row.metaData as Row) };
  return hidden.has(String(row.id)) ? { ...row, isPrivate: true } : row;
};
const backend = {
  ...company,
  async execute(operation) {
    const answer = await company.execute(operation);
    if (!/^calls/.test(operation.entity)) return answer;
    if (answer.kind === 'cursor-page') return { ...answer, rows: answer.rows.map(asItIs) };
    return answer.kind === 'row' ? { ...answer, row: asItIs(answer.row) } : answer;
  },
} as Backend;

interface Process {
  readonly gateway: Gateway;
  readonly clock: ManualClock;
  /** Runs that ended. */
  readonly runs: () => number;
}

let service: DemoService;
let one: Process;
/** Shares the index, as workers do. */
let two: Process | null = null;

async function open(): Promise<Process> {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: directory,
    INDEX_HORIZON_MONTHS: '1',
    ACCESS_FILE: join(directory, 'access.json'),
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
    CALL_ANALYTICS_PER_SECOND: '1000',
  });
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const clock = manualClock(Date.now());
  const model = crmModelOf(null, true);
  const gateway = await startGateway(
    config,
    startConnectorServices(config).services,
    model,
    log,
    clock,
  );
  const runs = (): number => lines.filter((line) => /index synchronised/.test(line)).length;
  await until(() => runs() > 0);
  return { gateway, clock, runs };
}

beforeAll(async () => {
  service = await startDemoService({ backend });
  writeFileSync(
    join(directory, 'access.json'),
    JSON.stringify({
      tenants: { acme: {} },
      roles: { all: ['private-calls', 'transcripts'], some: ['transcripts'] },
      keys: [
        { name: 'full', sha256: keys.full.sha256, tenant: 'acme', roles: ['all'] },
        { name: 'plain', sha256: keys.plain.sha256, tenant: 'acme', roles: ['some'] },
      ],
    }),
  );
  one = await open();
  if (isWide) two = await open();
});
afterAll(async () => {
  await one.gateway.close();
  await two?.gateway.close();
  await service.close();
  rmSync(directory, { recursive: true });
});

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  readonly data: any;
  readonly calls: number;
}

async function ask(
  query: string,
  who: keyof typeof keys = 'plain',
  { gateway }: Process = one,
): Promise<Answer> {
  const before = service.calls().length;
  const response = await fetch(new URL('/graphql', gateway.listening.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[who].text}` },
    body: JSON.stringify({ query }),
  });
  const { data } = await response.json();
  return { data, calls: service.calls().length - before };
}

/** The next run, an hour later: the calls of three days are read again. */
async function synchronise({ clock, runs } = one): Promise<void> {
  const before = runs();
  clock.pass(61 * 60_000);
  await clock.advance(0);
  // The background gives way to the question before, for a while by this clock.
  while (runs() === before) await clock.advance(10);
  await clock.advance(0);
}

interface Known {
  readonly id: string;
  readonly contact: string;
}

/** A public call of yesterday with a contact. */
async function someCall(): Promise<Known> {
  const { data } = await ask(
    '{ contacts(first: 100) { nodes { id relatedCalls(first: 5) { edges { node { upstreamId isPrivate startedAt transcript { monologues { topic } } } } } } } }',
    'full',
  );
  for (const { id: contact, relatedCalls } of data.contacts.nodes)
    for (const { node } of relatedCalls.edges)
      if (Date.parse(node.startedAt) > Date.now() - 2 * 86_400_000 && !node.isPrivate)
        return { id: node.upstreamId, contact };
  throw new Error('Expected a call of the last days with a contact.');
}

/** The ways to a call, and what each shows of it: nothing where it is private. */
function waysTo({ id, contact }: Known) {
  const node = encodeGlobalId('Call', id);
  return {
    list: [
      '{ calls(first: 100, filter: { lastDays: 3 }) { nodes { upstreamId title } } }',
      (data) => data.calls.nodes.find((call: Row) => call.upstreamId === id)?.title,
    ],
    'the same list with more': [
      '{ calls(first: 100, filter: { lastDays: 3 }) { nodes { upstreamId url parties { name } } } }',
      (data) => data.calls.nodes.find((call: Row) => call.upstreamId === id)?.parties,
    ],
    node: [`{ node(id: "${node}") { ... on Call { title } } }`, (data) => data.node?.title],
    nodes: [
      `{ nodes(ids: ["${node}"]) { ... on Call { content { brief } title } } }`,
      (data) => data.nodes[0]?.title,
    ],
    'the calls of a contact': [
      `{ node(id: "${contact}") { ... on Contact { relatedCalls(first: 50) { edges { node { upstreamId title } } } } } }`,
      (data) =>
        data.node.relatedCalls.edges.find(({ node: call }: Row) => (call as Row).upstreamId === id)
          ?.node.title,
    ],
    transcript: [
      `{ node(id: "${node}") { ... on Call { transcript { monologues { sentences { text } } } } } }`,
      (data) => data.node?.transcript,
    ],
    // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  } satisfies Record<string, readonly [string, (data: any) => unknown]>;
}

const figures = '{ callsAggregate(filter: { lastDays: 3 }) { groups { count } } }';
const countOf = async (who?: keyof typeof keys, process?: Process): Promise<number> =>
  (await ask(figures, who, process)).data.callsAggregate.groups[0].count;

/** Asks all ways, and says which show the call. */
async function shown(call: Known, process?: Process): Promise<{ ways: string[]; calls: number }> {
  const ways: string[] = [];
  let calls = 0;
  for (const [way, [query, of]] of Object.entries(waysTo(call))) {
    const answer = await ask(query, 'plain', process);
    calls += answer.calls;
    if ((of(answer.data) ?? null) !== null) ways.push(way);
  }
  return { ways, calls };
}

describe('a call that synchronising finds changed', () => {
  it('is shown nowhere any more where it became private, or went, and everywhere where it became public', async () => {
    const call = await someCall();
    const all = Object.keys(waysTo(call));
    const none: string[] = [];
    const settled = async (ways: readonly string[]): Promise<void> => {
      for (const process of two === null ? [one] : [one, two]) {
        await shown(call, process);
        await shown(call, process);
        expect(await shown(call, process)).toEqual({ ways, calls: 0 });
      }
    };
    await settled(all);
    const before = await countOf();
    // Answers without the call stay.
    const elsewhere = '{ calls(first: 100) { nodes { title } } }';
    await ask(elsewhere);

    // Nothing has changed: nothing is asked again.
    await synchronise();
    expect(await shown(call)).toEqual({ ways: all, calls: 0 });

    for (const change of ['private', 'public', 'private', 'gone'] as const) {
      if (change === 'private') hidden.add(call.id);
      if (change === 'public') hidden.delete(call.id);
      if (change === 'gone') company.changes.deleteCall(call.id);
      await synchronise();
      const ways = change === 'public' ? all : none;
      const after = await shown(call);
      expect([change, after.ways]).toEqual([change, ways]);
      expect(after.calls).toBeGreaterThan(0);
      expect(after.calls).toBeLessThanOrEqual(all.length);
      expect(await countOf()).toBe(change === 'public' ? before : before - 1);
      expect((await ask(elsewhere)).calls).toBe(0);

      if (two !== null) {
        const other = two;
        // It learns of it at its next look, a second later, and asks anew.
        await other.clock.advance(1_000);
        await expect.poll(async () => (await shown(call, other)).ways).toEqual(ways);
        expect(await countOf('plain', other)).toBe(change === 'public' ? before : before - 1);
      }
      await settled(ways);
    }
  });
});
