/** Transcripts of the index: what is queued and read, what stays claimed, and that words leave with their calls. */

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { extractCall, type IndexedCall } from '../../src/participants/indexed-call.ts';
import type { SpokenTurn } from '../../src/participants/said-match.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { deleteIndex } from '../../src/participants/store/index-admin.ts';
import { acquireLease, type Lease } from '../../src/participants/store/lease.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { savePage } from '../../src/participants/store/page-writer.ts';
import { forgetBefore, removeCalls } from '../../src/participants/store/stored-call.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';
import {
  forgetTranscriptsBefore,
  nextTranscripts,
  postponeTranscripts,
  queueTranscripts,
  type TranscriptFacts,
  transcriptFacts,
} from '../../src/participants/store/transcript-queue.ts';
import { saveTranscripts } from '../../src/participants/store/transcript-store.ts';
import { isWide } from '../support/cases.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { dayMs, makeCompany, now } from './company.ts';
import { callRow, type FakeCall } from './platform.ts';

const { calls } = makeCompany({ calls: 40, days: 20, people: 9 });
const inOrder = [...calls].sort(
  (a, b) => b.started - a.started || Number(BigInt(b.id) - BigInt(a.id)),
);
const from = now - 30 * dayMs;
const terms = { now, milliseconds: 60_000 };
const turn = (text: string): SpokenTurn => ({
  ...{ second: 3, side: 'ours', userId: '7' },
  words: text.split(' '),
});
const blocks = { exposedFields: { parties: true } } as const;
const extracted = (some: readonly FakeCall[]): IndexedCall[] =>
  some.map((call) => extractCall(callRow(call, blocks))!);

describe.each(isWide ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const))(
  'transcripts in %s',
  (kind) => {
    if (kind === 'PostgreSQL' && !hasPostgres) {
      it.skip('is not tested: PostgreSQL is not installed', () => {});
      return;
    }
    let database: Database;
    let tenant: number;
    let lease: Lease;
    beforeEach(async () => {
      const url = kind === 'PostgreSQL' ? await openDatabase(inject('runFolder')) : undefined;
      database = await openStore({ url });
      tenant = await tenantNumber(database, 'acme');
      lease = (await acquireLease(database, tenant, { from: 0, to: now }, 'me', terms))!;
    });
    afterEach(() => database.close());

    const write = (some: readonly FakeCall[], transcriptsFrom: number | null, at = now) =>
      savePage(database, lease, { ...terms, now: at }, extracted(some), { transcriptsFrom });
    const facts = (): Promise<TranscriptFacts> => transcriptFacts(database, tenant);
    const next = (limit = 100, at = now) => nextTranscripts(database, tenant, { limit, now: at });
    const nextIds = async (limit?: number) => (await next(limit)).map(({ callId }) => callId);
    const read = async (limit: number, turns: readonly SpokenTurn[] | null) => {
      const transcripts = await next(limit);
      const dueAt = now + 30 * dayMs;
      const saved = transcripts.map((transcript) => ({ transcript, turns, dueAt }));
      expect(await saveTranscripts(database, tenant, saved)).toBe(true);
      return transcripts;
    };
    const count = async (table: string): Promise<number> =>
      Number((await database.read(`SELECT count(*) FROM ${table}`))[0]![0]);
    /** Turns with a word. */
    const heard = async (word: string): Promise<number> => {
      const { dialect } = database;
      const source = dialect.turnsWith('$1');
      const wanted = dialect.wordsWanted([{ text: word, isPrefix: false }], []);
      const sql = `SELECT count(*) FROM ${source.tables} ${source.turn} WHERE ${source.where} ${source.ofTurn}`;
      return Number((await database.read(sql, [wanted]))[0]![0]);
    };

    /** Transcripts with a word. */
    const saidIn = async (word: string): Promise<number> => {
      const { dialect } = database;
      const source = dialect.transcriptsWith('$1', '0', String(2 ** 48));
      const wanted = dialect.wordsWanted([{ text: word, isPrefix: false }], []);
      const sql = `SELECT count(DISTINCT ${source.document}) FROM ${source.tables} WHERE ${source.where}`;
      return Number((await database.read(sql, [wanted]))[0]![0]);
    };

    it('are read newest first, and words are known from the oldest read call on, then from the beginning', async () => {
      await write(calls, null);
      expect(await facts()).toEqual({ knownFrom: null, unread: 0, read: 0 });
      await queueTranscripts(database, tenant, from, now);
      expect(await facts()).toEqual({ knownFrom: null, unread: 40, read: 0 });
      expect(await nextIds()).toEqual(inOrder.map(({ id }) => id));
      await read(15, [turn('the price is too high')]);
      expect(await facts()).toEqual({ knownFrom: inOrder[14]!.started, unread: 25, read: 15 });
      await read(100, [turn('no word'), turn('too high')]);
      expect(await facts()).toEqual({ knownFrom: from, unread: 0, read: 40 });
      expect([await heard('price'), await heard('high'), await heard('word')]).toEqual([
        15, 40, 25,
      ]);
      expect(await next()).toEqual([]);
      const [again] = await next(1, now + 31 * dayMs);
      expect(again!.queuedAt).toBeNull();
    });

    it('of a changed call are queued again, with its voices, and keep their words until they are read', async () => {
      await write(calls, from);
      await queueTranscripts(database, tenant, from, now);
      await read(100, [turn('price')]);
      const changed = { ...inOrder[7]!, duration: 77 };
      await write([changed, inOrder[8]!], from, now + 1);
      expect(await nextIds()).toEqual([]);
      const [queued] = await next(9, now + 1);
      expect(queued).toMatchObject({ callId: changed.id, queuedAt: now + 1 });
      expect(await facts()).toEqual({ knownFrom: from, unread: 1, read: 40 });
      // It changes once more while it is read.
      await write([{ ...changed, duration: 78 }], from, now + 2);
      const saved = [{ transcript: queued!, turns: [turn('other')], dueAt: now + dayMs }];
      await saveTranscripts(database, tenant, saved);
      expect([await heard('price'), await heard('other')]).toEqual([39, 1]);
      expect([await saidIn('price'), await saidIn('other')]).toEqual([39, 1]);
      expect((await next(9, now + 2)).map(({ callId }) => callId)).toEqual([changed.id]);
      await postponeTranscripts(database, tenant, await next(9, now + 2), now + 50);
      expect(await next(9, now + 49)).toEqual([]);
      expect(await next(9, now + 50)).toHaveLength(1);
    });

    it('claim nothing once calls are written without them, until all are queued again', async () => {
      await write(calls, from);
      await queueTranscripts(database, tenant, from, now);
      await read(100, [turn('price')]);
      await write([{ ...inOrder[0]!, duration: 5 }], null);
      expect(await facts()).toEqual({ knownFrom: null, unread: 0, read: 39 });
      await queueTranscripts(database, tenant, from, now);
      expect(await facts()).toEqual({ knownFrom: from, unread: 1, read: 39 });
    });

    it('leave with their calls: those that are removed, forgotten, beyond the horizon, or of a deleted index', async () => {
      await write(calls, from);
      await queueTranscripts(database, tenant, from, now);
      await read(20, [turn('price'), turn('high')]);
      await read(10, null);
      expect([await count('turn'), await count('transcript')]).toEqual([40, 30]);
      const later = (await acquireLease(
        database,
        tenant,
        { from: now, to: now + 1 },
        'me',
        terms,
      ))!;
      const ids = inOrder.slice(0, 3).map(({ id }) => id);
      await removeCalls(database, later, terms, { ids: [...ids, inOrder[39]!.id], missing: 0 });
      expect([await heard('price'), await saidIn('price')]).toEqual([17, 17]);
      expect(await facts()).toMatchObject({ unread: 9, read: 27 });
      const edge = inOrder[12]!.started;
      await forgetTranscriptsBefore(database, tenant, edge);
      expect(await heard('price')).toBe(
        inOrder.slice(3, 20).filter(({ started }) => started >= edge).length,
      );
      expect(await facts()).toMatchObject({ knownFrom: edge, unread: 0 });
      await forgetBefore(database, tenant, now - 5 * dayMs);
      const left = inOrder.slice(3).filter(({ scheduled }) => scheduled >= now - 5 * dayMs);
      expect(await count('call')).toBe(left.length);
      expect(await heard('high')).toBe(left.filter(({ started }) => started >= edge).length);
      expect(await deleteIndex(database, 'acme', terms)).toBe('in use');
      expect(await deleteIndex(database, 'acme', { ...terms, now: now + 60_001 })).toBe('deleted');
      expect(await heard('high')).toBe(0);
      for (const table of ['turn', 'transcript', 'transcript_words', 'unread_transcript'])
        expect(await count(table)).toBe(0);
    });

    it('of a turn that is too long are several documents', async () => {
      await write(inOrder.slice(0, 1), from);
      await queueTranscripts(database, tenant, from, now);
      const words = Array.from({ length: 12_000 }, (_, at) => (at % 7 === 0 ? 'no' : `word${at}`));
      await read(1, [{ ...turn('no'), words }]);
      expect(await count('turn')).toBe(Math.ceil(12_000 / (255 * 7)));
      expect([await heard('word11999'), await heard('word1')]).toEqual([1, 1]);
      expect([await saidIn('word11999'), await saidIn('word1'), await saidIn('no')]).toEqual([
        ...[1, 1, 1],
      ]);
    });

    if (kind === 'PostgreSQL')
      it('are found by the index of their words alone, however few they are', async () => {
        await write(calls, from);
        await queueTranscripts(database, tenant, from, now);
        const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
        await read(1, [turn('price')]);
        await read(100, [turn(long)]);
        // Without statistics, and with those that the planner goes by.
        for (const sql of ['SELECT 1', 'ANALYZE transcript_words']) {
          await database.write([{ sql, params: [] }]);
          const look = `EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM transcripts_with('price'::tsquery, 0, ${2 ** 48})`;
          // The first look of a connection reads the catalogue, too.
          await database.read(look);
          const plan = await database.read(look);
          const read = /shared hit=(\d+)/.exec(plan.join('\n'))?.[1];
          // Each look into a row takes three.
          expect(Number(read), plan.join('\n')).toBeLessThan(60);
        }
      });
  },
);
