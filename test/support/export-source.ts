/** A connection to export: rows of every shape a column can have, behind a client that may fail. */

import { buildSchema, graphql } from 'graphql';
import type { Client } from '../../src/cli/client.ts';
import type { ClientAnswer } from '../../src/questions/row-page.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query { deep: Deep others: RowConnection! rows: [Row] }
  type Deep { list(first: Int = 2, after: String): RowConnection }
  type RowConnection { nodes: [Row]! edges: [RowEdge!]! pageInfo: PageInfo! totalCount: Int }
  type RowEdge { cursor: String! node: Row }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Row { id: ID! name: String owner: Owner tags: [String] amount: Int isOpen: Boolean anyone: Anyone kids: [Kid] boss: Row }
  interface Owner { name: String }
  type Person implements Owner { name: String age: Int }
  type Queue implements Owner { name: String size: Int }
  union Anyone = Person | Queue
  type Kid { name: String }
`);

export type SourceRow = Readonly<Record<string, unknown>>;

export interface Source extends Client {
  /** The cursors asked for, in order. */
  readonly asked: (string | null)[];
}

/** @param fails whether the page behind this cursor fails at this ask, which counts from 0. */
export function sourceOf(
  rows: readonly SourceRow[],
  fails: (ask: number) => boolean = () => false,
  also: Pick<ClientAnswer, 'errors' | 'extensions'> = {},
): Source {
  const asked: (string | null)[] = [];
  const list = ({ first, after }: { first: number; after: string | null }) => {
    const from = Number(after ?? 0);
    const nodes = rows.slice(from, from + first);
    const pageInfo = { hasNextPage: from + first < rows.length, endCursor: String(from + first) };
    const edges = nodes.map((node) => ({ cursor: '', node }));
    return { nodes, edges, pageInfo, totalCount: rows.length };
  };
  return {
    asked,
    async execute(query, variables): Promise<ClientAnswer> {
      const isRead = !query.includes('__schema');
      if (isRead) asked.push(variables.after as string | null);
      if (isRead && fails(asked.length - 1))
        return { errors: [{ message: 'no', extensions: { code: 'UPSTREAM_UNAVAILABLE' } }] };
      const answer = await graphql({
        schema,
        source: query,
        variableValues: variables,
        rootValue: { deep: { list } },
      });
      return { ...(JSON.parse(JSON.stringify(answer)) as ClientAnswer), ...(isRead ? also : {}) };
    },
    close: async () => {},
  };
}

/** What every export of these tests selects: fragments, aliases, lists, objects within objects. */
export const allShapes = /* GraphQL */ `
  query ($after: String, $n: Int = 2, $more: Boolean = true) {
    deep {
      list(first: $n, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { ...Named owner { __typename name ...Aged ... on Queue { size } } tags }
        nodes {
          amount open: isOpen
          anyone { ... on Person { name } ... on Queue { name size } }
          kids { name }
          boss { id owner { name } }
          hidden: name @skip(if: $more)
        }
      }
    }
  }
  fragment Named on Row { id title: name }
  fragment Aged on Person { age }
`;

export const allColumns =
  'id,title,owner.__typename,owner.name,owner.age,owner.size,tags,amount,open,anyone.name,anyone.size,kids,boss.id,boss.owner.name';
