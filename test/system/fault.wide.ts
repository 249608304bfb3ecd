/** What a user sees when the systems behind the graph fail: a real gateway, asked over a socket. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerMs } from '../support/patience.ts';
import { openGate } from './gate.ts';
import { clientOf, codesOf, lanes, type Reply, startGateway, until } from './gateway.ts';
import { callsAlone, callsWithPeople, lastMonth, nth, oneCall, someAccounts } from './question.ts';
import { openRemoteService, type RemoteService } from './service.ts';
import { type House, openHouse, type Tenant } from './tenants.ts';
import { now } from './wall-clock.ts';

let service: RemoteService;
let house: House;
/** Its day has four calls to the platform. */
let frugal: Tenant;
/** Its tenants sign in with a client id and secret. */
let lodge: House;
let guest: Tenant;
let signedInAt: number;

beforeAll(async () => {
  service = await openRemoteService();
  house = await openHouse(service, {
    tenants: 20,
    budgets: [{ callAnalytics: { perDay: 4 } }],
  });
  frugal = house.tenant();
  lodge = await openHouse(service, { tenants: 3, exchange: true });
  guest = lodge.tenant();
  expect((await guest.ask(oneCall, nth(0))).errors).toEqual([]);
  signedInAt = performance.now();
});
afterEach(() => service.calm());
afterAll(async () => {
  await house.close();
  await lodge.close();
  await service.close();
});

/** The platform's half of `callsWithPeople`. */
const callHalf = (reply: Reply) =>
  reply.data.calls.nodes.map(({ parties, ...call }: { parties: object[] }) => ({
    ...call,
    parties: parties.map((party) => ({ ...party, contact: undefined })),
  }));

const contactsOf = (reply: Reply): unknown[] =>
  reply.data.calls.nodes.flatMap(({ parties }: { parties: { contact: unknown }[] }) =>
    parties.map(({ contact }) => contact),
  );

describe('a CRM that is down', () => {
  for (const [title, effect] of [
    ['that resets connections', { kind: 'reset' }],
    ['that answers 503', { kind: 'status', status: 503 }],
    ['that answers 500 in its own words', { kind: 'status', status: 500, body: 'vendor' }],
  ] as const) {
    it(`${title} leaves all of the call data, and errors where its own would be`, async () => {
      const whole = await house.tenant().ask(callsWithPeople, lastMonth);
      expect(whole.errors).toEqual([]);
      expect(contactsOf(whole).filter((contact) => contact !== null).length).toBeGreaterThan(5);
      const tenant = house.tenant();
      await tenant.fault({ ...effect, system: 'crm' });
      const reply = await tenant.ask(callsWithPeople, lastMonth);
      expect(reply.status).toBe(200);
      expect(callHalf(reply)).toEqual(callHalf(whole));
      expect(contactsOf(reply).every((contact) => contact === null)).toBe(true);
      expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
      for (const { path, extensions } of reply.errors) {
        expect(path?.at(-1)).toBe('contact');
        expect(extensions).toMatchObject({ service: 'crm', retryable: true });
      }
    });
  }
});

describe('a connector service that is gone', () => {
  it('leaves what is cached; the rest is UPSTREAM_UNAVAILABLE until it is back', async () => {
    const gate = await openGate(service.url);
    const gateway = await startGateway({ ...service, url: gate.url }, { INDEX: 'off' });
    const client = clientOf(gateway.url);
    try {
      const before = await client.ask(callsWithPeople, lastMonth);
      expect(before.errors).toEqual([]);
      await gate.shut();
      const kept = await client.ask(callsWithPeople, lastMonth);
      expect(kept.errors).toEqual([]);
      expect(kept.data).toEqual(before.data);
      const lost = await client.ask(oneCall, nth(0));
      expect(lost).toMatchObject({ status: 200, data: { calls: null } });
      expect(lost.errors).toMatchObject([
        {
          message: 'The connector service refused the connection.',
          path: ['calls'],
          extensions: { code: 'UPSTREAM_UNAVAILABLE', service: 'call-analytics', retryable: true },
        },
      ]);
      expect((await gateway.ready()).status).toBe(200);
      await gate.open();
      expect((await client.ask(oneCall, nth(1))).errors).toEqual([]);
    } finally {
      await client.close();
      await gateway.end('SIGKILL');
      await gate.shut();
    }
  });
});

describe('a system that stays silent', () => {
  it('costs its own fields, and ends with what the request has of time', async () => {
    // Time for one attempt and a part of another.
    const settings = { REQUEST_TIMEOUT_MS: '4500', ATTEMPT_TIMEOUT_MS: '3000' };
    const hurried = await openHouse(service, { tenants: 1, settings });
    const client = hurried.tenant();
    try {
      const asked = Array.from({ length: 8 }, (_, n) => ({ ...lastMonth, first: 10 + n }));
      // The platform's half is cached, so that none of the time goes there, on a slow machine either.
      for (const variables of asked)
        await until(
          'the half of the platform',
          () => client.ask(callsAlone, variables),
          ({ errors }) => errors.length === 0,
        );
      await client.fault({ kind: 'black-hole', system: 'crm' });
      const before = (await service.calls(client.instances.crm)).length;
      const replies = await Promise.all(
        asked.map((variables) => client.ask(callsWithPeople, variables)),
      );
      for (const reply of replies) {
        expect(reply.data.calls.nodes.length).toBeGreaterThanOrEqual(10);
        expect(codesOf(reply)).toEqual(['UPSTREAM_TIMEOUT']);
        for (const { path } of reply.errors) expect(path?.at(-1)).toBe('contact');
      }
      const made = (await service.calls(client.instances.crm)).length - before;
      expect(made).toBeLessThanOrEqual(2 * replies.length);
    } finally {
      await hurried.close();
    }
  });
});

describe('failures that pass', () => {
  it('503 for a tenth of the calls is success, at a few calls more', async () => {
    const tenant = house.tenant();
    await tenant.fault({ kind: 'status', status: 503, share: 0.1 });
    const total = 300;
    let succeeded = 0;
    await lanes(total, 50, async (n) => {
      const { data, errors } = await tenant.ask(oneCall, nth(n));
      if (errors.length === 0 && data.calls.nodes.length === 1) succeeded += 1;
    });
    const { length } = await tenant.calls();
    expect(succeeded / total).toBeGreaterThanOrEqual(0.985);
    expect(length / total).toBeLessThanOrEqual(1.3);
    expect(length).toBeGreaterThan(total);
  });

  it('nothing but 500 is soon an error without a call, and asked anew within 6 s', async () => {
    const tenant = house.tenant();
    await tenant.fault({ kind: 'status', status: 500, system: 'call-analytics' });
    await lanes(30, 10, async (n) => {
      const reply = await tenant.ask(oneCall, nth(n));
      expect(reply).toMatchObject({ status: 200, data: { calls: null } });
      expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
    });
    const sent = (await tenant.calls()).length;
    const began = performance.now();
    for (let n = 100; n < 120; n += 1) {
      const { errors } = await tenant.ask(oneCall, nth(n));
      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
      expect(errors[0]!.extensions.retryAfterMs).toBeLessThanOrEqual(6_000);
    }
    // What lets one call look opens five seconds after the last one failed: with what was due already, no more than this.
    const probes = 1 + Math.ceil((performance.now() - began) / 5_000);
    expect((await tenant.calls()).length).toBeLessThanOrEqual(sent + probes);
    expect((await house.gateway.ready()).parts).toMatchObject({
      [`${tenant.name}/call-analytics`]: 'down',
      [`${tenant.name}/crm`]: 'ok',
    });
    expect((await tenant.ask(someAccounts)).errors).toEqual([]);
    await service.calm();
    await until(
      'an answer',
      () => tenant.ask(oneCall, nth(200)),
      ({ errors }) => errors.length === 0,
    );
  });
});

describe('calls that are slow', () => {
  it('slow nobody but those who asked for them', async () => {
    const tenant = house.tenant();
    await tenant.fault({ kind: 'latency', ms: 60_000, share: 0.1 });
    const asked = 60;
    const end = new AbortController();
    let answered = 0;
    const replies = Array.from({ length: asked }, async (_, n) => {
      const { errors } = await tenant.ask(oneCall, nth(n), end.signal);
      if (errors.length === 0) answered += 1;
    });
    const slow = async (): Promise<number> =>
      (await tenant.calls()).filter(({ faults }) => faults.length > 0).length;
    // Everybody else is answered while they wait.
    await until(
      'all others',
      async () => asked - answered - (await slow()),
      (left) => left <= 0,
      answerMs,
    );
    expect(await slow()).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(asked / 2);
    end.abort();
    await Promise.allSettled(replies);
  });
});

describe('limits of the upstream', () => {
  it('are waited for, in whatever form they come, and nobody asks before', async () => {
    const forms = [
      [2, 2_000],
      [{ dateIn: 2 }, 1_000],
      [null, 1_000],
      [-3, 1_000],
    ] as const;
    const refusals = async (): Promise<number> => {
      const count =
        /^switchboard_upstream_attempt_seconds_count\{service="call-analytics",outcome="RATE_LIMITED"\} (\d+)/m;
      return Number(count.exec(await house.gateway.metrics())?.[1] ?? 0);
    };
    const before = await refusals();
    const tenants = forms.map(() => house.tenant());
    for (const [n, [retryAfter]] of forms.entries())
      await tenants[n]!.fault({ kind: 'throttle', retryAfter, times: 1, system: 'call-analytics' });
    const first = tenants.map((tenant) => tenant.ask(oneCall, nth(0)));
    await until('the refusals', refusals, (count) => count === before + forms.length);
    const second = tenants.map((tenant) => tenant.ask(oneCall, nth(1)));
    for (const { errors } of await Promise.all([...first, ...second])) expect(errors).toEqual([]);
    for (const [n, [retryAfter, leastMs]] of forms.entries()) {
      const [refused, ...later] = await tenants[n]!.calls();
      expect(later).toHaveLength(2);
      // The service notes whole milliseconds.
      for (const { time } of later)
        expect(time - refused!.time, JSON.stringify(retryAfter)).toBeGreaterThanOrEqual(
          leastMs - 2,
        );
    }
  });

  it('of three hours are said at once, and kept', async () => {
    const tenant = house.tenant();
    await tenant.fault({ kind: 'throttle', retryAfter: 10_800, system: 'call-analytics' });
    for (let n = 0; n < 5; n += 1) {
      const reply = await tenant.ask(oneCall, nth(n));
      expect(reply.errors).toMatchObject([
        {
          path: ['calls'],
          extensions: {
            code: 'RATE_LIMITED',
            service: 'call-analytics',
            retryAfterMs: expect.any(Number),
          },
        },
      ]);
      // What is left of the three hours, after the time this test takes.
      const { retryAfterMs } = reply.errors[0]!.extensions;
      expect(Number(retryAfterMs)).toBeLessThanOrEqual(10_800_000);
      expect(Number(retryAfterMs)).toBeGreaterThan(10_000_000);
    }
    expect(await tenant.calls()).toHaveLength(1);
  });

  it('of a day, kept here: told with their reset, and what is cached is served', async () => {
    for (let n = 0; n < 4; n += 1) expect((await frugal.ask(oneCall, nth(n))).errors).toEqual([]);
    const midnight = Math.ceil(now() / 86_400_000) * 86_400_000;
    for (let n = 4; n < 8; n += 1) {
      const before = now();
      const { errors, extensions } = await frugal.ask(oneCall, nth(n));
      const after = now();
      const { retryAfterMs } = errors[0]!.extensions;
      expect(codesOf({ errors })).toEqual(['RATE_LIMITED']);
      // The gateway's clock and ours differ by what each rounds.
      expect(before + Number(retryAfterMs)).toBeLessThanOrEqual(midnight + 1_000);
      expect(after + Number(retryAfterMs)).toBeGreaterThanOrEqual(midnight - 1_000);
      const { remaining, resetAt } = extensions.cost.budget['call-analytics'];
      expect(remaining).toBe(0);
      expect(Math.abs(Date.parse(resetAt) - midnight)).toBeLessThanOrEqual(1_000);
    }
    const kept = await frugal.ask(oneCall, nth(2));
    expect(kept.errors).toEqual([]);
    expect(kept.data.calls.nodes).toHaveLength(1);
    expect((await frugal.ask(someAccounts)).errors).toEqual([]);
    expect(await service.calls(frugal.instances.callAnalytics)).toHaveLength(4);
  });

  for (const system of ['call-analytics', 'crm'] as const) {
    it(`of a day, kept by the ${system} itself: asked once more, then no more`, async () => {
      const tenant = house.tenant();
      const ask = (n: number) =>
        system === 'crm' ? tenant.ask(someAccounts, { first: n + 1 }) : tenant.ask(oneCall, nth(n));
      for (let n = 0; n < 3; n += 1) expect((await ask(n)).errors).toEqual([]);
      await tenant.fault({ kind: 'denied', reason: 'quota', system });
      for (let n = 3; n < 7; n += 1)
        expect((await ask(n)).errors).toMatchObject([
          { extensions: { code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) } },
        ]);
      expect((await ask(1)).errors).toEqual([]);
      expect(await tenant.calls()).toHaveLength(4);
    });
  }
});

describe('credentials', () => {
  it('that end under a hundred concurrent queries are renewed once', async () => {
    // A token refused in its first ten seconds would be refused again, and is not renewed.
    await until(
      'the token to age',
      () => performance.now(),
      (at) => at > signedInAt + 10_500,
      answerMs,
    );
    const issued = await service.issued();
    await service.revoke();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => guest.ask(oneCall, nth(n + 1))),
    );
    for (const { errors, data } of replies) {
      expect(errors).toEqual([]);
      expect(data.calls.nodes).toHaveLength(1);
    }
    expect(await service.issued()).toBe(issued + 1);
  });

  it('that are refused for good are UPSTREAM_AUTH, without a login loop', async () => {
    const tenant = lodge.tenant();
    await tenant.fault({ kind: 'denied', reason: 'bearer', system: 'crm' });
    const before = await service.issued();
    for (let n = 0; n < 5; n += 1) {
      const reply = await tenant.ask(someAccounts, { first: n + 1 });
      expect(reply.errors).toMatchObject([
        { path: ['accounts'], extensions: { code: 'UPSTREAM_AUTH', service: 'crm' } },
      ]);
    }
    // The first one, and the one that took its place.
    expect((await service.issued()) - before).toBeLessThanOrEqual(2);
    expect((await tenant.ask(oneCall, nth(0))).errors).toEqual([]);
  });
});
