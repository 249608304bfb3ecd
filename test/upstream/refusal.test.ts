/** What the upstream refuses to answer: limits, spent days and credentials. */

import { describe, expect, it } from 'vitest';
import { users } from '../../src/contract/calls/user.ts';
import type { UpstreamError } from '../../src/errors.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import type { ConnectorOptions } from '../../src/upstream/connector-instance.ts';
import { userId } from '../support/backend.ts';
import { manualClock } from '../support/clock.ts';
import { closing, outcome, unlimited, until } from '../support/connect.ts';
import { openService, type TestService } from '../support/service.ts';
import { accounts, attemptWatch, faulty, getUser } from './faulty.ts';

const q = 'SELECT Id, Name FROM Account LIMIT 5';

describe('limits of the upstream', () => {
  for (const [title, retryAfter, wait] of [
    ['in seconds', 2, 2_000],
    ['as a date', { dateIn: 2 }, 1_000],
    ['not at all', null, 1_000],
    ['as a negative number', -3, 1_000],
  ] as const) {
    it(`a pause asked for ${title} is kept by everybody`, async () => {
      const clock = manualClock(Date.now());
      const { service, connector } = await faulty(
        { faults: [{ kind: 'throttle', retryAfter, times: 1 }] },
        { runtime: { clock, random: () => 0 } },
      );
      const first = getUser(connector, 1);
      await until(() => (connector.budget('call-analytics')?.pausedMs ?? 0) > 0);
      const second = getUser(connector, 2);
      await clock.advance(wait - 1);
      expect(service.calls()).toHaveLength(1);
      let answered = false;
      const both = Promise.all([first, second]).then(() => {
        answered = true;
      });
      // A date is as long after the head's own as the machine took between the two.
      while (!answered) await clock.advance(100);
      await both;
      expect(service.calls()).toHaveLength(3);
    });
  }

  it('three hours are not waited for: RATE_LIMITED at once, and nobody asks meanwhile', async () => {
    const { service, connector } = await faulty({
      faults: [{ kind: 'throttle', retryAfter: 10_800 }],
    });
    for (let n = 0; n < 5; n += 1) {
      const { error } = await outcome(getUser(connector, n));
      expect(error).toMatchObject({ code: 'RATE_LIMITED' });
      // What is left of the three hours, after the time this test takes.
      const { retryAfterMs } = error as UpstreamError;
      expect(retryAfterMs).toBeLessThanOrEqual(10_800_000);
      expect(retryAfterMs).toBeGreaterThan(10_000_000);
    }
    expect(service.calls()).toHaveLength(1);
  });

  it("the CRM's spent quota, which looks like auth, pauses it and leaves the credential alone", async () => {
    const { service, connector } = await faulty({
      faults: [{ kind: 'denied', reason: 'quota', system: 'crm', after: 1 }],
    });
    const before = await connector.execute(accounts, 'list', { q });
    for (let n = 0; n < 3; n += 1) {
      const { error } = await outcome(connector.execute(accounts, 'list', { q: `${q}${n}` }));
      expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
    }
    expect((await connector.execute(accounts, 'list', { q })).rows).toBe(before.rows);
    expect(service.calls()).toHaveLength(2);
    expect((await getUser(connector, 1)).rows).toHaveLength(1);
  });

  it('the day of the upstream that is spent stops the calls; what is cached is served', async () => {
    const { service, connector } = await faulty({
      limits: { perDay: 3 },
      clock: () => Date.UTC(2026, 0, 15, 9),
    });
    for (let n = 0; n < 3; n += 1) await connector.execute(users, 'get', { id: userId(n) });
    for (let n = 3; n < 6; n += 1) {
      expect((await outcome(getUser(connector, n))).error).toMatchObject({ code: 'RATE_LIMITED' });
    }
    expect((await connector.execute(users, 'get', { id: userId(1) })).cached).toBeDefined();
    expect(service.calls()).toHaveLength(4);
  });

  it('three a second are kept as the service counts them, with nothing left unused', async () => {
    const clock = manualClock();
    const { service, connector } = await faulty(
      { limits: { perSecond: 3 }, clock: clock.now, monotonic: clock.monotonic },
      { budget: { perSecond: 3, jitterMs: 400 }, runtime: { clock, random: () => 0 } },
    );
    const quiet = attemptWatch();
    const started = clock.monotonic();
    let answered = 0;
    const all = Array.from({ length: 10 }, async (_, n) => {
      await getUser(connector, n);
      answered += 1;
    });
    while (answered < 10) {
      await quiet();
      await clock.advance(10);
    }
    await Promise.all(all);
    expect(service.admin.limiter.counts(service.instances.callAnalytics)).toMatchObject({
      violations: 0,
      peakPerSecond: 3,
      calls: 10,
    });
    expect(clock.monotonic() - started).toBeLessThan(3_200);
  });
});

describe('credentials', () => {
  const exchange = (service: TestService): ConnectorOptions['credential'] => ({
    kind: 'client',
    tokenUrl: new URL('/api/v1/token', service.url),
    clientId: service.client.id,
    clientSecret: service.client.secret,
  });

  it('that end under a hundred concurrent reads are renewed once', async () => {
    const clock = manualClock();
    const service = closing(await openService());
    const connector = closing(
      createConnector({
        baseUrl: service.url,
        credential: exchange(service),
        instances: { 'call-analytics': { id: service.instances.callAnalytics, budget: unlimited } },
        runtime: { clock, random: () => 0 },
      }),
    );
    await getUser(connector, 0);
    await clock.advance(60_000);
    service.admin.bearers.revokeIssued();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => getUser(connector, n)));
    expect(answers.every(({ rows }) => rows.length === 1)).toBe(true);
    expect(service.admin.bearers.issued).toBe(2);
  });

  for (const [reason, code, renewals] of [
    ['scope', 'UPSTREAM_FORBIDDEN', 0],
    ['rights', 'UPSTREAM_FORBIDDEN', 0],
    ['bearer', 'UPSTREAM_AUTH', 1],
  ] as const) {
    it(`refused for ${reason} are ${code}, with no login loop`, async () => {
      const service = closing(await openService({ faults: [{ kind: 'denied', reason }] }));
      const connector = closing(
        createConnector({
          baseUrl: service.url,
          credential: exchange(service),
          instances: {
            'call-analytics': { id: service.instances.callAnalytics, budget: unlimited },
          },
        }),
      );
      for (let n = 0; n < 3; n += 1) {
        expect((await outcome(getUser(connector, n))).error).toMatchObject({ code });
      }
      expect(service.admin.bearers.issued).toBe(1 + renewals);
      expect(service.calls()).toHaveLength(3 + renewals);
    });
  }
});
