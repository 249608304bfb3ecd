import { describe, expect, it } from 'vitest';
import {
  type AttemptEnd,
  type AttemptStart,
  attemptEndTopic,
  attemptStartTopic,
} from '../../src/upstream/diagnostics-channel.ts';
import { connected, fleeting } from '../support/connect.ts';
import { older } from '../support/upstream.ts';

describe('the channels', () => {
  it('build nothing while nobody listens', () => {
    let built = 0;
    // Servers of the same worker unsubscribe from it when they close.
    const tell = (): void =>
      attemptEndTopic.publish(() => {
        built += 1;
        throw new Error('Nobody asked');
      });
    tell();
    expect(built).toBe(0);
  });

  it('tell each attempt from its start to its end', async () => {
    const starts: AttemptStart[] = [];
    const ends: AttemptEnd[] = [];
    const stops = [
      attemptStartTopic.subscribe((event) => starts.push(event)),
      attemptEndTopic.subscribe((event) => ends.push(event)),
    ];
    const { connector } = await connected((_, index) =>
      index === 0 ? { status: 503, body: '' } : older({ id: '1' }),
    );
    await connector.execute(fleeting, 'get', { id: '1' });
    for (const stop of stops) stop();
    expect(starts).toMatchObject([{ number: 1, entity: 'things', action: 'get' }, { number: 2 }]);
    expect(ends).toMatchObject([
      { number: 1, status: 503, error: 'UPSTREAM_UNAVAILABLE' },
      { number: 2, status: 200, error: null, bytes: expect.any(Number) },
    ]);
    expect(starts.map(({ attempt }) => attempt)).toEqual(ends.map(({ attempt }) => attempt));
    expect(ends[0]?.attempt).not.toBe(ends[1]?.attempt);
  });

  it('let a tracer add its header to the request, and nothing else', async () => {
    const { connector, upstream } = await connected(() => older({ id: '1' }));
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const stop = attemptStartTopic.subscribe(({ setHeader }) => {
      setHeader('traceparent', parent);
      setHeader('tracestate', 'a=b\r\nx-evil: 1');
      // As a subscriber in plain JavaScript may try.
      (setHeader as (name: string, value: string) => void)('authorization', 'Bearer another');
    });
    await connector.execute(fleeting, 'get', { id: '1' });
    stop();
    expect(upstream.received[0]?.headers).toMatchObject({
      traceparent: parent,
      authorization: 'Bearer bearer-of-the-test',
    });
    expect(upstream.received[0]?.headers).not.toHaveProperty('tracestate');
  });
});
