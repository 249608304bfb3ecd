/** A real gateway under more than its share: leavers, crowds, a clock that jumps, and its own end. */

import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../src/connector-service/log.ts';
import { freshness } from '../../src/contract/entity-spec.ts';
import { isWide } from '../support/cases.ts';
import type { Settings } from '../support/process.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { startBalancer } from './balancer.ts';
import { openGate } from './gate.ts';
import { type Client, clientOf, type Gateway, lanes, startGateway, until } from './gateway.ts';
import { callsWithPeople, daysAgo, nth, oneCall, someAccounts } from './question.ts';
import { openRemoteService, type RemoteService } from './service.ts';
import { now } from './wall-clock.ts';

let service: RemoteService;
let gateway: Gateway;
let client: Client;

/** Those of questions: the gateway's start asks its instances once itself. */
const callsMade = async (): Promise<readonly LogEntry[]> =>
  (await service.calls(service.instances.callAnalytics)).filter(({ entity }) => entity === 'calls');

beforeAll(async () => {
  service = await openRemoteService();
  gateway = await startGateway(service, { INDEX: 'off' });
  client = clientOf(gateway.url);
});
afterEach(async () => {
  await service.calm();
  await service.clearLog();
});
afterAll(async () => {
  await client.close();
  await gateway.end('SIGKILL');
  await service.close();
});

describe('clients that leave', () => {
  it('take their upstream calls along and nobody else notices', async () => {
    await service.clearLog();
    const ask = (from: number, signal?: AbortSignal) =>
      Array.from({ length: 30 }, (_, n) => client.ask(oneCall, nth(from + n), signal));
    // Answers that can't come before they leave, and others that come while they do.
    await service.fault({ kind: 'latency', ms: 60_000, system: 'call-analytics' });
    const leaver = new AbortController();
    const leaving = ask(0, leaver.signal).map((reply) => reply.catch(() => 'left'));
    await until('their calls', callsMade, ({ length }) => length === 30);
    await service.calm();
    await service.fault({ kind: 'latency', ms: 1_000, system: 'call-analytics' });
    const staying = ask(30);
    await until('all calls', callsMade, ({ length }) => length === 60);
    leaver.abort();
    expect(new Set(await Promise.all(leaving))).toEqual(new Set(['left']));
    for (const { errors } of await Promise.all(staying)) expect(errors).toEqual([]);
    const calls = await until(
      'the calls to end',
      callsMade,
      (made) => !made.some(({ status }) => status === null),
    );
    expect(calls).toHaveLength(60);
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(calls.filter(({ aborted }) => aborted)).toHaveLength(30);
  });
});

describe('a crowd', () => {
  it('of hundreds with one cold question is one upstream call an operation', async () => {
    const variables = { from: daysAgo(33), to: daysAgo(30), first: 5 };
    const texts = new Set<string>();
    const began = performance.now();
    await lanes(300, 300, async () => {
      const { data, errors } = await client.ask(callsWithPeople, variables);
      expect(errors).toEqual([]);
      texts.add(JSON.stringify(data));
    });
    expect(texts.size).toBe(1);
    const operations = (await service.calls()).map(({ entity, action }) => `${entity} ${action}`);
    expect(operations.length).toBeGreaterThan(1);
    // What took longer than its answers are fresh has to be asked for again.
    if (performance.now() - began < freshness.live.freshMs)
      expect(operations).toEqual([...new Set(operations)]);
  });
});

describe('SIGTERM under load', () => {
  it('drops nobody: unready at once, what runs is finished, and then it ends', async () => {
    await drain({});
  });

  it.skipIf(!hasRedis || !isWide)('drops nobody of several workers either', async () => {
    const redis = await startRedis({ port: true });
    try {
      await drain({ WORKERS: '2', REDIS_URL: redis.url });
    } finally {
      await redis.close();
    }
  });

  /** Ends a gateway with these settings beside another, after a third of the requests. */
  async function drain(settings: Settings): Promise<void> {
    const requests = 150;
    const gate = await openGate(service.url);
    const ending = await startGateway(
      { ...service, url: gate.url },
      // Long enough for a balancer that gets its turn late.
      { ...settings, INDEX: 'off', DRAIN_DELAY_MS: '15000' },
    );
    const balancer = await startBalancer([ending, gateway]);
    const visitors = clientOf(balancer.url);
    const direct = clientOf(ending.url);
    try {
      await service.fault({ kind: 'latency', ms: { min: 20, max: 80 }, system: 'crm' });
      const statuses: Record<number, number> = {};
      let late: Promise<unknown> = Promise.resolve();
      let isLateAnswered = false;
      const exit = once(ending.child, 'exit').then(([code]) => code);
      const began = Math.floor(performance.now());
      await lanes(requests, 32, async (n) => {
        if (n === Math.floor(requests / 3)) {
          // One is under way at the end: nothing comes through to the service.
          gate.hold();
          late = direct.ask(oneCall, nth(began)).finally(() => {
            isLateAnswered = true;
          });
          await until('the late one', gate.waiting, (texts) =>
            texts.some((text) => text.includes(service.instances.callAnalytics)),
          );
          ending.child.kill('SIGTERM');
          await until(
            'unreadiness',
            () => ending.ready(),
            ({ status }) => status === 503,
          );
          // Unready while it still works.
          expect(isLateAnswered).toBe(false);
          await until('the balancer to know', balancer.inTurn, (count) => count === 1);
          gate.release();
        }
        const { status, errors, data } = await visitors.ask(someAccounts, { first: 1 + (n % 100) });
        expect(errors).toEqual([]);
        if (status === 200) expect(data.accounts.nodes.length).toBeGreaterThan(0);
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      expect(statuses).toEqual({ 200: requests });
      expect(await late).toMatchObject({ status: 200, errors: [] });
      expect(await exit).toBe(0);
      expect(Math.min(...balancer.given)).toBeGreaterThan(0);
    } finally {
      await balancer.close();
      for (const one of [visitors, direct]) await one.close();
      await ending.end('SIGKILL');
      await gate.shut();
    }
  }
});

describe('a clock that jumps an hour', () => {
  it('ends neither what is cached nor a pause', async () => {
    // The last test of its gateway: neither the other clock nor the pause is for others.
    const began = performance.now();
    const first = await client.ask(callsWithPeople, { from: daysAgo(50), to: daysAgo(48) });
    expect(first.errors).toEqual([]);
    const paused = async () => {
      const { errors } = await client.ask(oneCall, nth(Math.floor(performance.now())));
      return errors[0]?.extensions;
    };
    await service.fault({ kind: 'throttle', retryAfter: 1_800, times: 1 });
    expect(await paused()).toMatchObject({ code: 'RATE_LIMITED' });
    const before = (await service.calls()).length;
    const timeOf = async () =>
      Date.parse((await client.ask('{ __typename }')).extensions.cost.budget.crm.resetAt);
    expect(await timeOf()).toBeGreaterThan(now());
    gateway.child.kill('SIGUSR2');
    await until(
      'the jump',
      () => gateway.output(),
      (text) => text.includes('clock moved'),
    );
    const again = await client.ask(callsWithPeople, { from: daysAgo(50), to: daysAgo(48) });
    expect(again.data).toEqual(first.data);
    expect(again.errors).toEqual([]);
    const { code, retryAfterMs } = (await paused())!;
    expect(code).toBe('RATE_LIMITED');
    // What is left of half an hour, after the time this test takes.
    expect(Number(retryAfterMs)).toBeGreaterThan(1_000_000);
    // What took longer than its answers are fresh has to be asked for again.
    if (performance.now() - began < freshness.live.freshMs)
      expect((await service.calls()).length).toBe(before);
  });
});
