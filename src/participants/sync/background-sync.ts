/** Background synchronisation: one run after the other, with a pause between them. */

import { SwitchboardError } from '../../errors.ts';
import { wait } from '../../upstream/clock.ts';
import { IndexStoreError } from '../store/database.ts';
import type { SyncReport } from './sync-run.ts';
import type { Syncer } from './syncer.ts';

interface BackgroundOptions {
  /** Pause between two runs. */
  readonly intervalMs: number;
  readonly onReport?: ((report: SyncReport) => void) | undefined;
  /** Called after a run that failed; the next one continues where it ended. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

interface BackgroundSync {
  /** Stops the run under way at its next page; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Retry interval while the database is away; short, as it costs the platform nothing. */
const storeMs = 5_000;

/**
 * Starts runs in the background, the first one at once. After a failure the pause is as long as the
 * platform demands, if that is longer.
 */
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
