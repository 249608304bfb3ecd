import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  buildSchema,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { prettified } from '../../src/graphiql/editor/prettify.ts';
import {
  addItem,
  addSelection,
  applied,
  type Edit,
  operationsOf,
  type Parent,
  removeArgument,
  removeItem,
  removeMember,
  removeSelection,
  setArgument,
  setMember,
} from '../../src/graphiql/explorer/document-edit.ts';
import { findFields, indexFields, indexNear } from '../../src/graphiql/explorer/field-search.ts';
import { firstSelection } from '../../src/graphiql/explorer/first-choice.ts';
import { pathEdit, rowsByType } from '../../src/graphiql/explorer/path-edit.ts';
import { firstValue } from '../../src/graphiql/explorer/preset.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);
const query = schema.getQueryType()!;

/** The first field of this name in a text. */
function nodeIn(text: string, name: string): FieldNode {
  let found: FieldNode | undefined;
  visit(parse(text), {
    Field(node) {
      if (node.name.value === name) found ??= node;
    },
  });
  return found!;
}

describe('a question that is built by clicks', () => {
  it('begins with the fields that name a thing, and what a field can’t do without', () => {
    const first = (name: string): string =>
      applied('', addSelection('', null, firstSelection(query.getFields()[name]!)));
    expect(first('opportunities')).toBe(
      'query {\n  opportunities {\n    nodes {\n      name\n    }\n  }\n}\n',
    );
    expect(first('account')).toContain('account(');
    const { opportunities } = (schema.getType('Call') as GraphQLObjectType).getFields();
    expect(firstSelection(opportunities!)).toEqual({
      name: 'opportunities',
      below: [{ name: 'record', below: [{ name: 'name' }] }],
    });
    expect(first('opportunitiesAggregate').replaceAll(/\s+/g, ' ')).toContain(
      '{ keys { value record { recordName } } count }',
    );
  });

  it('keeps comments and the layout of all else', () => {
    const text =
      '# who\nquery Q($n: Int = 3) { # asked\n  accounts(first: $n) { # rows\n    nodes { name }\n  }\n}\n';
    const nodes = nodeIn(text, 'nodes');
    const added = applied(text, addSelection(text, nodes, { name: 'industry' }));
    expect(added).toBe(text.replace('{ name }', '{ name industry }'));
    const back = nodeIn(added, 'nodes');
    const [name] = back.selectionSet!.selections;
    expect(applied(added, removeSelection(added, back, name!))).toBe(
      text.replace('{ name }', '{ industry }'),
    );
    const accounts = nodeIn(text, 'accounts');
    const sorted = applied(text, setArgument(text, accounts, 'orderBy', '[{ field: NAME }]'));
    expect(sorted).toBe(text.replace('first: $n', 'first: $n, orderBy: [{ field: NAME }]'));
    const again = nodeIn(sorted, 'accounts');
    expect(applied(sorted, removeArgument(sorted, again, again.arguments![1]!))).toBe(text);
    const bare = applied(text, removeArgument(text, accounts, accounts.arguments![0]!));
    expect(bare).toBe(text.replace('(first: $n)', ''));
  });

  it('changes members and items of an argument', () => {
    const text = '{ a(filter: { x: { eq: 1 } }, of: [A, B]) { b } }';
    const [filter, list] = nodeIn(text, 'a').arguments!.map(({ value }) => value);
    if (filter?.kind !== 'ObjectValue' || list?.kind !== 'ListValue') throw new Error('no values');
    expect(applied(text, setMember(text, filter, 'y', '{}'))).toContain('{ x: { eq: 1 }, y: {} }');
    expect(applied(text, removeMember(filter, filter.fields[0]!))).toContain('filter: {},');
    expect(applied(text, addItem(text, list, 'C'))).toContain('of: [A, B, C]');
    expect(applied(text, removeItem(list, list.values[0]!))).toContain('of: [B]');
  });

  it('is one that the graph takes after any clicks, and keeps the comments of its text', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 4, maxLength: 40 }), (drawn) => {
        const numbers = [...drawn];
        let text = '# kept\nquery Q {\n  # kept, too\n  accounts { nodes { name } }\n}\n';
        const draw = (below: number): number => (numbers.shift() ?? 0) % below;
        while (numbers.length > 0) {
          text = applied(text, randomClick(text, draw));
          expect([text, validate(schema, parse(text)).map(({ message }) => message)]).toEqual([
            text,
            [],
          ]);
        }
        expect(text.match(/# kept/g)).toHaveLength(2);
      }),
      { numRuns: 40 },
    );
  });
});

/** A click on a row of the explorer: a field or an argument is ticked, or an argument is taken out. */
function randomClick(text: string, draw: (below: number) => number): Edit {
  const document = parse(text);
  const types = new TypeInfo(schema);
  const clicks: Edit[] = [];
  const clicksOf = (parent: Parent, type: unknown): void => {
    if (!isObjectType(type)) return;
    const taken = new Set(
      parent.selectionSet?.selections.map((node) => (node.kind === 'Field' ? node.name.value : '')),
    );
    const free = Object.values(type.getFields()).filter(({ name }) => !taken.has(name));
    if (free.length > 0)
      clicks.push(addSelection(text, parent, firstSelection(free[draw(free.length)]!)));
  };
  const argumentClicks = (node: FieldNode, field: GraphQLField<unknown, unknown>): void => {
    // What two arguments mean together is the graph's to say.
    for (const argument of field.args.filter(({ name }) => /^(?:filter|first|orderBy)$/.test(name)))
      clicks.push(setArgument(text, node, argument.name, firstValue(argument)));
    const given = node.arguments?.find(({ name }) => name.value === 'first');
    if (given !== undefined) clicks.push(removeArgument(text, node, given));
  };
  clicksOf(operationsOf(document)[0]!, query);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const field = types.getFieldDef();
        if (!field) return;
        clicksOf(node, getNamedType(field.type));
        argumentClicks(node, field);
      },
    }),
  );
  return clicks[draw(clicks.length)]!;
}

describe('the search for fields', () => {
  const index = indexFields(schema);
  const firstPath = (text: string) => findFields(index, text)[0]?.path.join('.');

  it.each([
    ['deal', 'opportunities'],
    ['deals', 'opportunities'],
    ['company', 'accounts'],
    ['rep', 'users'],
    ['accounts', 'accounts'],
    ['stage', 'opportunities.nodes.stageName'],
    ['deals by stage', 'opportunitiesAggregate'],
    ['number of deals', 'opportunitiesAggregate'],
    ['how many companies', 'accountsAggregate'],
    ['calls per week', 'callsAggregate'],
    ['sum of amount', 'opportunitiesAggregate.sum.amount'],
    ['mean amount of deals', 'opportunitiesAggregate.avg.amount'],
  ])('finds what people call %s', (text, path) => {
    expect(firstPath(text)).toBe(path);
  });

  it('finds by words of a description, and nothing by words of none', () => {
    const found = findFields(index, 'expected to close');
    expect(found.some(({ field }) => field.name === 'closeDate')).toBe(true);
    expect(findFields(index, 'zzz')).toEqual([]);
    expect(findFields(index, '  ')).toEqual([]);
  });

  it('finds fields of the rows that are there, and of what they refer to, before those of others', () => {
    const firstIn = (text: string, term: string) => {
      const rows = rowsByType(parse(text), schema);
      const results = findFields([...indexNear(schema, rows), ...index], term, rows);
      const paths = results.map(({ path }) => path.join('.'));
      expect(new Set(paths).size).toBe(paths.length);
      const [first] = results;
      const added = applied(text, pathEdit(text, parse(text), rows, first!));
      expect([added, validate(schema, parse(added))]).toEqual([added, []]);
      return first!.path.join('.');
    };
    const deals = '{ opportunities { nodes { amount } } }';
    firstIn('{ accounts { nodes { name } } }', 'contacts');
    expect(firstIn(deals, 'name')).toBe('opportunities.nodes.name');
    expect(firstIn(deals, 'industry')).toBe('opportunities.nodes.account.industry');
    expect(firstIn(deals, 'calls')).toBe('opportunities.nodes.relatedCalls');
    expect(firstIn('{ accounts { nodes { name } } }', 'deals')).toBe(
      'accounts.nodes.opportunities',
    );
    expect(firstIn('{ users { nodes { name } } }', 'stage')).toMatch(/stageName$/);
  });

  it('adds what was found to the rows that are there, and only once', () => {
    const [stage] = findFields(index, 'stage');
    const added = (text: string): string => {
      const document = text === '' ? ({ kind: 'Document', definitions: [] } as never) : parse(text);
      return applied(text, pathEdit(text, document, rowsByType(document, schema), stage!));
    };
    const text = '{\n  opportunities(first: 2) {\n    nodes {\n      name\n    }\n  }\n}\n';
    expect(added(text)).toBe(text.replace('name\n', 'name\n      stageName\n'));
    expect(added(added(text))).toBe(added(text));
    const nested = '{ accounts { nodes { opportunities { nodes { name } } } } }';
    expect(added(nested)).toBe(nested.replace('name', 'name stageName'));
    expect(validate(schema, parse(added('')))).toEqual([]);
    expect(added('')).toContain('stageName');
  });
});

describe('laying a question out', () => {
  it('keeps the comment at its head, and leaves a text with comments inside as it is', () => {
    expect(prettified('# title: A\n\n{a{b}}')).toBe('# title: A\n\n{\n  a {\n    b\n  }\n}\n');
    expect(prettified('{ a # why\n }')).toBeNull();
    expect(prettified('{ a')).toBeNull();
  });
});
