/** Claims: never more than was walked, and the plan that makes them grow. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, gapsIn, startSkewMs } from '../../src/participants/coverage.ts';
import type { Span } from '../../src/participants/store/span.ts';
import {
  backfillTask,
  defaultSyncSettings,
  recentTask,
  reconcileTask,
} from '../../src/participants/sync/schedule.ts';

const hourMs = 3_600_000;
const now = 1_000 * hourMs;
const hour = fc.integer({ min: 0, max: 60 });
const range = fc.tuple(hour, hour).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
const disjoint = fc
  .uniqueArray(hour, { maxLength: 10 })
  .map((edges) => [...edges].sort((a, b) => a - b))
  .chain((edges) =>
    fc.array(fc.boolean(), { minLength: edges.length, maxLength: edges.length }).map((kept) =>
      edges
        .slice(1)
        .map((to, i) => ({ from: edges[i]!, to }))
        .filter((_, i) => kept[i]),
    ),
  );

describe('gaps', () => {
  it('are exactly what no span holds', () => {
    fc.assert(
      fc.property(range, disjoint, (whole, spans) => {
        const gaps = gapsIn(whole, spans);
        const inside = (at: number, ranges: readonly { from: number; to: number }[]): boolean =>
          ranges.some(({ from, to }) => at >= from && at < to);
        for (let at = 0; at < 60; at++)
          expect(inside(at, gaps)).toBe(inside(at, [whole]) && !inside(at, spans));
        for (const gap of gaps) expect(gap.to).toBeGreaterThan(gap.from);
      }),
    );
  });
});

const span = (from: number, to: number, walkedAt = now): Span => ({
  from: from * hourMs,
  to: to * hourMs,
  walkedAt,
  walk: 'contents',
  calls: 100,
  lacking: 0,
  pending: 0,
});

describe('coverage', () => {
  it('stays six hours inside of what was walked, but for the end the walk had reached', () => {
    expect(coverageOf([span(100, 200, now - 1)], {}, now)).toEqual({
      completeFrom: 100 * hourMs + startSkewMs,
      completeTo: 200 * hourMs - startSkewMs,
      syncedAt: now - 1,
      reconciledAt: now - 1,
    });
    expect(coverageOf([span(100, 900), span(900, 1_000)], {}, now + 5)).toMatchObject({
      completeFrom: 100 * hourMs + startSkewMs,
      completeTo: now,
    });
  });

  it('ends at a gap, and is that of the stretch asked about', () => {
    const spans = [span(0, 100, 400 * hourMs), span(200, 300, 500 * hourMs), span(400, 1_000)];
    expect(coverageOf(spans, {}, now).completeFrom).toBe(406 * hourMs);
    expect(coverageOf(spans, { to: 350 * hourMs }, now)).toMatchObject({
      completeFrom: 206 * hourMs,
      completeTo: 294 * hourMs,
      syncedAt: 500 * hourMs,
    });
    expect(
      coverageOf(spans, { from: 310 * hourMs, to: 390 * hourMs }, now).completeFrom,
    ).toBeNull();
    expect(coverageOf([span(100, 104)], {}, now).completeFrom).toBeNull();
  });
});

describe('the plan', () => {
  const settings = { ...defaultSyncSettings, walk: 'contents' as const };
  const horizon = now - 700 * hourMs;

  it('covers everything wanted in finitely many steps, whatever is there and whoever is at work', () => {
    const at = fc.integer({ min: 300, max: 999 });
    const start = fc.uniqueArray(at, { maxLength: 8 }).map((edges) => {
      const sorted = [...edges].sort((a, b) => a - b);
      return sorted
        .slice(1)
        .flatMap((to, i) => (i % 2 === 0 ? [span(sorted[i]!, to, now - hourMs)] : []));
    });
    fc.assert(
      fc.property(start, fc.integer({ min: 10, max: 5_000 }), (given, callsPerWalk) => {
        let spans: Span[] = given;
        const own = { ...settings, callsPerWalk };
        for (let steps = 0; steps < 200; steps++) {
          const state = { spans, leased: [], now, horizon };
          const task = recentTask(state, { ...own, recentEveryMs: 1 }) ?? backfillTask(state, own);
          if (task === null) {
            expect(gapsIn({ from: horizon - startSkewMs, to: now }, spans)).toEqual([]);
            return;
          }
          expect(task.from % 1_000).toBe(0);
          expect(task.to).toBeGreaterThan(task.from);
          const to = Math.min(task.to, now);
          const walked = {
            from: task.from,
            to,
            walkedAt: now,
            walk: 'contents' as const,
            calls: 50,
            lacking: 0,
            pending: 0,
          };
          spans = [
            ...spans.flatMap((each) => [
              { ...each, to: Math.min(each.to, task.from) },
              { ...each, from: Math.max(each.from, to) },
            ]),
            walked,
          ]
            .filter((each) => each.from < each.to)
            .sort((a, b) => a.from - b.from);
        }
        throw new Error('the plan does not come to an end');
      }),
    );
  });

  it('leaves alone what others walk', () => {
    const leased = [{ from: now - 200 * hourMs, to: now + 10 * hourMs }];
    const state = { spans: [], leased, now, horizon };
    expect(recentTask(state, settings)).toBeNull();
    expect(backfillTask(state, settings)!.to).toBe(now - 200 * hourMs);
    const whole = [{ from: 0, to: now + hourMs }];
    expect(backfillTask({ ...state, leased: whole }, settings)).toBeNull();
  });

  it('compares again what was compared longest ago, and nothing that is younger than a week', () => {
    const week = 7 * 24 * hourMs;
    const spans = [
      span(300, 500, now - week - 5 * hourMs),
      span(500, 600, now - week - 9 * hourMs),
      span(600, 700, now - week + hourMs),
      span(700, 1_000),
    ];
    const state = { spans, leased: [], now, horizon };
    expect(reconcileTask(state, settings)).toMatchObject({
      from: 500 * hourMs,
      to: 600 * hourMs,
    });
    expect(reconcileTask({ ...state, spans: spans.slice(2) }, settings)).toBeNull();
  });
});
