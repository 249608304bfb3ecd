/**
 * Unreadable parts: the objects and fields that a tenant's user may not read, or that are not there, as refusals
 * taught them. Kept for a time by tenant, instance and credential, since a right may be granted at any moment.
 */

import type { Clock } from './clock.ts';

/** A right that is granted shows after this time, and the freshness of the rows that were read without it. */
const unreadableMs = 14 * 60_000;

/** Facts about an organisation as a whole hardly ever change. */
const factMs = 24 * 3_600_000;

interface HiddenMembers {
  readonly until: number;
  /** The object itself is unreadable. */
  isHidden: boolean;
  /** Fields, references and child lists that are. */
  readonly members: Set<string>;
  /** Whether all of its fields were looked up. */
  isWhole: boolean;
}

export interface UnreadableParts {
  /** Raised by everything that is learnt or forgotten. */
  readonly version: number;
  /** @param member a field, reference or child list; without one the object itself. */
  has(object: string, member?: string): boolean;
  /** Whether all fields of the object were looked up lately. */
  isWhole(object: string): boolean;
  hide(object: string, member?: string): void;
  /** Learns all of an object's fields that are unreadable at once. */
  learn(object: string, unreadable: readonly string[]): void;
  /** Outcomes of trial statements, so that a search for what is hidden goes on where an earlier one ended. */
  readonly tries: {
    get(statement: string): boolean | undefined;
    set(statement: string, isReadable: boolean): void;
    clear(): void;
  };
  /** Facts about the organisation, by name: looked up once, and kept for a day. */
  readonly facts: {
    get(name: string): unknown;
    set(name: string, fact: NonNullable<unknown>): void;
  };
  /** Whether nothing is known to be unreadable. */
  readonly isEmpty: boolean;
  forget(): void;
}

export function createUnreadableParts(clock: Pick<Clock, 'monotonic'>): UnreadableParts {
  const objects = new Map<string, HiddenMembers>();
  const tries = new Map<string, boolean>();
  const facts = new Map<string, { readonly fact: unknown; readonly until: number }>();
  let triesUntil = 0;
  let version = 0;
  const find = (object: string): HiddenMembers | undefined => {
    const entry = objects.get(object);
    if (entry === undefined || clock.monotonic() < entry.until) return entry;
    objects.delete(object);
    version += 1;
    return undefined;
  };
  const open = (object: string): HiddenMembers => {
    version += 1;
    const entry = find(object) ?? {
      until: clock.monotonic() + unreadableMs,
      isHidden: false,
      members: new Set(),
      isWhole: false,
    };
    objects.set(object, entry);
    return entry;
  };
  return {
    get version() {
      return version;
    },
    get isEmpty() {
      for (const { isHidden, members } of objects.values())
        if (isHidden || members.size > 0) return false;
      return true;
    },
    has(object, member) {
      const entry = find(object);
      return member === undefined ? entry?.isHidden === true : entry?.members.has(member) === true;
    },
    isWhole: (object) => find(object)?.isWhole === true,
    hide(object, member) {
      const entry = open(object);
      if (member === undefined) entry.isHidden = true;
      else entry.members.add(member);
    },
    learn(object, unreadable) {
      const entry = open(object);
      entry.isWhole = true;
      for (const member of unreadable) entry.members.add(member);
    },
    tries: {
      get: (statement) => (clock.monotonic() < triesUntil ? tries.get(statement) : undefined),
      set(statement, isReadable) {
        if (clock.monotonic() >= triesUntil) {
          tries.clear();
          triesUntil = clock.monotonic() + unreadableMs;
        }
        tries.set(statement, isReadable);
      },
      clear: () => tries.clear(),
    },
    facts: {
      get(name) {
        const entry = facts.get(name);
        return entry !== undefined && clock.monotonic() < entry.until ? entry.fact : undefined;
      },
      set: (name, fact) => void facts.set(name, { fact, until: clock.monotonic() + factMs }),
    },
    forget() {
      objects.clear();
      tries.clear();
      facts.clear();
      version += 1;
    },
  };
}
