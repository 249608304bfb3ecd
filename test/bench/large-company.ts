/** Calls of a large company, worked out when asked for, so that nothing but the index takes memory. */

import type { Row } from '../../src/contract/wire/execute.ts';
import type { Connector } from '../../src/upstream/connector.ts';
import { outcomes, randomFrom, segments, stages, titles, topics } from '../participants/company.ts';
import { callRow, type FakeCall, type FakeParty } from '../participants/platform.ts';

export interface LargeCompany {
  readonly connector: Connector;
  /** CPU seconds spent on making the rows, which a real platform would spend elsewhere. */
  generatedSeconds(): number;
  emails(seed: number, count: number): string[];
  accounts(seed: number, count: number): string[];
  users(seed: number, count: number): string[];
  deals(seed: number, count: number): string[];
  callsWith(emails: ReadonlySet<string>): FakeCall[];
}

const base = 1_234_567_890_123_456_789n;
const partiesPerCall = 5;
const pageOf = 100;
export const trackerIds = Array.from({ length: 20 }, (_, i) => String(9_000_000 + i));

/** So many calls over some months, five parties each, contacts in the proportion of 200,000 to 60,000. */
export function largeCompany(size: number, months = 23): LargeCompany {
  const people = Math.max(500, Math.round(size * 0.3));
  const accounts = Math.max(50, Math.round(people / 12));
  const users = 500;
  const end = Date.now() - 3_600_000;
  const step = Math.floor((months * 30 * 86_400_000) / size);
  const start = end - size * step;
  let generated = 0;

  const emailOf = (person: number): string =>
    `firstname.lastname${person}@customer${person % accounts}.example.com`;
  const accountOf = (person: number): string => `001${String(person % accounts).padStart(12, 'B')}`;
  const userOf = (user: number): string => String(base + BigInt(user) * 1_000_003n);

  const callAt = (i: number): FakeCall => {
    const random = randomFrom(i);
    const pick = (n: number): number => Math.floor(random() * n);
    const host = pick(users);
    const account = pick(accounts);
    // People of one account talk with each other.
    const customers = Array.from(
      { length: partiesPerCall - 2 },
      () => account + accounts * pick(Math.floor(people / accounts)),
    );
    const colleague = (user: number, n: number): FakeParty => ({
      id: String(2n * base + BigInt(i * 10 + n)),
      emailAddress: `user.${user}@vendor.example.com`,
      userId: userOf(user),
      affiliation: 'Internal',
      methods: ['Attendee'],
    });
    return {
      id: String(3n * base + BigInt(i) * 7n),
      scheduled: start + i * step,
      started: start + i * step + pick(600) * 1_000,
      duration: pick(3_600),
      direction: 'Conference',
      scope: 'External',
      isPrivate: pick(50) === 0,
      primaryUserId: userOf(host),
      parties: [
        colleague(host, 8),
        colleague(pick(users), 9),
        ...customers.map((person, n) => ({
          id: String(2n * base + BigInt(i * 10 + n)),
          emailAddress: emailOf(person),
          affiliation: 'External',
          methods: ['Invitee', 'Attendee'],
          context: [`003${String(person).padStart(12, 'A')}`],
        })),
      ],
      context: [accountOf(account), `006${String(pick(accounts * 3)).padStart(12, 'C')}`],
      trackers: trackerIds.filter(() => pick(10) === 0).map((id) => [id, 1 + pick(6)]),
      said: {
        title: titles[pick(titles.length)]!,
        system: 'Zoom',
        outcome: outcomes[pick(outcomes.length)]!,
        topics: topics.map((name) => [name, pick(3) === 0 ? pick(600) : 0]),
        talk: pick(1_000_000),
        stage: stages[pick(stages.length)]!,
        segment: segments[pick(segments.length)]!,
      },
    };
  };

  const indexFrom = (at: string): number =>
    Math.min(size, Math.max(0, Math.ceil((Date.parse(at) - start) / step)));

  const connector: Connector = {
    async execute(entity, _action, params) {
      const cpu = process.cpuUsage();
      const filter = (params.filter ?? {}) as { fromDateTime?: string; toDateTime?: string };
      const isCalls = entity.entity === 'calls_extensive' && filter.fromDateTime !== undefined;
      const from = isCalls ? indexFrom(filter.fromDateTime!) : 0;
      const to = isCalls ? indexFrom(filter.toDateTime!) : 0;
      const first = Math.max(from, Number(params.cursor ?? 0));
      const last = Math.min(to, first + pageOf);
      const rows: Row[] = [];
      for (let i = first; i < last; i++) rows.push(callRow(callAt(i)));
      const text = JSON.stringify(rows);
      const used = process.cpuUsage(cpu);
      generated += (used.user + used.system) / 1_000_000;
      const cursor = last < to ? String(last) : null;
      const page = {
        cursor,
        nextRecordsUrl: null,
        done: cursor === null,
        total: to - from,
        pageNumber: 0,
      };
      // Parsing is the gateway's own work, and counts.
      return { rows: JSON.parse(text) as Row[], page };
    },
    async download() {
      throw new Error('nothing to download');
    },
    async close() {},
  };

  const some = <T>(seed: number, count: number, of: number, make: (n: number) => T): T[] => {
    const random = randomFrom(seed + 1_000_000);
    return Array.from({ length: count }, () => make(Math.floor(random() * of)));
  };
  return {
    connector,
    generatedSeconds: () => generated,
    emails: (seed, count) => some(seed, count, people, emailOf),
    accounts: (seed, count) => some(seed, count, accounts, accountOf),
    users: (seed, count) => some(seed, count, users, userOf),
    deals: (seed, count) =>
      some(seed, count, accounts * 3, (n) => `006${String(n).padStart(12, 'C')}`),
    callsWith(emails) {
      const found: FakeCall[] = [];
      for (let i = 0; i < size; i++) {
        const call = callAt(i);
        if (call.parties.some((party) => emails.has(party.emailAddress!))) found.push(call);
      }
      return found;
    },
  };
}
