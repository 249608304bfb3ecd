/** Systems that fail and come back: what a caller gets, and how often the upstream is tried. */

import { describe, expect, it } from 'vitest';
import { callsExtensive } from '../../src/contract/calls/call.ts';
import { users } from '../../src/contract/calls/user.ts';
import type { UpstreamError } from '../../src/errors.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { callId, userId } from '../support/backend.ts';
import { cases } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { closing, outcome, unlimited, until } from '../support/connect.ts';
import { startUpstream } from '../support/upstream.ts';
import { accounts, attemptWatch, faulty, getUser, uncached } from './faulty.ts';

const q = 'SELECT Id, Name FROM Account LIMIT 5';

describe('a system that is down', () => {
  it('fails by itself: the other goes on', async () => {
    const { service } = await faulty();
    const refused = await startUpstream(() => ({ body: {} }));
    await refused.close();
    const connectors = [service.url, refused.baseUrl].map((baseUrl) =>
      closing(
        createConnector({
          baseUrl,
          credential: { kind: 'token', token: service.token },
          instances: {
            'call-analytics': { id: service.instances.callAnalytics, budget: unlimited },
            crm: { id: service.instances.crm, budget: unlimited },
          },
        }),
      ),
    );
    const [calls, crm] = connectors as [UpstreamConnector, UpstreamConnector];
    const ends = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => outcome(getUser(calls, n))),
      outcome(crm.execute(accounts, 'list', { q })),
    ]);
    expect(ends.slice(0, 20).every(({ value }) => value?.rows.length === 1)).toBe(true);
    expect(ends.at(-1)?.error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The connector service refused the connection.',
      attempts: 3,
    });
  });

  it('that takes calls and stays silent costs no more than the deadline', async () => {
    const clock = manualClock();
    const { service, connector } = await faulty(
      { faults: [{ kind: 'black-hole' }] },
      { runtime: { clock, random: () => 0.5 } },
    );
    const deadline = clock.monotonic() + 400;
    const ends = Array.from({ length: 10 }, (_, n) =>
      outcome(connector.execute(users, 'get', { id: userId(n) }, { deadline })),
    );
    await until(() => service.calls().length === 10, 'ten calls');
    await clock.advance(400);
    for (const { error } of await Promise.all(ends)) {
      expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    }
    expect(service.calls()).toHaveLength(10);
  });

  it('for a minute is asked seldom, refused at once meanwhile, and found well within 6 s', async () => {
    const clock = manualClock();
    const { service, connector } = await faulty(
      { faults: [{ kind: 'status', status: 500 }] },
      { runtime: { clock, random: () => 0.5 } },
    );
    const quiet = attemptWatch();
    const advance = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 50) {
        await quiet();
        await clock.advance(50);
      }
    };
    let longestRefusal = 0;
    let waiting = 0;
    const ask = async (n: number): Promise<void> => {
      waiting += 1;
      const asked = clock.monotonic();
      const { error } = await outcome(getUser(connector, n % 200));
      expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      if ((error as UpstreamError).attempts === 0) {
        longestRefusal = Math.max(longestRefusal, clock.monotonic() - asked);
      }
      waiting -= 1;
    };
    const all: Promise<void>[] = [];
    for (let second = 0; second < 60; second += 1) {
      for (let n = 0; n < 10; n += 1) all.push(ask(second * 10 + n));
      await advance(1_000);
    }
    while (waiting > 0) await advance(500);
    await Promise.all(all);
    // What opened the breaker, then one try each five seconds.
    expect(service.calls().length).toBeLessThan(20 + 15 + 12);
    expect(longestRefusal).toBe(0);
    service.admin.faults.clear();
    const mended = clock.monotonic();
    while ((await outcome(getUser(connector, 1))).error !== undefined) await advance(100);
    expect(clock.monotonic() - mended).toBeLessThanOrEqual(6_000);
  });
});

describe('faults that pass', () => {
  it('503 for a tenth of the calls is success, at a few calls more', async () => {
    const { service, connector } = await faulty({
      faults: [{ kind: 'status', status: 503, share: 0.1 }],
      seed: 7,
    });
    const total = cases(500, 2);
    let succeeded = 0;
    const lane = async (from: number): Promise<void> => {
      for (let n = from; n < total; n += 50) {
        const { value } = await outcome(
          connector.execute(
            callsExtensive,
            'list',
            { filter: { callIds: [callId(n % 320), `${n}`] } },
            uncached,
          ),
        );
        if (value !== undefined) succeeded += 1;
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, n) => lane(n)));
    expect(succeeded / total).toBeGreaterThanOrEqual(0.99);
    expect(service.calls().length / total).toBeLessThanOrEqual(1.25);
  });

  const once = [
    ['a reset', { kind: 'reset' }],
    ['JSON cut short', { kind: 'truncated', close: 'clean' }],
    ['a connection cut in the middle', { kind: 'truncated', close: 'abrupt' }],
    ['a page for people', { kind: 'html' }],
    ['an empty 502', { kind: 'status', status: 502, body: 'empty' }],
    ['a 500 in the words of the vendor', { kind: 'status', status: 500, body: 'vendor' }],
  ] as const;
  for (const [title, fault] of once) {
    it(`${title}, once, is nothing to the caller`, async () => {
      const { service, connector } = await faulty({ faults: [{ ...fault, times: 1 }] });
      expect((await getUser(connector, 1)).rows).toHaveLength(1);
      expect(service.calls()).toHaveLength(2);
    });
  }

  const lasting = [
    ['JSON cut short', { kind: 'truncated', close: 'clean' }, 'UPSTREAM_BAD_RESPONSE'],
    ['a page for people', { kind: 'html' }, 'UPSTREAM_BAD_RESPONSE'],
    ['rows without a wrapper', { kind: 'wrapper', form: 'bare' }, 'UPSTREAM_BAD_RESPONSE'],
    ["a stranger's wrapper", { kind: 'wrapper', form: 'stranger' }, 'UPSTREAM_BAD_RESPONSE'],
    ['null', { kind: 'wrapper', form: 'null' }, 'UPSTREAM_BAD_RESPONSE'],
    ['a reset', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ] as const;
  for (const [title, fault, code] of lasting) {
    it(`${title}, for good, is ${code}`, async () => {
      const { connector } = await faulty({ faults: [fault] });
      expect((await outcome(getUser(connector, 1))).error).toMatchObject({ code });
    });
  }

  for (const form of ['null', 'missing', 'pagination-null'] as const) {
    it(`metadata that is ${form} is no fault`, async () => {
      const { connector } = await faulty({ faults: [{ kind: 'metadata', form }] });
      expect((await connector.execute(users, 'list', {})).rows).toHaveLength(100);
    });
  }

  it('the wrapper of the other generation is no fault', async () => {
    const { connector } = await faulty({ faults: [{ kind: 'wrapper', form: 'other' }] });
    expect((await connector.execute(users, 'list', {})).page).toMatchObject({
      done: false,
      total: 250,
    });
    expect((await connector.execute(accounts, 'list', { q })).rows).toHaveLength(5);
  });

  it('calls that hang hold nobody else up', async () => {
    const { service, connector } = await faulty({
      faults: [{ kind: 'black-hole', share: 0.05 }],
      seed: 3,
    });
    const leaver = new AbortController();
    let answered = 0;
    const ends = Array.from({ length: 100 }, (_, n) =>
      outcome(
        connector
          .execute(users, 'get', { id: userId(n) }, { ...uncached, signal: leaver.signal })
          .then(() => {
            answered += 1;
          }),
      ),
    );
    const hanging = () => service.calls().filter(({ status }) => status === null).length;
    await until(() => answered === 100 - hanging() && service.calls().length === 100);
    expect(hanging()).toBeGreaterThan(0);
    leaver.abort();
    await Promise.all(ends);
  });
});

describe('callers that leave', () => {
  it('take their upstream calls along, and nobody else', async () => {
    // Answers that can't come before they leave, and others that come while they do.
    const { service, connector } = await faulty({
      faults: [
        { kind: 'latency', ms: 600_000, entity: 'users' },
        { kind: 'latency', ms: 500, entity: 'calls_extensive' },
      ],
    });
    const leaver = new AbortController();
    const ends = Array.from({ length: 40 }, (_, n) =>
      outcome(
        n % 2 === 0
          ? connector.execute(
              users,
              'get',
              { id: userId(n) },
              { ...uncached, signal: leaver.signal },
            )
          : connector.execute(
              callsExtensive,
              'list',
              { filter: { callIds: [callId(n)] } },
              uncached,
            ),
      ),
    );
    await until(() => service.calls().length === 40);
    leaver.abort();
    const results = await Promise.all(ends);
    expect(results.filter(({ error }) => error !== undefined)).toHaveLength(20);
    expect(results.filter(({ value }) => value?.rows.length === 1)).toHaveLength(20);
    // The backend was asked for those who stayed, and for none who left.
    expect(service.backend.operations).toHaveLength(20);
  });
});
