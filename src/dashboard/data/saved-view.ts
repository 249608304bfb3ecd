/**
 * Saved views: addresses of screens, with their filters, by names of one's own. They are kept in this browser, for this
 * origin and whoever is signed in, and never leave it.
 */

import { useMemo, useSyncExternalStore } from 'react';
import { useViewer } from './viewer.ts';

export interface SavedView {
  readonly name: string;
  /** Below `/app`. */
  readonly address: string;
}

export interface SavedViews {
  /** Whose they are: a name or an address; null where nobody has one. */
  readonly owner: string | null;
  readonly list: readonly SavedView[];
  /** In place of one with that name. @returns whether the browser keeps it */
  save(view: SavedView): boolean;
  remove(name: string): void;
}

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed them.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useSavedViews(): SavedViews {
  const viewer = useViewer();
  const owner = viewer?.person ?? viewer?.name ?? null;
  const key = `switchboard:views:${owner ?? ''}`;
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  return useMemo(() => {
    const list = viewsIn(stored);
    const keep = (views: readonly SavedView[]): boolean => {
      try {
        localStorage.setItem(key, JSON.stringify(views));
      } catch {
        return false;
      }
      tell();
      return true;
    };
    const without = (name: string) => list.filter((view) => view.name !== name);
    return {
      owner: viewer?.name ?? owner,
      list,
      save: (view) => keep([...without(view.name), view]),
      remove: (name) => void keep(without(name)),
    };
  }, [stored, key, owner, viewer?.name]);
}

/** Whatever else may be stored there. */
function viewsIn(stored: string | null): readonly SavedView[] {
  try {
    const views: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(views) ? views.filter(isView) : [];
  } catch {
    return [];
  }
}

const isView = (view: Partial<SavedView> | null): view is SavedView =>
  typeof view?.name === 'string' &&
  typeof view.address === 'string' &&
  view.address.startsWith('/');

/** Of a list a view has no page: what follows a cursor is another thing tomorrow. */
const pages = ['after', 'said-after'];

/** @example '/deals?least=50000', of '?least=50000&after=c29' on that screen */
export function viewAddress(path: string, search: string): string {
  const params = new URLSearchParams(search);
  for (const name of pages) params.delete(name);
  const kept = params.toString();
  return kept === '' ? path : `${path}?${kept}`;
}
