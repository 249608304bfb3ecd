import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, schema, type World } from '../support/world.ts';

const operations = new URL('../../schema/operations/', import.meta.url);
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Cost {
  readonly requested: number;
  readonly actual: number;
}

async function costOf(query: string): Promise<Cost & { readonly made: number }> {
  const { extensions, calls, errors } = await world.ask(query);
  const cost = extensions?.cost as Cost | undefined;
  expect(cost, `${query}\n${JSON.stringify(errors)}`).toBeDefined();
  return { ...cost!, made: calls.length };
}

describe('the cost of a query', () => {
  it.each(readdirSync(operations).filter((file) => file.endsWith('.graphql')))(
    'of %s is reckoned from above and counted exactly',
    async (file) => {
      const { requested, actual, made } = await costOf(
        readFileSync(new URL(file, operations), 'utf8'),
      );
      expect(actual).toBe(made);
      expect(requested).toBeGreaterThanOrEqual(actual);
      expect(requested).toBeLessThan(500);
    },
  );

  it('multiplies along nested connections, and names the limit', async () => {
    const { errors, calls, data } = await world.ask(
      '{ accounts(first: 100) { nodes { contacts(first: 100) { nodes { tasks(first: 100, after: "x") { nodes { subject relatedTo: what { __typename } } } } } } } }',
    );
    expect(data).toBeUndefined();
    expect(calls).toEqual([]);
    expect(errors![0]!.extensions.code).toBe('QUERY_TOO_COSTLY');
    expect(errors![0]!.message).toMatch(/^Expected a query of at most 1000 upstream calls/);
  });

  it('of absurd pages is refused before anything is asked', async () => {
    const first = 'first: 2147483647';
    const { errors, calls } = await world.ask(
      `{ calls(${first}) { nodes { parties { contact { relatedCalls(${first}) { nodes { id parties { contact { tasks(${first}) { nodes { id } } } } } } } } } } }`,
    );
    expect(errors![0]!.extensions.code).toBe('QUERY_TOO_COSTLY');
    expect(calls).toEqual([]);
  });

  it('counts fragments where they are spread, and nothing that is skipped', async () => {
    const { requested: plain } = await costOf('{ accounts(first: 5) { nodes { name } } }');
    const { requested: spread } = await costOf(
      '{ a: accounts(first: 5) { ...F } b: accounts(first: 5) { ...F } } fragment F on AccountConnection { nodes { name } }',
    );
    const { requested: skipped } = await costOf(
      '{ accounts(first: 5) { nodes { name contacts @skip(if: true) { nodes { name } } } } }',
    );
    expect(spread).toBe(2 * plain);
    expect(skipped).toBe(plain);
  });
});

describe('whatever is asked', () => {
  /** Arguments a random query needs to get anywhere. */
  const samples = new Map<string, readonly string[]>();
  beforeAll(async () => {
    const { data } = await world.ask(
      '{ workspaces { nodes { id } } users(first: 3) { nodes { id } } accounts(first: 2) { nodes { id } } calls(first: 2) { nodes { id } } }',
    );
    const ids = (name: string): string[] =>
      data[name].nodes.map(({ id }: { id: string }) => JSON.stringify(id));
    samples.set('workspace', ids('workspaces'));
    samples.set('manager', ids('users'));
    samples.set('id', [...ids('accounts'), ...ids('calls'), ...ids('users')]);
    samples.set('ids', [`[${[...ids('accounts'), ...ids('calls')].join()}]`]);
    samples.set('term', ['"an"']);
    samples.set('query', ['"SELECT Id, Name FROM Account"']);
    samples.set('first', ['1', '3', '25']);
  });

  type Draw = fc.GeneratorValue;

  function argumentsOf(g: Draw, args: readonly GraphQLArgument[]): string | null {
    const given: string[] = [];
    for (const argument of args) {
      const values = samples.get(argument.name);
      if (!isRequiredArgument(argument) && argument.name !== 'first') continue;
      if (values === undefined) return null;
      given.push(`${argument.name}: ${g(fc.constantFrom, ...values)}`);
    }
    return given.length === 0 ? '' : `(${given.join(', ')})`;
  }

  function selection(g: Draw, type: GraphQLObjectType, depth: number): string {
    const fields = type.getFields();
    const names = Object.keys(fields).filter((name) => !name.startsWith('_'));
    const leaves = names.filter((name) => isLeaf(fields[name]!));
    const branches = depth === 0 ? [] : names.filter((name) => !isLeaf(fields[name]!));
    const chosen = [leaves, branches]
      .filter((some) => some.length > 0)
      .flatMap((some) => g(fc.subarray, some, { maxLength: Math.min(2, some.length) }))
      .map((name) => fields[name]!);
    const parts = chosen.flatMap((field) => {
      const args = argumentsOf(g, field.args);
      if (args === null) return [];
      const below = getNamedType(field.type);
      if (isLeaf(field)) return [`${field.name}${args}`];
      if (!isObjectType(below)) return [`${field.name}${args} { __typename }`];
      return [`${field.name}${args} ${selection(g, below, depth - 1)}`];
    });
    return `{ __typename ${parts.join(' ')} }`;
  }

  const isLeaf = ({ type }: GraphQLField<unknown, unknown>): boolean => {
    const named = getNamedType(type);
    return isScalarType(named) || isEnumType(named);
  };

  it('costs no more than was reckoned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const query = selection(g, schema.getQueryType()!, 6);
        const { extensions, calls } = await world.ask(query);
        const cost = extensions?.cost as Cost | undefined;
        if (cost === undefined) return expect(calls, query).toEqual([]);
        expect(calls.length, query).toBeLessThanOrEqual(cost.requested);
      }),
      { numRuns: 100 },
    );
  });
});
