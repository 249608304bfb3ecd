import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { printQuery } from '../../src/soql/print.ts';
import { queries } from '../soql/random-query.ts';
import { anyText } from '../support/any-text.ts';
import { cases } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.service.admin.faults.clear());
afterAll(() => world.close());

const free =
  'query ($q: String!, $n: Int, $after: String) { soql(query: $q, first: $n, after: $after) { nodes { values } totalCount pageInfo { hasNextPage endCursor } } }';

interface Walk {
  readonly rows: readonly unknown[];
  /** Rows that each window's statement brought. */
  readonly read: readonly number[];
  readonly totals: readonly (number | null)[];
}

async function walk(q: string, size: number): Promise<Walk> {
  const rows: unknown[] = [];
  const read: number[] = [];
  const totals: (number | null)[] = [];
  for (let after: string | null = null; ; ) {
    const { data, errors, extensions, calls } = await world.ask(free, { q, n: size, after });
    expect(errors).toBeUndefined();
    expect(extensions?.incomplete).toBeUndefined();
    const { nodes, pageInfo, totalCount } = data.soql;
    rows.push(...nodes.map(({ values }: { values: unknown }) => values));
    read.push(calls.reduce((sum, call) => sum + (call.rows ?? 0), 0));
    totals.push(totalCount);
    if (!pageInfo.hasNextPage) return { rows, read, totals };
    expect(nodes.length).toBeGreaterThan(0);
    after = pageInfo.endCursor;
  }
}

describe('a walk over a free query', () => {
  const statements = [
    'SELECT Id, Name FROM Contact ORDER BY LastName DESC LIMIT 170',
    'SELECT Id FROM Campaign',
    'SELECT Id FROM Contact LIMIT 150 OFFSET 40',
    'SELECT StageName, Account.Industry, COUNT(Id) n FROM Opportunity GROUP BY StageName, Account.Industry ORDER BY COUNT(Id)',
    'SELECT StageName, COUNT(Id) FROM Opportunity GROUP BY ROLLUP(StageName)',
    'SELECT COUNT() FROM Contact',
  ];

  it.each(statements)('%s: whole by any window, under pages of any length', async (q) => {
    const whole = await walk(q, 100);
    expect(whole.rows.length).toBeGreaterThan(0);
    expect(new Set(whole.rows.map((row) => JSON.stringify(row))).size).toBe(whole.rows.length);
    for (const [rows, size] of [
      [12, 40],
      [40, 30],
      [100, 90],
    ] as const) {
      world.service.admin.faults.clear();
      world.service.admin.faults.add({ kind: 'early-end', rows });
      expect((await walk(q, size)).rows).toEqual(whole.rows);
    }
  });

  it('goes on behind pages of a single row', async () => {
    const q = 'SELECT Id, Name FROM Account ORDER BY Name LIMIT 7';
    const whole = await walk(q, 100);
    world.service.admin.faults.add({ kind: 'early-end', rows: 1 });
    for (const size of [1, 2]) expect((await walk(q, size)).rows).toEqual(whole.rows);
  });

  it.each([
    ['SELECT Id FROM Contact LIMIT 600', 600],
    ['SELECT Id FROM Contact', 800],
    ['SELECT Id FROM Contact LIMIT 1000 OFFSET 300', 500],
  ])('%s: nothing is lost behind a page cut at 200 rows', async (q, count) => {
    world.service.admin.faults.add({ kind: 'early-end', rows: 200 });
    for (const size of [90, 100]) {
      const { rows } = await walk(q, size);
      expect(new Set(rows.map(String)).size).toBe(count);
      expect(rows).toHaveLength(count);
    }
  });

  it('reads the whole once, then each window and one row more, and knows the total throughout', async () => {
    const { rows, read, totals } = await walk('SELECT Id FROM Contact ORDER BY Email LIMIT 95', 30);
    expect(rows).toHaveLength(95);
    expect(read).toEqual([95, 31, 31, 5]);
    expect(totals).toEqual([95, 95, 95, 95]);
  });

  it('loses nothing where a page says nothing of itself', async () => {
    const q = 'SELECT Id FROM Contact LIMIT 60';
    const whole = await walk(q, 60);
    for (const form of ['null', 'missing'] as const) {
      world.service.admin.instances.reshape(world.service.instances.crm, { wrapper: 'newer' });
      world.service.admin.faults.clear();
      world.service.admin.faults.add({ kind: 'early-end', rows: 25 }, { kind: 'metadata', form });
      expect((await walk(q, 20)).rows).toEqual(whole.rows);
    }
    world.service.admin.instances.reshape(world.service.instances.crm, { wrapper: 'older' });
  });
});

describe('a client without free-soql', () => {
  it('is refused before the statement is read', async () => {
    for (const q of ['no SOQL at all', 'SELECT Id FROM Account', "SELECT Id FROM A WHERE N = 'x"]) {
      const { data, errors, calls } = await world.ask(
        'query ($q: String!) { soql(query: $q) { nodes { values } } accounts(first: 1) { nodes { name } } }',
        { q },
        [],
      );
      expect(data).toMatchObject({ soql: null, accounts: { nodes: [{}] } });
      expect(errors).toMatchObject([{ path: ['soql'], extensions: { code: 'FORBIDDEN' } }]);
      expect(calls).toHaveLength(1);
    }
  });
});

describe('any statement', () => {
  const words = fc.constantFrom(
    ..."SELECT|FROM|WHERE|NOT(|NOT |AND|OR|(|)|Id|Name|Account|Contact|Owner.Name|=|!=|LIKE|IN (|'x'|'|\\|null|5|TODAY|LAST_N_DAYS:3|GROUP BY|ROLLUP(|HAVING|COUNT()|COUNT(Id)|ORDER BY|LIMIT|OFFSET|TYPEOF|WHEN|END|FIELDS(ALL)|FORMULA('1')|ALL ROWS|FOR UPDATE|WITH|USING SCOPE|:bind|;|{|}|é|\u0000".split(
      '|',
    ),
  );
  const statements = fc.oneof(
    fc
      .array(words, { maxLength: 25 })
      .map((parts) => `SELECT Id FROM Account WHERE ${parts.join(' ')}`),
    fc.array(words, { maxLength: 25 }).map((parts) => parts.join(' ')),
    queries.map((query) => {
      try {
        return printQuery({ ...query, object: 'Account' });
      } catch {
        return 'SELECT Id FROM Account WHERE NOT(NOT(NOT(Name = null)))';
      }
    }),
  );

  it('gives rows or an error of its own field with a code; the rest is whole', async () => {
    await fc.assert(
      fc.asyncProperty(statements, anyText(), async (q, term) => {
        const { data, errors } = await world.ask(
          'query ($q: String!, $term: String!) { soql(query: $q, first: 2) { nodes { values } } search(term: $term, first: 1) { id } named: accounts(first: 1, filter: {name: {contains: $term}}) { nodes { id } } accounts(first: 1) { nodes { name } } }',
          { q, term },
        );
        expect(data.accounts.nodes).toHaveLength(1);
        expect(data.named).not.toBeNull();
        for (const error of errors ?? []) {
          expect(['soql', 'search']).toContain(error.path?.[0]);
          expect(error.extensions.code).toMatch(/^(BAD_USER_INPUT|UPSTREAM_BAD_REQUEST)$/);
        }
      }),
      { numRuns: cases(8, 6) },
    );
  });

  it('of many NOTs is understood', async () => {
    const q = "SELECT Id FROM Account WHERE NOT(NOT(NOT(Name = 'nobody'))) LIMIT 3";
    expect((await walk(q, 3)).rows).toHaveLength(3);
  });
});

describe('a statement that makes the CRM fail', () => {
  it('is refused sooner the next time, and takes no other with it', async () => {
    // One connector for all requests, with its breakers.
    const lasting = await openWorld({ cache: true, index: false });
    const { faults } = lasting.service.admin;
    faults.add({ kind: 'status', status: 500, entity: 'query' });
    const failing = { q: 'SELECT Id FROM Campaign', n: 5 };
    let calls = 0;
    for (let n = 0; n < 8; n += 1) {
      const answer = await lasting.ask(free, failing);
      expect(answer.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
      calls += answer.calls.length;
    }
    expect(calls).toBeLessThan(10);
    for (let n = 0; n < 12; n += 1) {
      await lasting.ask(free, { ...failing, q: `SELECT Id FROM Campaign WHERE Name = 'x${n}'` });
    }
    faults.clear();
    const other = await lasting.ask(free, { q: 'SELECT Id FROM Lead', n: 5 });
    expect([other.errors, other.calls.length]).toEqual([undefined, 1]);
    const rest = await lasting.ask('{ accounts(first: 1) { nodes { name } } }');
    expect([rest.errors, rest.calls.length]).toEqual([undefined, 1]);
    await lasting.close();
  });
});
