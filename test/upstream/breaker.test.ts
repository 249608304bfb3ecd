import { describe, expect, it } from 'vitest';
import { type BreakerEvent, breakerTopic } from '../../src/upstream/diagnostics-channel.ts';
import { manualClock } from '../support/clock.ts';
import { connected, fleeting, outcome, until } from '../support/connect.ts';
import { older, type Reply } from '../support/upstream.ts';

const down: Reply = { status: 500, body: '' };
const fine = older({ id: '1' });

async function watched(answer: (index: number) => Reply) {
  const clock = manualClock();
  const made = await connected((_, index) => answer(index), {
    runtime: { clock, random: () => 0 },
    limits: { attempts: 1 },
  });
  let n = 0;
  const ask = () => {
    n += 1;
    return outcome(made.connector.execute(fleeting, 'get', { id: String(n) }));
  };
  const state = () => made.connector.health('call-analytics')?.state;
  return { ...made, clock, ask, state, received: made.upstream.received };
}

describe('the breaker', () => {
  it('opens when half of twenty calls failed, then refuses without a wait', async () => {
    const { ask, state, received, clock } = await watched((index) =>
      index % 2 === 0 ? fine : down,
    );
    for (let n = 0; n < 19; n += 1) await ask();
    expect(state()).toBe('closed');
    await ask();
    expect(state()).toBe('open');
    const asked = clock.monotonic();
    const { error } = await ask();
    expect(clock.monotonic()).toBe(asked);
    expect(error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryAfterMs: 5_000,
      attempts: 0,
    });
    expect(received).toHaveLength(20);
  });

  it('lets one call try after five seconds, and closes when it succeeds', async () => {
    const held: (() => void)[] = [];
    const { ask, state, received, clock } = await watched((index) =>
      index < 20 ? down : (response) => held.push(() => response.end('{"result": {}}')),
    );
    const events: BreakerEvent['state'][] = [];
    const stop = breakerTopic.subscribe((event) => events.push(event.state));
    for (let n = 0; n < 20; n += 1) await ask();
    await clock.advance(4_999);
    expect((await ask()).error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfterMs: 1 });
    await clock.advance(1);
    const probe = ask();
    await until(() => held.length === 1);
    expect((await ask()).error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    held[0]?.();
    expect((await probe).error).toBeUndefined();
    expect(state()).toBe('closed');
    expect(received).toHaveLength(21);
    stop();
    expect(events).toEqual(['open', 'half-open', 'closed']);
  });

  it('opens again when the one call fails', async () => {
    const { ask, state, clock, received } = await watched(() => down);
    for (let n = 0; n < 20; n += 1) await ask();
    await clock.advance(5_000);
    await ask();
    expect(state()).toBe('open');
    await ask();
    expect(received).toHaveLength(21);
  });

  it('never counts refusals, and takes one for a sign of life', async () => {
    const refusals: Reply[] = [
      { status: 400, body: '' },
      { status: 401, body: '' },
      { status: 403, body: '' },
      { status: 404, body: '' },
      { status: 422, body: '' },
    ];
    const { ask, state, clock } = await watched((index) =>
      index >= 40 && index < 60 ? down : (refusals[index % refusals.length] ?? down),
    );
    for (let n = 0; n < 40; n += 1) await ask();
    expect(state()).toBe('closed');
    for (let n = 0; n < 20; n += 1) await ask();
    expect(state()).toBe('open');
    await clock.advance(5_000);
    await ask();
    expect(state()).toBe('closed');
  });

  it('is not opened by callers that leave, and an abandoned try leaves room for the next', async () => {
    const { connector, state, clock, ask, received } = await watched((index) =>
      index < 25 ? () => {} : index < 45 ? down : index === 45 ? () => {} : fine,
    );
    for (let n = 0; n < 25; n += 1) {
      const leaver = new AbortController();
      const end = outcome(
        connector.execute(fleeting, 'get', { id: `l${n}` }, { signal: leaver.signal }),
      );
      await until(() => received.length === n + 1);
      leaver.abort();
      await end;
    }
    expect(state()).toBe('closed');
    for (let n = 0; n < 20; n += 1) await ask();
    await clock.advance(5_000);
    const leaver = new AbortController();
    const probe = outcome(
      connector.execute(fleeting, 'get', { id: 'p' }, { signal: leaver.signal }),
    );
    await until(() => received.length === 46);
    leaver.abort();
    expect((await probe).error).toMatchObject({ code: 'CANCELLED' });
    expect((await ask()).error).toBeUndefined();
    expect(state()).toBe('closed');
  });

  it('is not closed early by a jump of the wall clock', async () => {
    const { ask, clock, received } = await watched(() => down);
    for (let n = 0; n < 20; n += 1) await ask();
    clock.jump(3_600_000);
    await ask();
    expect(received).toHaveLength(20);
  });
});
