/** Calls of a made-up company, the same for the same seed, with the oddities that the index has to live with. */

import type { FakeCall, FakeParty, FakeUser, Said } from './platform.ts';

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const now = Date.UTC(2026, 9, 15, 12);
export const dayMs = 86_400_000;

export interface Made {
  readonly calls: FakeCall[];
  readonly users: FakeUser[];
}

export interface Size {
  readonly calls: number;
  readonly days: number;
  readonly people: number;
  readonly seed?: number;
}

const directions = ['Inbound', 'Outbound', 'Conference', 'Unknown'];
const base = 1_234_567_890_123_456_789n;

export const emailOf = (person: number): string =>
  `person.${person}@customer${person % 40}.example`;
export const contactOf = (person: number): string => `003${String(person).padStart(12, 'A')}`;
export const accountOf = (person: number): string => `001${String(person % 40).padStart(12, 'B')}`;
export const userIdOf = (user: number): string => String(base + BigInt(user) * 1_000_003n);

export function makeCompany({ calls, days, people, seed = 1 }: Size): Made {
  const random = randomFrom(seed);
  // Apart, so that who took part stays the same.
  const words = randomFrom(seed + 1_000);
  const pick = (n: number): number => Math.floor(random() * n);
  const users = Array.from({ length: 12 }, (_, i) => ({
    id: userIdOf(i),
    emailAddress: `user.${i}@vendor.example`,
    ...(i % 3 === 0
      ? { emailAliases: [`u${i}@vendor.example`, ` U${i}.Old@Vendor.example `] }
      : {}),
    trustedEmailAddress: i % 4 === 0 ? `trusted.${i}@vendor.example` : null,
  }));
  const made = Array.from({ length: calls }, (_, i): FakeCall => {
    // Quarters of an hour, so that starts and schedules tie.
    const scheduled = now - Math.floor(random() * days * 96) * 900_000 - 900_000;
    const host = pick(users.length);
    const customers = Array.from({ length: 1 + pick(4) }, () => pick(people));
    return {
      id: String(base + BigInt(i) * 7n + (i % 17 === 0 ? 10n ** 19n : 0n)),
      scheduled,
      started: scheduled + (pick(3) - 1) * 60_000 * pick(20),
      duration: pick(3_600),
      direction: directions[pick(4)]!,
      scope: pick(5) === 0 ? 'Internal' : 'External',
      isPrivate: pick(10) === 0,
      primaryUserId: users[host]!.id,
      parties: [
        ...(pick(25) === 0 ? [] : [hostParty(users[host]!, i, pick(4))]),
        ...customers.map((person, at) => customerParty(person, i * 10 + at, pick(12))),
        ...(i % 5 === 0 ? [sharingParty(customers[0]!, i)] : []),
      ],
      context:
        pick(2) === 0 ? [accountOf(customers[0]!), `006${String(i % 90).padStart(12, 'C')}`] : [],
      said: saidBy(words),
      trackers:
        pick(3) === 0
          ? [
              [`tracker-${pick(4)}`, 1 + pick(5)],
              ['tracker-9', 0],
            ]
          : [],
    };
  });
  return { calls: made, users };
}

export const topics = ['Pricing', 'Security', 'Rollout', 'Support'];
export const outcomes = ['Connected', 'No answer', 'Meeting booked'];
export const stages = ['Discovery', 'Proposal', 'Negotiation'];
export const segments = ['Enterprise', 'Mid-Market'];
export const titles = ['Intro call', 'Pricing REVIEW', 'Quarterly review', 'Überprüfung'];

function saidBy(random: () => number): Said {
  const pick = (n: number): number => Math.floor(random() * n);
  return {
    title: pick(12) === 0 ? null : titles[pick(titles.length)]!,
    system: pick(3) === 0 ? 'Phone' : 'Zoom',
    outcome: outcomes[pick(4)] ?? null,
    topics: topics.map((name) => [name, pick(2) * pick(600)] as const),
    talk: pick(8) === 0 ? null : pick(1_000_000),
    stage: stages[pick(stages.length)]!,
    segment: segments[pick(segments.length)]!,
  };
}

function hostParty(user: FakeUser, index: number, spelling: number): FakeParty {
  const alias = user.emailAliases?.[0];
  return {
    id: `${index}0000`,
    emailAddress: spelling === 0 && alias ? alias : user.emailAddress.toUpperCase(),
    userId: user.id,
    affiliation: 'Internal',
    methods: ['Attendee'],
  };
}

/** Somebody else under a customer's address: of another side, and invited without having come. */
function sharingParty(person: number, index: number): FakeParty {
  const affiliation = index % 2 === 0 ? 'Internal' : 'Unknown';
  const methods = index % 3 === 0 ? [] : ['Invitee'];
  return { id: `${index}9999`, emailAddress: emailOf(person), affiliation, methods };
}

/** Now and then without an address, with a broken one, or under another spelling. */
function customerParty(person: number, id: number, oddity: number): FakeParty {
  const emailAddress = emailOf(person);
  const party = { id: String(id), affiliation: 'External', methods: ['Invitee', 'Attendee'] };
  const context = [`${contactOf(person)}${oddity % 2 === 0 ? 'AAA' : ''}`];
  if (oddity === 0) return { ...party, methods: ['Attendee'] };
  if (oddity === 1) return { ...party, emailAddress: '' };
  if (oddity === 2) return { ...party, emailAddress: 'not an address' };
  if (oddity === 3) return { ...party, emailAddress: ` ${emailAddress.toUpperCase()} `, context };
  if (oddity === 4) return { ...party, emailAddress, methods: ['Invitee'] };
  return { ...party, emailAddress, context };
}
