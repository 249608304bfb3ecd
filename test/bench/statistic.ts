/** Medians and how far apart the rounds lie. */

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** @param share from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** Ratio of two measures taken in the same rounds, round by round. */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread {
  return spreadOf(above.map((value, round) => value / below[round]!));
}

/** Three significant figures, without an exponent. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `12.3 (11.9–13.0)` */
export function withSpread({ median: middle, low, high }: Spread): string {
  return low === high ? figure(middle) : `${figure(middle)} (${figure(low)}–${figure(high)})`;
}

export const mebibytes = (bytes: number): number => bytes / 2 ** 20;
