/**
 * Values that a database, a separator or a comparison could take for something else, in every place where calls
 * are looked for by a value: each finds its own calls and no other, in figures too, and of its own tenant only.
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fieldFacet } from '../../src/participants/call-facet.ts';
import type { GroupDimension, IndexFilter } from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { dayMs, now } from './company.ts';
import { type FakeCall, fakePlatform } from './platform.ts';

const values = [
  ...['a', 'b', 'a|b', '|', '|a|', 'a,b', 'A', 'e', 'é', 'e\u0301', 'E', 'ß', 'SS', "o'brien", '"'],
  ...['\\', '\\u0000', '%', '_', '$1', '?1', '[["a"]]', 'null', '0', '=', 'x=y', '.', 'nul\0l'],
  ...['null-', '😀', '\u{10FFFF}', 'half \ud800', '\udc00', ' padded ', 'tab\t', 'ü'.repeat(60)],
  ...['x'.repeat(97), '; DROP TABLE call', '-- ', '/*', '\u2028', '\u202e', 'İ'],
];

/** As a value is compared: without what no database holds, and without outer space. */
const plain = (value: string): string => value.replaceAll('\0', '').toWellFormed().trim();
const tenants = ['one', 'two'] as const;

/** Some calls for each value, more for the later ones, and other numbers of them in the other tenant. */
function callsOf(tenant: number): FakeCall[] {
  return values.flatMap((value, at) =>
    Array.from({ length: 1 + ((at + tenant) % 3) }, (_, n): FakeCall => {
      const id = String(1_000 * (at + 1) + n);
      // The last second of a quarter and the first of the next one among them.
      const started = now - (at % 40) * dayMs - (n % 2) * 1_000;
      return {
        id,
        scheduled: started,
        started,
        duration: n * 60,
        direction: value,
        scope: value,
        isPrivate: false,
        primaryUserId: n === 0 ? '' : plain(value),
        parties:
          n === 1
            ? []
            : [
                { id: `${id}1`, emailAddress: `p${at}@shared.example`, affiliation: 'External' },
                { id: `${id}2`, emailAddress: `q@tenant${tenant}.example`, affiliation: value },
              ],
        context: [`001${value}`.slice(0, 100), `006${tenant}${value}`.slice(0, 100)],
        trackers: [[value, 1 + n]],
        said: {
          title: `Call of ${value}`,
          system: value,
          outcome: value,
          topics: [[value, 60]],
          talk: null,
          stage: value,
          segment: 'Enterprise',
        },
      };
    }),
  );
}

const companies = tenants.map((_, tenant) => callsOf(tenant));

interface Place {
  readonly filterOf: (value: string) => IndexFilter;
  readonly valueOf: (call: FakeCall) => string | null;
  readonly dimension?: GroupDimension;
}

const facet = (kind: 'tracker' | 'topic' | 'outcome', value: string): IndexFilter => ({
  facets: [{ kind, values: [value] }],
});
const stage = fieldFacet('Opportunity', 'StageName');

const places: Readonly<Record<string, Place>> = {
  tracker: {
    filterOf: (value) => facet('tracker', value),
    valueOf: ({ trackers }) => trackers[0]![0],
    dimension: { by: 'facet', kind: 'tracker' },
  },
  topic: {
    filterOf: (value) => facet('topic', value),
    valueOf: ({ said }) => said!.topics[0]![0],
    dimension: { by: 'facet', kind: 'topic' },
  },
  outcome: {
    filterOf: (value) => facet('outcome', value),
    valueOf: ({ said }) => said!.outcome,
    dimension: { by: 'outcome' },
  },
  stage: {
    filterOf: (value) => ({
      facets: [{ kind: 'field', values: [fieldFacet('Opportunity', 'StageName', value)] }],
    }),
    // Longer ones are no classes.
    valueOf: ({ said }) => (said!.stage.length > 60 ? null : said!.stage),
    dimension: { by: 'facet', kind: 'field', prefix: stage },
  },
  account: {
    filterOf: (value) => ({ facets: [{ kind: 'account', values: [`001${value}`.slice(0, 100)] }] }),
    valueOf: ({ context }) => context[0]!.slice(3),
  },
  direction: {
    filterOf: (value) => ({ directions: [value] }),
    valueOf: ({ direction }) => direction,
    dimension: { by: 'direction' },
  },
  scope: {
    filterOf: (value) => ({ scopes: [value] }),
    valueOf: ({ scope }) => scope,
    dimension: { by: 'scope' },
  },
  system: {
    filterOf: (value) => ({ systems: [value] }),
    valueOf: ({ said }) => said!.system,
  },
  host: {
    filterOf: (value) => ({ hosts: [value] }),
    valueOf: ({ primaryUserId }) => primaryUserId || null,
    dimension: { by: 'host' },
  },
};

const keyOf = (value: string | null): string | null => (value && plain(value)) || null;

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

describe.each(isWide ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const))(
  'in %s',
  (kind) => {
    if (kind === 'PostgreSQL' && !hasPostgres) {
      it.skip('is not tested: PostgreSQL is not installed', () => {});
      return;
    }
    let database: Database;
    let participants: Participants;
    beforeAll(async () => {
      const url = kind === 'PostgreSQL' ? await openDatabase(inject('runFolder')) : undefined;
      database = await openStore({ url });
      const syncers = tenants.map((tenant, at) => {
        const connector = fakePlatform(companies[at]!);
        const settings = { horizonMonths: 3, walk: 'contents' as const };
        return [
          tenant,
          new Syncer({ tenant, database, connector, clock: manualClock(now), settings }),
        ] as const;
      });
      for (const [, syncer] of syncers) await syncer.run();
      participants = createIndexParticipants(new Map(syncers), { longestMs: 0 });
    });
    afterAll(() => database.close());

    it.each(Object.entries(places))('%s: each value finds its own calls', async (name, place) => {
      for (const [at, tenant] of tenants.entries())
        for (const value of values) {
          if (name === 'account' && keyOf(value) === null) continue;
          const filter = place.filterOf(value);
          const expected = companies[at]!.filter(
            (call) => keyOf(value) !== null && keyOf(place.valueOf(call)) === keyOf(value),
          ).map(({ id }) => id);
          const { value: window } = await participants.filteredCalls(tenant, {
            filter,
            first: 100,
          });
          const text = JSON.stringify([tenant, value]);
          expect(window.calls.map(({ callId }) => callId).sort(), text).toEqual(expected.sort());
          const count = await participants.countFiltered(tenant, filter);
          expect(count.value, text).toBe(expected.length);
          const [related] = await participants.countCalls(tenant, [
            { subject: { emails: [`q@tenant${at}.example`] }, filter },
          ]);
          const withParty = companies[at]!.filter(({ parties }) => parties.length > 0);
          expect(related!.value, text).toBe(
            withParty.filter(({ id }) => expected.includes(id)).length,
          );
        }
    });

    it.each(Object.entries(places).filter(([, { dimension }]) => dimension))(
      'figures by %s are those of a plain loop, of one tenant',
      async (_name, { dimension, valueOf: keyIn }) => {
        for (const [at, tenant] of tenants.entries()) {
          const ask = { people: true, accounts: true, mostGroups: 1_000 } as const;
          const { value } = await participants.aggregate(tenant, {
            filter: {},
            groupBy: [dimension!],
            ...ask,
          });
          const groups = Map.groupBy(companies[at]!, (call) => keyOf(keyIn(call)));
          expect(new Map(value.groups.map(({ keys, calls }) => [keys[0], calls]))).toEqual(
            new Map([...groups].map(([key, own]) => [key, own.length])),
          );
          const seconds = value.groups.reduce((sum, group) => sum + group.seconds, 0);
          expect(seconds).toBe(companies[at]!.reduce((sum, { duration }) => sum + duration, 0));
          const emails = (own: readonly FakeCall[]) =>
            new Set(own.flatMap(({ parties }) => parties.map((party) => party.emailAddress))).size;
          expect(new Map(value.groups.map(({ keys, people }) => [keys[0], people]))).toEqual(
            new Map([...groups].map(([key, own]) => [key, emails(own)])),
          );
        }
      },
    );

    it('a title is found by any part of it', async () => {
      for (const value of values) {
        const part = withoutAccents(plain(value));
        const expected = companies[0]!.filter(({ said }) =>
          `call of ${withoutAccents(plain(said!.title!.slice(8)))}`.includes(part),
        );
        const { value: count } = await participants.countFiltered('one', { title: plain(value) });
        expect(count, JSON.stringify(value)).toBe(expected.length);
      }
      // What the index has of no title is in none of them, and no fault.
      const { value: none } = await participants.countFiltered('one', { title: 'x\0\ud800y' });
      expect(none).toBe(0);
    });

    it('a call whose texts are all as long as the index keeps them has room in every index', async () => {
      // Of letters of three bytes that no database packs.
      const text = (length: number): string =>
        String.fromCodePoint(
          ...Array.from({ length }, (_, at) => 0x4e00 + ((at * 7_919) % 20_000)),
        );
      const names = ['direction', 'scope', 'host', 'system', 'language', 'workspace', 'outcome'];
      const sql = `INSERT INTO call (tenant, id, started, window_at, private, keys, trackers, digest, walk,
          duration, talk, title, ${names.join()})
        VALUES (99, $1, 0, 0, 0, '[]', '[]', '', 0, 9, 9, $2, ${names.map(() => '$3').join()})`;
      const params = [text(101), text(500), text(100)];
      expect(await database.write([{ sql, params }])).not.toBeNull();
    });

    it('people are of the affiliations asked for', async () => {
      for (const value of values) {
        const subject = { emails: ['q@tenant0.example'] };
        const [found] = await participants.peopleSpokenWith('one', [
          { subject, first: 100, affiliations: [value] },
        ]);
        const own = companies[0]!.filter(
          ({ parties, scope }) =>
            parties.length > 0 && keyOf(value) !== null && keyOf(scope) === keyOf(value),
        );
        expect(found!.value, JSON.stringify(value)).toEqual(
          own.length === 0
            ? []
            : [
                {
                  email: 'q@tenant0.example',
                  calls: own.length,
                  lastCallAt: Math.max(...own.map(({ started }) => started)),
                },
              ],
        );
      }
    });

    it('the other tenant’s addresses, accounts and calls are not there', async () => {
      const subject = { emails: ['q@tenant1.example'], crmIds: ['0061a'] };
      const [count] = await participants.countCalls('one', [{ subject }]);
      const [last] = await participants.lastCalls('one', [{ subject }]);
      expect([count!.value, last!.value]).toEqual([0, null]);
      const { value: domains } = await participants.aggregate('one', {
        filter: {},
        groupBy: [{ by: 'facet', kind: 'domain' }],
        people: false,
        accounts: false,
        mostGroups: 100,
      });
      expect(domains.groups.map(({ keys: [domain] }) => domain)).not.toContain('tenant1.example');
      const deals = await participants.countFiltered('one', {
        facets: [{ kind: 'deal', values: values.map((value) => `0061${value}`.slice(0, 100)) }],
      });
      expect(deals.value).toBe(0);
    });
  },
);
