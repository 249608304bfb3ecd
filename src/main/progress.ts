/** Progress of work: one line that is overwritten on a terminal, a line now and then or nothing elsewhere. */

import { counted } from '../errors.ts';
import type { IndexStatus } from '../participants/participant-query.ts';
import type { Progress as RunProgress } from '../participants/sync/sync-run.ts';
import type { Clock } from '../upstream/clock.ts';
import type { Output } from './terminal.ts';

interface ProgressFacts {
  /** 0 to 1; null where the end is not known. */
  readonly share: number | null;
  /** Counts and paces, as they are shown. */
  readonly parts: readonly string[];
  /** Null before the first figure. */
  readonly secondsLeft: number | null;
}

interface Progress {
  show(facts: ProgressFacts): void;
  /** Takes the line away, or writes the last one. */
  end(): void;
}

interface ProgressOptions {
  /** Prefix of the line. */
  readonly name?: string;
  /** Between two writings on a terminal. Default: none. */
  readonly everyMs?: number;
  /** Default: true, on a terminal. */
  readonly hasBar?: boolean;
  /** Interval of lines elsewhere. Default: none are written there. */
  readonly linesEveryMs?: number;
}

const barWidth = 24;

function createProgress(
  output: Output,
  clock: Clock,
  { name, everyMs = 0, hasBar = true, linesEveryMs }: ProgressOptions = {},
): Progress {
  const onTerminal = output.isTTY === true;
  if (!onTerminal && linesEveryMs === undefined) return { show: () => {}, end: () => {} };
  const pauseMs = onTerminal ? everyMs : (linesEveryMs ?? 0);
  let shownAt = Number.NEGATIVE_INFINITY;
  let pending: ProgressFacts | null = null;
  const write = (facts: ProgressFacts): void => {
    shownAt = clock.monotonic();
    pending = null;
    const text = [
      ...(name === undefined ? [] : [name]),
      ...wordsOf(facts, onTerminal && hasBar),
    ].join('  ');
    // A terminal that does not know its width says 0.
    output.write(onTerminal ? `\r\x1b[K${text.slice(0, (output.columns || 80) - 1)}` : `${text}\n`);
  };
  return {
    show(facts) {
      if (clock.monotonic() - shownAt >= pauseMs) write(facts);
      else pending = facts;
    },
    end() {
      if (onTerminal) output.write('\r\x1b[K');
      else if (pending !== null) write(pending);
    },
  };
}

/** `[=====>      ]  43%  1,200 of 2,790 rows  298/s  6 s left`; never 100% before the end. */
function wordsOf({ share, parts, secondsLeft }: ProgressFacts, withBar: boolean): string[] {
  if (share === null) return [...parts];
  const bar = '='.repeat(Math.round(Math.min(1, share) * barWidth)).padEnd(barWidth);
  return [
    ...(withBar ? [`[${bar}]`] : []),
    `${Math.floor(share * 100)}%`.padStart(4),
    ...parts,
    ...(secondsLeft === null || share >= 1 ? [] : [`${durationText(secondsLeft)} left`]),
  ];
}

/** Of rows that are written. @param begun by an earlier run: these say nothing of this one's pace. */
export function rowProgress(output: Output, clock: Clock, begun: number) {
  const bar = createProgress(output, clock);
  const startedAt = clock.monotonic();
  const count = (rows: number): string => rows.toLocaleString('en');
  return {
    /** @param total null where the connection doesn't say. */
    show(done: number, total: number | null): void {
      const perSecond = ((done - begun) / Math.max(1, clock.monotonic() - startedAt)) * 1_000;
      const rows =
        total === null ? counted(done, 'row') : `${count(done)} of ${counted(total, 'row')}`;
      bar.show({
        share: total === null ? null : total === 0 ? 1 : Math.min(1, done / total),
        parts: [rows, `${count(Math.round(perSecond))}/s`],
        secondsLeft: total === null || perSecond <= 0 ? null : (total - done) / perSecond,
      });
    },
    end: bar.end,
  };
}

/** Of work whose size only its share tells; it ends with the share 1. */
export function shareProgress(output: Output, name: string, clock: Clock) {
  const bar = createProgress(output, clock, { name, everyMs: 100, linesEveryMs: 5_000 });
  let startedAt: number | null = null;
  return {
    /** @param share 0 to 1 */
    show(share: number): void {
      startedAt ??= clock.monotonic();
      const seconds = (clock.monotonic() - startedAt) / 1_000;
      // The first hundredth says little of the pace.
      const secondsLeft = share < 0.01 ? null : (seconds / share) * (1 - share);
      bar.show({ share, parts: [], secondsLeft });
      if (share >= 1) bar.end();
    },
  };
}

interface CallProgressFacts
  extends Pick<RunProgress, 'complete' | 'calls' | 'callsPerSecond' | 'secondsLeft'> {
  readonly walks?: { readonly done: number; readonly total: number } | undefined;
}

/** Of calls that are read from the platform. */
export function callProgress(output: Output, name: string, clock: Clock) {
  const bar = createProgress(output, clock, { name, everyMs: 100, linesEveryMs: 10_000 });
  return {
    show({ complete, calls, callsPerSecond, secondsLeft, walks }: CallProgressFacts): void {
      const pace = [counted(calls, 'call'), `${Math.round(callsPerSecond)}/s`];
      const walked = walks === undefined ? [] : [`walk ${walks.done} of ${walks.total}`];
      bar.show({ share: complete, parts: [...pace, ...walked], secondsLeft });
    },
    end: bar.end,
  };
}

/** What is told of the fill of an index. */
export type FillFacts = Pick<
  IndexStatus,
  'state' | 'complete' | 'coverage' | 'callsPerMinute' | 'endsAt' | 'lastError' | 'transcripts'
>;

/** Of the calls that a running gateway reads into its index. */
export function fillProgress(output: Output, clock: Clock) {
  const bar = createProgress(output, clock, { name: 'Index', hasBar: false, linesEveryMs: 0 });
  return {
    show({ complete, coverage, callsPerMinute, endsAt, lastError, transcripts }: FillFacts): void {
      const now = clock.now();
      const { completeFrom } = coverage;
      const parts = [
        completeFrom === null
          ? 'no calls are read yet'
          : `calls since ${dayText(completeFrom, now)} are read`,
        callsPerMinute === null
          ? null
          : `${Math.round(callsPerMinute).toLocaleString('en')} a minute`,
        endsAt === null ? null : `the rest by ${endText(endsAt, now)}`,
        transcripts === null ? null : transcriptText(transcripts),
        lastError ?? transcripts?.lastError ?? null,
      ];
      const shownParts = parts.filter((part) => part !== null);
      bar.show({ share: complete, parts: shownParts, secondsLeft: null });
    },
    end: bar.end,
  };
}

/** Of those that are queued so far: calls that are not read yet have more. */
const transcriptText = ({ read, unread }: NonNullable<FillFacts['transcripts']>): string =>
  `${read.toLocaleString('en')} of ${counted(read + unread, 'transcript')}`;

/** `Oct 11`, with its year where that is another. */
function dayText(ms: number, now: number): string {
  const at = new Date(ms);
  const isOfYear = at.getFullYear() === new Date(now).getFullYear();
  const year = isOfYear ? {} : ({ year: 'numeric' } as const);
  return at.toLocaleDateString('en', { month: 'short', day: 'numeric', ...year });
}

/** `12:40`, with its day where that is another. */
function endText(ms: number, now: number): string {
  const at = new Date(ms);
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'));
  const day = at.toDateString() === new Date(now).toDateString() ? '' : ` on ${dayText(ms, now)}`;
  return time.join(':') + day;
}

export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
