import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WatchedContext } from '../../src/engine/watched-context.ts';
import { IncompleteLists } from '../../src/fetch/incomplete-list.ts';
import { AnswerCache, AnswersInFlight } from '../../src/server/answer-cache.ts';
import { openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { createLog } from '../../src/server/log.ts';
import { RequestRecord } from '../../src/server/request-record.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const lines: string[] = [];
/** How often something was executed that could have been kept. */
let executed = 0;
let now = 0;
let indexVersion: number | null = 1;
/** Of the last execution. */
const freshness = vi.spyOn(WatchedContext.prototype, 'freshness');

beforeAll(async () => {
  world = await openWorld({
    cache: true,
    watch: (participants) => ({ ...participants, version: () => indexVersion }),
    context: {
      get timeZone() {
        executed += 1;
        return 'UTC';
      },
    },
    server: {
      log: createLog('info', { write: (line) => void lines.push(line) }),
      explain: 'header',
      answers: {
        maxBytes: 2 ** 22,
        monotonic: () => now,
        indexVersion: () => indexVersion,
      },
    },
  });
});
afterAll(() => {
  freshness.mockRestore();
  return world.close();
});

/** Asks until an answer would have been kept; then whether the next one was executed again. */
async function repeats(query: string, variables?: object, rights?: Parameters<World['ask']>[2]) {
  const ask = () => world.ask(query, variables as never, rights);
  const answers = [await ask(), await ask(), await ask()];
  executed = 0;
  answers.push(await ask());
  const texts = new Set(answers.map(({ data, errors }) => JSON.stringify({ data, errors })));
  return { again: executed > 0, answers: texts.size, calls: answers.at(-1)!.calls.length };
}

const notes = { requestedCalls: null, incomplete: null };

/** A request of a client of this tenant, who sees all rows unless said otherwise. */
function requestOf(tenant: string, rowScope = RowScope.ofConnectedUser(tenant)): RequestRecord {
  const record = new RequestRecord(`of ${tenant}`);
  const everyone = openToAll.authenticate(undefined) as Identity;
  record.identity = { ...everyone, tenant, rowScope };
  return record;
}

describe('answers whose rows have changed', () => {
  it('are forgotten for their tenant, those under way among them', () => {
    const cache = new AnswerCache({ maxBytes: 2 ** 20, indexVersion: () => null });
    const [acme, globex] = [requestOf('acme'), requestOf('globex')];
    const store = (record: RequestRecord, generation = cache.generation(record)) =>
      cache.store('q', { a: 1 }, { ms: 60_000, indexVersion: null, generation }, notes, record);
    for (const record of [acme, globex]) store(record);
    const before = cache.generation(acme);
    cache.forget('acme');
    expect(cache.find('q', acme)).toBeUndefined();
    expect(cache.find('q', globex)).toBeDefined();
    store(acme, before);
    expect(cache.find('q', acme)).toBeUndefined();
    store(acme);
    expect(cache.find('q', acme)).toBeDefined();
    const viewer = requestOf('acme', RowScope.ofViewer('acme', 'ada'));
    expect(cache.find('q', viewer)).toBeUndefined();
    store(viewer);
    expect(cache.find('q', viewer)).toBeDefined();
    cache.forget('acme');
    expect(cache.find('q', viewer)).toBeUndefined();
  });

  it('that are on their way are joined by nobody, of their tenant', async () => {
    const inFlight = new AnswersInFlight();
    const early = ['acme', 'globex'].map((tenant) => requestOf(tenant)) as [
      RequestRecord,
      RequestRecord,
    ];
    for (const record of early) expect(inFlight.join('q', record)).toBeUndefined();
    const follower = inFlight.join('q', requestOf('acme'));
    const viewer = requestOf('acme', RowScope.ofViewer('acme', 'ada'));
    expect(inFlight.join('q', viewer)).toBeUndefined();
    inFlight.close('acme');
    expect(inFlight.join('q', requestOf('acme', viewer.identity!.rowScope))).toBeUndefined();
    const late = requestOf('acme');
    expect(inFlight.join('q', late)).toBeUndefined();
    expect(inFlight.join('q', requestOf('globex'))).toBeDefined();
    inFlight.share(early[0], { a: 'old' }, notes);
    expect((await follower)?.answer.toJSON()).toEqual({ a: 'old' });
    const joined = inFlight.join('q', requestOf('acme'));
    inFlight.share(late, { a: 'new' }, notes);
    expect((await joined)?.answer.toJSON()).toEqual({ a: 'new' });
  });
});

describe('whole answers', () => {
  it('are said again while all that they were made of is fresh', async () => {
    const nested =
      '{ accounts(first: 5) { nodes { id name owner { name } contacts(first: 2) { nodes { name } } } } }';
    expect(await repeats(nested)).toEqual({ again: false, answers: 1, calls: 0 });
    now += 3_600_000;
    executed = 0;
    await world.ask(nested);
    expect(executed).toBe(1);
  });

  it('have children of records that an earlier question has loaded without them', async () => {
    const { data } = await world.ask('{ accounts(first: 2) { nodes { id name } } }');
    const { id } = (data as { accounts: { nodes: [unknown, { id: string }] } }).accounts.nodes[1];
    const children =
      'a: contacts(first: 2) { nodes { name } } b: contacts(first: 3, orderBy: [{ field: NAME, direction: DESC }]) { nodes { name title } }';
    const answer = await world.ask(`{ node(id: "${id}") { ... on Account { ${children} } } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual({ node: { a: expect.anything(), b: expect.anything() } });
  });

  it('belong to their variables', async () => {
    const query = 'query ($n: Int) { accounts(first: $n) { nodes { name } } }';
    for (const n of [2, 3])
      expect(await repeats(query, { n })).toEqual({ again: false, answers: 1, calls: 0 });
    const { data } = await world.ask(query, { n: 2 });
    expect(data).toMatchObject({ accounts: { nodes: { length: 2 } } });
  });

  it('belong to the rights of who asks, and have no errors', async () => {
    const query = '{ calls(first: 40) { nodes { title isPrivate } } }';
    expect(await repeats(query)).toEqual({ again: false, answers: 1, calls: 0 });
    const { data, errors } = await world.ask(query, {}, []);
    const nodes = (data as { calls: { nodes: { title: string | null; isPrivate: boolean }[] } })
      .calls.nodes;
    const hidden = nodes.filter(({ isPrivate }) => isPrivate);
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.every(({ title }) => title === null)).toBe(true);
    expect(errors).toHaveLength(hidden.length);
    expect(await repeats(query, {}, [])).toMatchObject({ again: true, calls: 0 });
  });

  it('hold what the index knows until its version changes', async () => {
    const query =
      '{ contacts(first: 3) { nodes { relatedCalls(first: 1) { totalCount coverage { syncedAt } nodes { id } } lastCall { startedAt } } } }';
    expect(await repeats(query)).toEqual({ again: false, answers: 1, calls: 0 });
    indexVersion = 2;
    expect(await repeats(query)).toEqual({ again: false, answers: 1, calls: 0 });
    indexVersion = 3;
    executed = 0;
    await world.ask(query);
    expect(executed).toBe(1);
    // While nobody can know whether it changed, nothing of it is kept.
    indexVersion = null;
    expect(await repeats(query)).toMatchObject({ again: true });
    indexVersion = 4;
  });

  it.each([
    ['the state of the index', '{ indexStatus { state calls } }'],
    [
      'a window that moves with the clock',
      '{ contacts(first: 2) { nodes { callsPerPeriod(from: "2026-09-01T00:00:00Z", bucket: WEEK) { periods { calls } } } } }',
    ],
    ['addresses that expire', '{ contentVersions(first: 2) { nodes { downloadUrl } } }'],
  ])('are made anew of %s', async (_what, query) => {
    const { data, errors } = await world.ask(query);
    expect({ data, errors }).toMatchObject({ data: expect.anything(), errors: undefined });
    expect(await repeats(query)).toMatchObject({ again: true });
  });

  it('are executed for who wants to see how they come about', async () => {
    const query = '{ accounts(first: 4) { nodes { name } } }';
    await repeats(query);
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-switchboard-explain': '1' },
      body: JSON.stringify({ query }),
    });
    expect(await response.json()).toMatchObject({
      extensions: { explain: { calls: { length: 1 } } },
    });
  });

  it('are served to clients that would also take an answer in parts', async () => {
    const body = JSON.stringify({ query: '{ accounts(first: 6) { nodes { name } } }' });
    const send = async (accept: string) => {
      const response = await fetch(new URL('/graphql', world.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body,
      });
      await response.json();
      return response.headers.get('content-type');
    };
    for (let time = 0; time < 3; time += 1) await send('application/json');
    executed = 0;
    const types = [
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json',
      'text/event-stream, */*',
    ];
    expect(await Promise.all(types.map(send))).toEqual([
      'application/graphql-response+json; charset=utf-8',
      'application/graphql-response+json; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
    expect(executed).toBe(0);
  });

  it('cost and are logged the same, in the same words and in others', async () => {
    const query = 'query Some($n: Int) { accounts(first: $n) { nodes { name industry } } }';
    const send = async (body: string) => {
      lines.length = 0;
      const response = await fetch(new URL('/graphql', world.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answer = (await response.json()) as { extensions: { cost: object } };
      const { requestId, ms: _ms, ...line } = JSON.parse(lines[0]!);
      expect(requestId).toBe(response.headers.get('x-request-id'));
      return { answer, line: { ...line, time: null } };
    };
    const body = JSON.stringify({ query, variables: { n: 3 } });
    for (let time = 0; time < 3; time += 1) await send(body);
    const executedOnce = await send(` ${body}`);
    executed = 0;
    for (const words of [body, body, JSON.stringify({ variables: { n: 3 }, query })])
      expect(await send(words)).toEqual(executedOnce);
    expect(executed).toBe(0);
    expect(executedOnce).toMatchObject({
      answer: { extensions: { cost: { requested: 3, actual: 0 } } },
      line: { document: expect.stringMatching(/^[0-9a-f]{12}$/), status: 200, upstreamCalls: 0 },
    });
    expect(await send(body.replace('"n":3', '"n":4'))).not.toEqual(executedOnce);
  });

  it('last no longer than the people in them, also where calls are said as they were written before', async () => {
    const query = '{ calls(first: 5) { nodes { parties { name contact { name } } } } }';
    await world.ask(query);
    const left = [];
    for (let time = 0; time < 4; time += 1) {
      now += 3_600_000;
      executed = 0;
      await world.ask(query);
      expect(executed).toBe(1);
      left.push(freshness.mock.results.at(-1)!.value.ms);
    }
    // Records of the CRM are fresh for half a minute, calls for half an hour.
    for (const ms of left) expect(ms).toBeLessThanOrEqual(30_000);
    for (const ms of left.slice(1)) expect(ms).toBeGreaterThan(0);
    // People are not read again for any of them. The age of an answer is some milliseconds old when it is told.
    for (const ms of left.slice(1)) expect(ms).toBeLessThan(left[0]);
  });
});

describe('answers that lack what the service never hands out', () => {
  const tasks = (count: number) =>
    `{ accounts(first: ${count}) { nodes { name tasks(first: 3) { nodes { subject } } } } }`;
  const openHosted = async () => {
    const hosted = await openWorld({
      cache: true,
      index: 'off',
      crm: { lacksArchive: true },
      server: { answers: { maxBytes: 2 ** 22, indexVersion: () => null } },
    });
    onTestFinished(() => hosted.close());
    return hosted;
  };
  const incomplete = [
    { path: ['accounts', 'nodes', 'tasks'], message: expect.stringContaining('archive') },
  ];

  it('are said again, and say it again: in the same words, and in others', async () => {
    const hosted = await openHosted();
    const stored = vi.spyOn(AnswerCache.prototype, 'store');
    onTestFinished(() => stored.mockRestore());
    const first = await hosted.ask(tasks(2));
    while (stored.mock.calls.length === 0) await hosted.ask(tasks(2));
    const again = await hosted.ask(tasks(2));
    const inOthers = await hosted.ask(tasks(2), {});
    expect(stored).toHaveBeenCalledTimes(1);
    for (const { data, extensions, calls } of [again, inOthers]) {
      expect(data).toEqual(first.data);
      expect(extensions).toMatchObject({ incomplete, cost: { actual: 0 } });
      expect(extensions!.incomplete).toEqual(first.extensions!.incomplete);
      expect(calls).toEqual([]);
    }
  });

  it('are shared with who asks meanwhile, with what they say', async () => {
    const hosted = await openHosted();
    const shared = vi.spyOn(AnswersInFlight.prototype, 'share');
    onTestFinished(() => shared.mockRestore());
    const [leader, follower] = await Promise.all([hosted.ask(tasks(3)), hosted.ask(tasks(3))]);
    expect(shared).toHaveBeenCalledTimes(1);
    expect(follower.data).toEqual(leader.data);
    for (const { extensions } of [leader, follower])
      expect(extensions).toMatchObject({ incomplete });
  });

  it('are not said again where a row is missing besides', async () => {
    const lists = new IncompleteLists();
    const lasting = { message: 'The archive.', expected: null, received: null, isLasting: true };
    lists.add(['tasks'], lasting);
    expect(lists.areLasting).toBe(true);
    lists.add(['tasks'], { message: 'A row.', expected: 2, received: 1 });
    expect(lists.areLasting).toBe(false);
    expect(lists.entries()).toEqual([
      { path: ['tasks'], message: 'The archive.', expected: null, received: null },
    ]);
  });
});
