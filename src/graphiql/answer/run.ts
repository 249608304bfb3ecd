/** Runs of questions and their estimates, each kept with its tab while the page is open. */

import { parse } from 'graphql';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Asked, ask, hasAccess } from '../graph/ask.ts';
import { readVariables } from '../graph/variables.ts';
import { settings } from '../settings.ts';
import { nameOf, type Question, type Tab } from '../tab/tab-store.ts';

export interface Run extends Asked {
  /** What was asked. */
  readonly question: Question;
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
export async function runOrStop(tab: Tab): Promise<void> {
  const { run, stop } = states.get(tab.id) ?? idle;
  if (stop !== null) {
    stop.abort();
    return change(tab.id, { run, stop: null });
  }
  const controller = new AbortController();
  change(tab.id, { run, stop: controller });
  try {
    const answered = await askQuestion(tab, '1', controller.signal);
    remember(tab);
    change(tab.id, { run: { ...answered, question: tab }, stop: null });
  } catch (error) {
    if (controller.signal.aborted) return;
    const answer = { errors: [{ message: (error as Error).message }] };
    change(tab.id, { run: { answer, ms: 0, question: tab }, stop: null });
  }
}

const askQuestion = (tab: Tab, explain: '1' | 'estimate', signal: AbortSignal): Promise<Asked> =>
  ask({ query: tab.query, variables: readVariables(tab.variables) }, tab, { explain, signal });

/** A moment after the last key: nobody reads what half a word would cost. */
const restMs = 350;

/** What the question would cost; null while that is not known, where it is no document, and where nothing is told. */
export function useEstimate(tab: Tab, access: unknown): Asked | null {
  const [estimate, setEstimate] = useState<{ of: string; asked: Asked } | null>(null);
  const { query, variables, headers } = tab;
  const of = JSON.stringify([query, variables, headers, access]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is asked with.
  useEffect(() => {
    if (!settings.explain || !isDocument(query) || !hasAccess()) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // What can't be estimated says so when it is run.
      Promise.resolve()
        .then(() => askQuestion(tab, 'estimate', controller.signal))
        .then((estimated) => setEstimate({ of, asked: estimated }))
        .catch(() => undefined);
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [of]);
  return estimate?.of === of ? estimate.asked : null;
}

function isDocument(query: string): boolean {
  try {
    return parse(query).definitions.length > 0;
  } catch {
    return false;
  }
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
