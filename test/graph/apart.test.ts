/** What is asked together is what is asked apart: batches, shared statements and rows at hand change no answer. */

import fc from 'fast-check';
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CompanySizes } from '../../src/engine/list-size-estimate.ts';
import { RandomQuery } from '../engine/plan/random-query.ts';
import { samples } from '../engine/plan/sample.ts';
import { cases } from '../support/cases.ts';
import { roomyLimits } from '../support/small-server.ts';
import { tally } from '../support/truth.ts';
import { openWorld, schema, type World } from '../support/world.ts';

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** Places in lists, which tell how they were reached, and totals, which may be known by accident. */
const incidental = new Set(['cursor', 'startCursor', 'endCursor', 'totalCount']);

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The document with some of its leaves: `keep` is asked for each in turn. */
function thinned(document: DocumentNode, keep: (leaf: number) => boolean): DocumentNode | null {
  let leaf = 0;
  const thin = (set: SelectionSetNode): SelectionSetNode | null => {
    let kept = 0;
    const selections = set.selections.flatMap((selection): readonly SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [];
      if (selection.kind === Kind.FIELD && selection.selectionSet === undefined) {
        // The type of each object is always asked for: it tells which fragments apply.
        if (selection.name.value === '__typename') return [selection];
        leaf += 1;
        if (!keep(leaf)) return [];
        kept += 1;
        return [selection];
      }
      const below = thin(selection.selectionSet!);
      if (below === null) return [];
      kept += 1;
      return [{ ...selection, selectionSet: below }];
    });
    return kept === 0 ? null : { ...set, selections };
  };
  const [operation] = document.definitions as readonly OperationDefinitionNode[];
  const selectionSet = thin(operation!.selectionSet);
  return selectionSet === null
    ? null
    : { ...document, definitions: [{ ...operation!, selectionSet }] };
}

/** What of an answer a selection shows. */
function shown(value: Json, set: SelectionSetNode | undefined): Json {
  if (set === undefined || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => shown(item, set));
  const result: { [name: string]: Json } = {};
  for (const selection of set.selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = selection.typeCondition?.name.value;
      if (type !== undefined && type !== value.__typename) continue;
      Object.assign(result, shown(value, selection.selectionSet));
    } else if (selection.kind === Kind.FIELD && !incidental.has(selection.name.value)) {
      const key = keyOf(selection);
      result[key] = shown(value[key] ?? null, selection.selectionSet);
    }
  }
  return result;
}

/** Filters and orders of every list of records, among them those that say nothing or admit nothing. */
function conditions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const { name, args } of Object.values(type.getFields()))
      for (const { name: argument, type: given } of args) {
        const named = getNamedType(given);
        if (!isInputObjectType(named)) continue;
        const values = valuesOf(named.name);
        if (values.length > 0) found.set(`${type.name}.${name}.${argument}`, values);
      }
  }
  return found;
}

function valuesOf(input: string): readonly string[] {
  const members = schema.getType(input);
  if (!isInputObjectType(members)) return [];
  const fields = members.getFields();
  if (input.endsWith('Order')) {
    const by = getNamedType(fields.field!.type);
    const [first, ...others] = isEnumType(by) ? by.getValues().map(({ name }) => name) : [];
    if (first === undefined) return [];
    const last = others.at(-1) ?? first;
    return ['[]', `[{ field: ${first}, direction: DESC }]`, `[{ field: ${last}, nulls: LAST }]`];
  }
  if (!input.endsWith('Filter') || fields.id === undefined) return [];
  return [
    '{}',
    '{ id: { in: [] } }',
    '{ not: { id: { in: [] } } }',
    ...(fields.createdDate ? ['{ createdDate: { lt: "2026-06-01T00:00:00Z" } }'] : []),
    ...(fields.name ? ['{ or: [{ name: { contains: "a" } }, { id: { isNull: true } }] }'] : []),
    ...(fields.contacts ? ['{ contacts: { some: { email: { isNull: false } } } }'] : []),
    ...(fields.account ? ['{ account: { name: { gt: "H" } } }'] : []),
  ];
}

const selectionOf = ({ definitions }: DocumentNode): SelectionSetNode =>
  (definitions[0] as OperationDefinitionNode).selectionSet;

/** The document with one root field: how those of several arrive decides how they are batched. */
function firstRoot(document: DocumentNode): DocumentNode | null {
  const [operation] = document.definitions as readonly OperationDefinitionNode[];
  const { selections } = operation!.selectionSet;
  const root = selections.find((one) => one.kind === Kind.FIELD && one.name.value !== '__typename');
  if (root === undefined) return null;
  const selectionSet = { ...operation!.selectionSet, selections: [root] };
  return { ...document, definitions: [{ ...operation!, selectionSet }] };
}

/** The document with its fields under other names once more. */
function repeated(document: DocumentNode): DocumentNode {
  const [operation] = document.definitions as readonly OperationDefinitionNode[];
  const again = selectionOf(document).selections.flatMap((selection) =>
    selection.kind === Kind.FIELD && selection.name.value !== '__typename'
      ? [{ ...selection, alias: { kind: Kind.NAME, value: `again_${keyOf(selection)}` } as const }]
      : [],
  );
  const selections = [...operation!.selectionSet.selections, ...again];
  const selectionSet = { ...operation!.selectionSet, selections };
  return { ...document, definitions: [{ ...operation!, selectionSet }] };
}

/** Limits that refuse nothing. */
const limits = { ...roomyLimits, cost: 1e6, depth: 60, fields: 10_000, aliases: 1_000 };

const choices = fc.array(fc.infiniteStream(fc.boolean()), { minLength: 3, maxLength: 3 });

async function queriesOf(world: World, depth: number): Promise<RandomQuery> {
  const known = new Map([...conditions(), ...(await samples(world))]);
  return new RandomQuery(schema, known, { depth, fields: 3 });
}

describe.each([
  ['nothing is kept', false],
  ['answers are kept', true],
])('where %s', (_name, cache) => {
  let world: World;
  let queries: RandomQuery;
  beforeAll(async () => {
    world = await openWorld({ cache, server: { limits } });
    queries = await queriesOf(world, 6);
  });
  afterAll(() => world.close());

  it('parts of a query are answered as they are in the whole', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), choices, async (g, chosen) => {
        const text = queries.draw(g);
        const document = parse(text);
        const whole = await world.ask(text);
        if (whole.data === undefined || whole.data === null) return;
        for (const choice of chosen) {
          const part = thinned(document, () => choice.next().value === true);
          if (part === null) continue;
          const asked = print(part);
          const answer = await world.ask(asked);
          const set = selectionOf(part);
          expect(shown(answer.data, set), `${asked}\nof\n${text}`).toEqual(shown(whole.data, set));
          compared += 1;
        }
      }),
      {
        numRuns: cases(6, 5),
        endOnFailure: true,
        ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
      },
    );
    expect(compared).toBeGreaterThan(0);
  });
});

describe('asked again under other names', () => {
  it('a query is answered alike and adds no call', async () => {
    // How a lone user is fetched depends on how many were before; here each question is to cost the same.
    const sizes = Object.assign(new CompanySizes(), { countLoneUser: () => false });
    const world = await openWorld({ server: { limits }, context: { sizes } });
    onTestFinished(() => world.close());
    const queries = await queriesOf(world, 4);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const document = firstRoot(parse(queries.draw(g)));
        const whole = document === null ? null : await world.ask(print(document));
        if (document === null || !whole?.data) return;
        const asked = print(repeated(document));
        const { data, calls } = await world.ask(asked);
        const set = selectionOf(document);
        const copies = Object.entries<Json>(data).flatMap(([name, value]) =>
          name.startsWith('again_') ? [[name.slice(6), value] as const] : [],
        );
        expect(shown(Object.fromEntries(copies), set), asked).toEqual(shown(whole.data, set));
        expect(tally(calls), asked).toEqual(tally(whole.calls));
        compared += 1;
      }),
      { numRuns: cases(6, 6), endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(0);
  });
});
