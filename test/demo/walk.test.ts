import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { asker, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const idOf = (row: Readonly<Record<string, unknown>>) =>
  String(
    (row.metaData as { id?: unknown } | undefined)?.id ??
      row.answeredScorecardId ??
      row.callId ??
      row.id ??
      row.userId,
  );

describe('a walk', () => {
  it.each([
    ['users list', {}],
    ['calls list', {}],
    ['calls_extensive list', { filter: {} }],
    ['call_transcripts list', { filter: { fromDateTime: '2026-08-01T00:00:00Z' } }],
    ['stats_activity_scorecards list', {}],
    ['stats_activity_aggregate list', { filter: { fromDate: '2026-01-01', toDate: '2026-11-20' } }],
  ])('of %s returns each row once, as many as it said', async (operation, params) => {
    const ids = (await ask.walk(operation, params)).map(idOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe((await ask.page(operation, params)).totalRecords);
  });

  it('over ties loses and doubles nothing', async () => {
    const calls = await ask.walk('calls list');
    const times = calls.map((call) => call.scheduled);
    expect(times.length - new Set(times).size).toBeGreaterThan(50);
    expect(new Set(calls.map(idOf)).size).toBe(calls.length);
  });

  it('neither loses nor doubles a stable call while others come and go between pages', async () => {
    const edit = fc.record({
      page: fc.integer({ min: 0, max: 8 }),
      delete: fc.boolean(),
      /** Where in the walk so far or ahead of it: a share of the window. */
      place: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const [from, to] = ['2026-06-01T00:00:00Z', '2026-11-20T00:00:00Z'].map((text) =>
      Date.parse(text),
    ) as [number, number];
    const params = {
      fromDateTime: new Date(from).toISOString(),
      toDateTime: new Date(to).toISOString(),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 30 }), async (edits) => {
        const before = (await ask.walk('calls list', params)).map(idOf);
        const touched = new Set<string>();
        let page = 0;
        const seen = await ask.walk('calls list', params, () => {
          for (const change of edits.filter((one) => one.page === page)) {
            if (change.delete) {
              const id = before[Math.floor(change.place * (before.length - 1))]!;
              backend.changes.deleteCall(id);
              touched.add(id);
            } else {
              touched.add(
                backend.changes.insertCall(from + Math.floor(change.place * (to - from - 1))),
              );
            }
          }
          page += 1;
        });
        const ids = seen.map(idOf);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => !touched.has(id)).sort()).toEqual(
          before.filter((id) => !touched.has(id)).sort(),
        );
      }),
      { numRuns: cases(5) },
    );
  });

  it('of a folder goes on where it was when its calls are deleted on the way', async () => {
    const [workspace] = await ask.rows('workspaces list');
    const folders = await ask.rows('library_folders list', { workspaceId: workspace!.id });
    const folderId = folders.find((folder) => folder.name === 'Best of')!.id;
    const before = (await ask.walk('library_folder_content list', { folderId })).map(idOf);
    expect(before.length).toBeGreaterThan(200);
    const seen = await ask.walk('library_folder_content list', { folderId }, (rows) => {
      backend.changes.deleteCall(idOf(rows[rows.length - 1]!));
    });
    expect(seen.map(idOf)).toEqual(before);
  });
});

describe('a call that was deleted', () => {
  it('is gone from statistics and reviews too', async () => {
    const [answered] = (await ask.page('stats_activity_scorecards list')).rows;
    const callIds = [String(answered!.callId)];
    expect(backend.changes.deleteCall(callIds[0]!)).toBe(true);
    expect(backend.changes.deleteCall(callIds[0]!)).toBe(false);
    expect(
      (await ask.page('stats_activity_scorecards list', { filter: { callIds } })).rows,
    ).toEqual([]);
  });
});

describe('CRM records', () => {
  it('can be copied and deleted while the backend is in use', async () => {
    const [contact] = await ask.soql('SELECT Id FROM Contact LIMIT 1');
    const id = backend.changes.copyRecord('Contact', String(contact!.Id), { LastName: 'Copied' });
    expect(await ask.soql(`SELECT LastName FROM Contact WHERE Id = '${id}'`)).toMatchObject([
      { LastName: 'Copied' },
    ]);
    expect(backend.changes.deleteRecord('Contact', id)).toBe(true);
    expect(await ask.soql(`SELECT Id FROM Contact WHERE Id = '${id}'`)).toEqual([]);
  });
});
