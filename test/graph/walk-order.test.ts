/** Walks through records in any order and their children: any sizes, any edge, both ways, over pages that end early. */

import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { early, locatorParams, openWalk, type Page, page, sizes, type Walk } from './walk.ts';

/** An object, the list of it, and what it can be ordered by: with ties and nulls. */
const objects = [
  [
    'Account',
    'accounts',
    ['NAME', 'NUMBER_OF_EMPLOYEES', 'ANNUAL_REVENUE', 'PARENT_ID', 'LAST_ACTIVITY_DATE'],
  ],
  ['Opportunity', 'opportunities', ['AMOUNT', 'CLOSE_DATE', 'IS_WON', 'ACCOUNT_ID', 'PROBABILITY']],
  ['Contact', 'contacts', ['LAST_NAME', 'EMAIL', 'REPORTS_TO_ID', 'BIRTHDATE', 'CREATED_DATE']],
  ['Task', 'tasks', ['WHO_ID', 'ACTIVITY_DATE', 'SUBJECT', 'IS_CLOSED']],
] as const;

/** Relations with enough on their other end. */
const relations = [
  [
    'Account',
    'accounts',
    'contacts',
    'Contact',
    'AccountId',
    ['LAST_NAME', 'REPORTS_TO_ID', 'EMAIL'],
  ],
  [
    'Account',
    'accounts',
    'opportunities',
    'Opportunity',
    'AccountId',
    ['AMOUNT', 'IS_WON', 'CLOSE_DATE'],
  ],
  ['Contact', 'contacts', 'tasks', 'Task', 'WhoId', ['ACTIVITY_DATE', 'SUBJECT']],
] as const;

interface OrderKey {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
  readonly nulls: 'FIRST' | 'LAST';
}

/** GraphQL's spelling of an argument: enum values bare, the rest as JSON. */
const orderText = (keys: readonly OrderKey[]): string =>
  `[${keys.map((key) => `{field: ${key.field}, direction: ${key.direction}, nulls: ${key.nulls}}`).join()}]`;

const wireName = (field: string): string =>
  field
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');

const orderBy = (keys: readonly OrderKey[]): string =>
  [
    ...keys.map(({ field, direction, nulls }) => `${wireName(field)} ${direction} NULLS ${nulls}`),
    'Id ASC',
  ].join();

const orders = (fields: readonly string[]) =>
  fc.uniqueArray(
    fc.record<OrderKey>({
      field: fc.constantFrom(...fields),
      direction: fc.constantFrom('ASC', 'DESC'),
      nulls: fc.constantFrom('FIRST', 'LAST'),
    }),
    { maxLength: 2, selector: ({ field }) => field },
  );

describe.each(locatorParams)('with locators %s', (_title, locatorParam) => {
  let walk: Walk;
  beforeAll(async () => {
    walk = await openWalk(locatorParam);
  });
  afterEach(() => walk.calm());
  afterAll(() => walk.close());

  it('any order of records is walked whole at any sizes, from any edge, both ways', async () => {
    const whole = new Map<string, readonly string[]>();
    for (const [object] of objects) whole.set(object, await walk.ids(`SELECT Id FROM ${object}`));
    const scenario = fc.constantFrom(...objects).chain(([object, list, fields]) =>
      fc.record({
        object: fc.constant(object),
        list: fc.constant(list),
        keys: orders(fields),
        sample: fc.subarray(whole.get(object)!.slice(0, 120) as string[], {
          minLength: 5,
          maxLength: 40,
        }),
        windows: sizes,
        rows: early,
        wrapper: fc.constantFrom('older' as const, 'newer' as const),
        jumps: fc.array(
          fc.record({
            size: fc.integer({ min: 0, max: 12 }),
            from: fc.nat(60),
            to: fc.nat(60),
            last: fc.boolean(),
            after: fc.boolean(),
            before: fc.boolean(),
          }),
          { minLength: 1, maxLength: 8 },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        scenario,
        async ({ object, list, keys, sample, windows, rows, wrapper, jumps }) => {
          walk.wrap(wrapper);
          walk.cut.rows = rows;
          const filter = `filter: {id: {in: ${JSON.stringify(sample)}}}, orderBy: ${orderText(keys)}`;
          const expected = await walk.ids(
            `SELECT Id FROM ${object} WHERE Id IN (${sample.map((id) => `'${id}'`)}) ORDER BY ${orderBy(keys)}`,
          );
          expect(expected).toHaveLength(sample.length);
          const edges = await walk.edges(
            async (window) =>
              (await walk.read(`{ list: ${list}(${window}, ${filter}) ${page} }`)).list!,
            windows,
          );
          expect(edges.map(({ node }) => node.upstreamId)).toEqual(expected);

          const asked = jumps.map(({ size, from, to, last, ...use }) => {
            const low = use.after ? from % edges.length : -1;
            const high = use.before ? to % edges.length : edges.length;
            const before = use.before && high > low;
            const between = edges.slice(low + 1, before ? high : edges.length);
            const more = between.length > size;
            const args = [
              `${last ? 'last' : 'first'}: ${size}`,
              ...(use.after ? [`after: "${edges[low]!.cursor}"`] : []),
              ...(before ? [`before: "${edges[high]!.cursor}"`] : []),
            ];
            const shown = last
              ? between.slice(Math.max(0, between.length - size))
              : between.slice(0, size);
            return {
              text: `${list}(${args.join()}, ${filter}) ${page}`,
              ids: shown.map(({ node }) => node.upstreamId),
              next: last ? before : more || before,
              previous: last ? more || use.after : use.after,
            };
          });
          const answers = await walk.read(
            `{ ${asked.map(({ text }, at) => `w${at}: ${text}`).join(' ')} }`,
          );
          for (const [at, { ids: shown, next, previous }] of asked.entries()) {
            const { edges: got, pageInfo } = answers[`w${at}`]!;
            expect(got.map(({ node }) => node.upstreamId)).toEqual(shown);
            expect(pageInfo).toMatchObject({ hasNextPage: next, hasPreviousPage: previous });
            // Every cursor is the one the walk met.
            for (const { cursor, node } of got) {
              expect(cursor).toBe(edges.find((edge) => edge.node.id === node.id)!.cursor);
            }
          }
        },
      ),
      { numRuns: cases(3) },
    );
  });

  it('a window over pages that end early takes no more of them than it needs', async () => {
    walk.wrap('older');
    walk.cut.rows = 4;
    const before = walk.world.service.calls().length;
    const { list } = await walk.read(`{ list: accounts(first: 10) ${page} }`);
    expect(list!.edges.map(({ node }) => node.upstreamId)).toEqual(
      (await walk.ids('SELECT Id FROM Account ORDER BY Id')).slice(0, 10),
    );
    const calls = walk.world.service.calls().slice(before);
    // Eleven rows of four a page: where no locator is taken back, the keyset goes on.
    expect(calls).toHaveLength(3);
    for (const { params } of calls.slice(1)) {
      const { q, ...others } = params as Record<string, string>;
      if (locatorParam === null)
        expect(q).toMatch(/ WHERE Id > '\w{18}' ORDER BY Id ASC LIMIT \d$/);
      else expect(others[locatorParam]).toMatch(/^\/services\/data\/v\d+\.\d+\/query\//);
    }
  });

  it('children of several parents are walked whole, each at its own pace', async () => {
    const parents = new Map<string, readonly string[]>();
    for (const [object, , , child, field] of relations) {
      const own = await walk.ids(`SELECT ${field} FROM ${child} WHERE ${field} != null`, field);
      const known = new Set(await walk.ids(`SELECT Id FROM ${object}`));
      const met = [...new Set(own)].filter((id) => known.has(id));
      parents.set(`${object} ${child}`, met.slice(0, 40));
    }
    const scenario = fc
      .constantFrom(...relations)
      .chain(([object, list, relation, child, field, fields]) =>
        fc.record({
          of: fc.constant({ list, relation, child, field, type: object }),
          sample: fc.subarray(parents.get(`${object} ${child}`)! as string[], {
            minLength: 1,
            maxLength: 6,
          }),
          keys: orders(fields),
          size: fc.integer({ min: 1, max: 6 }),
          last: fc.boolean(),
          rows: early,
          children: fc.constantFrom(null, 1, 2),
          wrapper: fc.constantFrom('older' as const, 'newer' as const),
        }),
      );
    await fc.assert(
      fc.asyncProperty(
        scenario,
        async ({ of, sample, keys, size, last, rows, children, wrapper }) => {
          walk.wrap(wrapper);
          Object.assign(walk.cut, { rows, children });
          const order = `orderBy: ${orderText(keys)}`;
          const { data, errors } =
            await walk.world.ask(`{ ${of.list}(first: 100, filter: {id: {in: ${JSON.stringify(sample)}}}) {
          nodes { id upstreamId list: ${of.relation}(${last ? 'last' : 'first'}: ${size}, ${order}) ${page} }
        } }`);
          expect(errors).toBeUndefined();
          const seen = new Map<string, string[]>();
          let open: { id: string; upstreamId: string; list: Page }[] = data[of.list].nodes;
          expect(open).toHaveLength(sample.length);
          for (let round = 0; open.length > 0 && round < 100; round += 1) {
            for (const { upstreamId, list } of open) {
              const own = list.edges.map(({ node }) => node.upstreamId);
              const before = seen.get(upstreamId) ?? [];
              seen.set(upstreamId, last ? [...own, ...before] : [...before, ...own]);
            }
            const going = open.filter(({ list }) =>
              last ? list.pageInfo.hasPreviousPage : list.pageInfo.hasNextPage,
            );
            if (going.length === 0) break;
            const next = await walk.world.ask(
              `{ ${going
                .map(({ id, list: { pageInfo } }, at) => {
                  const place = last
                    ? `last: ${size}, before: "${pageInfo.startCursor}"`
                    : `first: ${size}, after: "${pageInfo.endCursor}"`;
                  return `p${at}: node(id: "${id}") { ... on ${of.type} { id upstreamId list: ${of.relation}(${place}, ${order}) ${page} } }`;
                })
                .join(' ')} }`,
            );
            expect(next.errors).toBeUndefined();
            open = Object.values(next.data);
          }
          for (const parent of sample) {
            expect(seen.get(parent)).toEqual(
              await walk.ids(
                `SELECT Id FROM ${of.child} WHERE ${of.field} = '${parent}' ORDER BY ${orderBy(keys)}`,
              ),
            );
          }
        },
      ),
      { numRuns: cases(1) },
    );
  });
});
