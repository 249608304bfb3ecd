import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

interface Explained {
  readonly wave: number;
  readonly service: string;
  readonly entity: string;
  readonly action: string;
  readonly shape: string;
  readonly rows: number;
  readonly ms: number;
  readonly attempts: number;
  readonly cache: string;
  readonly askedBy: readonly string[];
}

describe('an explained answer', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ server: { explain: 'header' } });
  });
  afterAll(() => world.close());

  async function explain(query: string, headers: Readonly<Record<string, string>>) {
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    const { extensions } = (await response.json()) as {
      extensions: { explain?: { calls: readonly Explained[]; waves: number } };
    };
    return extensions.explain;
  }

  const asked = { 'x-switchboard-explain': '1' };

  it('tells each call, in which wave, for which fields, without any value', async () => {
    const explained = await explain(
      '{ accounts(first: 2, filter: { name: { ne: "canary" } }) { nodes { name contacts(first: 2) { nodes { tasks(first: 2, filter: { subject: { ne: "canary" } }) { nodes { subject } } } } } } }',
      asked,
    );
    const [list, tasks, ...others] = explained!.calls;
    expect(others).toEqual([]);
    expect(list).toMatchObject({ wave: 1, service: 'crm', entity: 'accounts', attempts: 1 });
    expect(list!.askedBy).toEqual(['accounts']);
    expect(tasks).toMatchObject({ wave: 2, entity: 'contacts', action: 'list' });
    expect(tasks!.askedBy).toEqual(['accounts.nodes.contacts.nodes.tasks']);
    expect(tasks!.shape).toContain('FROM Tasks');
    expect(JSON.stringify(explained)).not.toContain('canary');
    expect(JSON.stringify(explained)).not.toMatch(/00[13]Sy/);
  });

  it('says how many rows came, how long it took, how often it was sent, and what came from the cache', async () => {
    const kept = await openWorld({ server: { explain: 'header' }, cache: true, index: false });
    try {
      const ask = async (): Promise<{ upstreamCalls: number; calls: Explained[] }> => {
        const response = await fetch(new URL('/graphql', kept.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...asked },
          body: JSON.stringify({ query: '{ accounts(first: 4) { nodes { name } } }' }),
        });
        const { extensions } = (await response.json()) as { extensions: { explain: never } };
        return extensions.explain;
      };
      kept.service.admin.faults.add({ kind: 'status', status: 503, times: 1 });
      const sent = await ask();
      expect(sent.upstreamCalls).toBe(1);
      // One row more than is shown, to know whether there are more.
      expect(sent.calls).toMatchObject([{ rows: 5, attempts: 2, cache: 'miss' }]);
      expect(sent.calls[0]!.ms).toBeGreaterThan(0);
      const again = await ask();
      expect(again.upstreamCalls).toBe(0);
      expect(again.calls).toMatchObject([{ rows: 5, attempts: 0, cache: 'hit' }]);
    } finally {
      await kept.close();
    }
  });

  it('is for those who ask for it and may have it', async () => {
    const query = '{ accounts(first: 1) { nodes { id } } }';
    expect(await explain(query, {})).toBeUndefined();
    expect(await explain(query, { ...asked, authorization: 'Rights media' })).toBeUndefined();
    expect(await explain(query, { ...asked, authorization: 'Rights explain' })).toBeDefined();
  });
});
