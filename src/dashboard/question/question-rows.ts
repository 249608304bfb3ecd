/** Rows of a saved question from its address, as the answer of a screen. */

import { useEffect, useMemo, useState } from 'react';
import { refuse, useIdentity } from '../data/identity.ts';
import {
  type QuestionColumn,
  questionHeaders,
  type SavedQuestion,
} from '../data/saved-question.ts';
import { type Answer, type Fault, faultsOf } from '../data/screen.tsx';
import { downloadCsv } from '../shared/copy.ts';
import { valuesOf } from './variable-text.ts';

export type QuestionRow = Readonly<Record<string, unknown>>;

export interface QuestionRows {
  readonly columns: readonly QuestionColumn[];
  readonly rows: readonly QuestionRow[];
  readonly complete: boolean;
}

/** What was answered to which address. */
interface Answered {
  readonly address: string;
  readonly data: QuestionRows | null;
  readonly faults: readonly Fault[];
  readonly leftOut: readonly string[];
  readonly at: Date | null;
}

export const rowsAddress = (name: string, params: URLSearchParams): string => {
  const search = params.toString();
  return `/queries/${encodeURIComponent(name)}${search === '' ? '' : `?${search}`}`;
};

/** @param address null where there is nothing to ask for */
export function useQuestionRows(
  question: SavedQuestion | null,
  params: URLSearchParams,
  address: string | null,
): Answer<QuestionRows> {
  const { bearer } = useIdentity();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [asks, setAsks] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number of asks is a question anew
  useEffect(() => {
    if (address === null) return;
    const gone = new AbortController();
    setAnswered((before) => (before?.address === address ? { ...before, at: null } : null));
    ask(address, bearer, gone.signal).then(setAnswered, () => undefined);
    return () => gone.abort();
  }, [address, bearer, asks]);
  const isLoading = address !== null && (answered?.address !== address || isPending(answered));
  const meta = useMemo(
    () => ({
      isPartial: isLoading,
      faults: answered?.faults ?? [],
      cost: answered?.data == null && address !== null ? null : ('untold' as const),
      leftOut: answered?.leftOut ?? [],
      notFound: [],
      at: answered?.at ?? null,
      query: question?.query ?? '',
      variables: question === null ? {} : valuesOf(question, params),
      reload: () => setAsks((before) => before + 1),
    }),
    [answered, isLoading, address, question, params],
  );
  return { data: answered?.data ?? undefined, isLoading, meta };
}

const isPending = ({ at, faults }: Answered): boolean => at === null && faults.length === 0;

async function ask(address: string, bearer: string | null, signal: AbortSignal): Promise<Answered> {
  const none = { address, data: null, leftOut: [], at: new Date() };
  try {
    const response = await fetch(address, { headers: questionHeaders(bearer), signal });
    const answer = await response.json();
    if (response.status === 401) refuse(bearer);
    if (!response.ok) return { ...none, faults: refusalsOf(answer) };
    const { leftOut = [] } = answer as { readonly leftOut?: readonly string[] };
    return { ...none, data: answer, faults: faultsOf(undefined, answer), leftOut };
  } catch (error) {
    if (signal.aborted) throw error;
    const { message } = error as Error;
    return { ...none, faults: [{ code: 'UNREACHABLE', message, path: [] }] };
  }
}

const refusalsOf = (answer: {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
}): readonly Fault[] =>
  (answer.errors ?? []).map(({ message, extensions }) => ({
    code: extensions?.code ?? 'ERROR',
    message,
    path: [],
  }));

/** Saves the table as a file. @returns the sentence of a refusal; null when it is saved */
export async function saveTable(
  name: string,
  params: URLSearchParams,
  bearer: string | null,
  isPart: boolean,
): Promise<string | null> {
  const all = new URLSearchParams(params);
  all.set('format', 'csv');
  if (isPart) all.set('partial', '1');
  try {
    const response = await fetch(rowsAddress(name, all), { headers: questionHeaders(bearer) });
    if (!response.ok) return refusalsOf(await response.json())[0]?.message ?? 'It was refused.';
    downloadCsv(`${name}.csv`, await response.blob());
    return null;
  } catch {
    return 'The table broke off: rows would be missing.';
  }
}
