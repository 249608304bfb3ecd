/** Call times: working hours of the company's clock, more calls lately, a few at the very same minute. */

import { memberAt } from '../../contract/member-at.ts';
import { addDays, dayMs, spanDays } from './calendar.ts';
import type { World } from './company-plan.ts';
import { purpose, Random } from './random.ts';

const hourMs = 3_600_000;

/** Instants in milliseconds, ascending, all before the horizon. */
export function callTimes(world: World): number[] {
  const { calendar, seed, volume } = world;
  const random = new Random(seed, purpose.callTimes);
  const times: number[] = [];
  while (times.length < volume.calls) {
    // Density grows over the span: the company is doing well.
    const age = Math.floor((1 - Math.sqrt(0.15 + 0.85 * random.float())) * (spanDays / 0.62));
    const date = addDays(calendar.day, -Math.min(age, spanDays - 1) - 1);
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if ((weekday === 0 || weekday === 6) && !random.chance(0.04)) continue;
    const hour = random.weighted([
      [random.between(8, 11), 5],
      [random.between(12, 16), 5],
      [random.between(5, 7), 1],
      [random.between(17, 21), 1],
    ] as const);
    const at = calendar.zone.instantOf(date, hour * hourMs + random.int(hourMs));
    if (at < calendar.horizon - dayMs / 12) times.push(at);
    if (random.chance(0.03) && times.length > 1 && times.length < volume.calls)
      times.push(memberAt(times, -1));
  }
  return times.sort((left, right) => left - right);
}
