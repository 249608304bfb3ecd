/**
 * The early answer: the first screen's operation is sent before the scripts of the frame and the screen are loaded,
 * which are fetched, evaluated and rendered for the first time while the graph executes it.
 */

import { readBearer } from './bearer.ts';
import { hashOf } from './document-hash.ts';
import type { AnyQuestion, ScreenLocation } from './question.ts';

interface EarlyAnswer {
  readonly body: string;
  /** Key it was sent with: another tab may have told of one since. */
  readonly bearer: string | null;
  readonly response: Promise<Response>;
  readonly abort: AbortController;
}

/** Media types as urql accepts them. */
const accept =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

let early: EarlyAnswer | null = null;
/** True once the client has sent a request: an early one would come too late. */
let isOver = false;

export function askEarly(question: AnyQuestion, location: ScreenLocation): void {
  if (isOver) return;
  const variables = question.variablesAt(location, new Date());
  const sha256Hash = hashOf(question.document);
  if (variables === null || sha256Hash === undefined) return;
  const operationName = /\bquery (\w+)/.exec(question.document.toString())?.[1];
  const body = JSON.stringify(
    sorted({
      extensions: { persistedQuery: { version: 1, sha256Hash } },
      operationName,
      variables,
    }),
  );
  const bearer = readBearer();
  const abort = new AbortController();
  const response = fetch('/graphql', {
    method: 'POST',
    signal: abort.signal,
    headers: {
      accept,
      'content-type': 'application/json',
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    },
    body,
  });
  // The client that takes the response handles its failure; until then a rejection would count as unhandled.
  response.catch(() => {});
  early = { body, bearer, response, abort };
}

/** The response to this request, if it equals the one that was sent early; given once. */
export function takeEarlyAnswer(init: RequestInit | undefined): Promise<Response> | null {
  isOver = true;
  if (early === null || init?.body !== early.body || early.bearer !== readBearer()) return null;
  const { response, abort } = early;
  early = null;
  init.signal?.addEventListener('abort', () => abort.abort());
  return response;
}

/** Sorts keys as urql does, so that the two request bodies are equal byte for byte. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
