/**
 * Two gateways on one index: hints of both, walks of one, and changes in any order, with the platform's answers late in
 * any order. Of two walks at once, one may still write where a call was before it moved into the other's range.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore } from '../../src/participants/store/migration.ts';
import type { Syncer } from '../../src/participants/sync/syncer.ts';
import { cases } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { seed } from '../support/seed.ts';
import { makeCompany, now, randomFrom } from './company.ts';
import { type FakeCall, type FakePlatform, fakePlatform } from './platform.ts';
import { differences, syncerOn } from './syncing.ts';

const company = makeCompany({ calls: 60, days: 20, people: 20 });
const never = new AbortController().signal;
const settings = { horizonMonths: 1, callsPerWalk: 20, parallel: 1 };

class Gateway {
  readonly hints = new Set<string>();
  readonly #syncer: Syncer;
  #reading = false;
  #walking = false;

  constructor(syncer: Syncer) {
    this.#syncer = syncer;
  }

  get isIdle(): boolean {
    return !this.#reading && !this.#walking && this.hints.size === 0;
  }

  async read(): Promise<void> {
    if (this.#reading || this.hints.size === 0) return;
    this.#reading = true;
    const ids = [...this.hints];
    this.hints.clear();
    for (const id of await this.#syncer.read(ids, never)) this.hints.add(id);
    this.#reading = false;
  }

  async walk(): Promise<void> {
    if (this.#walking) return;
    this.#walking = true;
    await this.#syncer.run({ reconcile: 'all' });
    this.#walking = false;
  }
}

/** Changes, moves, removes or brings back a call. @returns its id */
function change(platform: FakePlatform, gone: FakeCall[], pick: (n: number) => number): string {
  const at = pick(platform.calls.length);
  const call = platform.calls[at]!;
  const kind = pick(4);
  if (kind === 0) platform.calls[at] = { ...call, duration: call.duration + 1 };
  else if (kind === 1) {
    const scheduled = now - (1 + pick(19 * 96)) * 900_000;
    platform.calls[at] = { ...call, scheduled, started: scheduled };
  } else if (kind === 2) gone.push(...platform.calls.splice(at, 1));
  else if (gone.length > 0) {
    const back = gone.pop()!;
    platform.calls.push(back);
    return back.id;
  }
  return call.id;
}

const rounds = Array.from({ length: cases(6, 10) }, (_, at) => at);

it.each(rounds)('end with the index as the platform is (%i)', async (round) => {
  const random = randomFrom(seed + round);
  const pick = (n: number): number => Math.floor(random() * n);
  const database = await openStore({});
  const platform = fakePlatform(company.calls, company.users);
  /** Answers under way, and whether they wait to be let through. */
  const late: (() => void)[] = [];
  let isLate = false;
  const delayed: FakePlatform = {
    ...platform,
    async execute(...read) {
      const answer = await platform.execute(...read);
      if (isLate) await new Promise<void>((resolve) => late.push(resolve));
      return answer;
    },
  };
  const syncers = [0, 1].map(() => syncerOn(database, delayed, manualClock(now), settings));
  await syncers[0]!.run();
  isLate = true;
  const gateways = syncers.map((syncer) => new Gateway(syncer));
  const under: Promise<void>[] = [];
  const gone: FakeCall[] = [];
  const letOneThrough = (): void => late.splice(pick(late.length), 1)[0]?.();
  for (let step = 0; step < 60; step += 1) {
    const gateway = gateways[pick(2)]!;
    const kind = pick(10);
    if (kind < 3) gateway.hints.add(change(platform, gone, pick));
    else if (kind < 5) under.push(gateway.read());
    else if (kind < 6) under.push(gateways[0]!.walk());
    else letOneThrough();
    await nextTurn();
  }
  isLate = false;
  while (late.length > 0 || !gateways.every(({ isIdle }) => isIdle)) {
    letOneThrough();
    for (const gateway of gateways) under.push(gateway.read());
    await nextTurn();
  }
  await Promise.all(under);
  expect(await differences(database, platform)).toEqual([]);
  await database.close();
});
