import { describe, expect, it } from 'vitest';
import { callsExtensive } from '../../src/contract/calls/call.ts';
import { users } from '../../src/contract/calls/user.ts';
import { connected } from '../support/connect.ts';
import { older } from '../support/upstream.ts';

describe('a read', () => {
  it('is one POST to the instance with entity, action, params and bearer', async () => {
    const { upstream, connector } = await connected(() => older({ id: '7' }));
    const answer = await connector.execute(users, 'get', { id: '7' });
    expect(answer.rows).toEqual([{ id: '7' }]);
    expect(upstream.received).toMatchObject([
      {
        path: '/api/v1/connectors/instances/calls-1/execute',
        entity: 'users',
        action: 'get',
        params: { id: '7' },
        headers: { authorization: 'Bearer bearer-of-the-test', 'content-type': 'application/json' },
      },
    ]);
  });

  it('leaves params out when there are none', async () => {
    const { upstream, connector } = await connected(() => ({
      body: { result: [], connector_metadata: null },
    }));
    await connector.execute(users, 'list', {});
    expect(Object.keys(upstream.received[0] ?? {})).toContain('params');
    expect(upstream.received[0]?.params).toEqual({});
  });

  it('refuses a mistyped filter before anything is sent', async () => {
    const { upstream, connector } = await connected(() => older([]));
    await expect(
      connector.execute(callsExtensive, 'list', { filter: { callId: ['1'] } }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('callIds'),
    });
    await expect(
      connector.execute(callsExtensive, 'list', { filter: { callIds: [] } }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(upstream.received).toEqual([]);
  });

  it('repeats after a 503 and tells nobody', async () => {
    const { upstream, connector } = await connected((_, index) =>
      index === 0 ? { status: 503, body: '' } : older([{ id: '1' }]),
    );
    expect((await connector.execute(users, 'list', {})).rows).toHaveLength(1);
    expect(upstream.received).toHaveLength(2);
  });

  it('is one upstream call for a thousand identical callers, and a cached answer afterwards', async () => {
    const { upstream, connector } = await connected(() => older([{ id: '1' }]));
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => connector.execute(users, 'list', {})),
    );
    expect(new Set(answers.map((answer) => answer.rows)).size).toBe(1);
    expect((await connector.execute(users, 'list', {})).cached).toMatchObject({ stale: false });
    expect(upstream.received).toHaveLength(1);
  });
});
