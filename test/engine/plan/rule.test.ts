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
import type { Permission } from '../../../src/contract/permission.ts';
import type { GraphContext } from '../../../src/engine/context.ts';
import { CompanySizes } from '../../../src/engine/list-size-estimate.ts';
import type { Args } from '../../../src/engine/plan/argument.ts';
import { compile } from '../../../src/engine/plan/compiled-operation.ts';
import { Binding } from '../../../src/engine/plan/operation.ts';
import { costOf, estimateCalls } from '../../../src/engine/plan/operation-estimate.ts';
import { defaultPageLimits } from '../../../src/fetch/connection.ts';
import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import { lookedAt } from '../../support/looked-at.ts';
import { model, schema, today } from '../../support/world.ts';

const context = {
  tenant: 'default',
  viewer: { client: 'anyone', permissions: new Set(['private-calls']) },
  participants: { maxRequests: () => ({ walk: 80, needsUsers: false }) },
  rowAccess: null,
  sizes: new CompanySizes(),
  cursors: { peek: () => null },
  model,
  pageLimits: defaultPageLimits,
  now: today,
} as unknown as GraphContext;

function estimateOf(document: DocumentNode, given: Args = {}, of: GraphContext = context) {
  const compiled = compile(schema, document, null)!;
  const { variableDefinitions = [] } = compiled.definition;
  const { coerced = {}, errors = [] } = getVariableValues(schema, variableDefinitions, given);
  expect(errors).toEqual([]);
  const binding = new Binding(compiled.variant(coerced), coerced);
  return estimateCalls({ binding, context: of });
}

const estimated = (document: DocumentNode): number => estimateOf(document).calls;

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

const account = encodeGlobalId('Account', '001000000000001AAA');
const contact = encodeGlobalId('Contact', '003000000000001AAA');
const call = encodeGlobalId('Call', '1');
const since = '2026-01-01T00:00:00Z';

/** Documents, and variables that change what they cost, or don't. */
const questions: readonly (readonly [string, readonly Args[]])[] = [
  [
    `query ($id: ID!, $n: Int, $m: Int, $from: DateTime) { account(by: { id: $id }) {
      contacts(first: $n) { nodes { name owner { name } relatedCalls(first: $m, from: $from) { totalCount nodes { title } } } }
      opportunities(first: $m) { nodes { name account { name contacts(first: $n) { nodes { name } } } } } } }`,
    [1, 5, 5, 100, -1, 1_000].flatMap((n) => [
      { id: account, n, m: 3 },
      { id: contact, n: 2, m: n },
      { id: 'nobody', n, m: n, from: since },
    ]),
  ],
  [
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { name } ... on Contact { name account { name } } ... on Call { title } } }',
    [[], [account], [account, account], [call, account], [account, call], [contact, 'nobody']].map(
      (ids) => ({ ids }),
    ),
  ],
  [
    'query ($filter: AccountFilter, $n: Int) { accounts(first: $n, filter: $filter) { totalCount nodes { name contacts { nodes { name } } } } }',
    [
      null,
      { industry: { eq: 'Energy' } },
      { lastCall: { before: since } },
      { lastCall: { none: true } },
      { and: [{ lastCall: { after: since } }] },
    ].flatMap((filter) => [20, 90].map((n) => ({ filter, n }))),
  ],
  [
    'query ($filter: CallFilter, $n: Int, $after: String) { calls(first: $n, after: $after, filter: $filter) { totalCount nodes { title primaryUser { name manager { name } } } } }',
    [{}, { from: since }, { direction: ['Inbound'] }].flatMap((filter) => [
      { filter, n: 10 },
      { filter, n: 100 },
      { filter, n: 10, after: 'no cursor' },
    ]),
  ],
  [
    'query ($from: DateTime, $n: Int!) { contact(by: { upstreamId: "003000000000001AAA" }) { callsPerPeriod(period: MONTH, from: $from) { count } peopleSpokenWith(first: $n) { people { contacts { name } } } } }',
    [{ n: 3 }, { n: 30 }, { n: 3, from: since }, { n: 3, from: '2025-06-01T00:00:00Z' }],
  ],
];

describe('the estimate', () => {
  it('of a known document is what it would be of a new one, whatever the variables and whoever asks', () => {
    const large = new CompanySizes();
    large.learnUsers('default', 100_000);
    const maxRequests: GraphContext['participants']['maxRequests'] = (
      _tenant,
      { from, kinds },
    ) => ({
      walk: (from ?? 1) % 97,
      needsUsers: kinds.length > 1,
    });
    const others = [
      { ...context, viewer: { ...context.viewer, permissions: new Set<Permission>() } },
      { ...context, sizes: large },
      { ...context, participants: { ...context.participants, maxRequests } },
    ];
    let different = 0;
    for (const [text, variables] of questions) {
      const document = parse(text);
      const found = new Set<string>();
      for (const given of [...variables, ...variables.toReversed()])
        for (const of of [context, ...others]) {
          const estimate = estimateOf(document, given, of);
          expect(estimate, JSON.stringify(given)).toEqual(estimateOf(parse(text), given, of));
          found.add(JSON.stringify(estimate));
        }
      different += found.size;
    }
    expect(different).toBeGreaterThan(5 * questions.length);
  });

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
