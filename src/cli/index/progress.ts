/** How a walk through the platform is getting on: one line that is written over on a terminal, a line now and then elsewhere. */

import type { Clock } from '../../connector/clock.ts';
import { durationText } from '../duration.ts';

export interface ProgressFacts {
  /** 0 to 1. */
  readonly complete: number;
  readonly calls: number;
  readonly callsPerSecond: number;
  /** Null before anything can be told. */
  readonly secondsLeft: number | null;
  readonly walks?: { readonly done: number; readonly total: number } | undefined;
}

export interface Progress {
  show(facts: ProgressFacts): void;
  /** Takes the line away, or writes the last one. */
  end(): void;
}

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const terminalEveryMs = 100;
const linesEveryMs = 10_000;
const barWidth = 24;

export function createProgress(output: Output, name: string, clock: Clock): Progress {
  const onTerminal = output.isTTY === true;
  const everyMs = onTerminal ? terminalEveryMs : linesEveryMs;
  let shownAt = Number.NEGATIVE_INFINITY;
  let pending: ProgressFacts | null = null;
  const write = (facts: ProgressFacts): void => {
    shownAt = clock.monotonic();
    pending = null;
    const text = line(name, facts, onTerminal);
    output.write(onTerminal ? `\r\x1b[K${text.slice(0, (output.columns ?? 80) - 1)}` : `${text}\n`);
  };
  return {
    show(facts) {
      if (clock.monotonic() - shownAt >= everyMs) write(facts);
      else pending = facts;
    },
    end() {
      if (onTerminal) output.write('\r\x1b[K');
      else if (pending !== null) write(pending);
    },
  };
}

/** `acme [=====>      ] 43%  12,300 calls  298/s  walk 12 of 40  3 min left` */
function line(name: string, facts: ProgressFacts, withBar: boolean): string {
  const { complete, calls, callsPerSecond, secondsLeft, walks } = facts;
  const filled = Math.round(Math.min(1, complete) * barWidth);
  // Never 100% before the end.
  const percent = `${Math.floor(complete * 100)}%`;
  return [
    name,
    ...(withBar ? [`[${'='.repeat(filled).padEnd(barWidth)}]`] : []),
    percent.padStart(4),
    `${calls.toLocaleString('en')} calls`,
    `${Math.round(callsPerSecond)}/s`,
    ...(walks === undefined ? [] : [`walk ${walks.done} of ${walks.total}`]),
    ...(secondsLeft === null || complete >= 1 ? [] : [`${durationText(secondsLeft)} left`]),
  ].join('  ');
}
