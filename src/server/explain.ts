/** Explanation of an answer (`extensions.explain`): its upstream calls in waves, with the fields that caused them. */

import type { ErrorCode, SystemName } from '../errors.ts';
import type { CacheState } from '../upstream/diagnostics-channel.ts';
import type { NotedCalls } from './request-record.ts';

interface ExplainedCall {
  /** Calls of one wave waited for none of each other; each wave waited for the one before. */
  readonly wave: number;
  readonly service: SystemName;
  readonly entity: string;
  readonly action: string;
  /** The query without its literals, or the other params' names, flags and counts. */
  readonly shape: string;
  /** Left out for who sees some of the rows: a call that is judged when it comes would tell that there is one. */
  readonly rows?: number;
  /** Milliseconds after the request began. */
  readonly startedMs: number;
  readonly ms: number;
  /** Number of attempts; 0 where no call was needed. */
  readonly attempts: number;
  readonly cache: CacheState;
  readonly error?: ErrorCode;
  /** Paths of the fields that caused the call. */
  readonly askedBy: readonly string[];
}

interface Explanation {
  readonly totalMs: number;
  /** Calls that were sent; the others were answered from caches. */
  readonly upstreamCalls: number;
  readonly waves: number;
  readonly calls: readonly ExplainedCall[];
}

/** @param startedAt when the request began, on performance.now(). */
export function explain(
  { calls: noted }: NotedCalls,
  startedAt: number,
  now: number,
  seesAllRows: boolean,
): Explanation {
  const spans = noted
    .map(({ endedAt, ...call }) => ({ ...call, start: endedAt - call.event.ms, end: endedAt }))
    .sort((a, b) => a.start - b.start);
  const waves: number[] = [];
  spans.forEach((span, at) => {
    let wave = 1;
    for (let before = 0; before < at; before += 1)
      if (spans[before]!.end <= span.start) wave = Math.max(wave, waves[before]! + 1);
    waves.push(wave);
  });
  return {
    totalMs: round(now - startedAt),
    upstreamCalls: noted.filter(({ event }) => event.attempts > 0).length,
    waves: Math.max(0, ...waves),
    calls: spans.map(({ event, askedBy, start }, at) => ({
      wave: waves[at]!,
      service: event.system,
      entity: event.entity,
      action: event.action,
      shape: shapeText(event.shape),
      ...(seesAllRows && { rows: event.rows }),
      startedMs: round(start - startedAt),
      ms: round(event.ms),
      attempts: event.attempts,
      cache: event.cache,
      ...(event.error !== null && { error: event.error }),
      askedBy: [...askedBy],
    })),
  };
}

function shapeText(shape: Readonly<Record<string, unknown>>): string {
  const { q, ...otherParams } = shape;
  const others = Object.keys(otherParams).length === 0 ? '' : JSON.stringify(otherParams);
  return typeof q === 'string' ? [q, others].filter((text) => text !== '').join(' ') : others;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;
