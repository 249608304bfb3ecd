/** One suite over both databases, PostgreSQL in the wide runs: what the platform shows is what is answered, whichever way it is asked. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {
  CallsQuery,
  CallWindow,
  IndexFilter,
  ParticipantKeys,
} from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import { changedCalls } from '../../src/participants/store/changed-call.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { deleteIndex, indexNames } from '../../src/participants/store/index-admin.ts';
import { acquireLease } from '../../src/participants/store/lease.ts';
import { migrations, openStore } from '../../src/participants/store/migration.ts';
import {
  countIndexedCalls,
  readVersions,
  tenantNumber,
} from '../../src/participants/store/tenant-number.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { cases, isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { aggregateSuite } from './aggregate-suite.ts';
import { type BruteForce, bruteForce } from './brute-force.ts';
import {
  accountOf,
  contactOf,
  dayMs,
  emailOf,
  makeCompany,
  now,
  randomFrom,
  userIdOf,
} from './company.ts';
import { type FakeCall, fakePlatform } from './platform.ts';

const people = 80;
const settings = { horizonMonths: 3, walk: 'contents' as const, callsPerWalk: 150 };
/** Larger than any window of these tests. */
const all = 10_000;

describe.each(isWide ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const))(
  'the index in %s',
  (kind) => {
    if (kind === 'PostgreSQL' && !hasPostgres) {
      it.skip('is not tested: PostgreSQL is not installed', () => {});
      return;
    }
    let url: string | undefined;
    let database: Database;
    let participants: Participants;
    const { calls, users } = makeCompany({ calls: 400, days: 60, people });
    const other = makeCompany({ calls: 90, days: 30, people, seed: 2 });
    const platform = fakePlatform(calls, users);
    const clock = manualClock(now);
    const syncerOf = (tenant: string, connector = platform): Syncer =>
      new Syncer({ tenant, database, connector, clock, settings });
    const brute = bruteForce(calls, users);

    beforeAll(async () => {
      if (kind === 'PostgreSQL') url = await openDatabase(inject('runFolder'));
      database = await openStore({ url });
      const otherPlatform = fakePlatform(other.calls, other.users);
      const syncers = [syncerOf('one'), syncerOf('two', otherPlatform)] as const;
      participants = createIndexParticipants(new Map(syncers.map((each) => [each.tenant, each])));
      for (const syncer of syncers) expect((await syncer.run()).complete).toBe(1);
    });
    const emptyTarget = async () =>
      kind === 'SQLite'
        ? { directory: folder() }
        : { url: await openDatabase(inject('runFolder')) };
    const folders: string[] = [];
    const folder = (): string => {
      folders.push(mkdtempSync(join(tmpdir(), 'participants-')));
      return folders.at(-1)!;
    };
    afterAll(async () => {
      await database.close();
      for (const each of folders) rmSync(each, { recursive: true });
    });

    const ask = async (asks: readonly CallsQuery[], tenant = 'one'): Promise<CallWindow[]> =>
      (await participants.calls(tenant, asks)).map(({ value }) => value);

    it('finds every contact’s calls by e-mail, with every reason', async () => {
      const asks = Array.from({ length: people }, (_, i) => ({
        subject: { emails: [emailOf(i)] },
        first: all,
      }));
      const expected = asks.map((each) => brute.window(each));
      expect(await ask(asks)).toEqual(expected);
      expect(expected.flatMap(({ calls: found }) => found).length).toBeGreaterThan(500);
    });

    it('finds calls by CRM record, whether its id has 15 or 18 characters', async () => {
      const asks = Array.from({ length: people }, (_, i) => [
        { subject: { crmIds: [contactOf(i)] }, first: all },
        { subject: { crmIds: [accountOf(i)] }, first: all },
      ]).flat();
      const expected = asks.map((each) => brute.window(each));
      expect(await ask(asks)).toEqual(expected);
      const longer = asks.map(({ subject: { crmIds }, first }) => ({
        subject: { crmIds: [`${crmIds[0]}AAA`] },
        first,
      }));
      expect(await ask(longer)).toEqual(expected);
    });

    it('finds a user’s calls as host and as party', async () => {
      const asks = users.flatMap(({ id }) =>
        ([null, ['HOST'], ['ATTENDEE'], ['INVITEE']] as const).map((roles) => ({
          subject: { userIds: [id] },
          filter: { roles },
          first: all,
        })),
      );
      expect(await ask(asks)).toEqual(asks.map((each) => brute.window(each)));
    });

    it('joins an account’s contacts and its CRM context into calls that come once', async () => {
      const asks = Array.from({ length: 40 }, (_, i) => ({
        subject: { emails: [emailOf(i), emailOf(i + 40)], crmIds: [accountOf(i)] },
        first: 25,
      }));
      const expected = asks.map((each) => brute.window(each));
      expect(await ask(asks)).toEqual(expected);
      const reasons = expected.flatMap(({ calls: found }) =>
        found.map(({ matches }) => new Set(matches.map(({ reason }) => reason)).size),
      );
      expect(reasons).toContain(2);
    });

    it('knows a user under every alias, in any spelling', async () => {
      const spellings = ['user.0@vendor.example', 'U0@VENDOR.example ', 'u0.old@vendor.example'];
      const windows = await ask(
        spellings.map((email) => ({ subject: { emails: [email] }, first: all })),
      );
      const expected = brute.window({ subject: { emails: [spellings[0]!] }, first: all });
      expect(windows).toEqual([expected, expected, expected]);
      expect(await ask([{ subject: { emails: spellings }, first: all }])).toEqual([expected]);
      const keys = new Set(expected.calls.flatMap(({ matches }) => matches.map(({ key }) => key)));
      expect([...keys].sort()).toEqual(['u0@vendor.example', 'user.0@vendor.example']);
    });

    it('gives exact windows, both ways and from any edge', async () => {
      const edges = calls.map((call) => ({ callId: call.id, startedAt: call.started }));
      const edge = fc.option(
        fc.oneof(
          fc.constantFrom(...edges),
          fc.record({
            startedAt: fc.integer({ min: now - 70 * dayMs, max: now }),
            callId: fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String),
          }),
        ),
        { nil: null },
      );
      const instant = fc.option(fc.integer({ min: now - 65 * dayMs, max: now }), { nil: null });
      const filter: fc.Arbitrary<IndexFilter> = fc.record({
        from: instant,
        to: instant,
        directions: fc.option(fc.subarray(['Inbound', 'Outbound', 'Conference', 'Unknown'])),
        scopes: fc.option(fc.subarray(['Internal', 'External'])),
        hosts: fc.option(fc.subarray([0, 3, 5, 8, 99].map(userIdOf))),
        roles: fc.option(fc.subarray(['HOST', 'INVITEE', 'ATTENDEE'] as const)),
        minDurationSeconds: fc.option(fc.integer({ min: 0, max: 3_600 })),
        includePrivate: fc.boolean(),
        notLinkedTo: fc.option(
          fc.subarray([0, 1, 2, 3].flatMap((n) => [accountOf(n), contactOf(n)])),
        ),
      });
      const person = fc.nat(people - 1);
      const subject: fc.Arbitrary<ParticipantKeys> = fc.record({
        emails: fc.array(
          fc.oneof(
            person.map(emailOf),
            fc.constantFrom('user.0@vendor.example', 'u3@vendor.example', '', 'nobody', null),
          ),
          { maxLength: 4 },
        ),
        crmIds: fc.array(fc.oneof(person.map(accountOf), person.map(contactOf)), { maxLength: 3 }),
        userIds: fc.array(fc.nat(12).map(userIdOf), { maxLength: 2 }),
      });
      const size = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(all));
      const oneAsk = fc
        .record({
          subject,
          filter: fc.option(filter, { nil: undefined }),
          order: fc.constantFrom('newest' as const, 'oldest' as const),
          after: edge,
          before: edge,
          size,
          backwards: fc.boolean(),
        })
        .map(({ size: n, backwards, ...rest }) => ({
          ...rest,
          ...(backwards ? { last: n } : { first: n }),
        }));
      await fc.assert(
        fc.asyncProperty(fc.array(oneAsk, { minLength: 1, maxLength: 12 }), async (asks) => {
          expect(await ask(asks)).toEqual(asks.map((each) => brute.window(each)));
        }),
        { numRuns: cases(kind === 'SQLite' ? 50 : 20) },
      );
    });

    it.each(['newest', 'oldest'] as const)('walks a list in any steps, %s first', async (order) => {
      const subject = { userIds: [userIdOf(3)], emails: [emailOf(7)], crmIds: [accountOf(5)] };
      const whole = brute.window({ subject, order, first: all }).calls.map(({ callId }) => callId);
      for (const first of [1, 7, 50]) {
        const walked: string[] = [];
        for (let after: CallsQuery['after'] = null, more = true; more; ) {
          const [window] = await ask([{ subject, order, first, after }]);
          walked.push(...window!.calls.map(({ callId }) => callId));
          expect(window!.hasPrevious).toBe(after !== null);
          after = window!.calls.at(-1)!;
          more = window!.hasNext;
        }
        expect(walked).toEqual(whole);
      }
    });

    it('ignores keys that can’t be keys', async () => {
      const subject = {
        emails: ['', '   ', 'nobody', 'a@', '@b', 'a b@c.d', 'a@b@c.d', null, undefined, '\0'],
        crmIds: ['', null, 'x'.repeat(500)],
        userIds: [''],
      };
      expect(
        await ask([
          { subject, first: 5 },
          { subject: {}, first: 5 },
        ]),
      ).toEqual([
        { calls: [], hasNext: false, hasPrevious: false },
        { calls: [], hasNext: false, hasPrevious: false },
      ]);
      expect(await ask([])).toEqual([]);
    });

    it('keeps tenants apart, even where they share addresses and ids', async () => {
      const asks = Array.from({ length: people }, (_, i) => ({
        subject: { emails: [emailOf(i)], crmIds: [contactOf(i)], userIds: [userIdOf(i % 12)] },
        first: all,
      }));
      const two = bruteForce(other.calls, other.users);
      expect(await ask(asks, 'two')).toEqual(asks.map((each) => two.window(each)));
      expect(await ask(asks, 'one')).toEqual(asks.map((each) => brute.window(each)));
    });

    aggregateSuite(brute, () => participants);

    it('follows deletions, changes and new privacy when it compares again', async () => {
      const random = randomFrom(9);
      const changed = (call: FakeCall): FakeCall[] => {
        const fate = Math.floor(random() * 10);
        if (fate === 0) return [];
        if (fate === 1) return [{ ...call, isPrivate: !call.isPrivate, duration: 1 }];
        if (fate === 2) return [{ ...call, parties: call.parties.slice(1), context: [] }];
        if (fate === 3)
          return [{ ...call, scheduled: call.scheduled - dayMs, started: call.started - dayMs }];
        return [call];
      };
      const tenant = 'three';
      const own = fakePlatform(calls, users);
      const syncer = syncerOf(tenant, own);
      await syncer.run();
      const version = (await readVersions(database)).get(tenant);
      own.calls = calls.flatMap(changed);
      const report = await syncer.run({ reconcile: 'all' });
      expect(report.removed).toBe(calls.length - own.calls.length);
      const became = new Map(own.calls.map((call) => [call.id, call]));
      const seenOtherwise = calls
        .filter(({ id, isPrivate }) => became.get(id)?.isPrivate !== isPrivate)
        .map(({ id }) => id);
      expect((await changedCalls(database, tenant, { version: version! })).sort()).toEqual(
        seenOtherwise.sort(),
      );
      const after: BruteForce = bruteForce(own.calls, users);
      const asks = Array.from({ length: people }, (_, i) => ({
        subject: {
          emails: [emailOf(i)],
          crmIds: [contactOf(i), accountOf(i)],
          userIds: [userIdOf(i % 12)],
        },
        first: all,
      }));
      const answers = await createIndexParticipants(new Map([[tenant, syncer]])).calls(
        tenant,
        asks,
      );
      expect(answers.map(({ value }) => value)).toEqual(asks.map((each) => after.window(each)));
      expect((await syncer.run({ reconcile: 'all' })).written).toBe(0);
    });

    it('forgets addresses with the last call they were in', async () => {
      const own = fakePlatform([], []);
      own.calls = [{ ...calls[0]!, parties: [{ id: '1', emailAddress: 'gone@customer.example' }] }];
      const syncer = syncerOf('four', own);
      await syncer.run();
      const keys = (): Promise<readonly unknown[]> =>
        database.read("SELECT value FROM key WHERE value = 'gone@customer.example'");
      expect(await keys()).toHaveLength(1);
      own.calls = [];
      await syncer.run({ reconcile: 'all' });
      expect(await keys()).toEqual([]);
    });

    it('refuses a database that a newer version has made', async () => {
      const target = await emptyTarget();
      const newer = [...migrations, () => ['CREATE TABLE later (a bigint)']];
      const made = await openStore({ ...target, steps: newer });
      await made.read('SELECT * FROM later');
      await made.close();
      await expect(openStore(target)).rejects.toHaveProperty(
        'advice',
        expect.stringMatching(/expected schema version 12 or older, got 13/),
      );
      const again = await openStore({ ...target, steps: newer });
      await again.read('SELECT * FROM later');
      await again.close();
    });

    it('belongs to its account: an older one is not adopted, and is deleted whole, the other staying as it is', async () => {
      const target = await openStore(await emptyTarget());
      const few = fakePlatform(other.calls, other.users);
      const run = (tenant: string, connector = few) =>
        new Syncer({ tenant, database: target, connector, clock, settings }).run();
      const terms = { now, milliseconds: 1_000 };
      const count = async (): Promise<readonly number[]> => {
        const tables = ['key', 'alias', 'call', 'participation', 'mark', 'span', 'note', 'tenant'];
        const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
        const [row] = await target.read(`SELECT ${counts.join(', ')}`);
        return row!.map(Number);
      };
      await run('one@new');
      const alone = await count();
      expect(Math.min(...alone)).toBeGreaterThan(0);
      await run('one');
      await run('one@newer', fakePlatform([], []));
      expect(await indexNames(target)).toEqual(['one', 'one@new', 'one@newer']);
      expect(await countIndexedCalls(target, await tenantNumber(target, 'one'))).toBe(
        other.calls.length,
      );
      expect(await deleteIndex(target, 'one@newer', terms)).toBe('deleted');

      const number = await tenantNumber(target, 'one');
      const lease = await acquireLease(target, number, { from: 0, to: 1 }, 'me', terms);
      const before = await count();
      expect(await deleteIndex(target, 'one', terms)).toBe('in use');
      expect(await count()).toEqual(before);
      expect(lease).not.toBeNull();
      expect(await deleteIndex(target, 'one', { ...terms, now: now + 1_001 })).toBe('deleted');
      expect(await deleteIndex(target, 'one', terms)).toBe('unknown');
      expect(await count()).toEqual(alone);
      await run('one');
      expect(await countIndexedCalls(target, await tenantNumber(target, 'one'))).toBe(
        other.calls.length,
      );
      await target.close();
    });

    it('takes an older database to the newest version, with what is in it', async () => {
      const target = await emptyTarget();
      const old = await openStore(target);
      const own = new Syncer({
        tenant: 'one',
        database: old,
        connector: platform,
        clock,
        settings,
      });
      await own.run();
      await old.close();
      const steps = [...migrations, () => ['ALTER TABLE call ADD COLUMN note bigint']];
      const opened = await Promise.all([1, 2].map(() => openStore({ ...target, steps })));
      const [[count] = []] = await opened[0]!.read('SELECT count(*) FROM call WHERE note IS NULL');
      expect(count).toBe(calls.length);
      await Promise.all(opened.map((each) => each.close()));
    });
  },
);
