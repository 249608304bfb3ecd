/** Tabs: questions with their variables outlive the page, headers and answers don't. */

import { useSyncExternalStore } from 'react';

export interface Question {
  readonly query: string;
  /** JSON, as it is typed. */
  readonly variables: string;
}

export interface Tab extends Question {
  readonly id: string;
  /** JSON of headers: they may hold a credential, and so are kept in this window alone. */
  readonly headers: string;
}

interface Tabs {
  readonly tabs: readonly Tab[];
  readonly active: string;
}

const tabsKey = 'switchboard:tabs';
const headersKey = 'switchboard:headers';

let current = stored();
const listeners = new Set<() => void>();
let storing: ReturnType<typeof setTimeout> | undefined;

function emptyTab(question: Question = { query: '', variables: '' }): Tab {
  return { id: crypto.getRandomValues(new Uint32Array(2)).join('-'), headers: '', ...question };
}

/** The tabs of the last visit, or one that is empty. */
function stored(): Tabs {
  try {
    const { tabs, active } = JSON.parse(localStorage.getItem(tabsKey) ?? '') as Tabs;
    const headers = JSON.parse(sessionStorage.getItem(headersKey) ?? '{}');
    if (tabs.some(({ id }) => id === active))
      return { tabs: tabs.map((tab) => ({ ...tab, headers: headers[tab.id] ?? '' })), active };
  } catch {
    // Nothing is stored, or by another version of this page.
  }
  const tab = emptyTab();
  return { tabs: [tab], active: tab.id };
}

/** Written a moment later: at every key it would be work between the key and its letter. */
function change(next: Tabs): void {
  current = next;
  for (const listener of listeners) listener();
  clearTimeout(storing);
  storing = setTimeout(store, 300);
}

function store(): void {
  const { tabs, active } = current;
  const headers = Object.fromEntries(
    tabs.filter((tab) => tab.headers !== '').map((tab) => [tab.id, tab.headers]),
  );
  sessionStorage.setItem(headersKey, JSON.stringify(headers));
  const kept = tabs.map(({ id, query, variables }) => ({ id, query, variables }));
  localStorage.setItem(tabsKey, JSON.stringify({ tabs: kept, active }));
}

addEventListener('pagehide', store);

export const activeTab = (): Tab => current.tabs.find(({ id }) => id === current.active)!;

export function useTabs(): Tabs {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

export function changeTab(id: string, part: Partial<Omit<Tab, 'id'>>): void {
  change({
    ...current,
    tabs: current.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)),
  });
}

export const chooseTab = (active: string): void => change({ ...current, active });

/** Opens a question in a tab of its own, or in the one that is looked at while that is empty. */
export function openQuestion(question: Question): void {
  const { id, query } = activeTab();
  if (query.trim() === '' && question.query !== '') changeTab(id, question);
  else {
    const tab = emptyTab(question);
    change({ tabs: [...current.tabs, tab], active: tab.id });
  }
}

/** Closes a tab; the last one leaves an empty one. */
export function closeTab(id: string): void {
  const at = current.tabs.findIndex((tab) => tab.id === id);
  const others = current.tabs.filter((tab) => tab.id !== id);
  const tabs = others.length === 0 ? [emptyTab()] : others;
  const next = tabs[Math.min(at, tabs.length - 1)]!;
  change({ tabs, active: current.active === id ? next.id : current.active });
}

/** Name of the first operation; of one without a name its first field. */
export function nameOf({ query }: Question): string {
  const text = query
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, '')
    // Variables may have objects as defaults.
    .replaceAll(/\([^()]*\)/g, ' ');
  const name = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1];
  return name ?? /\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(text)?.[1] ?? 'New question';
}

/** The question of an address: `#query=…&variables=…` never reaches the log of a server. */
export function takeAddressed(): void {
  const parts = new URLSearchParams(location.hash.slice(1));
  const query = parts.get('query');
  if (query === null) return;
  history.replaceState(null, '', location.pathname);
  const variables = parts.get('variables') ?? '';
  const open = current.tabs.find((tab) => tab.query === query && tab.variables === variables);
  if (open === undefined) openQuestion({ query, variables });
  else chooseTab(open.id);
}

/** Address that opens a question here; headers are never part of it. */
export function addressOf({ query, variables }: Question): string {
  const parts = new URLSearchParams({ query, ...(variables.trim() !== '' && { variables }) });
  return `${location.origin}/graphql#${parts}`;
}
