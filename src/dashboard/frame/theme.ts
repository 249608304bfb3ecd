/** Light or dark: as the machine has it, until it is switched here. */

import { useSyncExternalStore } from 'react';

const storageKey = 'switchboard:theme';
export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();

let theme: Theme =
  (localStorage.getItem(storageKey) as Theme | null) ??
  (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.dataset.theme = theme;

export const otherTheme = (): Theme => (theme === 'dark' ? 'light' : 'dark');

export function switchTheme(): void {
  theme = otherTheme();
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOtherTheme = (): Theme => useSyncExternalStore(subscribe, otherTheme);
