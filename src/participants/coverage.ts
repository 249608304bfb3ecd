/** Coverage: from walked spans to what the index may claim about calls by their start. */

import type { Coverage } from './call-query.ts';
import type { Range, Span } from './store/span.ts';

/**
 * The platform's date ranges go by scheduled time for web conferences, questions by the start. A
 * call may start this much before or after its schedule and still be found; so much is walked
 * beyond what is claimed, at both ends. Milliseconds.
 */
export const startSkewMs = 6 * 3_600_000;

export const nothingCovered: Coverage = {
  completeFrom: null,
  completeTo: null,
  syncedAt: null,
  reconciledAt: null,
};

/** Spans without a gap between them. */
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
 * The newest unbroken stretch that overlaps the requested period. A span that reaches the
 * moment it was walked at was walked ahead of it too, so nothing is missing at that end.
 */
export function coverageOf(
  spans: readonly Span[],
  period: { readonly from?: number | null | undefined; readonly to?: number | null | undefined },
  now: number,
): Coverage {
  for (const run of runsOf(spans).reverse()) {
    const newest = run.spans.at(-1)!;
    const completeFrom = run.from + startSkewMs;
    const reachesWalk = run.to >= newest.walkedAt;
    // A clock that was ahead when walking must not make today's claim reach into the future.
    const completeTo = Math.min(reachesWalk ? run.to : run.to - startSkewMs, now);
    if (completeFrom >= completeTo) continue;
    if (completeFrom >= (period.to ?? Infinity) || completeTo <= (period.from ?? -Infinity))
      continue;
    return {
      completeFrom,
      completeTo,
      syncedAt: newest.walkedAt,
      reconciledAt: Math.min(...run.spans.map((span) => span.walkedAt)),
    };
  }
  return nothingCovered;
}

/** What of a range of window time no span covers, oldest first. */
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
