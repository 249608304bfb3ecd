import { readdirSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  getNamedType,
  getVariableValues,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../src/fetch/window.ts';
import { CompanySizes } from '../../../src/graph/company-size.ts';
import type { GraphContext } from '../../../src/graph/context.ts';
import { Binding } from '../../../src/graph/plan/binding.ts';
import { costOf, estimateCalls } from '../../../src/graph/plan/estimate.ts';
import { compile } from '../../../src/server/execute/compile.ts';
import { lookedAt } from '../../support/looked-at.ts';
import { model, schema, today } from '../../support/world.ts';

const context = {
  tenant: 'default',
  viewer: { client: 'anyone', permissions: new Set(['private-calls']) },
  participants: { mostCalls: () => ({ walk: 80, needsUsers: false }) },
  sizes: new CompanySizes(),
  model,
  pageLimits: defaultLimits,
  now: today,
} as unknown as GraphContext;

function estimated(document: DocumentNode): number {
  const compiled = compile(schema, document, null)!;
  const { variableDefinitions = [] } = compiled.definition;
  const variables = getVariableValues(schema, variableDefinitions, {}).coerced ?? {};
  const binding = new Binding(compiled.variant(variables), variables);
  return estimateCalls({ binding, context }).calls;
}

/** Objects that come with the one they hang on, though others of their type are fetched. */
const brought: ReadonlySet<string> = new Set(['Query._service']);

describe('every field that leads to something fetched', () => {
  it('declares what it costs, or its type does', () => {
    const without: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue;
      // Rows of connections are paid for by the field that leads to the connection.
      if (/(Connection|Edge)$/.test(type.name)) continue;
      for (const field of Object.values(type.getFields())) {
        const named = getNamedType(field.type);
        if (!isCompositeType(named) || brought.has(`${type.name}.${field.name}`)) continue;
        const isFetched =
          type.name === 'Query' ||
          isInterfaceType(named) ||
          named.name.endsWith('Connection') ||
          (isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Node'));
        if (isFetched && field.extensions.within !== true && costOf(field) === undefined)
          without.push(`${type.name}.${field.name}`);
      }
    }
    expect(without).toEqual([]);
  });
});

describe('the estimate', () => {
  const operations = new URL('../../../schema/operations/', import.meta.url);
  const showcases = readdirSync(operations).filter((file) => file.endsWith('.graphql'));

  it.each(showcases)('of %s looks at each of its selections a few times', (file) => {
    const text = readFileSync(new URL(file, operations), 'utf8');
    const { document, sets, looks } = lookedAt(parse(text));
    estimated(document);
    expect(looks()).toBeLessThan(10 * sets);
  });

  it('of fragments that double at every level ends soon, in a figure beyond any limit', () => {
    const levels = Array.from({ length: 40 }, (_, at) => at);
    const fragments = levels.map(
      (at) =>
        `fragment F${at} on User { a: manager { ...F${at + 1} } b: manager { ...F${at + 1} } }`,
    );
    const { document, looks } = lookedAt(
      parse(`{ users { nodes { ...F0 } } } ${fragments.join(' ')} fragment F40 on User { name }`),
    );
    expect(estimated(document)).toBeGreaterThan(1e6);
    // Expanded it has 2^40 fields.
    expect(looks()).toBeLessThan(100_000);
  });
});
