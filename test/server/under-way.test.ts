/** A crowd that asks the same is one question; a crowd of different questions hears no at once. */

import { afterEach, describe, expect, it } from 'vitest';
import { openToAll } from '../../src/server/identity/authentication.ts';
import type { ServerLimits } from '../../src/server/server.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

let server: SmallServer;
/** Requests that have said who they are. */
let known = 0;
afterEach(() => server.close());

async function start(limits: Partial<ServerLimits> = {}): Promise<void> {
  known = 0;
  const authenticator = {
    authenticate(authorization: string | undefined) {
      known += 1;
      return openToAll.authenticate(authorization);
    },
  };
  server = await startSmallServer({ limits, authenticator });
}

/** Once so many requests have come, and their bodies with them. */
async function arrived(count: number): Promise<void> {
  await expect.poll(() => known).toBe(count);
  for (let turn = 0; turn < 5; turn += 1) await fetch(new URL('/nowhere', server.url));
}

const crowd = 40;
const statuses = (responses: readonly Response[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const ask = (count: number, query: (at: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, at) => server.post({ query: query(at) })));

describe('requests that ask what is being answered', () => {
  it('hold no turn, and are all answered by one execution', async () => {
    await start({ concurrent: 1, queued: 1 });
    const asked = ask(crowd, () => '{ wait item(id: "7") { name } }');
    await expect.poll(() => server.graph.waiting()).toBe(1);
    await arrived(crowd);
    const before = server.graph.resolved();
    server.graph.release();
    const responses = await asked;
    expect(statuses(responses)).toEqual({ 200: crowd });
    const bodies = await Promise.all(responses.map((response) => response.json()));
    for (const { data } of bodies) expect(data).toEqual({ wait: 'done', item: { name: 'Item 7' } });
    expect(server.graph.resolved()).toBe(before);
    const ids = responses.map((response) => response.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(crowd);
  });

  it('hear no at once where the questions differ and there is no room', async () => {
    await start({ concurrent: 1, queued: 1 });
    const asked = ask(crowd, (at) => `{ wait item(id: "${at}") { name } }`);
    await expect
      .poll(() => server.log.filter(({ status }) => status === 503).length)
      .toBe(crowd - 2);
    server.graph.release();
    await expect.poll(() => server.graph.waiting()).toBe(1);
    server.graph.release();
    expect(statuses(await asked)).toEqual({ 200: 2, 503: crowd - 2 });
  });

  it('ask for themselves where the answer has errors, and outlive the one they joined', async () => {
    await start();
    const failing = await ask(5, () => '{ wait: hello fail(how: "x") }');
    const bodies = await Promise.all(failing.map((response) => response.json()));
    const ids = bodies.map(({ errors }) => errors[0].extensions.requestId);
    expect(new Set(ids).size).toBe(5);

    const leaving = new AbortController();
    const body = JSON.stringify({ query: '{ wait }' });
    const left = fetch(new URL('/graphql', server.url), {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      signal: leaving.signal,
    }).catch(() => null);
    await expect.poll(() => server.graph.waiting()).toBe(1);
    const staying = server.query('{ wait }');
    await arrived(7);
    leaving.abort();
    await left;
    server.graph.release();
    expect(await staying).toMatchObject({ status: 200, data: { wait: 'done' } });
  });
});
