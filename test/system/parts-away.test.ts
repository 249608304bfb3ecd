/** A gateway whose index and Redis are away: it starts, it answers, and its probes say so at once. */

import { expect, it, onTestFinished } from 'vitest';
import { isWide } from '../support/cases.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { clientOf, codesOf, startGateway, until } from './gateway.ts';
import { openRemoteService } from './service.ts';

it.skipIf(!hasRedis || !isWide)(
  'starts without its index, and its probes answer while Redis hangs',
  async () => {
    const service = await openRemoteService();
    onTestFinished(() => service.close());
    const redis = await startRedis({ port: true });
    onTestFinished(() => redis.close());
    const gateway = await startGateway(service, {
      INDEX_DATABASE_URL: 'postgres://nobody:canary-secret@127.0.0.1:1/index',
      REDIS_URL: redis.url,
    });
    onTestFinished(async () => void (await gateway.end('SIGKILL')));
    const client = clientOf(gateway.url);
    onTestFinished(() => client.close());
    await until(
      'an index that is down',
      () => gateway.ready(),
      ({ parts }) => parts.index === 'down',
    );
    const question = '{ accounts(first: 1) { nodes { name relatedCalls { totalCount } } } }';
    const answer = await client.ask(question);
    expect(codesOf(answer)).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(answer.data.accounts.nodes[0].name).toEqual(expect.any(String));
    expect(await gateway.metrics()).toMatch(/^switchboard_index_up 0$/m);

    await redis.freeze();
    // While nobody has asked it, nobody knows; the presence of each gateway is told every second.
    const silent = await until(
      'a Redis known to be silent',
      () => gateway.ready(),
      ({ parts }) => parts.redis === 'degraded',
    );
    expect(silent.status).toBe(200);
    expect(await gateway.metrics()).toMatch(/^switchboard_shared_store_ready 0$/m);
    expect(codesOf(await client.ask(question))).toEqual(['UPSTREAM_UNAVAILABLE']);
    redis.thaw();
    await until(
      'a Redis that is back',
      () => gateway.ready(),
      ({ parts }) => parts.redis === 'ok',
    );
    await until('the log', gateway.output, (log) =>
      log.includes('"participant index is not available"'),
    );
    expect(gateway.output()).not.toContain('canary-secret');
  },
);
