/** Walks through calls, whole lists and free queries at any sizes, while tokens die and rows come, go and change. */

import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cases, isWide, sample } from '../support/cases.ts';
import { truth } from '../support/truth.ts';
import type { World } from '../support/world.ts';
import {
  type Edge,
  early,
  locatorParams,
  openWalk,
  type Page,
  page,
  sizes,
  type Walk,
} from './walk.ts';

describe.each(locatorParams)('with locators %s', (_title, locatorParam) => {
  let walk: Walk;
  beforeAll(async () => {
    walk = await openWalk(locatorParam);
  });
  afterEach(() => walk.calm());
  afterAll(() => walk.close());

  it('free queries are walked whole at any sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        sizes,
        early,
        fc.boolean(),
        fc.constantFrom('older' as const, 'newer' as const),
        fc.constantFrom(
          "SELECT Id FROM Account WHERE Name LIKE 'A%' ORDER BY Name",
          "SELECT Id, LastName FROM Contact WHERE LastName < 'C' ORDER BY LastName DESC",
          'SELECT Id FROM Campaign',
        ),
        async (windows, rows, dying, wrapper, q) => {
          walk.wrap(wrapper);
          walk.cut.rows = rows;
          const seen: string[] = [];
          let after: string | null = null;
          for (let n = 0; n < 500; n += 1) {
            const { data, errors }: Awaited<ReturnType<World['ask']>> = await walk.world.ask(
              'query ($q: String!, $n: Int, $after: String) { soql(query: $q, first: $n, after: $after) { nodes { values } pageInfo { hasNextPage endCursor } } }',
              { q, n: windows[n % windows.length], after },
            );
            expect(errors).toBeUndefined();
            seen.push(
              ...data.soql.nodes.map(({ values }: { values: unknown[] }) => String(values[0])),
            );
            after = data.soql.pageInfo.endCursor;
            if (!data.soql.pageInfo.hasNextPage) break;
            if (dying) walk.pass(90_000);
          }
          const order = q.includes('ORDER BY') ? `${q}, Id` : `${q} ORDER BY Id`;
          expect(seen).toEqual(await walk.ids(order));
        },
      ),
      { numRuns: cases(1, 6) },
    );
  });

  it('calls are walked whole at any sizes, though the selection changes from page to page and tokens die', async () => {
    walk.wrap('older');
    const all = await truth(walk.world, 'calls', { fromDateTime: '2026-10-20T00:00:00Z' });
    expect(all.length).toBeGreaterThan(20);
    const selections = ['title', 'parties { name }', 'content { brief }'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('older' as const, 'newer' as const),
        fc.constantFrom(null, 'Inbound', 'Outbound', 'Conference'),
        fc.boolean(),
        async (windows, wrapper, direction, dying) => {
          walk.wrap(wrapper);
          let n = 0;
          const filter = `filter: {from: "2026-10-20T00:00:00Z"${direction === null ? '' : `, direction: ["${direction}"]`}}`;
          const edges = await walk.edges(
            async (window) => {
              n += 1;
              const selection = selections[n % selections.length];
              return (
                await walk.read(
                  `{ list: calls(${window}, ${filter}) { edges { cursor node { id upstreamId ${selection} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
                )
              ).list!;
            },
            windows,
            () => {
              if (dying) walk.pass(120_000);
            },
          );
          const expected = all.filter((call) => direction === null || call.direction === direction);
          const seen = edges.map(({ node }) => node.upstreamId);
          expect([...seen].sort()).toEqual(expected.map(({ id }) => id).sort());
          const times = new Map(all.map(({ id, scheduled }) => [id, Date.parse(scheduled)]));
          const inTime = seen.map((id) => times.get(id)!);
          expect(inTime).toEqual([...inTime].sort((a, b) => a - b));
        },
      ),
      { numRuns: cases(1, 6) },
    );
  });

  it.each(['users', 'answeredScorecards(filter: {from: "2026-09-15T00:00:00Z"})', 'trackers'])(
    '%s are the same list at any sizes',
    async (field) => {
      walk.wrap('older');
      const [name, filter] = field.split(/[()]/);
      const at = (window: string) =>
        `{ list: ${name}(${[window, filter].filter(Boolean).join()}) ${page} }`;
      const ask = async (window: string) => (await walk.read(at(window))).list!;
      const whole = await walk.edges(ask, [100]);
      expect(new Set(whole.map(({ node }) => node.id)).size).toBe(whole.length);
      for (const windows of [[7], [13, 1, 50]]) {
        const again = await walk.edges(ask, windows, () => {
          walk.pass(90_000);
        });
        expect(again.map(({ node }) => node.id)).toEqual(whole.map(({ node }) => node.id));
      }
    },
  );

  it('rows that stay are met once each, in order, while others come, go and change', async () => {
    const lists = [
      ['contacts', 'contacts', 'orderBy: [{field: LAST_NAME, direction: DESC}]', [29, 64]],
      [
        'opportunities',
        'opportunities',
        'orderBy: [{field: AMOUNT}, {field: CLOSE_DATE, direction: DESC}]',
        [17, 100],
      ],
      ['calls', 'calls', 'filter: {from: "2026-08-01T00:00:00Z"}', [41, 100, 7]],
    ] as const;
    const one = locatorParam === null ? 'older' : 'newer';
    const tried = sample(lists, 2, locatorParam === null ? 0 : 1);
    for (const wrapper of isWide ? (['older', 'newer'] as const) : ([one] as const)) {
      walk.wrap(wrapper);
      for (const [list, entity, args, windows] of tried) {
        const shown =
          list === 'calls' ? page.replace('upstreamId', 'upstreamId at: scheduledAt') : page;
        const ask = async (window: string) =>
          (await walk.read(`{ list: ${list}(${window}, ${args}) ${shown} }`)).list!;
        const idsOf = (edges: readonly Edge[]) => edges.map(({ node }) => node.id);
        const before = idsOf(await walk.edges(ask, [100]));
        walk.world.service.admin.faults.add({
          kind: 'drift',
          entity,
          insert: 2,
          delete: 2,
          update: 4,
        });
        const edges = await walk.edges(ask, windows, () => {
          walk.pass(45_000);
        });
        walk.world.service.admin.faults.clear();
        const after = new Set(idsOf(await walk.edges(ask, [100])));
        const lasting = new Set(before.filter((id) => after.has(id)));
        expect(lasting.size).toBeLessThan(before.length);
        expect(new Set(idsOf(edges)).size).toBe(edges.length);
        const met = edges.filter(({ node }) => lasting.has(node.id));
        // The platform leaves open in which order calls of one instant come.
        if (list === 'calls') {
          expect(idsOf(met).sort()).toEqual([...lasting].sort());
          const times = met.map(({ node }) => String(node.at));
          expect(times).toEqual([...times].sort());
        } else expect(idsOf(met), `${list} ${wrapper}`).toEqual([...lasting]);
      }
    }
  });

  it('children that stay are met once each while others come and go', async () => {
    walk.wrap('older');
    const { data } = await walk.world.ask(
      '{ accounts(first: 100) { nodes { id contacts(first: 100) { nodes { id } } } } }',
    );
    const account = data.accounts.nodes.toSorted(
      (a: { contacts: { nodes: unknown[] } }, b: { contacts: { nodes: unknown[] } }) =>
        b.contacts.nodes.length - a.contacts.nodes.length,
    )[0];
    const ask = async (window: string): Promise<Page> => {
      const answer = await walk.world.ask(
        `{ account(by: {id: "${account.id}"}) { contacts(${window}, orderBy: [{field: EMAIL}]) ${page} } }`,
      );
      expect(answer.errors).toBeUndefined();
      return answer.data.account.contacts;
    };
    const before = (await walk.edges(ask, [100])).map(({ node }) => node.id);
    walk.world.service.admin.faults.add({
      kind: 'drift',
      entity: 'accounts',
      of: 'contacts',
      insert: 20,
      delete: 20,
    });
    const seen = (await walk.edges(ask, [2])).map(({ node }) => node.id);
    walk.world.service.admin.faults.clear();
    const after = new Set((await walk.edges(ask, [100])).map(({ node }) => node.id));
    const lasting = new Set(before.filter((id) => after.has(id)));
    expect(seen.filter((id) => lasting.has(id))).toEqual([...lasting]);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
