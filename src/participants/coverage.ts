/** Coverage: from walked spans to what the index may claim about calls by their start. */

import { memberAt } from '../contract/member-at.ts';
import type { Coverage, Period } from './call-query.ts';
import type { Span } from './store/span.ts';
import type { Range } from './store/time-range.ts';

/**
 * Greatest expected difference between a call's schedule and its start, in milliseconds. The
 * platform's date ranges filter web conferences by schedule, queries filter by start, so a walk
 * reads this much more than it claims, at both ends.
 */
export const startSkewMs = 6 * 3_600_000;

/**
 * Age up to which a call may be announced and not handed out, because the platform still analyses it:
 * it takes hours. What has not come by then never does.
 */
export const analysisMs = 24 * 3_600_000;

export const nothingCovered: Coverage = {
  completeFrom: null,
  completeTo: null,
  syncedAt: null,
  reconciledAt: null,
};

/** Run of spans without a gap between them. */
interface Run extends Range {
  readonly spans: readonly Span[];
}

/** Neighbouring spans joined, oldest first. */
function runsOf(spans: readonly Span[]): Run[] {
  const runs: { from: number; to: number; spans: Span[] }[] = [];
  for (const span of spans) {
    const last = runs.at(-1);
    if (last !== undefined && last.to >= span.from) {
      last.to = span.to;
      last.spans.push(span);
    } else runs.push({ from: span.from, to: span.to, spans: [span] });
  }
  return runs;
}

/**
 * Coverage of a period: the newest unbroken run of spans that overlaps it. A span that reaches the
 * moment of its own walk was walked ahead of it too, so nothing is missing at that end.
 */
export function coverageOf(spans: readonly Span[], period: Period, now: number): Coverage {
  for (const run of runsOf(spans).reverse()) {
    const newest = memberAt(run.spans, -1);
    const completeFrom = run.from + startSkewMs;
    const reachesWalk = run.to >= newest.walkedAt;
    // Caps the claim at now: the walking gateway's clock may have been ahead.
    const completeTo = Math.min(reachesWalk ? run.to : run.to - startSkewMs, now);
    if (completeFrom >= completeTo) continue;
    if (completeFrom >= (period.to ?? Infinity) || completeTo <= (period.from ?? -Infinity))
      continue;
    const within = run.spans.filter((span) => touches(span, period));
    const isLate = ({ to }: Span): boolean => to <= now - analysisMs;
    // Neighbours may count the same calls, as one is the rest of an older walk.
    const pending = Math.max(0, ...within.map((span) => (isLate(span) ? 0 : span.pending)));
    return {
      completeFrom,
      completeTo,
      syncedAt: newest.walkedAt,
      reconciledAt: Math.min(...run.spans.map((span) => span.walkedAt)),
      ...(within.some((span) => span.lacking > 0 || (isLate(span) && span.pending > 0)) && {
        lacksRows: true,
      }),
      ...(pending > 0 && { pending }),
    };
  }
  return nothingCovered;
}

/** Coverage of an answer that is made of several: what all of them cover. */
export function commonCoverage(all: readonly Coverage[]): Coverage {
  const of = (
    member: keyof Omit<Coverage, 'lacksRows' | 'pending' | 'unread'>,
    pick: (...values: number[]) => number,
  ): number | null => {
    const values = all.map((coverage) => coverage[member]).filter((value) => value !== null);
    return values.length === all.length ? pick(...values) : null;
  };
  const most = (member: 'pending' | 'unread'): number | null =>
    all.some((coverage) => coverage[member] === null)
      ? null
      : Math.max(0, ...all.map((coverage) => coverage[member] ?? 0));
  return {
    completeFrom: of('completeFrom', Math.max),
    completeTo: of('completeTo', Math.min),
    syncedAt: of('syncedAt', Math.min),
    reconciledAt: of('reconciledAt', Math.min),
    lacksRows: all.some((coverage) => coverage.lacksRows),
    pending: most('pending'),
    unread: most('unread'),
  };
}

/** Whether calls that started in a period may be of a span, which is of window time. */
const touches = (span: Range, { from, to }: Period): boolean =>
  span.to + startSkewMs > (from ?? -Infinity) && span.from - startSkewMs < (to ?? Infinity);

/** Gaps of a range of window time: the parts that no span covers, oldest first. */
export function gapsIn(range: Range, spans: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let from = range.from;
  for (const span of spans) {
    if (span.to <= from) continue;
    if (span.from >= range.to) break;
    if (span.from > from) gaps.push({ from, to: span.from });
    from = Math.max(from, span.to);
  }
  if (from < range.to) gaps.push({ from, to: range.to });
  return gaps;
}

export const lengthOf = ({ from, to }: Range): number => Math.max(0, to - from);

export const lengthOfGaps = (range: Range, spans: readonly Range[]): number =>
  gapsIn(range, spans).reduce((sum, gap) => sum + lengthOf(gap), 0);
