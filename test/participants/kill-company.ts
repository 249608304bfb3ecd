/** What the killed process and the test that looks at its remains agree on. */

import { dayMs, type Made, makeCompany, randomFrom } from './company.ts';

export const killSettings = { horizonMonths: 2, callsPerWalk: 120, parallel: 2 } as const;

/** The same company with other calls deleted, changed and moved for each seed; seed 0 is the original. */
export function changedCompany(seed: number): Made {
  const { calls, users } = makeCompany({ calls: 500, days: 50, people: 40 });
  if (seed === 0) return { calls, users };
  const random = randomFrom(seed);
  const changed = calls.flatMap((call) => {
    const fate = Math.floor(random() * 8);
    if (fate === 0) return [];
    if (fate === 1)
      return [{ ...call, isPrivate: !call.isPrivate, parties: call.parties.slice(1) }];
    if (fate === 2)
      return [{ ...call, scheduled: call.scheduled - dayMs, started: call.started - dayMs }];
    return [call];
  });
  return { calls: changed, users };
}
