/** The state of a screen, in its address: what is not there has its default. */

import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

export interface Address {
  get(name: string): string | null;
  /** Replaces some of it; null takes a value out. Any change of a filter begins at the first page again. */
  set(changes: Readonly<Record<string, string | null>>): void;
}

export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (!('after' in changes)) next.delete('after');
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      }),
    [setParams],
  );
  return { get: (name) => params.get(name), set };
}
