/** Conditions joined by AND and OR, in every clause, against the gateway and the connector service. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A condition as it is written, and whether one of its levels joins by AND and by OR. */
interface Written {
  readonly text: string;
  readonly isMixed: boolean;
}

const condition: fc.Arbitrary<Written> = fc.letrec<{ condition: Written; operand: Written }>(
  (tie) => ({
    operand: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      {
        weight: 3,
        arbitrary: fc
          .constantFrom("Name = 'x'", 'Id != null', "Name LIKE 'a AND b OR c'")
          .map((text): Written => ({ text, isMixed: false })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('', 'NOT '), tie('condition'))
          .map(([not, { text, isMixed }]): Written => ({ text: `(${not}(${text}))`, isMixed })),
      },
    ),
    condition: fc
      .tuple(
        tie('operand'),
        fc.array(fc.tuple(fc.constantFrom('AND', 'OR', 'and', 'or'), tie('operand')), {
          maxLength: 4,
        }),
      )
      .map(([first, others]): Written => {
        const words = new Set(others.map(([word]) => word.toUpperCase()));
        return {
          text: [first.text, ...others.map(([word, { text }]) => `${word} ${text}`)].join(' '),
          isMixed:
            words.size === 2 || [first, ...others.map(([, one]) => one)].some((one) => one.isMixed),
        };
      }),
  }),
).condition;

const clauses: Readonly<Record<string, (text: string) => string>> = {
  WHERE: (text) => `SELECT Id FROM Account WHERE ${text} LIMIT 1`,
  HAVING: (text) => `SELECT Name FROM Account GROUP BY Name, Id HAVING ${text} LIMIT 1`,
  'a semi-join': (text) =>
    `SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Contact WHERE ${text}) LIMIT 1`,
  'a child subquery': (text) =>
    `SELECT Id, (SELECT Id FROM Contacts WHERE ${text} LIMIT 1) FROM Account LIMIT 1`,
};

const cure =
  'AND and OR beside each other need parentheses: write a AND (b OR c), or (a AND b) OR c';

async function execute(action: string, q: string) {
  const { url, token, instances } = world.service;
  const response = await fetch(`${url}/api/v1/connectors/instances/${instances.crm}/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      entity: action === 'list' ? 'query' : 'accounts',
      action,
      params: { q },
    }),
  });
  return { status: response.status, text: await response.text() };
}

const free = 'query ($q: String!) { soql(query: $q) { nodes { values } } }';

describe('AND and OR at one level without parentheses', () => {
  it.each(Object.entries(clauses))(
    'in %s are refused with the cure, by the gateway before any call, and by the CRM',
    async (_, write) => {
      await fc.assert(
        fc.asyncProperty(condition, async ({ text, isMixed }) => {
          const q = write(text);
          const [{ errors, calls }, answer] = [
            await world.ask(free, { q }),
            await execute('list', q),
          ];
          if (!isMixed) {
            expect(errors).toBeUndefined();
            expect(answer.status).toBe(200);
            return;
          }
          expect(calls).toEqual([]);
          expect(errors).toMatchObject([
            { path: ['soql'], extensions: { code: 'BAD_USER_INPUT' } },
          ]);
          expect(errors?.[0]?.message).toContain(cure);
          expect(answer.status).toBe(400);
          expect(answer.text).toContain('MALFORMED_QUERY');
          expect(answer.text).toContain(cure);
        }),
        { numRuns: cases(40) },
      );
    },
  );

  it('are refused in a search, too', async () => {
    const search = (where: string) =>
      execute('search', `FIND {acme OR ltd AND x} RETURNING Account(Id WHERE ${where})`);
    expect((await search("Name != 'a' AND (Id != null OR Name = null)")).status).toBe(200);
    const answer = await search("Name != 'a' AND Id != null OR Name = null");
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(cure) });
  });
});

describe('what is no SOQL', () => {
  it.each([
    [
      'SELECT COUNT(Id) FROM Account HAVING COUNT(Id) > 1',
      /at 1:31: HAVING keeps some of the groups of GROUP BY: expected GROUP BY before it/,
    ],
    ['SELECT Id FROM Account HAVING Name = null', /at 1:24: HAVING keeps .*WHERE/],
    ['SELECT Id, (SELECT Id FROM Contacts HAVING Id = null) FROM Account', /at 1:37: HAVING keeps/],
    [
      'SELECT Id FROM Account WHERE CreatedDate > 2026-01-02T03:04:05.0123456789Z',
      /at 1:44: expected at most nine digits after the point of an instant, got "2026-01-02T03:04:05.0123456789Z"/,
    ],
    [
      'SELECT Id FROM Account WHERE CreatedDate IN (TODAY, 2026-01-02T03:04:05.01234567891+01:00)',
      /at 1:53: expected at most nine digits/,
    ],
    [
      'SELECT Id FROM Account WHERE CreatedDate > 2026-01-02T03:04:05',
      /at 1:44: expected a date such as .* or an instant with its offset .*, got "2026-01-02T03:04:05"/,
    ],
    [
      'SELECT Id FROM Account WHERE CreatedDate > 2026-1-2',
      /at 1:44: expected a date such as .*, got "2026-1-2"/,
    ],
    [
      'SELECT Id FROM Account WHERE CreatedDate > 2026-01-02T03:04:05+1',
      /got "2026-01-02T03:04:05\+1"/,
    ],
  ])('is refused in a sentence of its own: %s', async (q, reason) => {
    const { errors, calls } = await world.ask(free, { q });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(reason), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(calls).toEqual([]);
    const answer = await execute('list', q);
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('MALFORMED_QUERY') });
  });
});
