import { describe, expect, it } from 'vitest';
import type { UpstreamConnector } from '../../src/upstream/connector.ts';
import { type CallEvent, callTopic } from '../../src/upstream/diagnostics-channel.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import type { ExecuteOptions } from '../../src/upstream/upstream-request.ts';
import { manualClock } from '../support/clock.ts';
import { closing, connected, fleeting, outcome, thing, until } from '../support/connect.ts';
import { older, type Reply } from '../support/upstream.ts';

/** `thing` is fresh for a second and stale for two more. */
async function clocked(answer: (index: number) => Reply = (n) => older([{ id: String(n) }])) {
  const clock = manualClock();
  const made = await connected((_, index) => answer(index), {
    runtime: { clock, random: () => 0 },
  });
  const events: CallEvent[] = [];
  const stop = callTopic.subscribe((event) => events.push(event));
  closing({ close: async () => stop() });
  const list = async (options?: ExecuteOptions) => {
    const { rows, cached } = await made.connector.execute(thing, 'list', {}, options);
    return { id: rows[0]?.id, cached };
  };
  return { ...made, clock, list, events, received: made.upstream.received };
}

describe('an answer', () => {
  it('is served again while it is fresh, and says how old it is', async () => {
    const { list, clock, received, events } = await clocked();
    expect(await list()).toEqual({ id: '0', cached: undefined });
    await clock.advance(400);
    expect(await list()).toEqual({ id: '0', cached: { ageMs: 400, stale: false } });
    expect(received).toHaveLength(1);
    expect(events).toMatchObject([
      { cache: 'miss', attempts: 1, rows: 1 },
      { cache: 'hit', attempts: 0, rows: 1 },
    ]);
  });

  it('is served late, and marked, while one new one is fetched in the background', async () => {
    const { list, clock, received, events } = await clocked();
    await list();
    await clock.advance(1_500);
    const late = await Promise.all([list(), list(), list()]);
    expect(late).toEqual([1, 2, 3].map(() => ({ id: '0', cached: { ageMs: 1_500, stale: true } })));
    await until(() => received.length === 2);
    let now = await list();
    await until(() => {
      void list().then((next) => {
        now = next;
      });
      return now.id === '1';
    });
    expect(now.cached?.stale).toBe(false);
    expect(received).toHaveLength(2);
    expect(events.slice(1, 4).map(({ cache }) => cache)).toEqual(['stale', 'stale', 'stale']);
  });

  it('is fetched anew when it is older than that', async () => {
    const { list, clock, received } = await clocked();
    await list();
    await clock.advance(3_000);
    expect(await list()).toEqual({ id: '1', cached: undefined });
    expect(received).toHaveLength(2);
  });

  it('stands in for a failing upstream for five minutes beyond its time, marked', async () => {
    const { list, clock, events } = await clocked((index) =>
      index === 0 ? older([{ id: '0' }]) : { status: 400 + 103, body: '' },
    );
    await list();
    await clock.advance(3_000);
    const later = async () => {
      const end = outcome(list());
      let over = false;
      void end.then(() => {
        over = true;
      });
      while (!over) await clock.advance(10);
      return end;
    };
    expect((await later()).value).toMatchObject({ id: '0', cached: { stale: true } });
    expect(events.at(-1)).toMatchObject({ cache: 'stale-on-error', attempts: 3, error: null });
    await clock.advance(5 * 60_000 - 3_500);
    expect((await later()).value).toMatchObject({ id: '0' });
    await clock.advance(2_500);
    expect((await later()).error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });

  for (const [title, status, code] of [
    ['a rejected credential', 401, 'UPSTREAM_AUTH'],
    ['missing rights', 403, 'UPSTREAM_FORBIDDEN'],
    ['a bad request', 400, 'UPSTREAM_BAD_REQUEST'],
  ] as const) {
    it(`never stands in for ${title}`, async () => {
      const { list, clock } = await clocked((index) =>
        index === 0 ? older([{ id: '0' }]) : { status, body: '' },
      );
      await list();
      await clock.advance(3_000);
      expect((await outcome(list())).error).toMatchObject({ code });
    });
  }

  it('is read past by a reload, which refreshes it, and left alone by off', async () => {
    const { list, received, events } = await clocked();
    await list();
    expect((await list({ cache: 'reload' })).id).toBe('1');
    expect((await list()).id).toBe('1');
    expect((await list({ cache: 'off' })).id).toBe('2');
    expect((await list()).id).toBe('1');
    expect(received).toHaveLength(3);
    expect(events.map(({ cache }) => cache)).toEqual(['miss', 'miss', 'hit', 'off', 'hit']);
  });

  it('of a reload is never one that was asked for before', async () => {
    const answers: (() => void)[] = [];
    const { connector } = await connected(
      (_, index) => (response) =>
        answers.push(() => response.end(`{"result": [{"id": "${index}"}]}`)),
    );
    const before = connector.execute(thing, 'list', {});
    await until(() => answers.length === 1);
    const reload = connector.execute(thing, 'list', {}, { cache: 'reload' });
    await until(() => answers.length === 2);
    for (const answer of answers) answer();
    expect((await before).rows).toEqual([{ id: '0' }]);
    expect((await reload).rows).toEqual([{ id: '1' }]);
  });

  it('that holds a row which has changed is forgotten, and no other', async () => {
    const { upstream, connector } = await connected(({ params }) =>
      older([{ id: String(params.q) }, { id: 'both' }]),
    );
    const read = (q: string) => connector.execute(thing, 'list', { q });
    const ask = async (): Promise<number> => {
      const before = upstream.received.length;
      await Promise.all([read('a'), read('b')]);
      return upstream.received.length - before;
    };
    expect([await ask(), await ask()]).toEqual([2, 0]);
    connector.entities.put(thing, [{ id: 'a' }, { id: 'b' }], new Set(['id']));
    await connector.forget(thing, ['a', 'of no row']);
    expect(connector.entities.peek(thing, 'a', new Set(['id']))).toBeUndefined();
    expect(connector.entities.peek(thing, 'b', new Set(['id']))).toBeDefined();
    expect([await ask(), await ask()]).toEqual([1, 0]);
    await connector.forget(thing, ['both']);
    expect(await ask()).toBe(2);
  });

  it('is of the scope that it was read under, and forgotten in all of them', async () => {
    const { upstream, connector } = await connected((_, index) => older([{ id: 'a', index }]));
    const [ada, ben] = ['ada', 'ben'].map((name) =>
      connector.as(RowScope.ofViewer('default', name)),
    ) as [UpstreamConnector, UpstreamConnector];
    const all = [connector, ada, ben, connector.as(RowScope.ofViewer('default', 'ada'))];
    const fields = new Set(['index']);
    const indexes = async (): Promise<unknown[]> => {
      const answers = await Promise.all(all.map((one) => one.execute(thing, 'list', {})));
      for (const [at, { rows }] of answers.entries()) all[at]!.entities.put(thing, rows, fields);
      const peeked = all.map(({ entities }) => entities.peek(thing, 'a', fields)?.row?.index);
      expect(peeked).toEqual(answers.map(({ rows }) => rows[0]!.index));
      return peeked;
    };
    const [ofTenant, ofAda, ofBen, ofEqual] = await indexes();
    expect(new Set([ofTenant, ofAda, ofBen]).size).toBe(3);
    expect(ofEqual).toBe(ofAda);
    expect(await indexes()).toEqual([ofTenant, ofAda, ofBen, ofEqual]);
    expect(upstream.received).toHaveLength(3);
    await ada.forget(thing, ['a']);
    for (const { entities } of all) expect(entities.peek(thing, 'a', fields)).toBeUndefined();
    await indexes();
    expect(upstream.received).toHaveLength(6);
    expect(() => connector.as(RowScope.ofConnectedUser('another'))).toThrow(/of tenant "default"/);
  });

  it('that is on its way while a row changes is joined by nobody, and kept nowhere', async () => {
    const gates = [0, 1].map(() => Promise.withResolvers<void>());
    const { upstream, connector } = await connected(async (_, index) => {
      await gates[index]?.promise;
      return older([{ id: String(index) }]);
    });
    const read = () => connector.execute(thing, 'list', {});
    const early = read();
    await until(() => upstream.received.length === 1);
    await connector.forget(thing, ['0']);
    const late = read();
    await until(() => upstream.received.length === 2);
    for (const gate of [...gates].reverse()) gate.resolve();
    expect((await late).rows).toEqual([{ id: '1' }]);
    const old = await early;
    expect(old.rows).toEqual([{ id: '0' }]);
    // Callers who cache its rows, or what they made of them, find them at the end of their time.
    expect(old.cached?.ageMs).toBe(thing.freshness.freshMs);
    expect(await read()).toMatchObject({ rows: [{ id: '1' }], cached: { stale: false } });
    expect(upstream.received).toHaveLength(2);
  });

  it('of a free query is never kept', async () => {
    const { connector, upstream } = await connected(() => older([]));
    await connector.execute(fleeting, 'list', { q: 'SELECT Id FROM Account' });
    await connector.execute(fleeting, 'list', { q: 'SELECT Id FROM Account' });
    expect(upstream.received).toHaveLength(2);
  });

  it('does not age by a jump of the wall clock', async () => {
    const { list, clock, received } = await clocked();
    await list();
    clock.jump(3_600_000);
    expect((await list()).cached).toEqual({ ageMs: 0, stale: false });
    expect(received).toHaveLength(1);
  });

  it('leaves the memory when others need the room', async () => {
    const clock = manualClock();
    const text = 'x'.repeat(10_000);
    const resources = createResources({
      cacheBytes: 400_000,
      runtime: { clock, random: () => 0 },
    });
    const { connector, upstream } = await connected(() => older([{ id: '1', text }]), {
      resources,
    });
    for (let n = 0; n < 30; n += 1) await connector.execute(thing, 'list', { q: String(n) });
    expect(resources.memory.calculatedSize).toBeLessThanOrEqual(400_000);
    await connector.execute(thing, 'list', { q: '29' });
    expect(upstream.received).toHaveLength(30);
    await connector.execute(thing, 'list', { q: '0' });
    expect(upstream.received).toHaveLength(31);
    await resources.close();
  });
});

describe('an event of a call', () => {
  it('says what was asked, in what form, and how it ended, without a value of the request', async () => {
    const { connector, events } = await clocked((index) =>
      index === 0 ? older([{ id: '1' }]) : { status: 400, body: '' },
    );
    const q = "SELECT Id FROM Contact WHERE Email = 'canary@example.com'";
    await connector.execute(thing, 'list', { q });
    await outcome(connector.execute(thing, 'list', { q: `${q} LIMIT 1` }));
    expect(events[0]).toMatchObject({
      tenant: 'default',
      system: 'call-analytics',
      entity: 'things',
      action: 'list',
      cache: 'miss',
      rows: 1,
      attempts: 1,
      shape: { q: 'SELECT Id FROM Contact WHERE Email = ?' },
      error: null,
    });
    expect(events[1]).toMatchObject({ error: 'UPSTREAM_BAD_REQUEST', attempts: 1 });
    expect(JSON.stringify(events)).not.toContain('canary');
  });
});
