import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type TokenEvent, tokenTopic } from '../../src/upstream/diagnostics-channel.ts';
import { manualClock } from '../support/clock.ts';
import { closing, connected, fleeting, outcome, until } from '../support/connect.ts';
import { older, type Received, type Reply } from '../support/upstream.ts';

type Exchange = (n: number, body: string) => { status?: number; body: string };

/** A token endpoint, and an upstream that accepts what `accepts` says. */
async function guarded(
  exchange: Exchange,
  accepts: (token: string, received: Received) => boolean,
  refusal: Reply = { status: 401, body: { message: 'expired' } },
) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    bodies.push(text);
    const { status = 200, body } = exchange(bodies.length, text);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing({ close: () => new Promise((done) => server.close(() => done())) });
  const clock = manualClock();
  const made = await connected(
    (received) => {
      const token = received.headers.authorization?.replace('Bearer ', '') ?? '';
      return accepts(token, received) ? older({ id: '1' }) : refusal;
    },
    {
      credential: {
        kind: 'client',
        tokenUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/token`),
        clientId: 'the-client',
        clientSecret: 'the-secret',
      },
      runtime: { clock, random: () => 0 },
    },
  );
  let n = 0;
  const ask = () => {
    n += 1;
    return made.connector.execute(fleeting, 'get', { id: String(n) });
  };
  return { ...made, clock, bodies, ask };
}

const issue =
  (seconds: number | null = 900): Exchange =>
  (n) => ({
    body: JSON.stringify({
      access_token: `token-${n}`,
      ...(seconds === null ? {} : { expires_in: seconds }),
    }),
  });

describe('a token', () => {
  it('is exchanged once for all who need it, and used until shortly before its end', async () => {
    const { ask, bodies, clock, upstream } = await guarded(issue(), () => true);
    await Promise.all(Array.from({ length: 100 }, ask));
    await clock.advance(839_000);
    await ask();
    expect(bodies).toHaveLength(1);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      client_id: 'the-client',
      client_secret: 'the-secret',
    });
    await clock.advance(2_000);
    await Promise.all(Array.from({ length: 100 }, ask));
    expect(bodies).toHaveLength(2);
    expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer token-2');
  });

  it('without a stated life is renewed after some minutes', async () => {
    const { ask, bodies, clock } = await guarded(issue(null), () => true);
    await ask();
    await clock.advance(8 * 60_000);
    await ask();
    expect(bodies).toHaveLength(1);
    await clock.advance(2 * 60_000);
    await ask();
    expect(bodies).toHaveLength(2);
  });

  it('that ends under a hundred calls is renewed once, and all of them succeed', async () => {
    let valid = 'token-1';
    const { ask, bodies, clock } = await guarded(issue(), (token) => token === valid);
    await ask();
    await clock.advance(60_000);
    valid = 'token-2';
    const events: TokenEvent[] = [];
    const stop = tokenTopic.subscribe((event) => events.push(event));
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    stop();
    expect(answers).toHaveLength(100);
    expect(bodies).toHaveLength(2);
    expect(events).toEqual([{ tenant: 'default', renewed: true }]);
  });

  it('that dies young is renewed at its first refusal, once for all who meet it', async () => {
    let born = 0;
    let alive = '';
    const made = await guarded(
      (n) => {
        alive = `token-${n}`;
        born = made.clock.monotonic();
        return issue()(n, '');
      },
      (token) => token === alive && made.clock.monotonic() < born + 3_000,
    );
    const { ask, bodies, clock } = made;
    for (let second = 0; second < 30; second += 1) {
      await Promise.all(Array.from({ length: 10 }, ask));
      await clock.advance(1_100);
    }
    // Each lives for three of the rounds.
    expect(bodies).toHaveLength(10);
  });

  it('that is refused although it is new is renewed once, and not over and over', async () => {
    const { ask, bodies, clock, upstream } = await guarded(issue(), () => false);
    for (let n = 0; n < 5; n += 1) {
      expect((await outcome(ask())).error).toMatchObject({ code: 'UPSTREAM_AUTH' });
    }
    expect(bodies).toHaveLength(2);
    await clock.advance(60_000);
    expect((await outcome(ask())).error).toMatchObject({ code: 'UPSTREAM_AUTH' });
    expect(bodies).toHaveLength(3);
    expect(upstream.received).toHaveLength(8);
  });

  it('is not renewed for a missing scope, nor for the session of the instance', async () => {
    for (const body of [
      { requestId: '1', errors: ["You don't have permission to use 'api:calls' in your app."] },
      {
        message: JSON.stringify([{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired' }]),
      },
    ]) {
      const { ask, bodies, clock } = await guarded(issue(), () => false, { status: 401, body });
      await outcome(ask());
      await clock.advance(60_000);
      const { error } = await outcome(ask());
      expect(error).toMatchObject({ code: expect.stringMatching(/UPSTREAM_(FORBIDDEN|AUTH)/) });
      expect(bodies).toHaveLength(1);
    }
  });

  it('that the service refuses to give is UPSTREAM_AUTH, and not asked for again at once', async () => {
    const { ask, bodies, clock, upstream } = await guarded(
      () => ({ status: 401, body: '{"error": "invalid_client the-secret"}' }),
      () => true,
    );
    const ends = await Promise.all([outcome(ask()), outcome(ask())]);
    for (const { error } of ends) expect(error).toMatchObject({ code: 'UPSTREAM_AUTH' });
    expect((await outcome(ask())).error).toMatchObject({ code: 'UPSTREAM_AUTH' });
    expect(bodies).toHaveLength(1);
    expect(JSON.stringify(ends) + String(ends[0]?.error)).not.toContain('the-secret');
    await clock.advance(10_000);
    await outcome(ask());
    expect(bodies).toHaveLength(2);
    expect(upstream.received).toEqual([]);
  });

  it('that cannot be fetched because the token service is down is tried again', async () => {
    const { ask, bodies, clock } = await guarded(
      (n, body) => (n === 1 ? { status: 503, body: '' } : issue()(n, body)),
      () => true,
    );
    const end = ask();
    await until(() => bodies.length === 1);
    let over = false;
    void end.then(() => {
      over = true;
    });
    while (!over) await clock.advance(10);
    expect((await end).rows).toHaveLength(1);
  });

  it('of another form than documented is UPSTREAM_AUTH', async () => {
    for (const body of ['', '<html>', '{"token": "x"}', '{"access_token": 7}']) {
      const { ask } = await guarded(
        () => ({ body }),
        () => true,
      );
      expect((await outcome(ask())).error).toMatchObject({ code: 'UPSTREAM_AUTH' });
    }
  });

  it('is fetched for the others although the one who asked first has left', async () => {
    const { connector, bodies } = await guarded(issue(), () => true);
    const leaver = new AbortController();
    const first = outcome(
      connector.execute(fleeting, 'get', { id: 'a' }, { signal: leaver.signal }),
    );
    const second = connector.execute(fleeting, 'get', { id: 'b' });
    leaver.abort();
    expect((await first).error).toMatchObject({ code: 'CANCELLED' });
    expect((await second).rows).toHaveLength(1);
    expect(bodies).toHaveLength(1);
  });
});
