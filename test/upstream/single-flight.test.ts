import { describe, expect, it } from 'vitest';
import { createConnector } from '../../src/upstream/connector.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import { manualClock } from '../support/clock.ts';
import {
  closing,
  connected,
  fleeting,
  outcome,
  thing,
  unlimited,
  until,
} from '../support/connect.ts';
import { older, startUpstream } from '../support/upstream.ts';

/** An upstream that answers when told. */
async function held(options: Parameters<typeof connected>[1] = {}) {
  const answers: (() => void)[] = [];
  const made = await connected(
    () => (response) => answers.push(() => response.end('{"result": [{"id": "1"}]}')),
    options,
  );
  return { ...made, answers, received: made.upstream.received };
}

describe('identical reads under way', () => {
  it('are one call, and all get its rows', async () => {
    const { connector, received, answers } = await held();
    const all = Array.from({ length: 50 }, () => connector.execute(fleeting, 'list', { q: 'x' }));
    await until(() => answers.length === 1);
    answers[0]?.();
    const rows = (await Promise.all(all)).map((answer) => answer.rows);
    expect(new Set(rows).size).toBe(1);
    expect(received).toHaveLength(1);
  });

  it('are identical whatever the order of their params, and no other', async () => {
    const { connector, received, answers } = await held();
    const all = [
      connector.execute(fleeting, 'list', { q: 'x', cursor: 'c' }),
      connector.execute(fleeting, 'list', { cursor: 'c', q: 'x' }),
      connector.execute(fleeting, 'list', { q: 'x', cursor: 'c', ids: undefined }),
      connector.execute(fleeting, 'list', { q: 'x' }),
      connector.execute(fleeting, 'list', { q: 'x', ids: ['1', '2'] }),
      connector.execute(fleeting, 'list', { q: 'x', ids: ['12'] }),
    ];
    await until(() => answers.length === 4);
    for (const answer of answers) answer();
    await Promise.all(all);
    expect(received).toHaveLength(4);
  });

  it('go on when one caller leaves, and end at once when the last does', async () => {
    const clock = manualClock();
    const { connector, upstream, answers } = await held({
      runtime: { clock, random: () => 0 },
    });
    const [a, b] = [new AbortController(), new AbortController()];
    const first = outcome(connector.execute(fleeting, 'list', {}, { signal: a.signal }));
    const second = outcome(connector.execute(fleeting, 'list', {}, { signal: b.signal }));
    await until(() => answers.length === 1);
    a.abort();
    expect((await first).error).toMatchObject({ code: 'CANCELLED' });
    expect(upstream.aborted).toEqual([]);
    b.abort();
    expect((await second).error).toMatchObject({ code: 'CANCELLED' });
    // Nothing waits for a timer: the clock stands still.
    await until(() => upstream.aborted.length === 1, 'the end of the upstream call');
    expect(clock.pending).toBe(0);
  });

  it('are begun anew by whoever asks after the last has left', async () => {
    const { connector, answers, received } = await held();
    const leaver = new AbortController();
    const first = outcome(connector.execute(fleeting, 'list', {}, { signal: leaver.signal }));
    await until(() => answers.length === 1);
    leaver.abort();
    const second = connector.execute(fleeting, 'list', {});
    await until(() => answers.length === 2);
    answers[1]?.();
    expect((await second).rows).toHaveLength(1);
    expect((await first).error).toMatchObject({ code: 'CANCELLED' });
    expect(received).toHaveLength(2);
  });

  it('send nothing for a caller that has already left', async () => {
    const { connector, received } = await held();
    await expect(
      connector.execute(fleeting, 'list', {}, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(received).toEqual([]);
  });

  it('fail together, once', async () => {
    const { connector, upstream } = await connected(() => ({ status: 400, body: '' }));
    const ends = await Promise.all(
      [1, 2, 3].map(() => outcome(connector.execute(fleeting, 'list', {}))),
    );
    expect(ends.map(({ error }) => error)).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ code: 'UPSTREAM_BAD_REQUEST' })),
    );
    expect(upstream.received).toHaveLength(1);
  });

  it('wait as long as the most patient, each no longer than its own deadline', async () => {
    const clock = manualClock();
    const answers: (() => void)[] = [];
    const { connector } = await connected(
      () => (response) => answers.push(() => response.end('{"result": []}')),
      { runtime: { clock, random: () => 0 } },
    );
    const at = (ms: number) => ({ deadline: clock.monotonic() + ms });
    const hurried = outcome(connector.execute(fleeting, 'list', {}, at(500)));
    const patient = connector.execute(fleeting, 'list', {}, at(8_000));
    await until(() => answers.length === 1);
    await clock.advance(510);
    expect((await hurried).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await clock.advance(5_000);
    answers[0]?.();
    expect((await patient).rows).toEqual([]);
    expect(answers).toHaveLength(1);
  });
});

describe('tenants', () => {
  it('share neither answers nor flights, even with one instance and one memory', async () => {
    const upstream = closing(await startUpstream((_, index) => older([{ id: String(index) }])));
    const resources = createResources();
    const [a, b] = ['a', 'b'].map((tenant) =>
      closing(
        createConnector({
          baseUrl: upstream.baseUrl,
          credential: { kind: 'token', token: 't' },
          instances: { 'call-analytics': { id: 'one', budget: unlimited } },
          tenant,
          resources,
        }),
      ),
    );
    const [fromA, fromB] = await Promise.all([
      a!.execute(thing, 'list', {}),
      b!.execute(thing, 'list', {}),
    ]);
    expect(fromA.rows).not.toEqual(fromB.rows);
    expect((await a!.execute(thing, 'list', {})).rows).toBe(fromA.rows);
    expect((await b!.execute(thing, 'list', {})).rows).toBe(fromB.rows);
    expect(upstream.received).toHaveLength(2);
    await resources.close();
  });

  it('share the budget of an instance they have in common', async () => {
    const upstream = closing(await startUpstream(() => older([])));
    const resources = createResources();
    const [a, b] = ['a', 'b'].map((tenant) =>
      closing(
        createConnector({
          baseUrl: upstream.baseUrl,
          credential: { kind: 'token', token: 't' },
          instances: { 'call-analytics': { id: 'one', budget: { perSecond: null, perDay: 1 } } },
          tenant,
          resources,
        }),
      ),
    );
    await a!.execute(thing, 'list', {});
    await expect(b!.execute(thing, 'list', {})).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await resources.close();
  });

  it('see nothing of what a former credential saw', async () => {
    const upstream = closing(await startUpstream((_, index) => older([{ id: String(index) }])));
    const resources = createResources();
    const rows = [];
    for (const token of ['before', 'after', 'before']) {
      const connector = createConnector({
        baseUrl: upstream.baseUrl,
        credential: { kind: 'token', token },
        instances: { 'call-analytics': { id: 'one', budget: unlimited } },
        resources,
      });
      rows.push((await connector.execute(thing, 'list', {})).rows[0]?.id);
      await connector.close();
    }
    expect(rows).toEqual(['0', '1', '0']);
    await resources.close();
  });
});
