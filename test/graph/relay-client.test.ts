/** Relay's own client walks a nested connection to its end: its store, its connection handler, our cursors, over a socket. */

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
import { openWorld, type World } from '../support/world.ts';

/** What Relay's compiler would make of the text below: how to normalise an answer, and how to read the store. */
function contactsQuery(): ConcreteRequest {
  const scalar = (name: string) => ({
    alias: null,
    args: null,
    kind: 'ScalarField',
    name,
    storageKey: null,
  });
  const linked = (
    name: string,
    concreteType: string,
    selections: unknown[],
    more: object = {},
  ) => ({
    alias: null,
    args: null,
    concreteType,
    kind: 'LinkedField',
    name,
    plural: false,
    selections,
    storageKey: null,
    ...more,
  });
  const argumentDefinitions = ['count', 'cursor', 'id'].map((name) => ({
    defaultValue: null,
    kind: 'LocalArgument',
    name,
  }));
  const by = {
    fields: [{ kind: 'Variable', name: 'id', variableName: 'id' }],
    kind: 'ObjectValue',
    name: 'by',
  };
  const window = [
    { kind: 'Variable', name: 'after', variableName: 'cursor' },
    { kind: 'Variable', name: 'first', variableName: 'count' },
  ];
  const page = [
    linked(
      'edges',
      'ContactEdge',
      [
        linked('node', 'Contact', [scalar('id'), scalar('name'), scalar('__typename')]),
        scalar('cursor'),
      ],
      { plural: true },
    ),
    linked('pageInfo', 'PageInfo', [scalar('endCursor'), scalar('hasNextPage')]),
  ];
  const key = 'AccountContacts_contacts';
  return {
    fragment: {
      argumentDefinitions,
      kind: 'Fragment',
      metadata: null,
      name: 'AccountContacts',
      selections: [
        linked(
          'account',
          'Account',
          [
            scalar('name'),
            linked(`__${key}_connection`, 'ContactConnection', page, { alias: 'contacts' }),
          ],
          { args: [by] },
        ),
      ],
      type: 'Query',
    },
    kind: 'Request',
    operation: {
      argumentDefinitions,
      kind: 'Operation',
      name: 'AccountContacts',
      selections: [
        linked(
          'account',
          'Account',
          [
            scalar('name'),
            linked('contacts', 'ContactConnection', page, { args: window }),
            {
              alias: null,
              args: window,
              filters: null,
              handle: 'connection',
              key,
              kind: 'LinkedHandle',
              name: 'contacts',
            },
            scalar('id'),
          ],
          { args: [by] },
        ),
      ],
    },
    params: {
      cacheID: key,
      id: null,
      metadata: {},
      name: 'AccountContacts',
      operationKind: 'query',
      text: `query AccountContacts($id: ID!, $count: Int!, $cursor: String) {
        account(by: {id: $id}) {
          name
          contacts(first: $count, after: $cursor) {
            edges { node { id name __typename } cursor }
            pageInfo { endCursor hasNextPage }
          }
          id
        }
      }`,
    },
  } as unknown as ConcreteRequest;
}

interface Page {
  readonly edges: readonly { readonly node: { readonly id: string; readonly name: string } }[];
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}

describe("Relay's client", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ index: false });
  });
  afterAll(() => world.close());

  it.each([1, 2, 3, 7])('collects every contact of an account, %i at a time', async (count) => {
    const { data } = await world.ask(
      '{ accounts(first: 50) { nodes { id contacts(first: 100) { nodes { id name } } } } }',
    );
    const account = data.accounts.nodes.toSorted(
      (a: { contacts: { nodes: unknown[] } }, b: { contacts: { nodes: unknown[] } }) =>
        b.contacts.nodes.length - a.contacts.nodes.length,
    )[0];
    const expected: { id: string; name: string }[] = account.contacts.nodes;
    expect(expected.length).toBeGreaterThan(5);

    const environment = new Environment({
      network: Network.create(async ({ text }, variables) => {
        const response = await fetch(new URL('/graphql', world.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: text, variables }),
        });
        return (await response.json()) as never;
      }),
      store: new Store(new RecordSource()),
    });
    const query = contactsQuery();
    let cursor: string | null = null;
    let pages = 0;
    let seen: Page;
    do {
      const variables = { id: account.id, count, cursor };
      await fetchQuery(environment, query, variables).toPromise();
      pages += 1;
      const { data: read } = environment.lookup(
        createOperationDescriptor(query, variables).fragment,
      );
      seen = (read as unknown as { account: { contacts: Page } }).account.contacts;
      cursor = seen.pageInfo.endCursor;
    } while (seen.pageInfo.hasNextPage);

    expect(seen.edges.map(({ node: { id, name } }) => ({ id, name }))).toEqual(expected);
    expect(pages).toBe(Math.ceil(expected.length / count));
  });
});
