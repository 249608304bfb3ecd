/** Background synchronisation: one run after the other, with a pause between them, of calls and of transcripts. */

import { SwitchboardError } from '../../errors.ts';
import { type Clock, wait } from '../../upstream/clock.ts';
import { IndexStoreError } from '../store/database.ts';

interface Runner<Report> {
  readonly clock: Clock;
  /** @throws UpstreamError, IndexStoreError when it can't continue */
  run(options: { readonly signal: AbortSignal }): Promise<Report>;
}

interface BackgroundOptions<Report> {
  /** Pause between two runs. */
  readonly intervalMs: number;
  /** Pause after a run that failed. Default: the same. */
  readonly failureMs?: number | undefined;
  readonly onReport?: ((report: Report) => void) | undefined;
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
export function startBackgroundSync<Report>(
  runner: Runner<Report>,
  options: BackgroundOptions<Report>,
): BackgroundSync {
  const controller = new AbortController();
  const { signal } = controller;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      let pause = options.intervalMs;
      try {
        options.onReport?.(await runner.run({ signal }));
      } catch (error) {
        if (signal.aborted) return;
        options.onError?.(error);
        pause = options.failureMs ?? pause;
        if (error instanceof IndexStoreError) pause = Math.min(pause, storeMs);
        else if (error instanceof SwitchboardError)
          pause = Math.max(pause, error.retryAfterMs ?? 0);
      }
      await wait(runner.clock, pause, signal);
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
