/** The first fill of the index after a start: one line that is rewritten on a terminal, or a line now and then in a log, until all is read. */

import type { Clock } from '../upstream/clock.ts';
import { type FillFacts, fillProgress } from './progress.ts';
import type { Output } from './terminal.ts';

/** A small company's fill is over before. */
const firstMs = 5_000;
const terminalMs = 2_000;
/** Between the first lines of a log, and then twice as long each time, up to `longestMs`. */
const logMs = 60_000;
const longestMs = 16 * logMs;
/** The last minutes are always missing. */
const nearlyAll = 0.99;
/** One call of the platform brings so many. */
const fewTranscripts = 100;

/**
 * Tells of the fill while it goes on; of several tenants' together, by the one that is least far. It ends
 * with the fill, and with `read` failing, as a gateway that closes does.
 * @param read null where no process can tell
 */
export function watchFill(
  read: () => Promise<readonly FillFacts[] | null>,
  output: Output,
  clock: Clock,
): void {
  const line = fillProgress(output, clock);
  const onTerminal = output.isTTY === true;
  let pauseMs = logMs;
  let isTold = false;
  const look = async (): Promise<void> => {
    const all = (await read().catch(() => null)) ?? [];
    const filling = all.filter(isFilling);
    if (filling.length === 0) {
      line.end();
      const what = all.some(({ transcripts }) => transcripts !== null) ? ' and transcripts' : '';
      if (isTold && all.length > 0) output.write(`Index: all calls${what} are read\n`);
      return;
    }
    isTold = true;
    line.show(together(filling));
    clock.setTimeout(() => void look(), onTerminal ? terminalMs : pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestMs);
  };
  clock.setTimeout(() => void look(), firstMs);
}

/** Whether calls are still to be read, or transcripts: the newest, which the platform does not have yet, always are. */
function isFilling({ state, complete, transcripts }: FillFacts): boolean {
  if (state === 'off') return false;
  const { read = 1, unread = 0 } = transcripts ?? {};
  return (
    complete < nearlyAll || unread > Math.max(fewTranscripts, (1 - nearlyAll) * (read + unread))
  );
}

/** Of the index that is least far, with the pace of all and the last end. */
function together(all: readonly FillFacts[]): FillFacts {
  const least = all.reduce((a, b) => (b.complete < a.complete ? b : a));
  const paces = all.flatMap(({ callsPerMinute }) => callsPerMinute ?? []);
  const ends = all.flatMap(({ endsAt }) => endsAt ?? []);
  const fills = all.flatMap(({ transcripts }) => transcripts ?? []);
  const sum = (count: 'read' | 'unread'): number =>
    fills.reduce((total, fill) => total + fill[count], 0);
  const [first] = fills;
  return {
    ...least,
    transcripts:
      first === undefined ? null : { ...first, read: sum('read'), unread: sum('unread') },
    callsPerMinute: paces.length === 0 ? null : paces.reduce((sum, pace) => sum + pace, 0),
    endsAt: ends.length < all.length ? null : Math.max(...ends),
  };
}
