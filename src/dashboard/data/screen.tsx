/** One screen, one operation: its data, and for all panels of the screen its errors, shortfalls and cost. */

import type { AnyVariables, CombinedError } from '@urql/core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useParams, useSearchParams } from 'wouter';
import type { TypedDocumentString } from '../graphql/graphql.ts';
import { documentOf } from './document.ts';
import type { Question } from './question.ts';

/** What is missing from an answer, and where: response keys and indexes. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** The system that failed, as errors name it. */
  readonly service?: string;
  /** What the system hides from its user: `Account.AnnualRevenue`, `Case`. */
  readonly part?: string;
  readonly path: readonly (string | number)[];
}

export interface Cost {
  /** Upstream calls, and those answered from a cache instead. */
  readonly actual: number;
  readonly cached?: number;
}

export interface Answer<Data> {
  /** While the answer to other variables is loading, the previous data. */
  readonly data: Data | undefined;
  readonly isLoading: boolean;
  readonly meta: AnswerMeta;
}

export interface AnswerMeta {
  /** True until the last deferred part has come. */
  readonly isPartial: boolean;
  readonly faults: readonly Fault[];
  /** Null without an answer. */
  readonly cost: Cost | 'untold' | null;
  /** What the viewer has no right to see, so that lists and figures lack it. */
  readonly leftOut: readonly string[];
  /** Why nothing of a system is shown to the viewer, in sentences. */
  readonly notFound: readonly string[];
  /** When the answer came. */
  readonly at: Date | null;
  readonly query: string;
  readonly variables: unknown;
  readonly reload: () => void;
}

const Meta = createContext<AnswerMeta | null>(null);

/** Executes the operation of a screen. The state of its variables belongs in the address. */
export function useScreen<Data, Variables extends AnyVariables>(
  text: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Answer<Data> {
  const query = documentOf(text);
  const [result, execute] = useQuery<Data, AnyVariables>({ query, variables });
  const { data, error, fetching, hasNext, extensions } = result;
  const isLoading = fetching && !hasNext;
  const meta = useMemo<AnswerMeta>(
    () => ({
      isPartial: fetching || hasNext,
      faults: faultsOf(error, extensions),
      cost: (extensions?.cost as Cost | undefined) ?? null,
      leftOut: (extensions?.leftOut as readonly string[] | undefined) ?? [],
      notFound: (extensions?.notFound as readonly string[] | undefined) ?? [],
      at: arrivalOf(data),
      query: text.toString(),
      variables,
      reload: () => execute({ requestPolicy: 'network-only' }),
    }),
    [data, error, extensions, fetching, hasNext, text, variables, execute],
  );
  return { data, isLoading, meta };
}

const arrivals = new WeakMap<object, Date>();

/** When data were first seen: those of the cache are the same object for whoever returns. */
function arrivalOf(data: unknown): Date | null {
  if (typeof data !== 'object' || data === null) return null;
  const at = arrivals.get(data) ?? new Date();
  arrivals.set(data, at);
  return at;
}

/** Executes the operation of a screen with the variables of its address. */
export function useQuestion<Data, Variables extends AnyVariables>(
  question: Question<Data, Variables>,
): Answer<Data> {
  const { id = '' } = useParams<{ id?: string }>();
  const [params] = useSearchParams();
  const [now] = useState(() => new Date());
  const variables = question.variablesAt(
    { id, get: (name) => params.get(name), all: (name) => params.getAll(name) },
    now,
  );
  return useScreen(question.document, variables as Variables);
}

/** Provides the answer's faults and cost to the panels inside. */
export function ScreenMeta({ meta, children }: { meta: AnswerMeta; children: ReactNode }) {
  return <Meta value={meta}>{children}</Meta>;
}

export function useMeta(): AnswerMeta {
  const meta = useContext(Meta);
  if (meta === null) throw new Error('Expected a Screen around this component; got none.');
  return meta;
}

/** The faults at a path of response keys, below and above it, whatever the indexes: `account.relatedCalls`. */
export function faultsAt(faults: readonly Fault[], path: string): readonly Fault[] {
  return faults.filter(({ path: full }) => {
    const keys = full.filter((key) => typeof key === 'string').join('.');
    return (
      keys !== '' && (keys === path || keys.startsWith(`${path}.`) || path.startsWith(`${keys}.`))
    );
  });
}

export function faultsOf(error: CombinedError | undefined, extensions: unknown): readonly Fault[] {
  // A parent that the viewer may not see is left empty: that is no fault of what shows it.
  const reportedErrors = (error?.graphQLErrors ?? []).filter(
    (graphQLError) => graphQLError.extensions?.reason !== 'row',
  );
  const faults: Fault[] = reportedErrors.map((graphQLError) => ({
    code:
      typeof graphQLError.extensions?.code === 'string' ? graphQLError.extensions.code : 'ERROR',
    message: graphQLError.message,
    ...(typeof graphQLError.extensions?.service === 'string' && {
      service: graphQLError.extensions.service,
    }),
    ...(typeof graphQLError.extensions?.part === 'string' && {
      part: graphQLError.extensions.part,
    }),
    path: graphQLError.path ?? [],
  }));
  if (error?.networkError !== undefined)
    faults.push({ code: 'UNREACHABLE', message: error.networkError.message, path: [] });
  const { incomplete = [] } = (extensions ?? {}) as { incomplete?: readonly Omit<Fault, 'code'>[] };
  return [...faults, ...incomplete.map((list) => ({ ...list, code: codeOf(list) }))];
}

/** Code of what is incomplete because the index has not read that far: the screen says so once, and when it will. */
export const notReadYet = 'NOT_READ_YET';

/** Code of activities that lack those which the CRM has archived: no fault, and the panel's note. */
export const archived = 'ARCHIVED';

/** Code of what lacks calls whose words the index has not read, or does not keep: no fault, and the panel's note. */
export const wordsUnread = 'WORDS_UNREAD';

const wordsMessage =
  /^The participant index (knows (nothing of )?what was said in calls |has yet to read transcripts )/;

/** The graph's words for these; `uncovered-time.test.ts`, `archived-activity.test.ts` and `dashboard-said.wide.ts` hold them. */
function codeOf({ message }: Pick<Fault, 'message'>): string {
  if (wordsMessage.test(message)) return wordsUnread;
  if (message.startsWith('The participant index knows ')) return notReadYet;
  return message.startsWith("The CRM's archive is not read ") ? archived : 'INCOMPLETE';
}

/** Whether something on the screen rests on less than all calls, since the index is still being filled. */
export const isUnread = ({ faults }: Pick<AnswerMeta, 'faults'>): boolean =>
  faults.some(({ code }) => code === notReadYet);
