/**
 * The code of a screen: fetched once, and there at once for every later visit. React's `lazy` would do the same,
 * but once its fallback is drawn React shows nothing else for 300 ms, which is longer than most answers take.
 */

import { type ComponentType, useEffect, useSyncExternalStore } from 'react';

type State = ComponentType | 'loading' | 'failed';

export class ScreenCode {
  readonly #fetch: () => Promise<{ readonly default: ComponentType }>;
  readonly #listeners = new Set<() => void>();
  #state: State | null = null;
  #loading: Promise<void> | null = null;

  constructor(fetch: () => Promise<{ readonly default: ComponentType }>) {
    this.#fetch = fetch;
  }

  /** Never rejects: what could not be fetched is `failed`, and fetched anew at the next call. */
  load = (): Promise<void> => {
    this.#loading ??= this.#load();
    return this.#loading;
  };

  async #load(): Promise<void> {
    this.#change('loading');
    try {
      this.#change((await this.#fetch()).default);
    } catch {
      this.#loading = null;
      this.#change('failed');
    }
  }

  #change(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  readonly state = (): State => this.#state ?? 'loading';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The component of a screen, once its code is there. */
export function useScreenCode(code: ScreenCode): State {
  const state = useSyncExternalStore(code.subscribe, code.state);
  useEffect(() => void code.load(), [code]);
  return state;
}
