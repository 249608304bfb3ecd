/** One system dead, the other whole: what it feeds is null, with an error at its own path, and nothing else. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import type { SystemName } from '../../src/errors.ts';
import { roomyLimits } from '../support/small-server.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ server: { limits: { ...roomyLimits, cost: 10_000 } } });
});
afterEach(() => world.service.admin.faults.clear());
afterAll(() => world.close());

const spoil = (...faults: readonly Fault[]) => world.service.admin.faults.add(...faults);

const mixed = /* GraphQL */ `
  {
    calls(first: 8, filter: { from: "2026-09-01T00:00:00Z" }) {
      nodes {
        id
        title
        primaryUser { name crmUsers { name } }
        parties { name contact { name account { name } } }
        accounts { record { name } }
        transcript { monologues { topic } }
      }
    }
    accounts(first: 5) { nodes { id name contacts(first: 2) { nodes { name relatedCalls(first: 2) { totalCount nodes { title } } } } } }
    users(first: 3) { nodes { name } }
    opportunitiesAggregate { count }
  }
`;

type Path = readonly (string | number)[];

/** The answer with everything at or below these paths taken out. */
function without(data: unknown, paths: readonly Path[]): unknown {
  const cut = structuredClone(data);
  for (const path of paths) {
    let at = cut as Record<string, unknown>;
    for (const step of path.slice(0, -1)) at = (at?.[step] ?? {}) as Record<string, unknown>;
    at[path.at(-1)!] = 'cut';
  }
  return cut;
}

describe.each([
  ['crm', 'call-analytics'],
  ['call-analytics', 'crm'],
] as const)('with the %s refusing connections', (dead: SystemName, alive) => {
  it(`what the ${alive} gives is whole, and every hole has its error`, async () => {
    const clean = await world.ask(mixed);
    expect(clean.errors).toBeUndefined();
    spoil({ kind: 'reset', system: dead });
    const { data, errors = [] } = await world.ask(mixed);
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions, path } of errors) {
      expect(extensions).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        service: dead,
        retryable: true,
      });
      let at = data;
      for (const step of path!) at = at?.[step] ?? null;
      expect(at, JSON.stringify(path)).toBeNull();
    }
    const paths = errors.map(({ path }) => path!);
    expect(without(data, paths)).toEqual(without(clean.data, paths));
    const roots = new Set(paths.map(([root]) => root));
    if (dead === 'crm') {
      expect(roots).toEqual(new Set(['calls', 'accounts', 'opportunitiesAggregate']));
      // Nothing of a call itself is among the holes.
      const fields = paths
        .filter(([root]) => root === 'calls')
        .map((path) => path.filter((step) => typeof step === 'string').join('.'));
      expect(new Set(fields)).toEqual(
        new Set([
          'calls.nodes.primaryUser.crmUsers',
          'calls.nodes.parties.contact',
          'calls.nodes.accounts',
        ]),
      );
    } else {
      expect([...roots].sort()).toEqual(['accounts', 'calls', 'users']);
      const fields = paths
        .filter(([root]) => root === 'accounts')
        .map((path) => path.filter((step) => typeof step === 'string').join('.'));
      expect(new Set(fields)).toEqual(new Set(['accounts.nodes.contacts.nodes.relatedCalls']));
    }
  });
});

describe('a part that fails', () => {
  it('harms the keys of its own chunk only', async () => {
    const ids: string[] = [];
    for (let after: string | null = null, more = true; more && ids.length < 800; ) {
      const { data }: Awaited<ReturnType<World['ask']>> = await world.ask(
        'query ($after: String) { contacts(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      ids.push(...data.contacts.nodes.map(({ id }: { id: string }) => id));
      after = data.contacts.pageInfo.endCursor;
      more = data.contacts.pageInfo.hasNextPage;
    }
    const chunks = Array.from({ length: Math.ceil(ids.length / 100) }, (_, at) =>
      ids.slice(at * 100, at * 100 + 100),
    );
    const query = `query (${chunks.map((_, at) => `$v${at}: [ID!]!`).join(' ')}) {
      ${chunks.map((_, at) => `c${at}: nodes(ids: $v${at}) { id ... on Contact { name } }`).join(' ')}
    }`;
    const variables = Object.fromEntries(chunks.map((chunk, at) => [`v${at}`, chunk]));
    spoil({ kind: 'denied', reason: 'rights', entity: 'contacts', times: 1 });
    const { data, errors = [], calls } = await world.ask(query, variables);
    expect(calls.length).toBeGreaterThan(1);
    const answered = chunks.flatMap((_, at) => data[`c${at}`] as ({ id: string } | null)[]);
    const missing = answered.filter((one) => one === null).length;
    expect(missing).toBe(errors.length);
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(ids.length);
    for (const [at, one] of answered.entries()) if (one !== null) expect(one.id).toBe(ids[at]);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['UPSTREAM_FORBIDDEN']),
    );
  });

  it('of one target of a polymorphic reference leaves the others', async () => {
    spoil({ kind: 'denied', reason: 'rights', entity: 'opportunities' });
    const { data, errors = [] } = await world.ask(
      '{ tasks(first: 60) { nodes { what { __typename recordName ... on Opportunity { recordName } } who { recordName } whatId } } }',
    );
    for (const [at, { what, whatId }] of data.tasks.nodes.entries()) {
      const own = errors.filter(({ path }) => path?.[2] === at);
      if (whatId?.startsWith('006')) {
        expect(what).toBeNull();
        expect(own.map(({ path }) => path)).toEqual([['tasks', 'nodes', at, 'what']]);
      } else expect(own).toEqual([]);
    }
    expect(data.tasks.nodes.some(({ what }: { what: unknown }) => what !== null)).toBe(true);
  });

  it('of a deeper level nulls that level only', async () => {
    spoil({ kind: 'status', status: 500, entity: 'call_transcripts' });
    const { data, errors = [] } = await world.ask(
      '{ calls(first: 4) { nodes { title parties { name } transcript { monologues { topic } } } } }',
    );
    expect(errors.map(({ path }) => path)).toEqual(
      [0, 1, 2, 3].map((at) => ['calls', 'nodes', at, 'transcript']),
    );
    for (const call of data.calls.nodes) {
      expect(call).toEqual({
        title: expect.any(String),
        parties: expect.any(Array),
        transcript: null,
      });
    }
  });
});
