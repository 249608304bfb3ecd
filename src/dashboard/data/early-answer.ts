/**
 * The answer to the first screen's question, which is sent before the scripts of the frame and the screen are
 * there: they are fetched, evaluated and drawn for the first time while the graph is at work.
 */

import { readBearer } from './bearer.ts';
import { hashOf } from './document-hash.ts';
import type { AnyQuestion, ScreenLocation } from './question.ts';

interface EarlyAnswer {
  readonly body: string;
  readonly response: Promise<Response>;
  readonly abort: AbortController;
}

/** As urql accepts them. */
const accept =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

let early: EarlyAnswer | null = null;
/** True once something was asked in the usual way: then it is too late. */
let isOver = false;

export function askEarly(question: AnyQuestion, place: ScreenLocation): void {
  if (isOver) return;
  const variables = question.variablesAt(place, new Date());
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
  // Who takes it hears of its failure.
  response.catch(() => {});
  early = { body, response, abort };
}

/** The answer to this request, if it is the one that was sent early; once. */
export function takeEarlyAnswer(init: RequestInit | undefined): Promise<Response> | null {
  isOver = true;
  if (early === null || init?.body !== early.body) return null;
  const { response, abort } = early;
  early = null;
  init.signal?.addEventListener('abort', () => abort.abort());
  return response;
}

/** Keys in the order in which urql writes them, so that the two requests are the same, word for word. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
