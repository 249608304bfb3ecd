import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../src/connector-service/service-option.ts';
import { callsExtensive } from '../../src/contract/calls/call.ts';
import { users } from '../../src/contract/calls/user.ts';
import { findEntity } from '../../src/contract/entity-catalogue.ts';
import type { UpstreamError } from '../../src/errors.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import type { ConnectorOptions } from '../../src/upstream/connector-instance.ts';
import { attemptEndTopic, attemptStartTopic } from '../../src/upstream/diagnostics-channel.ts';
import type { BudgetLimits } from '../../src/upstream/ledger.ts';
import { callId, userId } from '../support/backend.ts';
import { manualClock } from '../support/clock.ts';
import { closing, outcome, unhurried, unlimited, until } from '../support/connect.ts';
import { openService, type TestService } from '../support/service.ts';
import { startUpstream } from '../support/upstream.ts';

const accounts = findEntity('crm', 'accounts')!;
const attachments = findEntity('crm', 'attachments')!;
const uncached = { cache: 'off' } as const;
const q = 'SELECT Id, Name FROM Account LIMIT 5';

/** The embedded service with faults on demand, and a connector to it. */
async function faulty(
  options: Parameters<typeof openService>[0] = {},
  own: Partial<ConnectorOptions> & { readonly budget?: Partial<BudgetLimits> } = {},
): Promise<{ service: TestService; connector: UpstreamConnector }> {
  const service = closing(await openService(options as Partial<ServiceOptions>));
  const { budget = unlimited, ...rest } = own;
  const connector = closing(
    createConnector({
      baseUrl: service.url,
      credential: { kind: 'static', token: service.token },
      instances: {
        'call-analytics': { id: service.instances.callAnalytics, budget },
        crm: { id: service.instances.crm, budget },
      },
      ...(rest.runtime === undefined && { limits: unhurried }),
      ...rest,
    }),
  );
  return { service, connector };
}

/** Waits until no attempt is on a socket, so that whatever goes on waits for the clock. */
function attemptWatch() {
  let under = 0;
  const stops = [
    attemptStartTopic.subscribe(() => {
      under += 1;
    }),
    attemptEndTopic.subscribe(() => {
      under -= 1;
    }),
  ];
  closing({
    close: async () => {
      for (const stop of stops) stop();
    },
  });
  return () => until(() => under === 0, 'the attempts to end');
}

const getUser = (connector: UpstreamConnector, n: number) =>
  connector.execute(users, 'get', { id: userId(n) }, uncached);

describe('a system that is down', () => {
  it('fails by itself: the other goes on', async () => {
    const { service } = await faulty();
    const refused = await startUpstream(() => ({ body: {} }));
    await refused.close();
    const connectors = [service.url, refused.baseUrl].map((baseUrl) =>
      closing(
        createConnector({
          baseUrl,
          credential: { kind: 'static', token: service.token },
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
    const total = 1_000;
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
    expect(succeeded / total).toBeGreaterThanOrEqual(0.995);
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
    expect(service.admin.counts(service.instances.callAnalytics)).toMatchObject({
      violations: 0,
      peakPerSecond: 3,
      calls: 10,
    });
    expect(clock.monotonic() - started).toBeLessThan(3_200);
  });
});

describe('credentials', () => {
  const exchange = (service: TestService): ConnectorOptions['credential'] => ({
    kind: 'exchange',
    url: `${service.url}/api/v1/token`,
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
    service.admin.revokeTokens();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => getUser(connector, n)));
    expect(answers.every(({ rows }) => rows.length === 1)).toBe(true);
    expect(service.admin.tokensIssued()).toBe(2);
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
      expect(service.admin.tokensIssued()).toBe(1 + renewals);
      expect(service.calls()).toHaveLength(3 + renewals);
    });
  }
});

describe('answers that attack', () => {
  it('without an end are cut at the cap', async () => {
    const { service, connector } = await faulty(
      { faults: [{ kind: 'endless' }] },
      { limits: { ...unhurried, answerBytes: 2_000_000 } },
    );
    const { error } = await outcome(getUser(connector, 1));
    expect(error).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
      message: expect.stringContaining('larger'),
    });
    expect(service.calls()).toHaveLength(1);
  });

  it('that redirect are not followed, and the token goes nowhere', async () => {
    const trap = closing(await startUpstream(() => ({ body: { result: [] } })));
    const { connector } = await faulty({
      faults: [{ kind: 'redirect', location: `${trap.baseUrl}/api` }],
    });
    expect((await outcome(getUser(connector, 1))).error).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
      status: 307,
    });
    expect((await outcome(connector.download(attachments, { id: '00P' }))).error).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
    });
    expect(trap.received).toEqual([]);
  });

  it('name a foreign next page in vain', async () => {
    const { connector } = await faulty({
      faults: [{ kind: 'cursor', change: 'foreign', value: 'http://127.0.0.1:1/services/data' }],
    });
    const answer = await connector.execute(accounts, 'list', { q: 'SELECT Id FROM Account' });
    expect(answer.page).toMatchObject({ done: false, nextRecordsUrl: null });
  });

  it('give a file a type that would run, or a name that leads elsewhere', async () => {
    const { connector } = await faulty({
      faults: [{ kind: 'file-headers', contentType: 'text/html', fileName: '../../x"\\.html' }],
    });
    const file = await connector.download(attachments, { id: '00P' });
    expect(file.contentType).toBe('application/octet-stream');
    expect(file.fileName).not.toMatch(/[/\\"]/);
    file.body.destroy();
  });
});

describe('pages and streams', () => {
  it('a cursor that died is CURSOR_EXPIRED, not a bad request', async () => {
    const { connector } = await faulty({
      faults: [{ kind: 'cursor', change: 'expired', after: 1 }],
    });
    const { page } = await connector.execute(users, 'list', {});
    expect(
      (await outcome(connector.execute(users, 'list', { cursor: page.cursor }))).error,
    ).toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  it('a page path is taken back where the service takes it, and refused where it does not', async () => {
    const { service, connector } = await faulty({ crm: { locatorParam: 'nextRecordsUrl' } });
    const all = { q: 'SELECT Id FROM Account' };
    const first = await connector.execute(accounts, 'list', all);
    const locator = first.page.nextRecordsUrl ?? '';
    await expect(connector.execute(accounts, 'list', all, { locator })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    const taking = closing(
      createConnector({
        baseUrl: service.url,
        credential: { kind: 'static', token: service.token },
        instances: { crm: { id: service.instances.crm, locatorParam: 'nextRecordsUrl' } },
      }),
    );
    expect(taking.takesLocators('crm')).toBe(true);
    const second = await taking.execute(accounts, 'list', all, { locator });
    expect(second.rows).toHaveLength(200);
    expect(second.rows[0]).not.toEqual(first.rows[0]);
    await expect(
      taking.execute(accounts, 'list', all, { locator: 'https://elsewhere.example/x' }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('a stream that is cut half way is an error with the bytes it had', async () => {
    const { connector } = await faulty({
      memory: { fileSize: 1_000_000 },
      faults: [{ kind: 'cut-stream', at: 0.5 }],
    });
    const { body, contentLength } = await connector.download(attachments, { id: '00P' });
    let bytes = 0;
    const end = await outcome(
      (async () => {
        for await (const chunk of body) bytes += (chunk as Buffer).length;
      })(),
    );
    expect(end.error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(contentLength ?? 0);
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
