/** Identity of the viewer: a key or token, kept while a tab of this origin is open, and sent with every request. */

import { useSyncExternalStore } from 'react';
import { readBearer, shareBearer, writeBearer } from './bearer.ts';

const listeners = new Set<() => void>();

export interface Identity {
  /** Null where none was given, as with open access. */
  readonly bearer: string | null;
  /** True once the graph has answered that it wants another one. */
  readonly isRefused: boolean;
}

let current: Identity = { bearer: readBearer(), isRefused: false };

function change(next: Identity): void {
  current = next;
  for (const listener of listeners) listener();
}

shareBearer((bearer) => change({ bearer, isRefused: false }));

export function signIn(bearer: string): void {
  writeBearer(bearer);
  change({ bearer, isRefused: false });
}

export function signOut(): void {
  writeBearer(null);
  change({ bearer: null, isRefused: false });
}

/** @param bearer the one that was refused: an answer to an older one changes nothing. */
export function refuse(bearer: string | null): void {
  if (bearer === current.bearer) change({ bearer, isRefused: true });
}

export function useIdentity(): Identity {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
