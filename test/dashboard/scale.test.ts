/** Axes of plots: whole steps that people count in, and months of the calendar. */

import { expect, it } from 'vitest';
import { levelsTo, linearScale, monthsBetween, timeScale } from '../../src/dashboard/plot/scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [5, [0, 2, 4, 6]],
  [9, [0, 5, 10]],
  [17, [0, 5, 10, 15, 20]],
  [45, [0, 20, 40, 60]],
  [320, [0, 100, 200, 300, 400]],
  [999, [0, 500, 1000]],
  [200_000, [0, 50_000, 100_000, 150_000, 200_000]],
])('levels to %i', (most, levels) => {
  expect(levelsTo(most)).toEqual(levels);
});

it('levels reach the most with few steps, whatever it is', () => {
  for (let most = 1; most < 1e9; most = Math.ceil(most * 1.13)) {
    const levels = levelsTo(most);
    expect([
      most,
      levels.length <= 7,
      levels.at(-1)! >= most,
      levels.every(Number.isInteger),
    ]).toEqual([most, true, true, true]);
  }
});

it('what is beyond an axis is at its end', () => {
  const x = linearScale([0, 10], [100, 0]);
  expect([-5, 0, 4, 10, 20].map(x)).toEqual([100, 100, 60, 0, 0]);
  expect(linearScale([3, 3], [0, 100])(3)).toBe(0);
});

it('months begin in the calendar here', () => {
  const from = new Date(2026, 10, 2);
  const to = new Date(2027, 2, 1);
  const months = monthsBetween(from, to);
  expect(months).toEqual([11, 12, 13, 14].map((month) => new Date(2026, month, 1)));
  expect(months.map(timeScale(from, to, [0, 1])).at(-1)).toBe(1);
});
