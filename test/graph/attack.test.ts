/** Hostile values in every place that takes text: what goes upstream keeps its shape, or nothing goes. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
/** One whose service takes pages' paths back. */
let locating: World;
beforeAll(async () => {
  const locatorParam = 'next_records_url';
  [world, locating] = await Promise.all([
    openWorld({ index: false }),
    openWorld({ index: false, crm: { locatorParam }, service: { crm: { locatorParam } } }),
  ]);
});
afterAll(async () => {
  await world.close();
  await locating.close();
});

const nasty = [
  "x' OR Name LIKE '%",
  "x\\' OR Name LIKE '%",
  'ends in a backslash\\',
  "\\'",
  "'",
  '"',
  "' OR Id != null OR Name = '",
  "') LIMIT 1 UNION",
  'line\nbreak\r\ttab\b\f',
  '\u0000\u0001\u2028\uFEFF',
  '%',
  '_',
  '\\%',
  "Zoë's Ærø 🚀",
  '\\u0027',
  '{!$User.Id}',
  ':bind',
] as const;

/** The statements an answer took. */
async function statements(query: string, variables: object): Promise<readonly string[]> {
  const { errors, calls } = await world.ask(query, variables as never);
  expect(errors).toBeUndefined();
  expect(calls.every(({ status }) => status === 200)).toBe(true);
  return calls.map(({ params }) => (params as { q: string }).q);
}

/** A quoted literal of SOQL that ends where it should; `like` allows its two escapes more. */
const literal = (like: boolean): string =>
  `'(?:[^'\\\\\\n\\r]|\\\\(?:[nrtbf"'\\\\${like ? '%_' : ''}]|u[0-9a-fA-F]{4}))*'`;

describe('a value of a filter', () => {
  const list = `query ($f: AccountFilter) { accounts(first: 1, filter: $f) { nodes { id } } }`;

  it.each(nasty)('%j stays inside its quotes, and finds only what equals it', async (value) => {
    const [eq] = await statements(list, { f: { name: { eq: value } } });
    expect(eq).toMatch(
      new RegExp(`^SELECT Id FROM Account WHERE Name = ${literal(false)} ORDER BY Id ASC LIMIT 2$`),
    );
    const [many] = await statements(list, { f: { name: { in: [value, 'x', value] } } });
    expect(many).toMatch(
      new RegExp(
        `^SELECT Id FROM Account WHERE Name IN \\(${literal(false)},${literal(false)},${literal(false)}\\) ORDER BY Id ASC LIMIT 2$`,
      ),
    );
    for (const op of ['contains', 'startsWith', 'endsWith']) {
      const [like] = await statements(list, { f: { name: { [op]: value } } });
      expect(like).toMatch(
        new RegExp(
          `^SELECT Id FROM Account WHERE Name LIKE ${literal(true)} ORDER BY Id ASC LIMIT 2$`,
        ),
      );
    }
  });

  it.each([
    ["x' OR Name LIKE '%", "Name = 'x\\' OR Name LIKE \\'%'"],
    ['back\\', "Name = 'back\\\\'"],
    ["\\'", "Name = '\\\\\\''"],
    ['50%_', "Name = '50%_'"],
  ])('%j is sent as %s', async (value, condition) => {
    const [q] = await statements(list, { f: { name: { eq: value } } });
    expect(q).toBe(`SELECT Id FROM Account WHERE ${condition} ORDER BY Id ASC LIMIT 2`);
  });

  it.each([
    ['50%', 'contains', "LIKE '%50\\%%'"],
    ['a_b', 'startsWith', "LIKE 'a\\_b%'"],
    ['\\%', 'endsWith', "LIKE '%\\\\\\%'"],
    ["o'", 'contains', "LIKE '%o\\'%'"],
  ])('%j in %s is plain text: %s', async (value, op, like) => {
    const [q] = await statements(list, { f: { name: { [op]: value } } });
    expect(q).toBe(`SELECT Id FROM Account WHERE Name ${like} ORDER BY Id ASC LIMIT 2`);
  });

  it.each(['\0', 'a\0', '\0a', 'a\0b'])(
    '%j is in no text: no row, or an error in words',
    async (text) => {
      for (const op of ['contains', 'startsWith', 'endsWith', 'eq']) {
        const { data, errors } = await world.ask(list, { f: { name: { [op]: text } } });
        expect([op, data?.accounts?.nodes, errors]).toEqual([op, [], undefined]);
      }
      const ask = async (filter: object) => {
        const query = 'query ($f: CallFilter) { calls(first: 1, filter: $f) { nodes { id } } }';
        const { data, errors } = await world.ask(query, { f: filter });
        return errors?.[0]?.message ?? data.calls.nodes;
      };
      const told = 'Expected the text of a title without a NUL character; got one.';
      expect(await ask({ titleContains: text })).toEqual([]);
      expect(await ask({ about: { title: text } })).toBe(told);
      expect(await ask({ titleContains: text, about: { topic: [{ name: ['Pricing'] }] } })).toBe(
        told,
      );
      const of = { account: { name: { endsWith: text } } };
      expect(await ask({ about: of })).toEqual([]);
    },
  );

  it('finds exactly the records whose text it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("'", '\\', '%', '_', '"', 'a', '(', ' ', '\n', 'é', '\0'), {
          minLength: 1,
          maxLength: 8,
        }),
        async (characters) => {
          const value = characters.join('');
          const { data, errors } = await world.ask(
            `query ($v: String) {
              eq: accounts(filter: {name: {eq: $v}}) { totalCount }
              ne: accounts(filter: {name: {ne: $v}}) { totalCount }
              has: accounts(first: 100, filter: {name: {contains: $v}}) { nodes { name } }
            }`,
            { v: value },
          );
          expect(errors).toBeUndefined();
          expect(data.eq.totalCount).toBe(0);
          expect(data.ne.totalCount).toBeGreaterThan(10);
          for (const { name } of data.has.nodes) {
            expect(name.toLowerCase()).toContain(value.toLowerCase());
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('reaches children, parents and multiple choices as safely', async () => {
    const value = "x') FROM Contact) LIMIT 1 OR (Name LIKE '%";
    const escaped = "x\\') FROM Contact) LIMIT 1 OR (Name LIKE \\'%";
    expect(
      await statements(
        'query ($v: String) { accounts(first: 1) { nodes { contacts(first: 1, filter: {owner: {name: {eq: $v}}}) { nodes { id } } } } }',
        { v: value },
      ),
    ).toEqual([
      `SELECT Id, (SELECT Id FROM Contacts WHERE Owner.Name = '${escaped}' ORDER BY Id ASC LIMIT 2) FROM Account ORDER BY Id ASC LIMIT 2`,
    ]);
    expect(
      await statements(
        'query ($v: String!) { contacts(first: 1, filter: {interests: {includes: [$v], excludes: [$v]}}) { nodes { id } } }',
        { v: value },
      ),
    ).toEqual([
      `SELECT Id FROM Contact WHERE Interests__c EXCLUDES ('${escaped}') AND Interests__c INCLUDES ('${escaped}') ORDER BY Id ASC LIMIT 2`,
    ]);
  });

  it('of a call list never leaves Switchboard as anything but itself', async () => {
    const { errors, calls } = await world.ask(
      'query ($v: [String!], $t: String) { calls(first: 1, filter: {language: $v, titleContains: $t, from: "2026-10-30T00:00:00Z"}) { nodes { id } } }',
      { v: [...nasty], t: nasty[0] },
    );
    expect(errors).toBeUndefined();
    for (const { params } of calls) expect(Object.keys(params as object)).toEqual(['fromDateTime']);
  });
});

describe('an id', () => {
  const foreign = encodeGlobalId('Contact', '003Sy000000000001AAA'.slice(0, 18));
  it.each([
    ["001000000000001' LIMIT 1"],
    ['001Sy0000000001\n'],
    ['003Sy0000000001'],
    [foreign],
    ["' OR Id != '"],
    [''],
    ['001Sy00000000x1;DROP'],
  ])('%j is refused wherever an account is named, with no upstream call', async (id) => {
    for (const query of [
      'query ($id: ID!) { account(by: {upstreamId: $id}) { name } }',
      'query ($id: ID!) { account(by: {id: $id}) { name } }',
      'query ($id: ID!) { accounts(filter: {id: {eq: $id}}) { nodes { name } } }',
      'query ($id: ID!) { accounts(filter: {id: {in: [$id]}}) { totalCount } }',
      'query ($id: ID!) { contacts(filter: {accountId: {eq: $id}}) { nodes { name } } }',
      'query ($id: ID!) { contactsAggregate(filter: {accountId: {nin: [$id]}}) { count } }',
      'query ($id: ID!) { contacts(filter: {account: {id: {ne: $id}}}) { nodes { name } } }',
    ]) {
      const { data, errors, calls } = await world.ask(query, { id });
      expect(Object.values(data ?? {}), query).toEqual([null]);
      expect(errors?.[0]?.extensions.code, query).toBe('BAD_USER_INPUT');
      expect(calls, query).toEqual([]);
    }
  });

  it('of a child filter fails its field alone', async () => {
    const { data, errors } = await world.ask(
      '{ accounts(first: 1) { nodes { name contacts(filter: {accountId: {eq: "x\' OR"}}) { nodes { id } } } } }',
    );
    expect(data.accounts.nodes[0]).toEqual({ name: expect.any(String), contacts: null });
    expect(errors).toEqual([
      expect.objectContaining({ path: ['accounts', 'nodes', 0, 'contacts'] }),
    ]);
  });
});

describe('a search term', () => {
  const search =
    'query ($t: String!) { search(term: $t, types: [ACCOUNT], first: 1, prefix: false) { id } }';
  it.each([
    ['x} RETURNING User(Id)', 'x\\} RETURNING User\\(Id\\)'],
    [
      'ab ? & | ! { } [ ] ( ) ^ ~ * : \\ " \' + -',
      'ab \\? \\& \\| \\! \\{ \\} \\[ \\] \\( \\) \\^ \\~ \\* \\: \\\\ \\" \\\' \\+ \\-',
    ],
  ])('%j never leaves its braces', async (term, inside) => {
    const [q] = await statements(search, { t: term });
    expect(q).toBe(`FIND {${inside}} IN ALL FIELDS RETURNING Account(Id LIMIT 1)`);
  });

  it('of words the language uses is text', async () => {
    for (const term of ['Acme AND NOT Beta', 'OR OR', 'RETURNING LIMIT']) {
      const [q] = await statements(search, { t: term });
      expect(q).toMatch(/^FIND \{[^{}]*\} IN ALL FIELDS RETURNING Account\(Id LIMIT 1\)$/);
      expect(q).not.toMatch(/\{[^}]* (AND|OR|NOT) [^}]*\}/);
    }
  });

  it.each(['', ' ', '*', '?', 'a', '{}', '\u0000'])(
    '%j is refused: nothing to look for',
    async (term) => {
      const { errors, calls } = await world.ask(search, { t: term });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(calls).toEqual([]);
    },
  );
});

describe('free SOQL', () => {
  const free = 'query ($q: String!) { soql(query: $q) { statement nodes { values } } }';
  it.each([
    ['two statements', 'SELECT Id FROM Account; SELECT Id FROM Contact'],
    ['two selects', 'SELECT Id FROM Account SELECT Id FROM Contact'],
    ['FOR UPDATE', 'SELECT Id FROM Account FOR UPDATE'],
    ['FOR VIEW', 'SELECT Id FROM Account FOR VIEW'],
    ['ALL ROWS', 'SELECT Id FROM Account ALL ROWS'],
    ['an object off the list', 'SELECT Id FROM ApexClass'],
    ['one in a child query', 'SELECT Id, (SELECT Id FROM Histories) FROM Account'],
    [
      'one in a semi-join',
      'SELECT Id FROM Account WHERE Id IN (SELECT ParentId FROM EntitySubscription)',
    ],
    ['an offset', 'SELECT Id FROM Account LIMIT 10 OFFSET 100000'],
    ['a change', 'DELETE FROM Account'],
    ['an update', "UPDATE Account SET Name = 'x'"],
    ['a search', 'FIND {x} RETURNING Account(Id)'],
    ['a comment', 'SELECT Id FROM Account /* x */ WHERE Id != null -- y'],
    ['an open quote', "SELECT Id FROM Account WHERE Name = 'x"],
    ['nothing', ''],
    ['prose', 'give me all accounts'],
    ['great length', `SELECT Id FROM Account WHERE Name IN (${"'x',".repeat(30_000)}'x')`],
  ])('with %s is refused with a reason and no upstream call', async (_what, q) => {
    const { data, errors, calls } = await world.ask(free, { q });
    expect(data?.soql ?? null).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.message.length).toBeGreaterThan(20);
    expect(calls).toEqual([]);
  });

  it('without a LIMIT gets one, and an order that ties cannot upset', async () => {
    const { data, calls } = await world.ask(free, {
      q: "select id, name from account where name like 'A%'",
    });
    expect(calls.map(({ params }) => params)).toEqual([{ q: data.soql.statement }]);
    expect(data.soql.statement).toMatch(/ LIMIT 2000$/);
  });

  it('with a LIMIT beyond the bound gets the bound, and says so in its statement', async () => {
    const { data } = await world.ask(free, { q: 'SELECT Id FROM Account LIMIT 50000' });
    expect(data.soql.statement).toBe('SELECT Id FROM Account ORDER BY Id ASC LIMIT 2000');
  });

  it('needs its own right', async () => {
    const { errors, calls } = await world.ask(free, { q: 'SELECT Id FROM Account' }, []);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(calls).toEqual([]);
  });
});

describe('names of object prototypes', () => {
  it('in variables change nothing', async () => {
    const variables = JSON.parse(
      '{"f": {"name": {"eq": "x"}}, "__proto__": {"first": 100, "polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    );
    const [q] = await statements(
      'query ($f: AccountFilter) { accounts(first: 1, filter: $f) { nodes { id } } }',
      variables,
    );
    expect(q).toBe("SELECT Id FROM Account WHERE Name = 'x' ORDER BY Id ASC LIMIT 2");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('as members of an input are refused, and as values are text', async () => {
    for (const member of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const { errors, calls } = await world.ask(
        'query ($f: AccountFilter) { accounts(first: 1, filter: $f) { nodes { id } } }',
        JSON.parse(`{"f": {"${member}": {"eq": "x"}}}`),
      );
      // A member named __proto__ may be dropped by JSON itself; anything else is no field of the filter.
      if (errors === undefined) expect(calls).toHaveLength(1);
      else {
        expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
        expect(calls).toEqual([]);
      }
    }
    const [q] = await statements(
      'query ($v: String) { accounts(first: 1, filter: {name: {eq: $v}}) { nodes { id } } }',
      { v: '__proto__' },
    );
    expect(q).toContain("Name = '__proto__'");
  });
});

describe('pages of an upstream that lead astray', () => {
  it('the same cursor forever ends in PAGINATION_LOOP at its field, after a page or two', async () => {
    const { faults } = world.service.admin;
    faults.add(
      { kind: 'early-end', rows: 2, entity: 'users' },
      { kind: 'cursor', change: 'repeated', entity: 'users' },
    );
    const { data, errors, calls } = await world.ask(
      '{ users(first: 100) { nodes { name } } accounts(first: 1) { nodes { name } } }',
    );
    faults.clear();
    expect(data.users).toBeNull();
    expect(data.accounts.nodes).toHaveLength(1);
    expect(errors).toMatchObject([
      { path: ['users'], extensions: { code: 'PAGINATION_LOOP', service: 'call-analytics' } },
    ]);
    expect(calls.filter(({ entity }) => entity === 'users').length).toBeLessThanOrEqual(3);
  });

  it.each([
    'https://evil.invalid/services/data/v59.0/query/0r8000000000001AAA-2000',
    '//evil.invalid/services/data/v59.0/query/0r8000000000001AAA-2000',
    '/services/data/v59.0/query/../sobjects/User',
    '/services/data/v59.0/query/0r8000000000001AAA-2000?q=SELECT',
  ])('the path %s is asked of nobody, and the list goes on by itself', async (value) => {
    const query = '{ accounts(first: 5) { nodes { name } } }';
    const whole = (await locating.ask(query)).data;
    const { faults } = locating.service.admin;
    faults.add(
      { kind: 'early-end', rows: 3, entity: 'accounts' },
      { kind: 'cursor', change: 'foreign', value, entity: 'accounts' },
    );
    const { data, errors, calls } = await locating.ask(query);
    faults.clear();
    expect(errors).toBeUndefined();
    expect(data).toEqual(whole);
    expect(calls).toHaveLength(2);
    for (const { params } of calls) expect(Object.keys(params as object)).toEqual(['q']);
  });
});
