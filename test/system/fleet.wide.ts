/** Three gateways that share Redis and PostgreSQL behind a balancer: one budget, one cache, one index, and no wrong answer. */

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { LogEntry } from '../../src/connector-service/log.ts';
import { freshness } from '../../src/contract/entity-spec.ts';
import { fillMs } from '../support/patience.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import type { Settings } from '../support/process.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import {
  type Client,
  clientOf,
  codesOf,
  type Gateway,
  hasStalled,
  lanes,
  sentTimes,
  startGateway,
  synchronised,
  until,
} from './gateway.ts';
import { callsWithPeople, daysAgo, nth, oneCall, type Question, questionsFor } from './question.ts';
import { openRemoteService, type RemoteService } from './service.ts';

const perSecond = 3;
/** What a client may see while gateways or stores come and go; asking again is all it has to do. */
const passing = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'RATE_LIMITED', 'OVERLOADED'];

interface Outcome {
  readonly right: number;
  readonly wrong: readonly string[];
  /** Requests whose connection broke at the balancer. */
  readonly broken: number;
  /** Codes of answers with errors. */
  readonly codes: readonly string[];
}

/** Asks all questions again and again, and holds each answer against that of the single gateway. */
async function load(
  client: Client,
  questions: readonly Question[],
  count: number,
  at: Readonly<Record<number, () => void>> = {},
): Promise<Outcome> {
  let right = 0;
  let broken = 0;
  const wrong: string[] = [];
  const codes = new Set<string>();
  await lanes(count, 24, async (n) => {
    at[n]?.();
    const { query, variables, answer } = questions[n % questions.length]!;
    const reply = await client.ask(query, variables);
    if (reply.status === 502) broken += 1;
    else if (reply.errors.length > 0) for (const code of codesOf(reply)) codes.add(code);
    else if (JSON.stringify(reply.data) === answer) right += 1;
    else wrong.push(`${JSON.stringify(reply.data)} in place of ${answer}`);
  });
  return { right, broken, wrong, codes: [...codes] };
}

/** Most of these times that lie within any stretch of so many milliseconds, its end excluded. */
function mostWithin(times: readonly number[], ms: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (let to = 0; to < sorted.length; to += 1) {
    while (sorted[to]! - sorted[from]! >= ms) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Whether a call is for calls of this time, and not for the index. */
const isOf =
  ({ from }: { readonly from?: string }) =>
  ({ params }: LogEntry): boolean =>
    from !== undefined && JSON.stringify(params).includes(JSON.stringify(from).slice(1, 20));

describe.skipIf(!hasRedis || !hasPostgres)('three gateways', () => {
  let service: RemoteService;
  let redis: TestRedis;
  let shared: Settings;
  let gateways: Gateway[];
  /** Those that share the budget, the killed one as well. */
  let everyGateway: readonly Gateway[];
  let single: Gateway;
  let reference: Client;
  let balancer: Balancer;
  let client: Client;
  let questions: readonly Question[];
  /** Rows of calls that were read for the index, by one gateway alone and by three together. */
  let walked: { readonly alone: number; readonly together: number };

  /** Rows of calls that an instance has sent for an index. Reports of gateways would leave out runs under way and runs that failed. */
  const rowsForIndex = async (instance: string): Promise<number> => {
    const calls = await service.calls(instance);
    return calls
      .filter(({ entity }) => entity === 'calls_extensive')
      .reduce((sum, { rows }) => sum + (rows ?? 0), 0);
  };

  beforeAll(async () => {
    [service, redis] = await Promise.all([openRemoteService(), startRedis({ port: true })]);
    await service.limit(service.instances.callAnalytics, { perSecond });
    const settings = {
      INDEX_HORIZON_MONTHS: '1',
      SIGNING_KEY: 'the same for all gateways of this test',
    };
    shared = {
      ...settings,
      REDIS_URL: redis.url,
      INDEX_DATABASE_URL: await openDatabase(inject('runFolder')),
      CALL_ANALYTICS_PER_SECOND: String(perSecond),
      // The service counts late while other tests keep the machine busy.
      UPSTREAM_JITTER_MS: '400',
    };
    const alone = { ...service, instances: await service.newInstances() };
    [single, ...gateways] = (await Promise.all([
      startGateway(alone, settings),
      ...Array.from({ length: 3 }, startOne),
    ])) as [Gateway, Gateway, Gateway, Gateway];
    everyGateway = [...gateways];
    reference = clientOf(single.url);
    balancer = await startBalancer(gateways);
    client = clientOf(balancer.url);
    // Of those who share one, whoever ends last knows that all of it is there.
    const complete = (of: readonly Gateway[]): boolean =>
      of.some((gateway) => synchronised(gateway).at(-1)?.complete === 1);
    await until(
      'both indexes',
      () => complete([single]) && complete(gateways),
      (both) => both,
      fillMs,
    );
    walked = {
      alone: await rowsForIndex(alone.instances.callAnalytics),
      together: await rowsForIndex(service.instances.callAnalytics),
    };
    questions = await questionsFor(reference);
  });
  afterAll(async () => {
    await balancer?.close();
    for (const one of [client, reference]) await one?.close();
    for (const gateway of [single, ...(gateways ?? [])]) await gateway?.end('SIGKILL');
    await service?.close();
    await redis?.close();
  });
  /**
   * The one budget of all, whatever a test does: no second, wherever it begins, in which more than
   * three calls were written to sockets by all gateways together, killed ones included. Writing is
   * what the ledger answers for, and the machine's clock is one for all processes, so nothing is
   * allowed for how busy the machine is. The service sees a call as late as the machine lets it, so
   * of arrivals only the number is judged. Where a gateway had no turn for longer than gateways
   * allow each other when Redis goes or comes, nothing is judged.
   */
  afterEach(async () => {
    // Whatever the service has seen was written by one of them, which may be read later.
    const arrived = await service.calls(service.instances.callAnalytics);
    const written = await until(
      'all that was written',
      () => writtenBy(everyGateway),
      ({ length }) => length >= arrived.length,
    );
    if (everyGateway.some(hasStalled)) return;
    expect(mostWithin(written, 1_000)).toBeLessThanOrEqual(perSecond);
    for (const seconds of [3, 10, 30])
      expect(mostWithin(written, seconds * 1_000)).toBeLessThanOrEqual(seconds * perSecond);
  });

  const startOne = (): Promise<Gateway> => startGateway(service, shared, ['patient-store.ts']);

  const writtenBy = (of: readonly Gateway[]): readonly number[] =>
    of.flatMap((one) => sentTimes(one, service.instances.callAnalytics));

  /** Questions nobody has asked, each of which takes a call of the budget. */
  const coldQuestions = (from: number, to: number): Promise<Question[]> =>
    Promise.all(
      Array.from({ length: to - from }, async (_, at) => {
        const variables = nth(from + at);
        const { data } = await reference.ask(oneCall, variables);
        return { query: oneCall, variables, answer: JSON.stringify(data) };
      }),
    );

  it('read each call for the index once, not once each', () => {
    const { alone, together } = walked;
    expect(alone).toBeGreaterThan(50);
    expect(together).toBeGreaterThanOrEqual(alone);
    // Whoever begins when another is done reads the newest hours again, and a page that failed; three who shared nothing would read all of it three times.
    expect(together).toBeLessThan(2 * alone);
  });

  it('ask once for hundreds of identical queries', async () => {
    await service.clearLog();
    const variables = { from: daysAgo(18), to: daysAgo(14), first: 8 };
    const texts = new Set<string>();
    const began = performance.now();
    const clients = gateways.map(({ url }) => clientOf(url));
    await lanes(300, 300, async (n) => {
      const { data, errors } = await clients[n % 3]!.ask(callsWithPeople, variables);
      expect(errors).toEqual([]);
      texts.add(JSON.stringify(data));
    });
    for (const one of clients) await one.close();
    expect([...texts]).toEqual([
      JSON.stringify((await reference.ask(callsWithPeople, variables)).data),
    ]);
    // What took longer than its answers are fresh has to be asked for again.
    if (performance.now() - began > freshness.live.freshMs || gateways.some(hasStalled)) return;
    const { callAnalytics, crm } = service.instances;
    const calls = [
      // Without those for the index, which goes on in the background.
      ...(await service.calls(callAnalytics)).filter(isOf(variables)),
      ...(await service.calls(crm)),
    ];
    const asked = calls.map(({ entity, action, params }) =>
      JSON.stringify([entity, action, params]),
    );
    expect(asked.length).toBeGreaterThan(1);
    expect(asked).toEqual([...new Set(asked)]);
    // What a gateway knows of people from earlier questions it does not ask for again, so that
    // each may ask for others of them; nothing else is asked twice.
    const entities = calls.map(({ entity }) => entity).filter((entity) => entity !== 'contacts');
    expect(entities).toEqual([...new Set(entities)]);
    expect(calls.length - entities.length).toBeLessThanOrEqual(gateways.length);
  });

  it('share one budget while each has calls of its own to make', async () => {
    const cold = await coldQuestions(30, 38);
    expect(await load(client, cold, 8)).toMatchObject({ right: 8 });
    // That it is kept is judged after every test.
    const calls = await service.calls(service.instances.callAnalytics);
    for (const { variables } of cold) expect(calls.filter(isOf(variables))).toHaveLength(1);
  });

  it('answer a mixed load as one would', async () => {
    expect(await load(client, questions, 120)).toEqual({
      right: 120,
      wrong: [],
      broken: 0,
      codes: [],
    });
  });

  it('lose one to SIGKILL under load: nothing but its own connections, and no wrong answer', async () => {
    const victim = gateways[2]!;
    const during = await load(client, questions, 200, {
      60: () => void victim.child.kill('SIGKILL'),
    });
    expect(during.wrong).toEqual([]);
    expect(during.codes.filter((code) => !passing.includes(code))).toEqual([]);
    // No more than were under way with it, and those sent before the balancer knew.
    expect(during.broken).toBeLessThanOrEqual(2 * 24);
    expect(during.right).toBeGreaterThan(100);
    await until('two that are left', balancer.inTurn, (count) => count === 2);
    expect(await load(client, questions, 50)).toMatchObject({ right: 50 });
    gateways[2] = await startOne();
    everyGateway = [...everyGateway, gateways[2]];
    await until('a third one', balancer.inTurn, (count) => count === 3);
    expect(await load(client, questions, 50)).toMatchObject({ right: 50 });
  });

  it('lose Redis under load and find it again: answers go on, health tells', async () => {
    const store = (): Promise<(string | undefined)[]> =>
      Promise.all(gateways.map(async (gateway) => (await gateway.ready()).parts.redis));
    const all = (state: string) => (states: (string | undefined)[]) =>
      states.every((one) => one === state);
    await until('Redis in use', store, all('ok'));
    // Cold ones too: each gateway has its part of the budget now.
    const cold = await coldQuestions(0, 3);
    const mixed = Array.from({ length: 150 }, (_, n) =>
      n % 50 === 25 ? cold[Math.floor(n / 50)]! : questions[n % questions.length]!,
    );
    const during = await load(client, mixed, 150, { 20: () => void redis.kill() });
    expect(during).toEqual({ right: 150, wrong: [], broken: 0, codes: [] });
    await until('Redis known to be away', store, all('degraded'));
    for (const gateway of gateways) {
      expect((await gateway.ready()).status).toBe(200);
      expect(await gateway.metrics()).toMatch(/^switchboard_shared_store_ready 0$/m);
    }
    // And while each of them finds Redis again, in its own time.
    const returning = load(client, await coldQuestions(12, 18), 6);
    await redis.restart();
    expect(await returning).toEqual({ right: 6, wrong: [], broken: 0, codes: [] });
    await until('Redis in use again', store, all('ok'));
    expect(await load(client, questions, 50)).toMatchObject({ right: 50 });
  });
});
