import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import type { Fault } from '../../../src/demo/fault/fault.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import {
  customSchema,
  type GraphAnswer,
  openWorld,
  today,
  type World,
} from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => world.service.admin.faults.clear());

const down = (fault: Partial<Fault>): void => {
  world.service.admin.faults.add({ kind: 'status', status: 503, ...fault } as Fault);
};

/** The company, behind a CRM that hands out so many children with their parent and keeps the rest back. */
function cutting(rows: number): Backend {
  const company = openSynthetic({ now: () => today, customSchema });
  const cut = (value: unknown): unknown => {
    const { records } = (value ?? {}) as { records?: unknown[] };
    if (!Array.isArray(records) || records.length <= rows) return value;
    return { ...(value as object), done: false, records: records.slice(0, rows) };
  };
  return {
    async execute(operation) {
      const answer = await company.execute(operation);
      if (answer.kind !== 'soql-page') return answer;
      const records = answer.records.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cut(value)])),
      );
      return { ...answer, records };
    },
    close: () => company.close(),
  };
}

/** Codes by path without positions. */
const codesByPath = ({ errors = [] }: GraphAnswer): Record<string, unknown> =>
  Object.fromEntries(
    errors.map(({ path, extensions }) => [
      path!.filter((part) => typeof part === 'string').join('.'),
      extensions.code,
    ]),
  );

it('an address that is no text leads to an error, not to nobody', async () => {
  world.service.admin.faults.add({
    kind: 'fields',
    change: 'ill-typed',
    field: 'Email',
    system: 'crm',
  });
  const { data, errors } = await world.ask(
    '{ crmUsers(first: 3) { nodes { upstreamId users { upstreamId } } } }',
  );
  expect(data.crmUsers.nodes).toHaveLength(3);
  for (const { upstreamId, users } of data.crmUsers.nodes)
    expect([typeof upstreamId, users]).toEqual(['string', null]);
  expect(errors!.map(({ path, extensions }) => [path!.at(-1), extensions.code])).toEqual(
    Array.from({ length: 3 }, () => ['users', 'UPSTREAM_BAD_RESPONSE']),
  );
});

describe('a dead CRM', () => {
  const calls = (links: string) =>
    `{ calls(first: 20) { nodes { upstreamId title startedAt primaryUser { name ${links ? 'crmUsers { name }' : ''} }
        parties { name emailAddress ${links ? 'contact { name } leadMatches { record { name } }' : ''} }
        ${links ? 'accounts { record { name } } contacts { record { name } } opportunities { record { name } }' : ''} } } }`;

  it('nulls the links of calls at their paths, and leaves the calls whole', async () => {
    const whole = await world.ask(calls(''));
    down({ system: 'crm' });
    const answer = await world.ask(calls('with'));
    expect(codesByPath(answer)).toEqual({
      'calls.nodes.accounts': 'UPSTREAM_UNAVAILABLE',
      'calls.nodes.contacts': 'UPSTREAM_UNAVAILABLE',
      'calls.nodes.opportunities': 'UPSTREAM_UNAVAILABLE',
      'calls.nodes.parties.contact': 'UPSTREAM_UNAVAILABLE',
      'calls.nodes.parties.leadMatches': 'UPSTREAM_UNAVAILABLE',
      'calls.nodes.primaryUser.crmUsers': 'UPSTREAM_UNAVAILABLE',
    });
    for (const { extensions } of answer.errors!) expect(extensions.service).toBe('crm');
    // What is left without the null links is what came without asking for them.
    const bare = JSON.parse(JSON.stringify(answer.data), (_key, value) => value ?? undefined);
    const plain = JSON.parse(JSON.stringify(whole.data), (_key, value) => value ?? undefined);
    for (const node of bare.calls.nodes) {
      node.opportunities = undefined;
      // Accounts and contacts of a call nobody of the CRM is linked to need not be asked for.
      for (const link of ['accounts', 'contacts']) expect(node[link] ?? []).toEqual([]);
      node.accounts = node.contacts = undefined;
      for (const party of node.parties) {
        expect(party.leadMatches ?? []).toEqual([]);
        party.leadMatches = undefined;
      }
      if (node.primaryUser) node.primaryUser.crmUsers = undefined;
    }
    expect(JSON.parse(JSON.stringify(bare))).toEqual(plain);
  });

  it('leaves what the index and the platform know of a user', async () => {
    down({ system: 'crm' });
    const answer = await world.ask(
      '{ users(first: 5) { nodes { name crmUsers { name } relatedCalls(first: 3) { totalCount nodes { title } coverage { completeTo } } } } }',
    );
    expect(codesByPath(answer)).toEqual({ 'users.nodes.crmUsers': 'UPSTREAM_UNAVAILABLE' });
    for (const user of answer.data.users.nodes) {
      expect(user.crmUsers).toBeNull();
      expect(user.relatedCalls.nodes).toHaveLength(Math.min(3, user.relatedCalls.totalCount));
    }
  });
});

describe('a dead call platform', () => {
  it('nulls the calls of records at their paths; records, counts, people and coverage stay', async () => {
    const query = (fields: string) =>
      `{ accounts(first: 10) { nodes { name contacts(first: 2) { nodes { name email } }
          callsPerPeriod(bucket: WEEK, from: "2026-09-01T00:00:00Z") { periods { calls } }
          peopleSpokenWith(first: 3) { people { email calls contacts { name } } }
          relatedCalls(first: 5) { totalCount coverage { completeTo } edges { matches { key } ${fields && 'node { upstreamId }'} } }
          lastCall { startedAt matches { key } coverage { completeTo } ${fields} } } } }`;
    const whole = await world.ask(query(''));
    down({ system: 'call-analytics' });
    const answer = await world.ask(query('call { title }'));
    expect(codesByPath(answer)).toEqual({ 'accounts.nodes.lastCall.call': 'UPSTREAM_UNAVAILABLE' });
    for (const { extensions } of answer.errors!) expect(extensions.service).toBe('call-analytics');
    const stripped = structuredClone(answer.data);
    for (const { lastCall, relatedCalls } of stripped.accounts.nodes) {
      expect(lastCall.call).toBeNull();
      lastCall.call = undefined;
      for (const edge of relatedCalls.edges) {
        expect(edge.node).toEqual({ upstreamId: expect.any(String) });
        edge.node = undefined;
      }
    }
    expect(JSON.parse(JSON.stringify(stripped))).toEqual(whole.data);
  });

  it('nulls relatedCalls that need more of a call, and nothing beside them', async () => {
    down({ system: 'call-analytics' });
    const answer = await world.ask(
      '{ contacts(first: 20) { nodes { name relatedCalls(first: 3) { nodes { title } } lastCall { startedAt } } } }',
    );
    expect(codesByPath(answer)).toEqual({ 'contacts.nodes.relatedCalls': 'UPSTREAM_UNAVAILABLE' });
    for (const contact of answer.data.contacts.nodes) {
      expect(contact.name).toEqual(expect.any(String));
      expect(contact.lastCall).not.toBeNull();
    }
  });

  it('leaves lists filtered by last call as they were', async () => {
    const query =
      '{ accounts(first: 50, filter: { lastCall: { before: "2026-10-01T00:00:00Z" } }) { coverage { completeTo } nodes { name } } }';
    const whole = await world.ask(query);
    down({ system: 'call-analytics' });
    expect(await world.ask(query)).toMatchObject({ data: whole.data });
  });

  it('is no error of a question about time the index does not know: its coverage tells', async () => {
    const bare = await openWorld({
      index: false,
      service: { faults: [{ kind: 'status', status: 503, system: 'call-analytics' }] },
    });
    try {
      const { data, errors, calls } = await bare.ask(
        '{ accounts(first: 2) { nodes { name relatedCalls(from: "2026-10-30T00:00:00Z") { totalCount coverage { completeFrom } } } } }',
      );
      expect(errors).toBeUndefined();
      expect(calls.some(({ entity }) => entity === 'calls_extensive')).toBe(true);
      for (const { relatedCalls } of data.accounts.nodes) {
        expect(relatedCalls).toEqual({ totalCount: 0, coverage: { completeFrom: null } });
      }
    } finally {
      await bare.close();
    }
  });
});

describe('children that come in part', () => {
  it('are read on, so that no person of an account is missing from its calls', async () => {
    const query =
      '{ accounts(first: 30) { nodes { upstreamId relatedCalls(first: 100) { totalCount nodes { upstreamId } } } } }';
    const whole = await world.ask(query);
    const cut = await openWorld({ backend: cutting(2), index: 'copied' });
    try {
      const answer = await cut.ask(query);
      expect(answer.data).toEqual(whole.data);
      // One statement reads on for all accounts that need it.
      expect(answer.calls.map(({ entity }) => entity)).toEqual(['accounts', 'contacts']);
    } finally {
      await cut.close();
    }
  });
});
