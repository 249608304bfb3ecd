import { readdirSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  getNamedType,
  getVariableValues,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { CompanySizes } from '../../../src/graph/company-size.ts';
import type { GraphContext } from '../../../src/graph/context.ts';
import { estimateCalls, ruleOf } from '../../../src/graph/cost/estimate.ts';
import { Reckoning, single } from '../../../src/graph/cost/reckoning.ts';
import { Walk } from '../../../src/graph/cost/walk.ts';
import { Binding } from '../../../src/graph/plan/binding.ts';
import { PlanNode } from '../../../src/graph/plan/operation.ts';
import { defaultLimits } from '../../../src/paging/window.ts';
import { compile } from '../../../src/server/execute/compile.ts';
import { lookedAt } from '../../support/looked-at.ts';
import { model, schema, today } from '../../support/world.ts';

const context = {
  tenant: 'default',
  viewer: { client: 'anyone', permissions: new Set(['private-calls']) },
  participants: { mostCalls: { dated: 80, undated: 0 } },
  sizes: new CompanySizes(),
  model,
  pageLimits: defaultLimits,
  now: today,
} as unknown as GraphContext;

function reckon(document: DocumentNode): number {
  const compiled = compile(schema, document, null)!;
  const { variableDefinitions = [] } = compiled.definition;
  const variables = getVariableValues(schema, variableDefinitions, {}).coerced ?? {};
  return estimateCalls({ binding: new Binding(compiled.variant(variables), variables), context });
}

function empty() {
  const variables = {};
  const operation = compile(schema, parse('{ __typename }'), null)!.variant(variables);
  return { operation, binding: new Binding(operation, variables) };
}

/** Fields whose objects come with the object they hang on, though others of their type are fetched. */
const brought: ReadonlySet<string> = new Set([
  ...['AccountMatch', 'ContactMatch', 'LeadMatch', 'OpportunityMatch', 'CrmUserMatch'].map(
    (type) => `${type}.record`,
  ),
  'Query._service',
]);

describe('every field that leads to something fetched', () => {
  const { operation, binding } = empty();
  const walk = new Walk(binding, context, new Reckoning(null), ruleOf);

  it('has a rule that reckons it', () => {
    const without: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue;
      // Rows of connections, and records and keys of rows, are reckoned with the field that leads there.
      if (/(Connection|Edge|GroupKey|SoqlRow)$/.test(type.name)) continue;
      for (const field of Object.values(type.getFields())) {
        const named = getNamedType(field.type);
        if (!isCompositeType(named) || brought.has(`${type.name}.${field.name}`)) continue;
        const isFetched =
          type.name === 'Query' ||
          isInterfaceType(named) ||
          named.name.endsWith('Connection') ||
          (isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Node'));
        const fieldNode = {
          kind: Kind.FIELD,
          name: { kind: Kind.NAME, value: field.name },
        } as const;
        const node = new PlanNode(operation, field.name, field, type, [fieldNode]);
        const isWithin = field.extensions.within === true;
        const place = { type, node, args: {}, flow: single };
        if (isFetched && !isWithin && ruleOf(walk, place) === undefined)
          without.push(`${type.name}.${field.name}`);
      }
    }
    expect(without).toEqual([]);
  });
});

describe('reckoning', () => {
  const operations = new URL('../../../schema/operations/', import.meta.url);
  const showcases = readdirSync(operations).filter((file) => file.endsWith('.graphql'));

  it.each(showcases)('of %s looks at each of its selections a few times', (file) => {
    const text = readFileSync(new URL(file, operations), 'utf8');
    const { document, sets, looks } = lookedAt(parse(text));
    reckon(document);
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
    expect(reckon(document)).toBeGreaterThan(1e6);
    // Expanded it has 2^40 fields.
    expect(looks()).toBeLessThan(100_000);
  });
});
