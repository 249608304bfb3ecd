import fc from 'fast-check';
import {
  buildSchema,
  type FieldNode,
  getArgumentValues,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { expect, it } from 'vitest';
import { type Args, argumentsOf } from '../../../src/engine/plan/argument.ts';
import { cases } from '../../support/cases.ts';

const schema = buildSchema(`
  directive @oneOf on INPUT_OBJECT
  scalar Any
  enum Order { UP DOWN }
  input Filter { eq: Int, among: [Int!], not: Filter, order: Order! = UP, must: String!, all: [Filter] }
  input Key @oneOf { id: ID, name: String }
  type Query {
    rows(first: Int = 20, size: Int!, ids: [ID!], maybe: [Int], filter: Filter, key: Key, order: [Order!] = [UP], any: Any): Int
  }
`);
const rows = schema.getQueryType()!.getFields().rows!;

/** Variables that may stand anywhere, also where they do not fit; one is called as something that every object has. */
const variables = ['a', 'b', 'toString'];
const leaf = fc.constantFrom(
  ...['1', '-3', 'null', '"x"', 'UP', 'NONE', 'true', '[]', '{}', '{ must: "x" }'],
  ...variables.map((name) => `$${name}`),
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' ')}]`),
    fc
      .dictionary(
        fc.constantFrom('eq', 'among', 'not', 'order', 'must', 'all', 'id', 'name', 'other'),
        tie('value'),
        { maxKeys: 3 },
      )
      .map(
        (fields) =>
          `{ ${Object.entries(fields)
            .map((field) => field.join(': '))
            .join(', ')} }`,
      ),
  ),
}));
const given = fc.dictionary(fc.constantFrom(...rows.args.map(({ name }) => name)), value);
const bound = fc.dictionary(
  fc.constantFrom(...variables),
  fc.constantFrom<unknown>(null, 1, 'x', [1], { must: 'x', order: 'DOWN' }),
);

function outcome(read: () => Args): unknown {
  try {
    return { ...read() };
  } catch (error) {
    return (error as Error).message;
  }
}

it('arguments are read as graphql-js would, whatever stands in the document and in the variables', () => {
  fc.assert(
    fc.property(given, bound, bound, (args, first, second) => {
      const list = Object.entries(args).map((arg) => arg.join(': '));
      const [definition] = parse(`{ rows${list.length > 0 ? `(${list.join(', ')})` : ''} }`)
        .definitions as [OperationDefinitionNode];
      const node = definition.selectionSet.selections[0] as FieldNode;
      const { fixed, read } = argumentsOf(rows, node);
      for (const values of [first, second]) {
        const expected = outcome(() => getArgumentValues(rows, node, values));
        expect(outcome(() => read(values))).toEqual(expected);
        if (fixed !== null) expect({ ...fixed }).toEqual(expected);
      }
    }),
    { numRuns: cases(300) },
  );
});
