/**
 * Calls by what was said: random questions answered as plain loops over made turns answer them, for every query of the
 * index, both where a text is in few turns and where it is in many (PostgreSQL in the wide runs).
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {
  CallOrder,
  FilteredQuery,
  IndexFilter,
  SaidFilter,
} from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import type { SpokenTurn } from '../../src/participants/said-match.ts';
import type { SpokenWord } from '../../src/participants/spoken-word.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { countFiltered } from '../../src/participants/store/filtered-query.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';
import {
  nextTranscripts,
  queueTranscripts,
} from '../../src/participants/store/transcript-queue.ts';
import { saveTranscripts } from '../../src/participants/store/transcript-store.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { isVisibleCall } from '../../src/participants/visible-call.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { seed } from '../support/seed.ts';
import { accountOf, dayMs, emailOf, makeCompany, now, randomFrom, userIdOf } from './company.ts';
import { plainFilter } from './plain-filter.ts';
import { callRow, type FakeCall, fakePlatform } from './platform.ts';

/** Questions of each kind. */
const rounds = isWide ? 25 : 15;
const from = now - 60 * dayMs;

const { calls, users } = makeCompany({ calls: 220, days: 55, people: 40, seed: 11 });
const { passes } = plainFilter(users);

/** From common to rare; one begins another. */
const vocabulary = ['the', 'price', 'pricing', 'is', 'high', 'zu', 'teuer', 'дорого', '高い', 'x1'];

class Draw {
  readonly #random: () => number;
  constructor(start: number) {
    this.#random = randomFrom(start);
  }
  pick = (n: number): number => Math.floor(this.#random() * n);
  oneOf = <T>(list: readonly T[]): T => list[this.pick(list.length)]!;
  maybe = <T>(value: () => T): T | undefined => (this.pick(3) === 0 ? value() : undefined);
  seldom = <T>(value: () => T): T | undefined => (this.pick(6) === 0 ? value() : undefined);
  list = <T>(n: number, value: () => T): T[] => Array.from({ length: n }, value);
  word = (): string => vocabulary[Math.min(this.pick(10), this.pick(10))]!;

  turn = (): SpokenTurn => ({
    second: this.pick(1_800),
    side: this.oneOf(['ours', 'theirs', null]),
    userId: this.maybe(() => userIdOf(this.pick(4))) ?? null,
    words: this.list(this.pick(7), this.word),
  });

  sought = (isPrefix = this.pick(4) === 0): SpokenWord => {
    const word = this.word();
    return { text: isPrefix ? word.slice(0, 1 + this.pick(3)) : word, isPrefix };
  };

  said = (): SaidFilter => {
    const words = this.list(this.pick(3), () => this.sought());
    const size = words.length === 0 ? 1 + this.pick(3) : this.pick(3);
    return {
      words,
      phrase: this.list(size, () => this.sought(false)).map((word, at) =>
        at === size - 1 ? this.sought() : word,
      ),
      side: this.maybe(() => this.oneOf(['ours', 'theirs'])),
      users: this.maybe(() => this.list(this.pick(3), () => userIdOf(this.pick(4)))),
      firstSeconds: this.maybe(() => this.pick(1_800)),
      lastSeconds: this.maybe(() => this.pick(1_800)),
      isEverywhere: this.pick(4) === 0,
    };
  };

  filter = (): IndexFilter => {
    const start = this.seldom(() => now - this.pick(60) * dayMs);
    return {
      from: start,
      to: this.seldom(() => (start ?? from) + this.pick(40) * dayMs),
      directions: this.seldom(() => ['Inbound', 'Outbound', 'Conference']),
      minDurationSeconds: this.seldom(() => this.pick(2_000)),
      hosts: this.seldom(() => [0, 1, 2, 3, 4].map(userIdOf)),
      title: this.seldom(() => 'review'),
      participants: this.seldom(() => ({ domains: ['vendor.example'], least: 1 + this.pick(2) })),
      calls: this.seldom(() => calls.map(({ id }) => id).filter(() => this.pick(4) > 0)),
      includePrivate: this.pick(3) > 0,
      visibleBy: this.seldom(() => ({ userIds: [0, 1, 2].map(userIdOf), crmIds: [accountOf(3)] })),
      said: this.maybe(() => this.list(this.pick(3), this.said)) ?? [this.said()],
      unsaid: this.seldom(() => this.list(this.pick(3), this.said)),
    };
  };
}

const draw = new Draw(seed);
/** Null of those without a transcript; some are never read. */
const turnsOf = new Map(
  calls.map(({ id }, at) => [id, at % 9 === 0 ? null : draw.list(draw.pick(6), draw.turn)]),
);

const meets = (spoken: string | undefined, { text, isPrefix }: SpokenWord): boolean =>
  spoken === text || (isPrefix && Boolean(spoken?.startsWith(text)));

const isMet = (said: SaidFilter, turn: SpokenTurn, { duration }: FakeCall): boolean =>
  said.words.every((word) => turn.words.some((spoken) => meets(spoken, word))) &&
  (said.phrase.length === 0 ||
    turn.words.some((_, start) =>
      said.phrase.every((word, at) => meets(turn.words[start + at], word)),
    )) &&
  (!said.side || turn.side === said.side) &&
  (!said.users || (turn.userId !== null && said.users.includes(turn.userId))) &&
  turn.second < (said.firstSeconds ?? Infinity) &&
  turn.second >= duration - (said.lastSeconds ?? Infinity);

const blocks = { context: 'Extended', exposedFields: { parties: true } } as const;

function isFound(call: FakeCall, filter: IndexFilter): boolean {
  const { said, unsaid, visibleBy, ...others } = filter;
  const turns = turnsOf.get(call.id) ?? [];
  const isHeard = (entry: SaidFilter): boolean => turns.some((turn) => isMet(entry, turn, call));
  if (!(said ?? []).every(isHeard) || (unsaid ?? []).some(isHeard)) return false;
  if (unsaid?.length && turnsOf.get(call.id) === null) return false;
  if (visibleBy && !isVisibleCall(callRow(call, blocks), visibleBy)) return false;
  return passes(call, others);
}

const numeric = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
const foundBy = (filter: IndexFilter): FakeCall[] =>
  calls
    .filter((call) => isFound(call, filter))
    .sort((a, b) => a.started - b.started || numeric(a.id, b.id));

describe.each(isWide ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const))(
  'in %s',
  (kind) => {
    if (kind === 'PostgreSQL' && !hasPostgres) {
      it.skip('is not tested: PostgreSQL is not installed', () => {});
      return;
    }
    let database: Database;
    let participants: Participants;

    const read = async (
      tenant: string,
      some: readonly FakeCall[],
      turns: (id: string) => readonly SpokenTurn[] | null,
    ): Promise<Syncer> => {
      const connector = fakePlatform(some, users);
      const settings = { horizonMonths: 3, walk: 'contents' as const };
      const syncer = new Syncer({ tenant, database, connector, clock: manualClock(now), settings });
      await syncer.run();
      const number = await tenantNumber(database, tenant);
      await queueTranscripts(database, number, from, now);
      const transcripts = await nextTranscripts(database, number, { limit: 1_000, now });
      const dueAt = now + dayMs;
      const saved = transcripts.map((transcript) => ({
        ...{ transcript, dueAt },
        turns: turns(transcript.callId),
      }));
      await saveTranscripts(database, number, saved);
      return syncer;
    };

    const subject = {
      emails: Array.from({ length: 40 }, (_, i) => emailOf(i)),
      userIds: [0, 1, 2, 3, 4, 5].map(userIdOf),
    };
    const ofSubject = new Set<string>();

    beforeAll(async () => {
      const url = kind === 'PostgreSQL' ? await openDatabase(inject('runFolder')) : undefined;
      database = await openStore({ url });
      const syncer = await read('one', calls, (id) => turnsOf.get(id)!);
      participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
      // Another tenant says the common words in so many turns that they do not lead: in the midst of the time.
      const chatter = {
        second: 1,
        side: 'ours',
        userId: null,
        words: vocabulary.slice(0, 4),
      } as const;
      const longest = { ...calls[0]!, started: now - 25 * dayMs, scheduled: now - 25 * dayMs };
      await read('two', [longest], () => Array.from({ length: 2_050 }, () => chatter));
      // As a server does by itself, sooner or later.
      if (kind === 'PostgreSQL') await database.read('ANALYZE');
      const [all] = await participants.calls('one', [{ subject, first: 1_000 }]);
      for (const { callId } of all!.value.calls) ofSubject.add(callId);
      expect(ofSubject.size).toBeGreaterThan(150);
    });
    afterAll(() => database.close());

    it('windows and counts are those of a plain loop, from any place in either direction', async () => {
      let found = 0;
      for (let n = 0; n < rounds; n++) {
        const { filter: drawn, pick, oneOf } = new Draw(seed + n);
        const filter = drawn();
        const all = foundBy(filter);
        const order = oneOf<CallOrder>(['newest', 'oldest']);
        if (order === 'newest') all.reverse();
        const start = pick(all.length + 1);
        const last = all[start - 1];
        const after = last && { startedAt: last.started, callId: last.id };
        const first = 1 + pick(15);
        const ask: FilteredQuery = { filter, order, first, after };
        const text = `seed ${seed + n}: ${JSON.stringify(ask)}`;
        const ids = all.map(({ id }) => id);
        const { value, coverage } = await participants.filteredCalls('one', ask);
        const window = ids.slice(start, start + first);
        expect(
          value.calls.map(({ callId }) => callId),
          text,
        ).toEqual(window);
        expect([value.hasNext, value.hasPrevious], text).toEqual([
          start + first < ids.length,
          start > 0,
        ]);
        expect(coverage.unread, text).toBeUndefined();
        expect((await participants.countFiltered('one', filter)).value, text).toBe(ids.length);
        // As where texts are in too many calls to lead.
        expect(
          await countFiltered(database, await tenantNumber(database, 'one'), filter),
          text,
        ).toBe(ids.length);
        found += window.length;
      }
      expect(found).toBeGreaterThan(0);
    });

    it('windows by relevance begin with the call that says most of it, from any place in either direction', async () => {
      const some = calls.slice(0, 5).sort((a, b) => b.started - a.started || numeric(b.id, a.id));
      const [latest, second, third, fourth, fifth] = some.map(({ id }) => id);
      const saying = (...words: string[]): SpokenTurn => ({
        ...{ second: 1, side: 'ours', userId: null, words },
      });
      const long = Array.from({ length: 40 }, (_, at) => `x${at}`);
      const turns: Readonly<Record<string, readonly SpokenTurn[]>> = {
        [latest!]: [saying('teuer', 'zu'), saying('zu')],
        [second!]: [saying('price')],
        [third!]: [saying('price', ...long)],
        [fourth!]: [saying('price', 'zu'), saying('price'), saying('price', 'is')],
        [fifth!]: [{ ...saying('price'), side: 'theirs' }, saying('price', 'is'), saying('zu')],
      };
      const syncer = await read('three', some, (id) => turns[id]!);
      const asked = createIndexParticipants(new Map([['three', syncer]]), { longestMs: 0 });
      const word = (text: string): SaidFilter => ({
        words: [{ text, isPrefix: false }],
        phrase: [],
      });
      const ranked = async (filter: IndexFilter, window: Partial<FilteredQuery> = { first: 9 }) => {
        const query = { filter, order: 'relevance', ...window } as const;
        return (await asked.filteredCalls('three', query)).value;
      };
      const idsOf = ({ calls: found }: { calls: readonly { callId: string }[] }): string[] =>
        found.map(({ callId }) => callId);
      const said = [word('price')];
      const whole = await ranked({ said });
      expect(idsOf(whole)).toEqual([fourth, fifth, second, third]);
      expect([whole.hasNext, whole.hasPrevious]).toEqual([false, false]);
      // What was not said has no rank, and what another side said none either.
      expect(idsOf(await ranked({ said, unsaid: [word('is')] }))).toEqual([second, third]);
      const ours = [{ ...word('price'), side: 'ours' as const }];
      const byOurs = idsOf(await ranked({ said: ours }));
      expect([byOurs.slice(0, 2), byOurs.length]).toEqual([[fourth, second], 4]);
      // Ranks of several conditions are added up.
      expect(idsOf(await ranked({ said: [word('is'), ...said] }))).toEqual([fourth, fifth]);
      const [, after, before] = whole.calls;
      const next = await ranked({ said }, { first: 1, after });
      expect([idsOf(next), next.hasNext, next.hasPrevious]).toEqual([[second], true, true]);
      const back = await ranked({ said }, { last: 1, before });
      expect([idsOf(back), back.hasNext, back.hasPrevious]).toEqual([[fifth], true, true]);
      // The call of a cursor is no more among them.
      const others = some.map(({ id }) => id).filter((id) => id !== after!.callId);
      expect(idsOf(await ranked({ said, calls: others }, { first: 9, after }))).toEqual([
        second,
        third,
      ]);
    });

    it('figures and what is asked of subjects are those of a plain loop', async () => {
      let found = 0;
      for (let n = 0; n < rounds / 2; n++) {
        const drawn = new Draw(seed + 9_000 + n).filter();
        // Figures read all that was said, everywhere or not.
        const plain = (entries: IndexFilter['said']) =>
          entries?.map((entry) => ({ ...entry, isEverywhere: false }));
        const filter = { ...drawn, said: plain(drawn.said), unsaid: plain(drawn.unsaid) };
        const text = `seed ${seed + 9_000 + n}: ${JSON.stringify(filter)}`;
        const all = foundBy(filter);
        const by = {
          groupBy: [{ by: 'host' }],
          people: false,
          accounts: true,
          mostGroups: 99,
        } as const;
        const groups = await participants.aggregate('one', { filter, ...by });
        const sums = groups.value.groups.map(({ keys: [host], calls, seconds }) => [
          host,
          calls,
          seconds,
        ]);
        const hosts = Map.groupBy(all, ({ primaryUserId }) => primaryUserId);
        const seconds = (some: readonly FakeCall[]) =>
          some.reduce((sum, { duration }) => sum + duration, 0);
        expect(sums.sort(), text).toEqual(
          [...hosts].map(([host, some]) => [host, some.length, seconds(some)]).sort(),
        );
        const own = all.filter(({ id }) => ofSubject.has(id));
        const query = { subject, filter };
        const [window] = await participants.calls('one', [
          { ...query, order: 'oldest', first: 500 },
        ]);
        expect(
          window!.value.calls.map(({ callId }) => callId),
          text,
        ).toEqual(own.map(({ id }) => id));
        const [count] = await participants.countCalls('one', [query]);
        expect(count!.value, text).toBe(own.length);
        const [last] = await participants.lastCalls('one', [query]);
        expect(last!.value?.callId, text).toBe(own.at(-1)?.id);
        const ofWeeks = [{ ...query, bucket: 'week' as const }];
        const [periods] = await participants.callsPerPeriod('one', ofWeeks);
        expect(
          periods!.value.reduce((sum, period) => sum + period.calls, 0),
          text,
        ).toBe(own.length);
        const [trackers] = await participants.trackersPerPeriod('one', ofWeeks);
        const hits = own.flatMap((call) => call.trackers.map(([, hit]) => hit));
        expect(
          trackers!.value.reduce((sum, tracker) => sum + tracker.count, 0),
          text,
        ).toBe(hits.reduce((sum, hit) => sum + hit, 0));
        const [people] = await participants.peopleSpokenWith('one', [{ ...query, first: 500 }]);
        expect(people!.value.length > 0, text).toBe(
          own.some(({ parties }) =>
            parties.some(({ emailAddress }) => emailAddress?.includes('@')),
          ),
        );
        found += own.length;
      }
      expect(found).toBeGreaterThan(0);
    });
  },
);
