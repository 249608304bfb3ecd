/** What a user sees of answers that are not what was asked for, and that nothing secret gets out on the way. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { isWide } from '../support/cases.ts';
import { codesOf, type Reply, until } from './gateway.ts';
import { callsWithPeople, daysAgo, nth, oneCall, someAccounts } from './question.ts';
import { openRemoteService, type RemoteService } from './service.ts';
import { type House, openHouse } from './tenants.ts';

const canary = {
  token: 'CANARY-token-4711',
  email: 'canary.person@secret.example',
  line: 'the transcript line that nobody may read',
};

let service: RemoteService;
let house: House;

beforeAll(async () => {
  service = await openRemoteService({ token: canary.token });
  house = await openHouse(service, { tenants: 50, settings: { LOG_LEVEL: 'trace' } });
});
afterEach(() => service.calm());
afterAll(async () => {
  await house.close();
  await service.close();
});

const span = { from: daysAgo(10), to: daysAgo(0) };

const callIds = /* GraphQL */ `
  query ($from: DateTime!, $to: DateTime!) {
    calls(first: 40, filter: { from: $from, to: $to }) { nodes { id } }
  }
`;

const accountIds = /* GraphQL */ `
  { accounts(first: 40) { nodes { id } } }
`;

const callsById = /* GraphQL */ `
  query ($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Call { upstreamId title startedAt parties { name } primaryUser { name } }
    }
  }
`;

const accountsById = /* GraphQL */ `
  query ($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Account { upstreamId name owner { name } contacts(first: 2) { nodes { email } } }
    }
  }
`;

const transcript = /* GraphQL */ `
  query ($from: DateTime!, $to: DateTime!) {
    calls(first: 3, filter: { from: $from, to: $to }) {
      nodes { title transcript { monologues { sentences { text } } } }
    }
  }
`;

describe('answers that are none', () => {
  for (const [title, effect] of [
    ['JSON cut short', { kind: 'truncated', close: 'clean' }],
    ['a page for people with 200', { kind: 'html' }],
    ['rows without a wrapper', { kind: 'wrapper', form: 'bare' }],
    ["a stranger's wrapper", { kind: 'wrapper', form: 'stranger' }],
    ['null', { kind: 'wrapper', form: 'null' }],
  ] as const satisfies readonly (readonly [string, Fault])[]) {
    it(`${title}: UPSTREAM_BAD_RESPONSE at its field, the other system whole, nothing leaked`, async () => {
      const tenant = house.tenant();
      await tenant.fault({ ...effect, system: 'call-analytics' });
      const reply = await tenant.ask(
        `query ($from: DateTime!, $to: DateTime!) {
          calls(first: 1, filter: { from: $from, to: $to }) { nodes { title } }
          accounts(first: 2) { nodes { name } }
        }`,
        span,
      );
      expect(reply.status).toBe(200);
      expect(reply.data.calls).toBeNull();
      expect(reply.data.accounts.nodes).toHaveLength(2);
      expect(reply.errors).toMatchObject([
        {
          path: ['calls'],
          extensions: { code: 'UPSTREAM_BAD_RESPONSE', service: 'call-analytics', retryable: true },
        },
      ]);
      expect(reply.text).not.toMatch(/Maintenance|DOCTYPE|SyntaxError|JSON at position|stack/);
    });
  }

  it('fields of another type: null and an error at their path, siblings intact', async () => {
    const whole = await house.tenant().ask(callsWithPeople, span);
    const tenant = house.tenant();
    await tenant.fault({
      kind: 'fields',
      change: 'ill-typed',
      field: 'metaData.title',
      system: 'call-analytics',
    });
    const reply = await tenant.ask(callsWithPeople, span);
    const { nodes } = whole.data.calls;
    expect(reply.data.calls.nodes).toEqual(nodes.map((call: object) => ({ ...call, title: null })));
    expect(reply.errors.map(({ path }) => path)).toEqual(
      nodes.map((_: unknown, n: number) => ['calls', 'nodes', n, 'title']),
    );
    expect(codesOf(reply)).toEqual(['UPSTREAM_BAD_RESPONSE']);
  });

  it('fields that are missing are null; fields nobody heard of are nothing', async () => {
    const whole = await house.tenant().ask(someAccounts);
    const [poorer, richer] = [house.tenant(), house.tenant()];
    await poorer.fault({ kind: 'fields', change: 'missing', field: 'Industry', system: 'crm' });
    await richer.fault({ kind: 'fields', change: 'extra', system: 'crm' });
    const nodes = whole.data.accounts.nodes.map((row: object) => ({ ...row, industry: null }));
    expect((await poorer.ask(someAccounts)).data.accounts.nodes).toEqual(nodes);
    expect((await richer.ask(someAccounts)).data).toEqual(whole.data);
  });
});

describe('batches that are answered otherwise than asked', () => {
  for (const [type, find, get] of [
    ['calls', callIds, callsById],
    ['accounts', accountIds, accountsById],
  ] as const) {
    it(`${type}: the right row for each key, whatever comes`, async () => {
      const { data: found } = await house.tenant().ask(find, span);
      const ids: string[] = found[type].nodes.map(({ id }: { id: string }) => id);
      expect(ids).toHaveLength(40);
      const { data: whole } = await house.tenant().ask(get, { ids });
      const truth = new Map<string, object>(
        whole.nodes.map((node: { id: string }) => [node.id, node]),
      );
      for (const change of ['short', 'reordered', 'duplicated', 'strangers'] as const) {
        const tenant = house.tenant();
        await tenant.fault({
          kind: 'rows',
          change,
          ...(type === 'calls'
            ? { system: 'call-analytics', entity: 'calls_extensive' }
            : { system: 'crm', entity: 'accounts' }),
        });
        const { data, errors } = await tenant.ask(get, { ids });
        const nodes: ({ id: string } | null)[] = data.nodes;
        expect(nodes).toHaveLength(ids.length);
        // What did not come is null, and said to be where something is known to be there; no key has another's.
        nodes.forEach((node, n) => {
          if (node === null) return;
          const lost = errors
            .filter(({ path }) => path?.[1] === n)
            .map(({ path }) => [path![2], null]);
          expect(node, `${change} ${n}`).toEqual({
            ...truth.get(ids[n]!),
            ...Object.fromEntries(lost),
          });
        });
        if (change === 'short')
          for (const code of codesOf({ errors }))
            expect(['UPSTREAM_BAD_RESPONSE', 'SCAN_LIMIT']).toContain(code);
        else expect(errors, change).toEqual([]);
        const missing = nodes.filter((node) => node === null).length;
        if (change === 'short') expect(missing).toBeGreaterThan(0);
        else expect(missing, change).toBe(0);
      }
    });
  }
});

describe('a canary', () => {
  it.runIf(isWide)(
    'in token, e-mail and transcript is in no error, no log line and no metric',
    async () => {
      const text = `Bearer ${canary.token} for ${canary.email}: "${canary.line}"`;
      const faults: readonly Fault[] = [
        { kind: 'reset' },
        { kind: 'html' },
        { kind: 'redirect', location: `http://127.0.0.1:1/${canary.token}?e=${canary.email}` },
        { kind: 'truncated', close: 'abrupt' },
        { kind: 'wrapper', form: 'stranger' },
        { kind: 'throttle', retryAfter: { text } },
        ...[400, 401, 403, 404, 422, 429, 500, 503].flatMap((status) =>
          (['vendor', 'html'] as const).map((body) => ({
            kind: 'status' as const,
            status,
            body,
            text,
          })),
        ),
      ];
      const replies: Reply[] = [];
      const secrets = new Set(Object.values(canary));
      // What is in the data is for the asker alone.
      const reader = house.tenant();
      const { data } = await reader.ask(transcript, span);
      for (const { transcript: said } of data.calls.nodes)
        for (const { sentences } of said?.monologues ?? [])
          for (const { text: line } of sentences) if (line.length > 20) secrets.add(line);
      const people = await reader.ask(callsWithPeople, span);
      for (const { parties } of people.data.calls.nodes)
        for (const { emailAddress } of parties) if (emailAddress) secrets.add(emailAddress);
      expect(secrets.size).toBeGreaterThan(50);
      await Promise.all(
        faults.map(async (effect, n) => {
          const tenant = house.tenant();
          await tenant.fault(effect);
          for (const [query, variables] of [
            [oneCall, nth(n)],
            [someAccounts, {}],
          ] as const)
            replies.push(await tenant.ask(query, variables));
        }),
      );
      expect(replies.filter(({ errors }) => errors.length > 0)).toHaveLength(replies.length);
      const metrics = await house.gateway.metrics();
      const log = await until(
        'the log',
        () => house.gateway.output(),
        (lines) => lines.split('"request"').length > replies.length,
      );
      const said = [
        ['answers', replies.map((reply) => reply.text).join()],
        ['log', log],
        ['metrics', metrics],
      ] as const;
      for (const [where, words] of said)
        for (const secret of secrets)
          if (words.includes(secret)) throw new Error(`${where}: ${secret}`);
      expect(`${log}${metrics}`).not.toMatch(/key-of-tenant|@[a-z0-9-]+\.example/);
    },
  );
});
