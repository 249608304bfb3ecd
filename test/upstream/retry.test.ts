import { describe, expect, it } from 'vitest';
import { attemptEndTopic } from '../../src/upstream/diagnostics-channel.ts';
import { manualClock } from '../support/clock.ts';
import { closing, connected, fleeting, outcome, until } from '../support/connect.ts';
import { older, type Reply } from '../support/upstream.ts';

const get = { id: '1' };
const fine = older({ id: '1' });
const down: Reply = { status: 503, body: '' };

/** A connector on a manual clock whose chance is always a half. */
async function timed(answer: (index: number) => Reply, limits: object = {}) {
  const clock = manualClock();
  const made = await connected((_, index) => answer(index), {
    runtime: { clock, random: () => 0.5 },
    limits,
  });
  const { received } = made.upstream;
  let ends = 0;
  closing({ close: async () => stop() });
  const stop = attemptEndTopic.subscribe(() => {
    ends += 1;
  });
  /** Waits until the nth request has arrived. */
  const arrived = (n: number): Promise<void> => until(() => received.length >= n, `request ${n}`);
  /** Waits until the nth attempt is over, so that only timers are left. */
  const over = (n: number): Promise<void> => until(() => ends >= n, `the end of attempt ${n}`);
  return { ...made, clock, received, arrived, over };
}

describe('a failed attempt', () => {
  it('is made again after a random part of a growing wait, three times in all', async () => {
    const { connector, clock, received, over } = await timed(() => down);
    const end = outcome(connector.execute(fleeting, 'get', get));
    await over(1);
    await clock.advance(49);
    expect(received).toHaveLength(1);
    await clock.advance(1);
    await over(2);
    await clock.advance(99);
    expect(received).toHaveLength(2);
    await clock.advance(1);
    expect((await end).error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      attempts: 3,
      status: 503,
      retryable: true,
    });
    expect(received).toHaveLength(3);
  });

  const waits: readonly (readonly [string, Record<string, string>, number])[] = [
    ['seconds', { 'retry-after': '2' }, 2_000],
    [
      'a date',
      { 'retry-after': 'Thu, 15 Jan 2026 09:00:05 GMT', date: 'Thu, 15 Jan 2026 09:00:00 GMT' },
      5_000,
    ],
  ];
  for (const [title, headers, wait] of waits) {
    it(`is not made again before the time the upstream gave as ${title}`, async () => {
      const { connector, clock, received, over } = await timed((index) =>
        index === 0 ? { status: 429, headers, body: '' } : fine,
      );
      const end = connector.execute(fleeting, 'get', get);
      await over(1);
      await clock.advance(wait - 1);
      expect(received).toHaveLength(1);
      await clock.advance(10);
      expect((await end).rows).toHaveLength(1);
    });
  }

  const empty: readonly (readonly [string, Record<string, string>])[] = [
    ['no Retry-After', {}],
    ['a negative Retry-After', { 'retry-after': '-7' }],
    ['a Retry-After that is no time', { 'retry-after': 'later' }],
  ];
  for (const [title, headers] of empty) {
    it(`is made again after a second or so when a 429 has ${title}`, async () => {
      const { connector, clock, received, over } = await timed((index) =>
        index === 0 ? { status: 429, headers, body: '' } : fine,
      );
      const end = connector.execute(fleeting, 'get', get);
      await over(1);
      await clock.advance(999);
      expect(received).toHaveLength(1);
      await clock.advance(10);
      expect((await end).rows).toHaveLength(1);
    });
  }

  it('fails at once when the wait is longer than the time left', async () => {
    const { connector, received } = await timed(() => ({
      status: 429,
      headers: { 'retry-after': '10800' },
      body: '',
    }));
    await expect(connector.execute(fleeting, 'get', get)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 10_800_000,
      attempts: 1,
    });
    // And nobody asks again before that time.
    await expect(connector.execute(fleeting, 'get', { id: '2' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 10_800_000,
    });
    expect(received).toHaveLength(1);
  });

  for (const [title, reply, code] of [
    [
      'a bad request',
      { status: 400, body: [{ errorCode: 'MALFORMED_QUERY' }] },
      'UPSTREAM_BAD_REQUEST',
    ],
    ['missing rights', { status: 403, body: '' }, 'UPSTREAM_FORBIDDEN'],
    ['a form nobody documented', { body: { data: [] } }, 'UPSTREAM_BAD_RESPONSE'],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
      'UPSTREAM_BAD_RESPONSE',
    ],
    ['a token that is refused', { status: 401, body: '' }, 'UPSTREAM_AUTH'],
    [
      'a missing scope',
      {
        status: 401,
        body: { requestId: '1', errors: ["You don't have permission to use 'api:x'"] },
      },
      'UPSTREAM_FORBIDDEN',
    ],
  ] as const) {
    it(`is final when it is ${title}`, async () => {
      const { connector, received } = await timed(() => reply);
      await expect(connector.execute(fleeting, 'get', get)).rejects.toMatchObject({
        code,
        attempts: 1,
        retryable: code === 'UPSTREAM_BAD_RESPONSE',
      });
      expect(received).toHaveLength(1);
    });
  }

  for (const [title, reply] of [
    ['JSON that ends too early', { body: '{"result": [{"id": "1"' }],
    ['a page for people', { body: '<html>Please wait</html>' }],
    ['an empty body', { body: '' }],
  ] as const) {
    it(`is made again when it gave ${title}`, async () => {
      const { connector, clock, received, over } = await timed((n) => (n === 0 ? reply : fine));
      const end = connector.execute(fleeting, 'get', get);
      await over(1);
      await clock.advance(50);
      expect((await end).rows).toHaveLength(1);
      expect(received).toHaveLength(2);
    });
  }

  it('is made again at most for a fifth of the calls, beyond a small reserve', async () => {
    const { connector, clock, received } = await timed((index) => (index < 40 ? fine : down));
    for (let n = 0; n < 40; n += 1) await connector.execute(fleeting, 'get', { id: `${n}` });
    const failing: Promise<unknown>[] = [];
    // Refused calls keep the breaker closed: bad requests are answers. Here only the allowance counts.
    for (let n = 0; n < 9; n += 1) {
      const end = outcome(connector.execute(fleeting, 'get', { id: `x${n}` }));
      failing.push(end);
      let over = false;
      void end.then(() => {
        over = true;
      });
      while (!over) {
        await clock.advance(500);
        await until(() => over || clock.pending > 0);
      }
    }
    await Promise.all(failing);
    const retries = received.length - 40 - 9;
    expect(retries).toBeLessThanOrEqual(10 + Math.floor(0.2 * 49));
  });
});

describe('a silent upstream', () => {
  it.each([
    ["with the request's time", {}, 30_000],
    ['after 120 s of a longer one', { requestMs: 300_000 }, 120_000],
    ['where the attempt has a time of its own', { attemptMs: 4_000 }, 4_000],
  ])('is asked once, and given up %s', async (_, limits, ms) => {
    const { connector, clock, received, arrived } = await timed(() => () => {}, limits);
    const end = outcome(connector.execute(fleeting, 'get', get));
    await arrived(1);
    await clock.advance(ms - 1);
    expect(await Promise.race([end, 'waiting'])).toBe('waiting');
    await clock.advance(1);
    expect((await end).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', attempts: 1 });
    await clock.advance(300_000);
    expect(received).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it("ends with the caller's deadline", async () => {
    const { connector, clock, arrived, upstream } = await timed(() => () => {});
    const end = outcome(
      connector.execute(fleeting, 'get', get, { deadline: clock.monotonic() + 700 }),
    );
    await arrived(1);
    await clock.advance(700);
    expect((await end).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await until(() => upstream.aborted.length === 1);
  });

  it('is not asked at all once the time is over', async () => {
    const { connector, clock, received } = await timed(() => fine);
    await expect(
      connector.execute(fleeting, 'get', get, { deadline: clock.monotonic() }),
    ).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(received).toEqual([]);
  });

  it('is not hurried by a jump of the wall clock', async () => {
    let answer = (): void => {};
    const { connector, clock, received, arrived } = await timed(() => (response) => {
      answer = () => response.end('{"result": {"id": "1"}}');
    });
    const end = connector.execute(fleeting, 'get', get);
    clock.jump(3_600_000);
    await arrived(1);
    clock.jump(-7_200_000);
    await clock.advance(0);
    answer();
    expect((await end).rows).toHaveLength(1);
    expect(received).toHaveLength(1);
  });
});

describe('a slow upstream', () => {
  it.each([
    ['11 s', {}, 11_000],
    ['119 s, where the request has the time', { requestMs: 150_000 }, 119_000],
  ])('answers a statement after %s, and is asked once', async (_, limits, ms) => {
    let answer = (): void => {};
    const { connector, clock, received, arrived } = await timed(
      () => (response) => {
        answer = () => response.end('{"result": {"id": "1"}}');
      },
      limits,
    );
    const end = connector.execute(fleeting, 'get', get);
    await arrived(1);
    await clock.advance(ms);
    answer();
    expect((await end).rows).toHaveLength(1);
    expect(received).toHaveLength(1);
  });

  const cut: Reply = (response) => response.socket?.resetAndDestroy();
  const answered = (status: number): Reply => ({ status, body: '' });
  const ended: Reply = { status: 400, body: [{ errorCode: 'QUERY_TIMEOUT', message: '' }] };
  /** Failures, and after which seconds the read is sent again: after a 504 of a proxy the statement runs on. */
  const kinds: readonly (readonly [string, Reply, boolean, boolean])[] = [
    ['a connection that breaks', cut, true, false],
    ['502 of a proxy', answered(502), true, false],
    ['503', answered(503), true, true],
    ['500', answered(500), true, true],
    ['408', answered(408), true, true],
    ['429', answered(429), true, true],
    ['504 of a proxy', answered(504), false, false],
    ["the CRM's own limit of a query", ended, false, false],
  ];
  const cells = kinds.flatMap(([name, reply, soon, late]) => [
    { name, seconds: 1, reply, again: soon },
    { name, seconds: 11, reply, again: late },
  ]);
  it.each(cells)('that fails with $name after $seconds s is asked again: $again', async (cell) => {
    let fail = (): void => {};
    const { connector, clock, received, arrived } = await timed((index) => {
      if (index > 0) return fine;
      return (response, request) => {
        fail = () => {
          if (typeof cell.reply === 'function') return cell.reply(response, request);
          response.writeHead(cell.reply.status ?? 200).end(JSON.stringify(cell.reply.body));
        };
      };
    });
    const end = outcome(connector.execute(fleeting, 'get', get));
    await arrived(1);
    await clock.advance(cell.seconds * 1_000);
    fail();
    if (cell.again) {
      await until(() => clock.pending === 2, 'the wait before the next attempt');
      await clock.advance(1_000);
    }
    expect((await end).error === undefined).toBe(cell.again);
    expect(received).toHaveLength(cell.again ? 2 : 1);
  });
});

describe('the action of a search', () => {
  const refusal: Reply = {
    status: 422,
    body: {
      message: 'Unknown action "search". Available actions: list, get, api_search',
      errors: [],
    },
  };

  it('is learned once, where the service goes by the newer name', async () => {
    const { upstream, connector } = await connected(({ action }) =>
      action === 'search' ? refusal : older([]),
    );
    await connector.execute(fleeting, 'search', { q: 'FIND {a}' });
    await connector.execute(fleeting, 'search', { q: 'FIND {b}' });
    expect(upstream.received.map(({ action }) => action)).toEqual([
      'search',
      'api_search',
      'api_search',
    ]);
  });
});
