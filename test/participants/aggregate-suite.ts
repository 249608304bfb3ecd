/** The part of the store's suite that adds up: counts, last calls, periods, trackers, people. */

import { expect, it } from 'vitest';
import type { CallChoice, ParticipantKeys } from '../../src/participants/call-query.ts';
import { sortableId } from '../../src/participants/indexed-call.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import { periodStart } from '../../src/participants/store/aggregate-query.ts';
import type { BruteForce } from './brute-force.ts';
import { accountOf, dayMs, emailOf, now, userIdOf } from './company.ts';

/** @param participants answers for tenant `one`, once the suite's set-up is done */
export function aggregateSuite(brute: BruteForce, participants: () => Participants): void {
  const subjects: readonly ParticipantKeys[] = Array.from({ length: 30 }, (_, i) => ({
    emails: [emailOf(i), emailOf(i + 40)],
    crmIds: [accountOf(i)],
  }));

  it('counts calls, each once', async () => {
    for (const filter of [
      {},
      { minDurationSeconds: 600 },
      { from: now - 20 * dayMs },
      { hosts: [2, 5].map(userIdOf) },
    ]) {
      const counts = await participants().countCalls(
        'one',
        subjects.map((subject) => ({ subject, filter })),
      );
      expect(counts.map(({ value }) => value)).toEqual(
        subjects.map((subject) => brute.all(subject, filter).length),
      );
    }
  });

  it('tells the last call', async () => {
    const last = await participants().lastCalls(
      'one',
      subjects.map((subject) => ({ subject })),
    );
    expect(last.map(({ value }) => value?.callId ?? null)).toEqual(
      subjects.map((subject) => brute.all(subject).at(-1)?.id ?? null),
    );
  });

  it.each<CallChoice>([{}, { first: 2 }, { last: 2 }, { nth: -2 }])(
    'tells facts of the own calls of records, %j',
    async (choice) => {
      const heard = [{ kind: 'topic', values: ['Pricing', 'Rollout'], least: 60 }] as const;
      const look = { choice, heard, people: true, talk: true, length: true, unaddressed: true };
      const records = Array.from({ length: 40 }, (_, i) => ({
        recordId: accountOf(i),
        from: i % 3 === 0 ? null : now - (i + 5) * dayMs,
        to: now - (i % 4) * dayMs,
      }));
      const answers = await participants().ownCalls(
        'one',
        records.map((record) => ({ ...record, look })),
      );
      let total = 0;
      for (const [i, { recordId, from, to }] of records.entries()) {
        const all = brute
          .all({ crmIds: [recordId] }, { from, to })
          .sort((a, b) => a.started - b.started || (sortableId(a.id) < sortableId(b.id) ? -1 : 1));
        const calls =
          choice.first !== undefined
            ? all.slice(0, 2)
            : choice.last !== undefined
              ? all.slice(-2)
              : choice.nth !== undefined
                ? [all.at(-2) ?? []].flat()
                : all;
        total += calls.length;
        const outside = calls.flatMap(({ parties }) =>
          parties.filter(
            (party) => party.affiliation === 'External' && party.emailAddress?.includes('@'),
          ),
        );
        const isHeard = ({ said }: (typeof calls)[number]): boolean =>
          (said?.topics ?? []).some(
            ([name, seconds]) => ['Pricing', 'Rollout'].includes(name) && seconds >= 60,
          );
        const talk = calls.flatMap(({ said }) => said?.talk ?? []);
        const { talkRatio, ...value } = answers[i]!.value;
        expect(value).toEqual({
          calls: calls.length,
          firstAt: calls[0]?.started ?? null,
          lastAt: calls.at(-1)?.started ?? null,
          heard: calls.filter(isHeard).length,
          people: new Set(outside.map((party) => brute.person(party.emailAddress!))).size,
          seconds: calls.reduce((sum, { duration }) => sum + duration, 0),
          unaddressed: calls.flatMap(({ parties }) =>
            parties.filter(
              (party) => party.affiliation === 'External' && !party.emailAddress?.includes('@'),
            ),
          ).length,
        });
        const mean = talk.reduce((sum, one) => sum + one, 0) / talk.length / 1e6;
        if (talk.length === 0) expect(talkRatio).toBeNull();
        else expect(talkRatio).toBeCloseTo(mean, 9);
      }
      expect(total).toBeGreaterThan(20);
    },
  );

  it('lists the keys with a call in a time, where they are no more than are of use', async () => {
    const since = now - 3 * dayMs;
    for (const to of [undefined, now - 2 * dayMs]) {
      const expected = Array.from({ length: 40 }, (_, i) => accountOf(i))
        .filter((id) => brute.all({ crmIds: [id] }, { from: since, to }).length > 0)
        .sort();
      const query = { kind: 'crm' as const, prefix: '001', since, to };
      const ask = async (first: number) =>
        (await participants().recentKeys('one', { ...query, first })).value;
      expect(await ask(expected.length)).toEqual(expected);
      expect(await ask(expected.length - 1)).toBeNull();
      expect(expected.length).toBeGreaterThan(1);
    }
  });

  it('counts calls per week and day', async () => {
    const filter = { from: now - 30 * dayMs, to: now };
    for (const bucket of ['week', 'day'] as const) {
      const answers = await participants().callsPerPeriod(
        'one',
        subjects.map((subject) => ({ subject, filter, bucket })),
      );
      for (const [i, { value }] of answers.entries()) {
        const expected = new Map<number, number>();
        for (const { started } of brute.all(subjects[i]!, filter)) {
          const start = periodStart(started, bucket);
          expected.set(start, (expected.get(start) ?? 0) + 1);
        }
        expect(new Map(value.filter((p) => p.calls > 0).map((p) => [p.startsAt, p.calls]))).toEqual(
          expected,
        );
        expect(value.length).toBeGreaterThanOrEqual(bucket === 'week' ? 5 : 30);
        expect(
          value.every(({ startsAt }) => bucket === 'day' || new Date(startsAt).getUTCDay() === 1),
        ).toBe(true);
      }
    }
  });

  it('adds up trackers over time', async () => {
    const answers = await participants().trackersPerPeriod(
      'one',
      subjects.map((subject) => ({ subject, bucket: 'week' as const })),
    );
    for (const [i, { value }] of answers.entries()) {
      const expected = new Map<string, [number, number]>();
      for (const call of brute.all(subjects[i]!))
        for (const [id, count] of call.trackers.filter(([, times]) => times > 0)) {
          const name = `${id} ${periodStart(call.started, 'week')}`;
          const [sum, number] = expected.get(name) ?? [0, 0];
          expected.set(name, [sum + count, number + 1]);
        }
      expect(
        new Map(value.map((hit) => [`${hit.trackerId} ${hit.startsAt}`, [hit.count, hit.calls]])),
      ).toEqual(expected);
    }
  });

  it.each(['External', 'Unknown'])(
    'names the people spoken with who are %s, those with the most calls first',
    async (affiliation) => {
      const answers = await participants().peopleSpokenWith(
        'one',
        subjects.map((subject) => ({ subject, first: 5, affiliations: [affiliation] })),
      );
      for (const [i, { value }] of answers.entries()) {
        const spoken = new Map<string, { calls: number; last: number }>();
        for (const call of brute.all(subjects[i]!)) {
          const emails = call.parties
            .filter(
              (party) => party.affiliation === affiliation && party.emailAddress?.includes('@'),
            )
            .map((party) => party.emailAddress!.trim().toLowerCase());
          for (const email of new Set(emails)) {
            const known = spoken.get(email) ?? { calls: 0, last: 0 };
            spoken.set(email, {
              calls: known.calls + 1,
              last: Math.max(known.last, call.started),
            });
          }
        }
        const expected = [...spoken]
          .sort(([a, x], [b, y]) => y.calls - x.calls || y.last - x.last || (a < b ? -1 : 1))
          .slice(0, 5)
          .map(([email, { calls: number, last }]) => ({ email, calls: number, lastCallAt: last }));
        expect(value).toEqual(expected);
      }
    },
  );

  it('has people who share an address in one call, of different affiliations and roles', () => {
    const differ = subjects
      .flatMap((subject) => brute.all(subject))
      .filter(({ parties }) =>
        parties.some((one) =>
          parties.some(
            (other) =>
              one.emailAddress !== undefined &&
              one.emailAddress === other.emailAddress &&
              one.affiliation !== other.affiliation &&
              one.methods?.join() !== other.methods?.join(),
          ),
        ),
      );
    expect(differ.length).toBeGreaterThan(10);
  });
}
