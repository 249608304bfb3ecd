/** Errors of a question that say how it is asked: fields under another name, and plain values in place of comparators. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherNames, synonyms } from '../../src/contract/synonym.ts';
import { openWorld, schema, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off' });
});
afterAll(() => world.close());

/** Messages of a question that is refused before any call. */
async function messages(query: string, variables?: Readonly<Record<string, unknown>>) {
  const { data, errors, calls } = await world.ask(query, variables);
  expect(data).toBeUndefined();
  expect(calls).toEqual([]);
  return errors!.map(({ message }) => message);
}

describe('an unknown field', () => {
  it.each([
    ['{ deals { totalCount } }', 'deals', 'Query', ['opportunities']],
    ['{ deal(id: 1) { id } }', 'deal', 'Query', ['opportunity', 'opportunities']],
    ['{ customers { totalCount } }', 'customers', 'Query', ['accounts', 'account']],
    ['{ companies { totalCount } }', 'companies', 'Query', ['accounts']],
    ['{ people { totalCount } }', 'people', 'Query', ['contacts']],
    ['{ meetings { totalCount } }', 'meetings', 'Query', ['calls', 'events']],
    ['{ reps { totalCount } }', 'reps', 'Query', ['users', 'crmUsers']],
    ['{ opportunities { nodes { stage } } }', 'stage', 'Opportunity', ['stageName']],
    ['{ opportunities { nodes { rep { id } } } }', 'rep', 'Opportunity', ['owner']],
    ['{ opportunities { nodes { customer { id } } } }', 'customer', 'Opportunity', ['account']],
    [
      '{ opportunities { nodes { meetings { id } } } }',
      'meetings',
      'Opportunity',
      ['relatedCalls'],
    ],
    ['{ accounts { nodes { deals { totalCount } } } }', 'deals', 'Account', ['opportunities']],
    ['{ calls { nodes { owner { id } } } }', 'owner', 'Call', ['primaryUser']],
    ['{ calls { nodes { attendees { id } } } }', 'attendees', 'Call', ['parties']],
  ])('in %s is told of under its other name', async (query, field, type, names) => {
    const [message, ...others] = await messages(query);
    expect(others).toEqual([]);
    expect(message).toContain(`Cannot query field "${field}" on type "${type}". Did you mean "`);
    const told = [...message!.split('Did you mean')[1]!.matchAll(/"(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(told.slice(0, names.length)).toEqual(names);
  });

  it('keeps the names that are nearly its own behind them, and five at most', async () => {
    expect(await messages('{ deals { totalCount } }')).toEqual([
      'Cannot query field "deals" on type "Query". Did you mean "opportunities", "opportunity", "leads", "call", or "calls"?',
    ]);
  });

  it('without another name is told of by its letters alone', async () => {
    expect(await messages('{ opportunities { nodes { amuont } } }')).toEqual([
      'Cannot query field "amuont" on type "Opportunity". Did you mean "amount" or "account"?',
    ]);
    expect(await messages('{ constructor }')).toEqual([
      'Cannot query field "constructor" on type "Query". Did you mean "contract", "contracts", "contact", or "contacts"?',
    ]);
  });

  it('of a filter is told of, too, in literals and in variables', async () => {
    const told =
      'Field "stage" is not defined by type "OpportunityFilter". Did you mean "stageName", "name", or "type"?';
    expect(
      await messages('{ opportunities(filter: { stage: { eq: "Won" } }) { totalCount } }'),
    ).toEqual([told]);
    const [message] = await messages(filtered, { filter: { stage: { eq: 'Won' } } });
    expect(message).toMatch(/^Variable "\$filter" got invalid value /);
    expect(message).toContain(told);
  });
});

const filtered =
  'query ($filter: OpportunityFilter) { opportunities(filter: $filter) { totalCount } }';

describe('a plain value of a filter', () => {
  it.each([
    ['amount', '50000', 'Write { eq: 50000 }.'],
    ['amount', '"50000"', 'Write { eq: 50000 }.'],
    ['amount', '[1, 2.5]', 'Write { in: [1, 2.5] }.'],
    ['stageName', '"Won"', 'Write { eq: "Won" }.'],
    ['stageName', '["Won", "Lost"]', 'Write { in: ["Won", "Lost"] }.'],
    ['name', '"say \\"so\\""', 'Write { eq: "say \\"so\\"" }.'],
    ['isWon', 'true', 'Write { eq: true }.'],
    ['closeDate', '"2026-10-01"', 'Write { eq: "2026-10-01" }.'],
    ['ownerId', '"005"', 'Write { eq: "005" }.'],
  ])('%s: %s is answered with its comparator', async (field, value, advice) => {
    const inLiteral = await messages(
      `{ opportunities(filter: { ${field}: ${value} }) { totalCount } }`,
    );
    expect(inLiteral).toEqual([
      expect.stringMatching(/^Expected value of type "\w+Filter", found .*\. Write /),
    ]);
    expect(inLiteral[0]!.endsWith(advice)).toBe(true);
    const inVariable = await messages(filtered, { filter: { [field]: JSON.parse(value) } });
    expect(inVariable).toEqual([
      expect.stringMatching(
        /^Variable "\$filter" got invalid value .* at "filter\.\w+"; .* Write /,
      ),
    ]);
    expect(inVariable[0]!.endsWith(advice)).toBe(true);
  });

  it.each([
    ['{ stageName: Won }', 'Write { eq: "Won" }.'],
    ['{ name: 12345678901234567890 }', 'Write { eq: "12345678901234567890" }.'],
    ['{ or: [{ account: { name: "Acme" } }] }', 'Write { eq: "Acme" }.'],
    ['{ account: { contacts: { some: { interests: "Golf" } } } }', 'Write { includes: ["Golf"] }.'],
  ])('%s has the form that its comparator takes', async (filter, advice) => {
    const [message] = await messages(`{ opportunities(filter: ${filter}) { totalCount } }`);
    expect(message?.endsWith(advice), message ?? 'no error').toBe(true);
  });

  it.each([
    ['"Closed Won"', 'Closed Won'],
    ['["Closed Won", "Closed Lost"]', 'Closed Lost'],
  ])('%s finds the records once it is written so', async (value, stage) => {
    const query = (stageName: string) =>
      `{ opportunities(first: 100, filter: { stageName: ${stageName} }) { nodes { stageName } } }`;
    const [message] = await messages(query(value));
    const { data, errors, calls } = await world.ask(query(/Write (.*)\.$/.exec(message!)![1]!));
    expect(errors).toBeUndefined();
    expect(calls.map(({ entity }) => entity)).toEqual(['opportunities']);
    const stages = data.opportunities.nodes.map((row: { stageName: string }) => row.stageName);
    expect(stages).toContain(stage);
    expect(new Set(JSON.parse(`[${value}]`).flat())).toEqual(new Set(stages));
  });

  it('that is a variable is set into its comparator', async () => {
    const query = (type: string, field: string) =>
      `query ($value: ${type}) { opportunities(filter: { ${field}: $value }) { totalCount } }`;
    expect(await messages(query('Float', 'amount'), { value: 1 })).toEqual([
      'Variable "$value" of type "Float" used in position expecting type "FloatFilter". Write { eq: $value }.',
    ]);
    expect(await messages(query('[String!]!', 'stageName'), { value: ['Won'] })).toEqual([
      'Variable "$value" of type "[String!]!" used in position expecting type "StringFilter". Write { in: $value }.',
    ]);
    expect(await messages(query('Boolean', 'amount'), { value: true })).toEqual([
      'Variable "$value" of type "Boolean" used in position expecting type "FloatFilter".',
    ]);
  });

  it('that no comparator takes gets no advice, and a long one is not repeated', async () => {
    for (const filter of ['{ amount: "much" }', '{ isWon: [true] }', '{ account: "Acme" }'])
      expect(await messages(`{ opportunities(filter: ${filter}) { totalCount } }`)).toEqual([
        expect.not.stringContaining('Write'),
      ]);
    const many = JSON.stringify(Array.from({ length: 200 }, (_, at) => `Stage ${at}`));
    const [message] = await messages(
      `{ opportunities(filter: { stageName: ${many} }) { totalCount } }`,
    );
    expect(message!.endsWith('Write { in: … }.')).toBe(true);
  });

  it('and other faults of a variable stand beside each other', async () => {
    const [first, second, ...others] = await messages(filtered, {
      filter: { amount: 1, closeDate: { eq: 'never' } },
    });
    expect(others).toEqual([]);
    expect([first, second].filter((message) => message!.includes('Write'))).toEqual([
      expect.stringMatching(/at "filter\.amount"; .* Write \{ eq: 1 \}\.$/),
    ]);
  });
});

describe('the list of synonyms', () => {
  it('has in each group a name that the schema has', () => {
    const names = new Set<string | undefined>(
      Object.values(schema.getTypeMap()).flatMap((type) =>
        'getFields' in type
          ? Object.values(type.getFields()).flatMap((field) => [
              field.name,
              ...('args' in field ? field.args : []).map(
                (argument: { name: string }) => argument.name,
              ),
            ])
          : [],
      ),
    );
    expect(synonyms.filter((group) => !group.flat().some((name) => names.has(name)))).toEqual([]);
  });

  it('is read whatever the case, the names of the same number first', () => {
    expect(otherNames('Deals')).toEqual(['opportunities', 'opportunity', 'deal']);
    expect(otherNames('close_at')).toContain('closeDate');
    expect(otherNames('weather')).toEqual([]);
  });
});
