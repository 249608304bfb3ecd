import { afterAll, describe, expect, it } from 'vitest';
import type { Row } from '../../src/contract/wire/execute.ts';
import { asker, everything, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const noCalls = {
  status: 404,
  body: { errors: ['No calls found corresponding to the provided filters'] },
};
const meta = (row: Row) => row.metaData as Record<string, unknown>;
const time = (row: Record<string, unknown>) => Date.parse(String(row.scheduled));
const all = await ask.walk('calls list');
const extensive = await ask.walk('calls_extensive list', { filter: {} });

describe('calls', () => {
  it('come a hundred a page, with counts, and without a next page at the end', async () => {
    const first = await ask.page('calls list', { fromDateTime: '2026-11-01T00:00:00Z' });
    expect(first.rows).toHaveLength(100);
    expect(first.pageNumber).toBe(0);
    expect(first.totalRecords).toBeGreaterThan(100);
    expect(first.totalRecords).toBeLessThan(200);
    const second = await ask.page(
      'calls list',
      { fromDateTime: '2026-11-01T00:00:00Z' },
      first.next,
    );
    expect(second.pageNumber).toBe(1);
    expect(second.totalRecords).toBe(first.totalRecords);
    expect(second.rows).toHaveLength(first.totalRecords! - 100);
    expect(second.next).toBeNull();
  });

  it('keep the pages in order of time and the order inside a page to chance', () => {
    const pages = Array.from({ length: 25 }, (_, page) => all.slice(page * 100, page * 100 + 100));
    for (const [index, page] of pages.entries()) {
      const next = pages[index + 1];
      if (!next) continue;
      expect(Math.max(...page.map(time))).toBeLessThanOrEqual(Math.min(...next.map(time)));
    }
    expect(pages[0]!.map(time)).not.toEqual(pages[0]!.map(time).sort((a, b) => a - b));
  });

  it('are the same pages as calls_extensive, which are in order of time', () => {
    const times = extensive.map((row) => time(meta(row)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (let page = 0; page < 25; page += 1) {
      const ids = (rows: readonly unknown[]) => new Set(rows.slice(page * 100, page * 100 + 100));
      expect(ids(all.map((row) => row.id))).toEqual(ids(extensive.map((row) => meta(row).id)));
    }
  });

  it('count from the beginning of a window and up to its end, not including it', async () => {
    const edge = extensive[1234]!;
    const scheduled = String(meta(edge).scheduled);
    const at = (rows: readonly Row[]) => rows.filter((row) => time(row) === Date.parse(scheduled));
    const from = await ask.walk('calls list', { fromDateTime: scheduled });
    const to = await ask.walk('calls list', { toDateTime: scheduled });
    expect(at(from).map((row) => row.id)).toContain(meta(edge).id);
    expect(at(to)).toEqual([]);
    expect(from.length + to.length).toBe(all.length);
  });

  it('are told one by one', async () => {
    const [call] = all;
    expect(await ask.row('calls get', { id: call!.id })).toEqual(call);
    expect(await ask.refusal('calls get', { id: '1234567890123456789' })).toMatchObject({
      status: 404,
      body: { errors: ['Call ID 1234567890123456789 was not found'] },
    });
  });

  it('are an error where there are none', async () => {
    const nothing = { fromDateTime: '2031-01-01T00:00:00Z' };
    expect(await ask.refusal('calls list', nothing)).toMatchObject(noCalls);
    for (const entity of ['calls_extensive list', 'call_transcripts list']) {
      expect(await ask.refusal(entity, { filter: nothing })).toMatchObject(noCalls);
      expect(await ask.refusal(entity, { filter: { callIds: ['1'] } })).toMatchObject(noCalls);
    }
  });

  it('refuse a time that is none, naming the parameter', async () => {
    expect(await ask.refusal('calls list', { fromDateTime: 'yesterday' })).toMatchObject({
      status: 400,
      body: { errors: ['fromDateTime: expected an ISO 8601 date-time'] },
    });
  });
});

describe('calls_extensive', () => {
  it('shows nothing but metaData without a selector', () => {
    for (const row of extensive) expect(Object.keys(row)).toEqual(['metaData']);
  });

  it('shows exactly the blocks and parts a selector asks for', async () => {
    const { rows } = await ask.page('calls_extensive list', {
      filter: { callIds: [meta(extensive[7]!).id] },
      contentSelector: {
        exposedFields: {
          interaction: { personInteractionStats: true, questions: false },
          content: { topics: true },
        },
      },
    });
    // As it is sent: JSON leaves out what is undefined.
    const row: Record<string, unknown> = JSON.parse(JSON.stringify(rows[0]));
    expect(Object.keys(row).sort()).toEqual(['content', 'interaction', 'metaData']);
    expect(Object.keys(row.interaction as object)).toEqual(['interactionStats']);
    expect(Object.keys(row.content as object)).toEqual(['topics']);
  });

  it('shows every part when every flag is set', async () => {
    const { rows } = await ask.page('calls_extensive list', {
      filter: {},
      contentSelector: everything,
    });
    const full = rows.find((row) => (row.content as Record<string, unknown>).callOutcome)!;
    expect(Object.keys(full.content as object).sort()).toEqual([
      'brief',
      'callOutcome',
      'highlights',
      'keyPoints',
      'outline',
      'pointsOfInterest',
      'structure',
      'topics',
      'trackers',
    ]);
    expect(Object.keys(full.interaction as object).sort()).toEqual([
      'interactionStats',
      'questions',
      'speakers',
      'video',
    ]);
    expect(full).toHaveProperty('collaboration.publicComments');
    expect(full).toHaveProperty('media.audioUrl');
  });

  it('shows occurrences of trackers only where they are asked for', async () => {
    const trackers = async (content: object) =>
      (
        await ask.page('calls_extensive list', {
          filter: {},
          contentSelector: { exposedFields: { content } },
        })
      ).rows.flatMap((row) => (row.content as { trackers: { occurrences?: unknown }[] }).trackers);
    const plain = await trackers({ trackers: true });
    const detailed = await trackers({ trackers: true, trackerOccurrences: true });
    expect(plain.every((tracker) => tracker.occurrences === undefined)).toBe(true);
    expect(detailed.every((tracker) => Array.isArray(tracker.occurrences))).toBe(true);
  });

  it('takes ids in any order, unknown and repeated ones among them, and gives each call once', async () => {
    const wanted = [900, 3, 1800, 3].map((index) => String(meta(extensive[index]!).id));
    const { rows, totalRecords } = await ask.page('calls_extensive list', {
      filter: { callIds: [...wanted, '99'] },
    });
    expect(rows.map((row) => meta(row).id)).toEqual(
      [3, 900, 1800].map((i) => meta(extensive[i]!).id),
    );
    expect(totalRecords).toBe(3);
  });

  it('keeps to a workspace', async () => {
    const workspaces = await ask.rows('workspaces list');
    const counts = await Promise.all(
      workspaces.map(async ({ id }) => {
        const rows = await ask.walk('calls_extensive list', { filter: { workspaceId: id } });
        expect(new Set(rows.map((row) => meta(row).workspaceId))).toEqual(new Set([id]));
        return rows.length;
      }),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2500);
    expect(
      await ask.refusal('calls_extensive list', { filter: { workspaceId: '5' } }),
    ).toMatchObject(noCalls);
  });

  it('returns everything for a filter with a mistyped name', async () => {
    const { totalRecords } = await ask.page('calls_extensive list', { filter: { callIDs: ['1'] } });
    expect(totalRecords).toBe(2500);
  });

  it('tells of CRM records what is true when it is asked', async () => {
    const changing = openCompany();
    const accounts = async () => {
      const { rows } = await asker(changing).page('calls_extensive list', {
        filter: { fromDateTime: '2026-10-01T00:00:00Z' },
        contentSelector: { context: 'Extended' },
      });
      return rows
        .flatMap((row) => (row.context as { objects: { objectType: string }[] }[]) ?? [])
        .flatMap(({ objects }) => objects as { objectType: string; fields: object[] }[])
        .filter(({ objectType }) => objectType === 'Account');
    };
    const gone = async () => (await accounts()).filter(({ fields }) => fields.length === 0).length;
    const before = await gone();
    expect(await gone()).toBe(before);
    let random = 0;
    await changing.drift?.({
      entity: 'accounts',
      insert: 0,
      update: 0,
      delete: 60,
      random: () => {
        random = (random + 0.37) % 1;
        return random;
      },
    });
    expect(await gone()).toBeGreaterThan(before);
    changing.close();
  });

  it('tells CRM records of calls and parties as they are and as they were', async () => {
    const rows = await ask.walk('calls_extensive list', {
      filter: { fromDateTime: '2026-01-01T00:00:00Z' },
      contentSelector: { context: 'Extended', contextTiming: ['Now', 'TimeOfCall'] },
    });
    type Context = {
      objects: {
        objectType: string;
        objectId: string;
        timing: string;
        fields: { name: string; value: unknown }[];
      }[];
    }[];
    const objects = rows.flatMap(
      (row) => (row.context as Context | undefined)?.flatMap((c) => c.objects) ?? [],
    );
    expect(new Set(objects.map((object) => object.objectType))).toEqual(
      new Set(['Account', 'Opportunity']),
    );
    const stage = (object: (typeof objects)[number]) =>
      object.fields.find((field) => field.name === 'StageName')?.value;
    const changed = rows.filter((row) => {
      const own = (row.context as Context | undefined)?.[0]?.objects.filter(
        (o) => o.objectType === 'Opportunity',
      );
      return own?.length === 2 && stage(own[0]!) !== stage(own[1]!);
    });
    expect(changed.length).toBeGreaterThan(10);
    const current = await ask.soql('SELECT Id, StageName FROM Opportunity');
    const stages = new Map(current.map((deal) => [deal.Id, deal.StageName]));
    for (const object of objects.filter(
      (o) => o.objectType === 'Opportunity' && o.timing === 'Now',
    ))
      expect(stage(object)).toBe(stages.get(object.objectId));
  });
});

describe('users', () => {
  it('come in the order of their ids as numbers, and one by one', async () => {
    const users = await ask.walk('users list');
    const ids = users.map((user) => BigInt(String(user.id)));
    expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
    expect(await ask.row('users get', { id: users[3]!.id })).toEqual(users[3]);
    expect(await ask.refusal('users get', { id: '1' })).toMatchObject({ status: 404 });
  });
});
