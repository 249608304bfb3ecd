/** Requests to the graph, each with the key of this browser or the headers of its tab. */

import { readBearer } from '../../dashboard/data/bearer.ts';
import { settings } from '../settings.ts';
import { activeTab, type Tab } from '../tab/tab-store.ts';

export interface ExplainedCall {
  readonly wave: number;
  readonly service: string;
  readonly entity: string;
  readonly action: string;
  readonly shape: string;
  readonly rows?: number;
  readonly startedMs: number;
  readonly ms: number;
  readonly attempts: number;
  readonly cache: string;
  readonly error?: string;
  readonly askedBy?: readonly string[];
}

export interface Explanation {
  readonly totalMs: number;
  readonly upstreamCalls: number;
  readonly calls: readonly ExplainedCall[];
}

export interface Cost {
  readonly requested: number;
  readonly actual?: number;
  readonly cached?: number;
  /** Those of an estimate. */
  readonly limit?: number;
  readonly systems?: Readonly<Record<string, number>>;
  readonly reserve?: number;
  readonly fields?: readonly { readonly path: string; readonly calls: number }[];
  readonly uncounted?: readonly string[];
}

export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
  readonly extensions?: {
    readonly cost?: Cost;
    readonly explain?: Explanation;
    readonly incomplete?: readonly { readonly message: string }[];
    readonly [name: string]: unknown;
  };
}

export interface Asked {
  readonly answer: Answer;
  /** The answer's text, as it came. */
  readonly ms: number;
}

const refusal = (message: string): Answer => ({ errors: [{ message }] });

/** Headers of a tab. @throws Error where they are no JSON object */
function ownHeaders({ headers }: Pick<Tab, 'headers'>): Headers {
  if (headers.trim() === '') return new Headers();
  try {
    return new Headers(JSON.parse(headers));
  } catch {
    throw new Error('Expected headers as a JSON object of names and texts.');
  }
}

/** True where a request would carry a credential, or needs none. */
export const hasAccess = (): boolean =>
  !settings.needsKey || readBearer() !== null || /authorization/i.test(activeTab().headers);

/** @param explain what the answer is to tell besides: its calls, or in its place what it would cost. */
export async function ask(
  body: { readonly query: string; readonly variables?: unknown; readonly operationName?: string },
  tab: Pick<Tab, 'headers'> = activeTab(),
  { explain, signal }: { explain?: '1' | 'estimate'; signal?: AbortSignal } = {},
): Promise<Asked> {
  const startedAt = performance.now();
  const answer = await answerTo(body, tab, explain, signal);
  return { answer, ms: performance.now() - startedAt };
}

async function answerTo(
  body: object,
  tab: Pick<Tab, 'headers'>,
  explain: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  try {
    const headers = ownHeaders(tab);
    const bearer = readBearer();
    if (!headers.has('authorization') && bearer !== null)
      headers.set('authorization', `Bearer ${bearer}`);
    if (settings.needsKey && !headers.has('authorization'))
      return refusal('Enter your key above: this server asks everyone for one.');
    headers.set('content-type', 'application/json');
    headers.set('accept', 'application/json');
    if (explain !== undefined && settings.explain) headers.set('x-switchboard-explain', explain);
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...(signal !== undefined && { signal }),
    });
    return (await response.json()) as Answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    return refusal(error instanceof Error ? error.message : String(error));
  }
}
