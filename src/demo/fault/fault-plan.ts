/** Fault plan: the faults in force, their counts, and the decision for each call from the seed. */

import type { SystemName } from '../../errors.ts';
import type { Fault, FaultKind, FaultOf } from './fault.ts';
import { type RandomSource, seeded } from './random-source.ts';

/** Properties of a call that select its faults. */
interface FaultSite {
  readonly instance: string;
  readonly system: SystemName;
  readonly entity: string;
  readonly action: string;
}

/** A fault in force, with its counters. */
interface ActiveFault {
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
  add(...faults: readonly Fault[]): readonly ActiveFault[];
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
    add(...faults) {
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
