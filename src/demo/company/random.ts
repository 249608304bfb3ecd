/**
 * Seeded random streams: small and fast, each named by numbers, so that one record's values never
 * depend on another's.
 */

import { memberAt } from '../../contract/member-at.ts';

/** One stream of random numbers (the sfc32 generator). The same name gives the same stream on every machine. */
export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 1;

  /** @param name of the stream, for example the company's seed, a purpose and an index. */
  constructor(...name: readonly number[]) {
    let state = 0x9e3779b9;
    for (const part of name) state = mix(state ^ (part | 0), Math.floor(part / 0x1_0000_0000));
    this.a = state;
    this.b = mix(state, 0x85ebca6b);
    this.c = mix(this.b, 0xc2b2ae35);
    for (let round = 0; round < 6; round += 1) this.word();
  }

  /** 32 random bits, unsigned. */
  word(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    this.c |= 0;
    return sum >>> 0;
  }

  /** From 0 inclusive to 1 exclusive. */
  float(): number {
    return this.word() / 0x1_0000_0000;
  }

  /** A whole number from 0 inclusive to `below` exclusive. */
  int(below: number): number {
    return Math.floor(this.float() * below);
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + this.int(most - least + 1);
  }

  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean {
    return this.float() < share;
  }

  pick<T>(list: readonly T[]): T {
    return memberAt(list, this.int(list.length));
  }

  /** A member of the list, those in front more often: the more so, the greater the exponent is. */
  pickEarly<T>(list: readonly T[], exponent: number): T {
    return memberAt(list, Math.floor(this.float() ** exponent * list.length));
  }

  /** A weighted choice among `[value, weight]`. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.float() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return memberAt(choices, -1)[0];
  }

  /** `count` different members of the list, or all when it has fewer; order is random. */
  sample<T>(list: readonly T[], count: number): T[] {
    const pool = [...list];
    const taken: T[] = [];
    while (taken.length < count && pool.length > 0)
      taken.push(...pool.splice(this.int(pool.length), 1));
    return taken;
  }
}

/** Streams' purposes: the second part of a stream's name. */
export const purpose = {
  users: 1,
  accounts: 2,
  contacts: 3,
  leads: 4,
  opportunities: 5,
  callTimes: 6,
  call: 7,
  talk: 8,
  review: 9,
  settings: 10,
  library: 11,
  activities: 12,
  campaigns: 13,
  cases: 14,
  files: 15,
  custom: 16,
  content: 17,
  declared: 18,
  currency: 19,
  recordTeams: 20,
} as const;

function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ (right + 0x7f4a7c15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
