import { describe, expect, it } from 'vitest';
import { type CallEvent, callTopic } from '../../src/upstream/diagnostics-channel.ts';
import { AllowanceSpentError, RequestAllowance } from '../../src/upstream/request-allowance.ts';
import { connected, fleeting, outcome, thing, unlimited } from '../support/connect.ts';
import { older } from '../support/upstream.ts';

const granted = (reckoned: number, reserve: number): RequestAllowance => {
  const allowance = new RequestAllowance();
  allowance.grant(reckoned, reserve);
  return allowance;
};

const spent = { error: expect.any(AllowanceSpentError) };
const site = { service: 'crm', entity: 'accounts', action: 'list' } as const;

describe('an allowance', () => {
  it('limits nothing until calls are granted', () => {
    const allowance = new RequestAllowance();
    for (let n = 0; n < 1_000; n += 1) allowance.take(site, n % 2 === 0);
  });

  it('pays what was reckoned first from what was reckoned, what was not from the reserve alone', () => {
    const allowance = granted(1, 2);
    allowance.take(site, true);
    allowance.take(site, false);
    allowance.take(site, false);
    expect(() => allowance.take(site, true)).toThrow(AllowanceSpentError);
    expect(() => allowance.take(site, false)).toThrow(AllowanceSpentError);
    const other = granted(5, 0);
    expect(() => other.take(site, true)).toThrow(AllowanceSpentError);
    other.take(site, false);
  });
});

describe('a read with an allowance', () => {
  it('is refused before it is sent, says so in a coded error, and is told of as withheld', async () => {
    const events: CallEvent[] = [];
    const stop = callTopic.subscribe((event) => events.push(event));
    const { connector, upstream } = await connected(() => older([{ id: '1' }]));
    const allowance = granted(1, 0);
    await connector.execute(fleeting, 'list', { q: 'a' }, { allowance });
    const { error } = await outcome(connector.execute(fleeting, 'list', { q: 'b' }, { allowance }));
    stop();
    expect(error).toBeInstanceOf(AllowanceSpentError);
    expect(error).toMatchObject({ code: 'SCAN_LIMIT', retryable: false });
    expect(upstream.received).toHaveLength(1);
    expect(events).toMatchObject([
      { attempts: 1, withheld: false },
      { attempts: 0, withheld: true, error: 'SCAN_LIMIT' },
    ]);
  });

  it('takes nothing when the answer is kept, or another caller has asked for it', async () => {
    const { connector, upstream } = await connected(() => older([{ id: '1' }]));
    const allowance = granted(1, 0);
    const ask = () => connector.execute(thing, 'list', { q: 'a' }, { allowance });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(upstream.received).toHaveLength(1);
    expect(await outcome(connector.execute(thing, 'list', { q: 'b' }, { allowance }))).toEqual(
      spent,
    );
  });

  it('may join the flight of another caller when its own allowance is spent', async () => {
    const { connector, upstream } = await connected(() => older([{ id: '1' }]));
    const params = { q: 'a' };
    const rich = connector.execute(fleeting, 'list', params, { allowance: granted(1, 0) });
    const poor = connector.execute(fleeting, 'list', params, { allowance: granted(0, 0) });
    expect((await poor).rows).toEqual((await rich).rows);
    expect(upstream.received).toHaveLength(1);
  });

  it('that was never sent takes nothing', async () => {
    const { connector } = await connected(() => older([{ id: '1' }]), {
      instances: {
        'call-analytics': { id: 'calls-1', budget: { ...unlimited, perDay: 1 } },
        crm: { id: 'crm-1', budget: unlimited },
      },
    });
    await connector.execute(fleeting, 'list', { q: 'a' });
    const allowance = granted(1, 0);
    const ask = () => outcome(connector.execute(fleeting, 'list', { q: 'b' }, { allowance }));
    expect(await ask()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(await ask()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it('is paid once, however often it is sent', async () => {
    const { connector, upstream } = await connected((_, index) =>
      index === 0 ? { status: 503, body: '' } : older([{ id: '1' }]),
    );
    const allowance = granted(1, 0);
    await connector.execute(fleeting, 'list', { q: 'a' }, { allowance });
    expect(upstream.received).toHaveLength(2);
  });
});

it('whoever joined a flight that fails has sent nothing', async () => {
  const events: CallEvent[] = [];
  const stop = callTopic.subscribe((event) => events.push(event));
  const { connector } = await connected(() => ({ status: 400, body: { message: 'no' } }));
  await Promise.all([1, 2, 3].map(() => outcome(connector.execute(fleeting, 'list', { q: 'a' }))));
  stop();
  expect(events.map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
});
