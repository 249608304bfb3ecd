/** Fault plan: the faults in force, their counts, and the decision for each call from the seed. */

import type { SystemName } from '../../errors.ts';
import type { Duration, Fault, FaultKind, FaultOf } from './fault.ts';

/** Properties of a call that select its faults. */
interface FaultSite {
  readonly instance: string;
  readonly system: SystemName;
  readonly entity: string;
  readonly action: string;
}

/** A fault in force, with its counters. */
export interface ActiveFault {
  readonly id: number;
  readonly fault: Fault;
  /** Calls in its scope so far, and how many of them it struck. */
  readonly matched: number;
  readonly struck: number;
}

/** One fault striking one call, with the chance it draws details from. */
interface FaultHit<K extends FaultKind> {
  readonly effect: FaultOf<K>;
  readonly random: RandomSource;
}

/** Faults that apply to one call. */
export interface FaultHits {
  readonly kinds: readonly FaultKind[];
  /** The first of a kind. */
  of<K extends FaultKind>(kind: K): FaultHit<K> | undefined;
  all<K extends FaultKind>(kind: K): readonly FaultHit<K>[];
}

export interface FaultPlan {
  /** Decides for one call; counts it. Null when no fault applies. */
  hits(site: FaultSite): FaultHits | null;
  add(faults: readonly Fault[]): readonly ActiveFault[];
  list(): readonly ActiveFault[];
  remove(id: number): boolean;
  clear(): void;
  /** Starts every draw anew from this seed. */
  reseed(seed: number): void;
  readonly seed: number;
}

interface Slot {
  readonly id: number;
  readonly fault: Fault;
  random: RandomSource;
  matched: number;
  struck: number;
}

export function faultPlan(initialSeed: number): FaultPlan {
  let seed = initialSeed;
  let slots: Slot[] = [];
  let lastId = 0;
  // Each fault draws from a generator of its own: adding one does not change the draws of another.
  const randomFor = (id: number): RandomSource => seeded(Math.imul(seed + id, 0x9e3779b1));

  return {
    hits(site) {
      if (slots.length === 0) return null;
      const struck = slots.filter((slot) => covers(slot.fault, site) && fires(slot));
      return struck.length === 0 ? null : hitsOf(struck);
    },
    add(faults) {
      const added = faults.map((fault): Slot => {
        lastId += 1;
        return { id: lastId, fault, random: randomFor(lastId), matched: 0, struck: 0 };
      });
      slots = [...slots, ...added];
      return added.map(view);
    },
    list: () => slots.map(view),
    remove(id) {
      const before = slots.length;
      slots = slots.filter((slot) => slot.id !== id);
      return slots.length < before;
    },
    clear() {
      slots = [];
    },
    reseed(next) {
      seed = next;
      for (const slot of slots)
        Object.assign(slot, { random: randomFor(slot.id), matched: 0, struck: 0 });
    },
    get seed() {
      return seed;
    },
  };
}

function covers(fault: Fault, site: FaultSite): boolean {
  return (
    (fault.instance === undefined || fault.instance === site.instance) &&
    (fault.system === undefined || fault.system === site.system) &&
    (fault.entity === undefined || fault.entity === site.entity) &&
    (fault.action === undefined || fault.action === site.action)
  );
}

function fires(slot: Slot): boolean {
  slot.matched += 1;
  const { share = 1, after = 0, times = Number.POSITIVE_INFINITY } = slot.fault;
  if (slot.matched <= after || slot.struck >= times) return false;
  if (share < 1 && slot.random() >= share) return false;
  slot.struck += 1;
  return true;
}

function hitsOf(slots: readonly Slot[]): FaultHits {
  const all = <K extends FaultKind>(kind: K): FaultHit<K>[] =>
    slots
      .filter((slot) => slot.fault.kind === kind)
      .map((slot) => ({ effect: slot.fault as FaultOf<K>, random: slot.random }));
  return { kinds: slots.map((slot) => slot.fault.kind), of: (kind) => all(kind)[0], all };
}

const view = ({ id, fault, matched, struck }: Slot): ActiveFault => ({
  id,
  fault,
  matched,
  struck,
});

/** Numbers from 0 up to 1. */
export type RandomSource = () => number;

/** mulberry32: 32 bits of state, plenty for choosing which call fails. */
export function seeded(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds drawn from `duration`, never negative. */
export function draw(duration: Duration, random: RandomSource): number {
  if (typeof duration === 'number') return Math.max(0, duration);
  if ('min' in duration) return duration.min + random() * (duration.max - duration.min);
  // Log-normal by Box–Muller; 1 - random() keeps the logarithm finite.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return duration.median * Math.exp(duration.sigma * normal);
}

/** The indices of a list in another order. */
export function shuffled<T>(items: readonly T[], random: RandomSource): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
