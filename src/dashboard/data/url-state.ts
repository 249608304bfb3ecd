/** The state of a screen, in its address: what is not there has its default. */

import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

export type Changes = Readonly<Record<string, string | readonly string[] | null>>;

export interface Address {
  get(name: string): string | null;
  /** All values of a name that may have several. */
  all(name: string): readonly string[];
  /** Replaces some of it; null takes a value out, and so does a list of none. Any change of a filter begins at the first page again. */
  set(changes: Changes): void;
}

export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: Changes) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (!('after' in changes)) next.delete('after');
        for (const [name, value] of Object.entries(changes)) {
          next.delete(name);
          for (const part of [value ?? []].flat()) if (part !== '') next.append(name, part);
        }
        return next;
      }),
    [setParams],
  );
  return { get: (name) => params.get(name), all: (name) => params.getAll(name), set };
}
