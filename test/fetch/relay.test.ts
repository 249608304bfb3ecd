/** Relay's own client walks nested connections of each paging style to their ends. */

import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWide } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

interface Place {
  /** The parent's type and the connection's name. */
  readonly type: string;
  readonly field: string;
  /** The node's type. */
  readonly node: string;
}

/**
 * What Relay's compiler makes of
 * `query ($id: ID!, $first: Int, $after: String) { node(id: $id) { ... on TYPE {
 * FIELD(first: $first, after: $after) @connection(key: "walk") { edges { node { id } } } } } }`.
 */
function compiled({ type, field, node }: Place): ConcreteRequest {
  const scalar = (name: string) =>
    ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null }) as const;
  const linked = (name: string, concreteType: string, plural: boolean, selections: object[]) => ({
    alias: null,
    args: null as object[] | null,
    concreteType,
    kind: 'LinkedField',
    name,
    plural,
    selections,
    storageKey: null,
  });
  const variable = (name: string) => ({ kind: 'Variable', name, variableName: name });
  const defined = (name: string) => ({ defaultValue: null, kind: 'LocalArgument', name });
  const args = [variable('after'), variable('first')];
  const parts = [
    linked('edges', `${node}Edge`, true, [
      linked('node', node, false, [scalar('id'), scalar('__typename')]),
      scalar('cursor'),
    ]),
    linked('pageInfo', 'PageInfo', false, [scalar('endCursor'), scalar('hasNextPage')]),
  ];
  const list = (name: string) => ({
    ...linked(name, `${node}Connection`, false, parts),
    alias: name === field ? null : field,
  });
  const root = (selections: object[]) => ({
    ...linked('node', '', false, [
      scalar('__typename'),
      scalar('id'),
      { kind: 'InlineFragment', selections, type, abstractKey: null },
    ]),
    concreteType: null,
    args: [variable('id')],
  });
  const handle = {
    alias: null,
    args,
    filters: null,
    handle: 'connection',
    key: 'walk',
    kind: 'LinkedHandle',
    name: field,
  };
  const argumentDefinitions = ['id', 'first', 'after'].map(defined);
  const request = {
    fragment: {
      argumentDefinitions,
      kind: 'Fragment',
      metadata: null,
      name: 'Walk',
      selections: [root([list('__walk_connection')])],
      type: 'Query',
      abstractKey: null,
    },
    kind: 'Request',
    operation: {
      argumentDefinitions,
      kind: 'Operation',
      name: 'Walk',
      selections: [root([{ ...list(field), args }, handle])],
    },
    params: {
      cacheID: `${type}.${field}`,
      id: null,
      metadata: {},
      name: 'Walk',
      operationKind: 'query',
      text: `query Walk($id: ID!, $first: Int, $after: String) {
        node(id: $id) {
          __typename
          id
          ... on ${type} {
            ${field}(first: $first, after: $after) {
              edges { node { id __typename } cursor }
              pageInfo { endCursor hasNextPage }
            }
          }
        }
      }`,
    },
  };
  return request as unknown as ConcreteRequest;
}

/** A connection as Relay's store has it. */
interface Held {
  readonly edges: readonly { readonly node: { readonly id: string } }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

describe("Relay's client", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  /** Loads page after page into one store, as `usePaginationFragment` does. */
  async function walk(
    place: Place,
    id: string,
    first: number,
  ): Promise<{ ids: string[]; pages: number }> {
    const environment = new Environment({
      network: Network.create(async ({ text }, variables) => {
        const { data, errors } = await world.ask(text!, variables);
        expect(errors).toBeUndefined();
        return { data };
      }),
      store: new Store(new RecordSource()),
    });
    const request = compiled(place);
    const begin = createOperationDescriptor(request, { id, first, after: null });
    environment.retain(begin);
    for (let after: string | null = null, pages = 1; ; pages += 1) {
      await fetchQuery(environment, request, { id, first, after }).toPromise();
      const { node } = environment.lookup(begin.fragment).data as unknown as {
        node: Readonly<Record<string, Held>>;
      };
      const { edges, pageInfo } = node[place.field]!;
      if (!pageInfo.hasNextPage) return { ids: edges.map((edge) => edge.node.id), pages };
      after = pageInfo.endCursor;
    }
  }

  const root = { Account: 'accounts', Workspace: 'workspaces' } as const;
  for (const [type, field, node, style, first] of [
    ['Account', 'contacts', 'Contact', 'SOQL', 2],
    ['Account', 'relatedCalls', 'Call', 'the index', 11],
    ['Workspace', 'calls', 'Call', 'cursor pages', 90],
  ] as const) {
    it(`walks ${type}.${field}, over ${style}, to its end: each node once, in order`, async () => {
      const { data } = await world.ask(
        `{ ${root[type]}(first: ${isWide ? 4 : 2}) { nodes { id ${field}(first: 100) {
          nodes { id } totalCount pageInfo { hasNextPage }
        } } } }`,
      );
      const parents: readonly {
        id: string;
        [field: string]: unknown;
      }[] = data[root[type]].nodes;
      let longest = 0;
      for (const parent of parents) {
        const whole = parent[field] as {
          nodes: { id: string }[];
          totalCount: number | null;
          pageInfo: { hasNextPage: boolean };
        };
        const { ids, pages } = await walk({ type, field, node }, parent.id, first);
        expect(new Set(ids).size).toBe(ids.length);
        const known = whole.nodes.map(({ id }) => id);
        expect(ids.slice(0, known.length)).toEqual(known);
        if (!whole.pageInfo.hasNextPage) expect(ids).toHaveLength(known.length);
        if (whole.totalCount !== null) expect(ids).toHaveLength(whole.totalCount);
        expect(pages).toBe(Math.max(Math.ceil(ids.length / first), 1));
        longest = Math.max(longest, pages);
      }
      expect(longest).toBeGreaterThan(2);
    });
  }
});
