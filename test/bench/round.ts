/** One round: somebody is started, asked a workload's questions, and ended; what that took. */

import { deepStrictEqual } from 'node:assert/strict';
import { ask } from './contestant.ts';
import type { Operation } from './operation.ts';
import type { Stand, Starter } from './stand.ts';
import { sendAll } from './start-sender.ts';
import type { Setting } from './suite.ts';
import type { Workload } from './workload.ts';

export const connections = 8;

/** Of one contestant, a figure for each round. */
export interface Rounds {
  /** Milliseconds of CPU a question. */
  readonly cpu: number[];
  readonly perSecond: number[];
  /** Answers for each GiB of memory at most and second. */
  readonly perGibSecond: number[];
  /** Upstream calls a question. */
  readonly calls: number[];
  /** Share of what was looked for in its caches that was there, 0 to 1. */
  readonly hits: number[];
  /** Most bytes the process ever held. */
  readonly peak: number[];
}

/** What Switchboard answered to a sample, which the others have to answer as well. */
type Reference = Map<Operation, unknown>;

export async function measureRounds(
  { quick, say }: Setting,
  stand: Stand,
  workload: Workload,
  starters: readonly Starter[],
): Promise<ReadonlyMap<Starter, Rounds>> {
  const rounds = quick ? 1 : 3;
  const results = new Map(starters.map((starter) => [starter, emptyRounds()]));
  const reference: Reference = new Map();
  const step = Math.ceil(workload.asked.length / (quick ? 20 : 200));
  const sample = workload.asked.filter((_, at) => at % step === 0);
  for (let round = 0; round < rounds; round += 1) {
    // Each is first and last in turn, so that nobody always has the colder machine.
    const order = round % 2 === 0 ? starters : starters.toReversed();
    for (const starter of order) {
      say(`${workload.name}, round ${round + 1}: ${starter.name}`);
      const toCheck = round === 0 ? sample : [];
      await measureRound(stand, workload, starter, results.get(starter)!, { toCheck, reference });
    }
  }
  return results;
}

const emptyRounds = (): Rounds => ({
  cpu: [],
  perSecond: [],
  perGibSecond: [],
  calls: [],
  hits: [],
  peak: [],
});

async function measureRound(
  { service }: Stand,
  { name, before, asked }: Workload,
  starter: Starter,
  into: Rounds,
  check: { readonly toCheck: readonly Operation[]; readonly reference: Reference },
): Promise<void> {
  const contestant = await starter.start();
  try {
    if (before.length > 0) await sendAll(contestant, before, connections);
    const calls = await service.received();
    const rows = await contestant.rows?.();
    const start = await contestant.child.usage();
    const report = await sendAll(contestant, asked, connections);
    const end = await contestant.child.usage();
    const rowsAfter = await contestant.rows?.();
    into.cpu.push((end.cpu - start.cpu) / 1_000 / asked.length);
    into.perSecond.push(asked.length / report.seconds);
    into.perGibSecond.push(asked.length / report.seconds / (end.peak / 2 ** 30));
    into.calls.push(((await service.received()) - calls) / asked.length);
    into.peak.push(end.peak);
    if (rows !== undefined && rowsAfter !== undefined) {
      const hits = rowsAfter.hits - rows.hits;
      into.hits.push(hits / (hits + rowsAfter.misses - rows.misses));
    }
    for (const operation of check.toCheck) {
      const { data } = await ask(contestant, operation);
      const known = check.reference.get(operation);
      if (known === undefined) check.reference.set(operation, data);
      else deepStrictEqual(data, known, `${contestant.name} answers otherwise: ${name}`);
    }
  } finally {
    await contestant.end();
  }
}
