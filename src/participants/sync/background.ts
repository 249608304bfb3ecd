/** Synchronises again and again, for as long as the server runs. */

import { SwitchboardError } from '../../errors.ts';
import { IndexStoreError } from '../store/database.ts';
import type { SyncReport } from './run.ts';
import type { Syncer } from './syncer.ts';
import { wait } from './wait.ts';

export interface BackgroundOptions {
  /** Pause between two runs. */
  readonly intervalMs: number;
  readonly onReport?: ((report: SyncReport) => void) | undefined;
  /** A run that failed; the next one goes on where it ended. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface BackgroundSync {
  /** Ends the run under way at its next page; resolves when nothing is left running. */
  stop(): Promise<void>;
}

/** A database that was away is tried again so soon: looking at it costs the platform nothing. */
const storeMs = 5_000;

/** The first run starts at once. After a failure the next one waits as long as the platform said, if that is longer. */
export function startBackgroundSync(syncer: Syncer, options: BackgroundOptions): BackgroundSync {
  const controller = new AbortController();
  const { signal } = controller;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      let pause = options.intervalMs;
      try {
        options.onReport?.(await syncer.run({ signal }));
      } catch (error) {
        if (signal.aborted) return;
        options.onError?.(error);
        if (error instanceof IndexStoreError) pause = Math.min(pause, storeMs);
        else if (error instanceof SwitchboardError)
          pause = Math.max(pause, error.retryAfterMs ?? 0);
      }
      await wait(syncer.clock, pause, signal);
    }
  };
  const ended = loop();
  return {
    async stop() {
      controller.abort();
      await ended;
    },
  };
}
