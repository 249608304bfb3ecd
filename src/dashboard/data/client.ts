/** The GraphQL client: sends operations by their hash, caches answers until the page closes, delivers parts of `@defer` as they come. */

import {
  type Client,
  cacheExchange,
  createClient,
  fetchExchange,
  makeOperation,
  mapExchange,
} from '@urql/core';
import { hashOfDocument } from './document.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { refuse } from './identity.ts';

/** Sends the hash in place of the text: requests stay small, and a server of trusted documents accepts them. */
const byHash = mapExchange({
  onOperation(operation) {
    const hash = hashOfDocument(operation.query);
    if (hash === undefined) return operation;
    const extensions = { persistedQuery: { version: 1 as const, sha256Hash: hash } };
    return makeOperation(operation.kind, { ...operation, extensions }, operation.context);
  },
});

/** A client of its own for each identity, since its answers depend on that one's rights. */
export function createGraphClient(bearer: string | null): Client {
  const noteRefusal = mapExchange({
    onError(error) {
      if (error.graphQLErrors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED'))
        refuse(bearer);
    },
  });
  return createClient({
    url: '/graphql',
    preferGetMethod: false,
    fetch: (input, init) => takeEarlyAnswer(init) ?? fetch(input, init),
    exchanges: [noteRefusal, byHash, cacheExchange, fetchExchange],
    fetchOptions: bearer === null ? {} : { headers: { authorization: `Bearer ${bearer}` } },
  });
}
