/** The showcase operations that ask a list, gone on with to the list's end or four pages far: the same rows at any size, each page for the same few calls. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  Kind,
  parse,
  parseValue,
  print,
  visit,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tally } from '../support/truth.ts';
import { openWorld, schema, type World } from '../support/world.ts';

const operations = join(import.meta.dirname, '../../schema/operations');
const golden = join(import.meta.dirname, '../golden/walks.json');
/** `UPDATE_GOLDEN=1 npm test -- test/graph/showcase-walk` writes the file anew; read the diff before you commit it. */
const update = process.env.UPDATE_GOLDEN === '1';

const documents = readdirSync(operations)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => ({
    name: file.replace('.graphql', ''),
    document: parse(readFileSync(join(operations, file), 'utf8')),
  }));

const root = schema.getQueryType()!.getFields();
const isList = ({ name }: FieldNode): boolean =>
  getNamedType(root[name.value]!.type).name.endsWith('Connection');

const listOf = (document: DocumentNode): FieldNode | undefined =>
  document.definitions
    .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? one.selectionSet.selections : []))
    .find((one): one is FieldNode => one.kind === Kind.FIELD && isList(one));

const paged = documents.flatMap(({ name, document }) => {
  const list = listOf(document);
  return list === undefined
    ? []
    : [{ name, document, key: list.alias?.value ?? list.name.value, list }];
});

/** The same question with its list cut by `first` and gone on with from `after`. */
function pageOf(
  document: DocumentNode,
  list: FieldNode,
  first: number,
  after: string | null,
): string {
  const argument = (name: string, value: string) => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: parseValue(value),
  });
  const info = parse('{ pageInfo { hasNextPage endCursor } }').definitions[0]!;
  const changed = visit(document, {
    Field(node) {
      if (node !== list) return undefined;
      const others = (node.arguments ?? []).filter(
        ({ name }) => !/^(first|after)$/.test(name.value),
      );
      return {
        ...node,
        arguments: [
          ...others,
          argument('first', String(first)),
          ...(after === null ? [] : [argument('after', JSON.stringify(after))]),
        ],
        selectionSet: {
          ...node.selectionSet!,
          selections: [
            ...node.selectionSet!.selections,
            ...(info.kind === Kind.OPERATION_DEFINITION ? info.selectionSet.selections : []),
          ],
        },
      };
    },
    VariableDefinition: (node) => (node.variable.name.value === 'first' ? null : undefined),
  });
  return print(changed);
}

describe('a showcase operation', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  async function walk(
    { document, list, key }: (typeof paged)[number],
    first: number,
    most: number,
  ) {
    const pages: string[] = [];
    const rows: unknown[] = [];
    for (let after: string | null = null; pages.length < most; ) {
      const { data, errors, calls }: Awaited<ReturnType<World['ask']>> = await world.ask(
        pageOf(document, list, first, after),
      );
      expect(errors).toBeUndefined();
      const { nodes, edges, pageInfo } = data[key];
      const own: unknown[] = nodes ?? edges.map(({ node }: { node: unknown }) => node);
      rows.push(...own);
      const told = Object.entries(tally(calls)).sort();
      pages.push(`${own.length} rows: ${told.map(([name, n]) => `${n} ${name}`).join(', ')}`);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    return { pages, rows };
  }

  it('that asks a list is walked', () => {
    expect(paged.length).toBeGreaterThan(5);
  });

  it.each(paged)('$name goes on page by page as recorded, the same at any size', async (one) => {
    const { pages, rows } = await walk(one, 3, 4);
    const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
    const larger = await walk(one, 6, 2);
    expect(larger.rows).toEqual(rows);
    const recorded = existsSync(golden) ? JSON.parse(readFileSync(golden, 'utf8')) : {};
    if (update || recorded[one.name] === undefined) {
      recorded[one.name] = { pages, digest };
      writeFileSync(golden, `${JSON.stringify(recorded, null, 2)}\n`);
    }
    expect({ pages, digest }).toEqual(recorded[one.name]);
  });
});
