import { setImmediate } from 'node:timers/promises';
import { normalizedExecutor } from '@graphql-tools/executor';
import fc from 'fast-check';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
  parse,
  print,
  type SelectionNode,
  visit,
} from 'graphql';
import { expect, it } from 'vitest';
import { executeOperation } from '../../../src/engine/execute/executor.ts';
import { compile } from '../../../src/engine/plan/compiled-operation.ts';
import { Binding } from '../../../src/engine/plan/operation.ts';
import { cases } from '../../support/cases.ts';
import { documents, fated } from '../../support/fated-schema.ts';

type Choose = (outOf: number) => number;

const lists = new Set(['many', 'all', 'words', 'grid']);

/** The document with some selections deferred and some lists streamed. */
function cut(document: DocumentNode, choose: Choose): DocumentNode {
  let count = 0;
  const directive = (text: string) => {
    const document = parse(`{ a ${text} }`);
    return (getOperationAST(document)!.selectionSet.selections[0] as FieldNode).directives!;
  };
  const label = (): string => {
    count += 1;
    return `label: "${count}"`;
  };
  const deferred = (selection: SelectionNode): SelectionNode =>
    ({
      kind: 'InlineFragment' as const,
      directives: directive(`@defer(if: ${['true', '$i', '$s'][choose(3)]}, ${label()})`)!,
      selectionSet: { kind: 'SelectionSet' as const, selections: [selection] },
    }) as SelectionNode;
  return visit(document, {
    Field: {
      leave: (node) =>
        lists.has(node.name.value) && choose(2) === 1
          ? {
              ...node,
              directives: [
                ...(node.directives ?? []),
                ...directive(`@stream(initialCount: ${choose(3)}, label: "all")`)!,
              ],
            }
          : undefined,
    },
    SelectionSet: {
      leave: (set) => ({
        ...set,
        selections: set.selections.map((one) => (choose(4) === 3 ? deferred(one) : one)),
      }),
    },
  });
}

interface Part {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
  readonly incremental?: readonly {
    readonly data?: unknown;
    readonly items?: readonly unknown[] | null;
    readonly path: readonly (string | number)[];
    readonly label?: string;
    readonly errors?: readonly GraphQLError[];
  }[];
  readonly hasNext?: boolean;
}

/** What is given out, whichever of it goes out together, and in which order. */
async function givenOut(answer: unknown) {
  const parts: Part[] = [];
  if (Symbol.asyncIterator in (answer as object))
    for await (const part of answer as AsyncIterable<Part>) parts.push(part);
  else parts.push(answer as Part);
  const later = parts.flatMap(({ incremental = [] }) => incremental);
  const pieces = later.flatMap(({ path, label, data, items }) => {
    if (items === undefined) return [{ path, label, value: data }];
    const [list, from] = [path.slice(0, -1), path.at(-1) as number];
    if (items === null) return [{ path: list, label, value: null }];
    return items.map((value, at) => ({ path: [...list, from + at], label, value }));
  });
  const data: unknown = JSON.parse(JSON.stringify(parts[0]!.data ?? null));
  return {
    data,
    pieces: pieces.map((piece) => JSON.stringify(piece)).sort(),
    errors: [...parts, ...later].flatMap(({ errors = [] }) =>
      errors.map(({ path = [] }) => ({ path })),
    ),
    hasNext: parts.map(({ hasNext }) => hasNext),
  };
}

/** The other executor waits for ever where its last parts were dropped. */
async function unlessStuck<T>(result: Promise<T>): Promise<T | null> {
  let turns = 0;
  const stuck = async (): Promise<null> => {
    for (; turns < 500; turns += 1) await setImmediate();
    return null;
  };
  return Promise.race([result, stuck()]);
}

it('parts are those that another executor gives, whatever becomes of their fields', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.gen(),
      fc.integer(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      async (whole, g, seed, failing, s, i) => {
        const document = parse(print(cut(whole, (outOf) => g(fc.nat, { max: outOf - 1 }))));
        const schema = fated(seed, failing);
        const compiled = compile(schema, document, null)!;
        const variables = { s, i, y: seed % 7 };
        const { coerced } = getVariableValues(
          schema,
          compiled.definition.variableDefinitions!,
          variables,
        );
        const run = executeOperation(new Binding(compiled.variant(coerced!), coerced!), undefined, {
          isInParts: true,
        });
        const own = await unlessStuck(givenOut(await run));
        if (own === null)
          throw new Error(`stuck ${print(document)} ${JSON.stringify(variables)} ${seed}`);
        const other = await unlessStuck(
          givenOut(await normalizedExecutor({ schema, document, variableValues: variables })),
        );
        if (other === null) return;
        const asked = print(document);
        expect(own.data, asked).toEqual(other.data);
        expect(own.errors.length > 0, asked).toBe(other.errors.length > 0);
        // After a failure the other executor drops what another fragment has a place for, and keeps what has none.
        if (other.errors.length === 0) expect(own.pieces, asked).toEqual(other.pieces);
        const told =
          own.hasNext.length === 1 ? [undefined] : [...own.hasNext.slice(1).fill(true), false];
        expect(own.hasNext).toEqual(told);
        if (other.errors.length === 0) count += own.pieces.length;
      },
    ),
    { numRuns: cases(25), endOnFailure: true },
  );
  expect(count).toBeGreaterThan(0);
});
