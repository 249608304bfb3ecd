/** Geometry of plots: where a value is on an axis, and which values are named there. */

type Ends = readonly [number, number];

/** What is beyond the ends of the axis is at its end. */
export function linearScale([from, to]: Ends, [start, end]: Ends): (value: number) => number {
  const span = to - from;
  return (value) => {
    const share = span === 0 ? 0 : (value - from) / span;
    return start + Math.min(1, Math.max(0, share)) * (end - start);
  };
}

export function timeScale(from: Date, to: Date, ends: Ends): (at: Date) => number {
  const scale = linearScale([from.getTime(), to.getTime()], ends);
  return (at) => scale(at.getTime());
}

/**
 * About three whole steps of 1, 2 or 5 and their tens, from 0 to the first beyond the most.
 * @example 17 → [0, 5, 10, 15, 20]
 */
export function levelsTo(most: number): readonly number[] {
  let top = Math.max(1, Math.ceil(most));
  let step = 0;
  // The rounded top may want a larger step, which rounds it again.
  for (let next = stepFor(top); next !== step; next = stepFor(top)) {
    step = next;
    top = Math.ceil(top / step) * step;
  }
  return Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
}

function stepFor(top: number): number {
  const third = top / 3;
  const power = 10 ** Math.floor(Math.log10(third));
  const rest = third / power;
  // Of two neighbours the nearer one by ratio.
  const factor = rest < Math.SQRT2 ? 1 : rest < Math.sqrt(10) ? 2 : rest < Math.sqrt(50) ? 5 : 10;
  return Math.max(1, power * factor);
}

/** The beginnings of months of the calendar here, the ends included. */
export function monthsBetween(from: Date, to: Date): readonly Date[] {
  const months: Date[] = [];
  const monthAt = (later: number): Date => new Date(from.getFullYear(), from.getMonth() + later, 1);
  for (let later = 0; monthAt(later) <= to; later += 1)
    if (monthAt(later) >= from) months.push(monthAt(later));
  return months;
}
