/** Runs of questions and their estimates, each kept with its tab while the page is open. */

import type { GraphQLSchema } from 'graphql';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Asked, ask, hasAccess } from '../graph/ask.ts';
import { readVariables } from '../graph/variables.ts';
import { settings } from '../settings.ts';
import { nameOf, type Question, type Tab } from '../tab/tab-store.ts';

export interface Run extends Asked {
  /** The question as it is written. */
  readonly question: Question;
  /** Its text as it was sent, which asks each list if more follows. */
  readonly sent: string;
}

interface RunState {
  readonly run: Run | null;
  readonly stop: AbortController | null;
}

const idle: RunState = { run: null, stop: null };
const states = new Map<string, RunState>();
const listeners = new Set<() => void>();

function change(id: string, state: RunState): void {
  states.set(id, state);
  for (const listener of listeners) listener();
}

export function useRun({ id }: Tab): RunState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => states.get(id) ?? idle,
  );
}

/** Asks a tab's question; while it is being asked, stops it. */
export async function runOrStop(tab: Tab, schema: GraphQLSchema | null): Promise<void> {
  const { run, stop } = states.get(tab.id) ?? idle;
  if (stop !== null) {
    stop.abort();
    return change(tab.id, { run, stop: null });
  }
  await whileStoppable(tab.id, run, async (signal) => {
    let sent = tab.query;
    try {
      sent = await textToSend(tab, schema);
      const variables = readVariables(tab.variables);
      const answered = await ask({ query: sent, variables }, tab, { explain: '1', signal });
      remember(tab);
      return { ...answered, question: tab, sent };
    } catch (error) {
      const answer = { errors: [{ message: (error as Error).message }] };
      return { answer, ms: 0, question: tab, sent };
    }
  });
}

/** As it is written, where the server answers no other texts. */
async function textToSend({ query }: Tab, schema: GraphQLSchema | null): Promise<string> {
  if (schema === null || settings.onlyTrusted) return query;
  const { withPageInfo } = await import('../graph/list-page.ts');
  return withPageInfo(query, schema);
}

/** @param work may show what it has so far; what comes after it was stopped is dropped */
export async function whileStoppable(
  id: string,
  before: Run | null,
  work: (signal: AbortSignal, show: (run: Run) => void) => Promise<Run>,
): Promise<void> {
  const stop = new AbortController();
  const show = (run: Run | null, isLast = false): void => {
    if (!stop.signal.aborted) change(id, { run, stop: isLast ? null : stop });
  };
  show(before);
  show(await work(stop.signal, show), true);
}

/** A moment after the last key: nobody reads what half a word would cost. */
const restMs = 350;

/** What the question would cost; null while that is not known, where it is no document, and where nothing is told. */
export function useEstimate(tab: Tab, access: unknown, schema: GraphQLSchema | null): Asked | null {
  const [estimate, setEstimate] = useState<{ of: string; asked: Asked } | null>(null);
  const { query, variables, headers } = tab;
  const of = JSON.stringify([query, variables, headers, access]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is asked with.
  useEffect(() => {
    if (!settings.explain || !hasAccess()) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      try {
        const { isDocument } = await import('../graph/document.ts');
        if (!isDocument(query)) return;
        const body = {
          query: await textToSend(tab, schema),
          variables: readVariables(variables),
        };
        const estimated = await ask(body, tab, { explain: 'estimate', signal });
        if (!signal.aborted) setEstimate({ of, asked: estimated });
      } catch {
        // What can't be estimated says so when it is run.
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [of]);
  return estimate?.of === of ? estimate.asked : null;
}

const recentKey = 'switchboard:recent';
const mostRecent = 30;

interface Recent extends Question {
  readonly name: string;
  readonly at: number;
}

export function recentQuestions(): readonly Recent[] {
  try {
    const stored = JSON.parse(localStorage.getItem(recentKey) ?? '[]') as readonly Recent[];
    return stored.map((entry) => ({ ...entry, name: entry.name ?? nameOf(entry) }));
  } catch {
    return [];
  }
}

/** Remembers a question that was run, the latest first and each once; never the key it was run with. */
function remember({ query, variables }: Tab): void {
  const others = recentQuestions().filter(
    (other) => other.query !== query || other.variables !== variables,
  );
  const entry = { query, variables, name: nameOf({ query, variables }), at: Date.now() };
  localStorage.setItem(recentKey, JSON.stringify([entry, ...others].slice(0, mostRecent)));
}
