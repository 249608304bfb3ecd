import fc, { type GeneratorValue } from 'fast-check';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readShowcases } from '../../src/server/example-operation.ts';
import { createLog } from '../../src/server/log.ts';
import { RandomQuery } from '../engine/plan/random-query.ts';
import { samples } from '../engine/plan/sample.ts';
import { cases } from '../support/cases.ts';
import { roomyLimits } from '../support/small-server.ts';
import {
  type GraphAnswer,
  openWorld,
  schema,
  viewerHeaders,
  type World,
} from '../support/world.ts';

const showcases = readShowcases(new URL('../../schema/operations/', import.meta.url));
const rep = { level: 'own', person: 'esther.rousseau@lumenridge.example.net' } as const;
const contacts = '{ accounts(first: 3) { nodes { name contacts(first: 2) { nodes { email } } } } }';
const files =
  '{ accounts(first: 50) { nodes { name attachments(first: 1) { edges { node { downloadUrl } } } } } }';

/** Errors without the id of the request that they are of. */
const anyRequest = (errors: GraphAnswer['errors']) =>
  errors?.map((error) => ({ ...error, extensions: { ...error.extensions, requestId: '' } }));

interface Estimated {
  readonly requested: number;
  readonly actual: number;
  readonly limit: number;
  readonly systems: Readonly<Record<'call-analytics' | 'crm', number>>;
  readonly reserve: number;
  readonly uncounted?: readonly string[];
  readonly fields: readonly { readonly path: string; readonly calls: number }[];
}

describe('an estimate', () => {
  let world: World;
  const lines: Record<string, unknown>[] = [];
  const registry = new Registry();
  beforeAll(async () => {
    world = await openWorld({
      server: {
        ...{ explain: 'off', registry },
        log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
        limits: { ...roomyLimits, requestsPerMinute: 1_000, cost: 1_000 },
        showcases: [{ name: 'Contacts', query: contacts, variables: null }],
      },
    });
  });
  afterAll(() => world.close());

  async function estimate(
    query: string,
    headers: Readonly<Record<string, string>> = {},
    body: object = {},
    { url }: Pick<World, 'url'> = world,
  ) {
    const before = world.service.calls().length;
    const response = await fetch(new URL('/graphql', url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-switchboard-explain': 'estimate',
        ...headers,
      },
      body: JSON.stringify({ query, ...body }),
    });
    const answer = (await response.json()) as Omit<GraphAnswer, 'calls'>;
    // Whatever else holds: nothing is sent.
    expect(world.service.calls().slice(before)).toEqual([]);
    return { ...answer, status: response.status, cost: answer.extensions?.cost as Estimated };
  }

  it('is the cost of each system and of the dearest fields, and nothing is asked for it', async () => {
    const { cost, ...answer } = await estimate(
      '{ accounts(first: 3) { nodes { name relatedCalls(first: 2) { nodes { title } } } } users(first: 1) { nodes { id } } }',
    );
    expect(answer).toMatchObject({ status: 200, data: null });
    expect(answer).not.toHaveProperty('errors');
    expect(Object.keys(answer.extensions!)).toEqual(['cost']);
    expect(cost).toMatchObject({ actual: 0, limit: 1_000, systems: { crm: 1 } });
    const { 'call-analytics': platform, crm } = cost.systems;
    expect(cost.requested).toBe(platform + crm + cost.reserve);
    expect(cost.fields.reduce((sum, { calls }) => sum + calls, 0)).toBe(platform + crm);
    expect(cost.fields).toContainEqual({ path: 'users', calls: 1 });
    expect(cost.fields.map(({ calls }) => calls)).toEqual(
      cost.fields.map(({ calls }) => calls).sort((a, b) => b - a),
    );
  });

  it.each(showcases)('holds for $name, system by system', async ({ query, variables }) => {
    const given = variables === null ? {} : { variables: JSON.parse(variables) };
    const { cost, errors } = await estimate(query, {}, given);
    expect(errors).toBeUndefined();
    const run = await world.ask(query, given.variables);
    expect(run.errors).toBeUndefined();
    expect(run.extensions!.cost).toMatchObject({ requested: cost.requested });
    const { callAnalytics, crm } = world.service.instances;
    const sentTo = (id: string) => run.calls.filter(({ instance }) => instance === id).length;
    expect(sentTo(callAnalytics)).toBeLessThanOrEqual(cost.systems['call-analytics']);
    expect(sentTo(crm)).toBeLessThanOrEqual(cost.systems.crm);
  });

  it('holds for random questions, too', async () => {
    const queries = new RandomQuery(schema, await samples(world), { depth: 7, fields: 2 });
    let estimated = 0;
    const run = async (g: GeneratorValue): Promise<void> => {
      const query = queries.draw(g);
      const { cost } = await estimate(query);
      const before = world.service.calls().length;
      const { extensions } = await world.ask(query);
      if (extensions?.cost === undefined) return;
      estimated += 1;
      // Where a part has failed, the answer may be there before calls of other parts have arrived.
      const { actual } = extensions.cost as Estimated;
      const sent = () => world.service.calls().slice(before);
      await expect.poll(() => sent().length, { message: query, interval: 1 }).toBe(actual);
      expect(extensions.cost, query).toMatchObject({ requested: cost.requested });
      const { callAnalytics, crm } = world.service.instances;
      const sentTo = (id: string) => sent().filter(({ instance }) => instance === id).length;
      expect(sentTo(callAnalytics), query).toBeLessThanOrEqual(cost.systems['call-analytics']);
      expect(sentTo(crm), query).toBeLessThanOrEqual(cost.systems.crm);
    };
    await fc.assert(fc.asyncProperty(fc.gen(), run), { numRuns: cases(20, 6) });
    expect(estimated).toBeGreaterThan(0);
  });

  it('is neither a cached answer nor one to share, and the question is answered as before', async () => {
    const server = { answers: { maxBytes: 2 ** 22, indexVersion: () => null } };
    const kept = await openWorld({ shared: world.service, index: 'off', cache: true, server });
    onTestFinished(() => kept.close());
    const first = await kept.ask(contacts);
    expect(first.calls).toHaveLength(1);
    expect((await kept.ask(contacts)).calls).toEqual([]);
    const estimateIt = () => estimate(contacts, {}, {}, kept);
    for (const { data, cost } of await Promise.all([estimateIt(), estimateIt()])) {
      expect(data).toBeNull();
      expect(cost).toMatchObject({ requested: 3, actual: 0, systems: { crm: 1 } });
    }
    expect((await kept.ask(contacts)).data).toEqual(first.data);
  });

  it('tells what is wrong with the question as an answer does', async () => {
    for (const query of [
      '{ accounts {',
      '{ nothing }',
      'query A { __typename } query B { __typename }',
    ]) {
      const { status, errors, data } = await estimate(query);
      const response = await fetch(new URL('/graphql', world.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      expect({ status, errors: anyRequest(errors), data }).toEqual({
        ...{ status: response.status, data: undefined },
        errors: anyRequest(((await response.json()) as GraphAnswer).errors),
      });
    }
  });

  it('tells which rights are missing, and what of a page is too large, where a run does', async () => {
    const run = await world.ask(files, undefined, []);
    const refused = await estimate(files, viewerHeaders([], undefined));
    expect(refused.data).toBeNull();
    const [error, ...others] = refused.errors!;
    expect(others).toEqual([]);
    const { message, extensions } = run.errors![0]!;
    expect(error).toMatchObject({ message, extensions: { code: extensions.code } });
    expect(error!.path).toEqual([
      'accounts',
      'nodes',
      'attachments',
      'edges',
      'node',
      'downloadUrl',
    ]);
    const large = '{ accounts(first: 5000) { nodes { name } } }';
    const { errors, cost } = await estimate(large);
    expect(anyRequest(errors)).toEqual(anyRequest((await world.ask(large)).errors));
    expect(cost).toMatchObject({ requested: 0 });
  });

  it('of a question that is too expensive says what it costs, and the limit', async () => {
    const query =
      '{ users(first: 100) { nodes { a: directReports(first: 100) { nodes { coaching(workspace: "1", first: 1) { nodes { callsListened } } } } } } }';
    const run = await world.ask(query);
    const { status, errors, cost, ...answer } = await estimate(query);
    expect(status).toBe(400);
    expect(anyRequest(errors)).toEqual(anyRequest(run.errors));
    expect(errors![0]!.extensions.code).toBe('QUERY_TOO_COSTLY');
    expect(answer).not.toHaveProperty('data');
    expect(cost).toMatchObject({ requested: 11_004, limit: 1_000, actual: 0 });
    expect(cost.fields[0]!.calls).toBe(10_000);
  });

  it('tells who sees some of the rows what a run tells them, and looks nobody up', async () => {
    const headers = viewerHeaders([], rep);
    const query =
      '{ opportunities(first: 3) { nodes { name } } viewer { crmUser { name } } calls(first: 2) { nodes { id } } }';
    const { cost: unread, ...answer } = await estimate(query, headers);
    expect(Object.keys(answer.extensions!)).toEqual(['cost']);
    expect(unread.uncounted).toEqual(['statements that say which rows are visible']);
    const run = await world.as(rep).ask(query, undefined, []);
    const { cost } = await estimate(query, headers);
    expect(run.extensions!.cost).toMatchObject({ requested: cost.requested });
    expect(Object.keys(cost).sort()).toEqual([
      'actual',
      'budget',
      'fields',
      'limit',
      'requested',
      'reserve',
      'systems',
    ]);
  });

  it('is a GET, too, and one part for a client that takes several', async () => {
    const url = new URL('/graphql', world.url);
    url.searchParams.set('query', '{ accounts(first: 3) { nodes { id ... @defer { name } } } }');
    for (const accept of ['application/json', 'multipart/mixed']) {
      const response = await fetch(url, {
        headers: { accept, 'x-switchboard-explain': 'estimate' },
      });
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain('"data":null');
      expect(text).toContain('"requested":3');
      expect(text).not.toContain('incremental');
    }
  });

  it('is a request of the quota, and is named in the log and the metrics', async () => {
    lines.length = 0;
    const { extensions } = await estimate(contacts);
    expect(extensions!.cost).toMatchObject({ actual: 0 });
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatchObject({ status: 200, estimate: true, upstreamCalls: 0 });
    expect(await registry.metrics()).toMatch(
      /switchboard_request_seconds_count\{operation="estimate"\} [1-9]/,
    );
    await world.ask(contacts);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines[1]).not.toHaveProperty('estimate');
  });

  it('counts in the quota', async () => {
    const limits = { ...roomyLimits, requestsPerMinute: 1 };
    const small = await openWorld({ shared: world.service, index: 'off', server: { limits } });
    onTestFinished(() => small.close());
    expect((await estimate(contacts, {}, {}, small)).status).toBe(200);
    expect((await estimate(contacts, {}, {}, small)).status).toBe(429);
  });
});
