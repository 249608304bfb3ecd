/** Refusals: sentences of the inputs that hold no value. While there is one the question is not run, since it would be with a former value. */

import { useEffect, useSyncExternalStore } from 'react';

let refusals: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, string>): void {
  refusals = next;
  for (const listener of listeners) listener();
}

/** Holds while the input is there and says so. */
export function useRefusal(id: string, sentence: string | null): void {
  useEffect(() => {
    if (sentence === null) return;
    change(new Map([...refusals, [id, sentence]]));
    return () => change(new Map([...refusals].filter(([other]) => other !== id)));
  }, [id, sentence]);
}

export const useRefusals = (): readonly string[] => [
  ...useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => refusals,
  ).values(),
];
