import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { isWide, sample } from '../support/cases.ts';
import { type Caller, openCompany, type Rows } from '../support/company.ts';

/** For everything that only reads. */
let shared: Caller;
let company: Caller;
beforeAll(async () => {
  shared = await openCompany({ crm: { locatorParam: 'next' } });
});
beforeEach(() => {
  company = shared;
});
afterEach(async () => {
  if (company !== shared) await company.service.close();
});
afterAll(() => shared.service.close());

interface Body {
  readonly result: Rows & { readonly records: Rows; readonly nextRecordsUrl?: string };
  readonly connector_metadata: { readonly pagination: { readonly cursor?: string } };
}

const at = (row: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((inner, name) => (inner as Rows[number])?.[name], row));

/** Keys of all rows of a call-analytics list, page after page. */
async function walk(entity: string, key: string, params: object = {}): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const id = company.service.instances.callAnalytics;
    const response = await company.post(id, entity, 'list', { ...params, cursor });
    const body = (await response.json()) as Body;
    keys.push(...body.result.map((row) => at(row, key)));
    cursor = body.connector_metadata.pagination?.cursor;
  } while (cursor !== undefined);
  return keys;
}

/** Ids of all records of a query, locator after locator. */
async function follow(q: string, next?: string): Promise<string[]> {
  const { crm } = company.service.instances;
  const ids: string[] = [];
  let at = next;
  do {
    const response = await company.post(crm, 'query', 'list', { q, next: at });
    const { result } = (await response.json()) as Body;
    ids.push(...result.records.map((record) => String(record.Id)));
    at = result.nextRecordsUrl;
  } while (at !== undefined);
  return ids;
}

const walks = [
  ['users', 'id', {}],
  ['calls', 'id', {}],
  ['calls_extensive', 'metaData.id', { filter: {} }],
  [
    'call_transcripts',
    'callId',
    { filter: { fromDateTime: '2026-07-01T00:00:00Z', toDateTime: '2026-10-15T00:00:00Z' } },
  ],
  ['stats_activity_scorecards', 'answeredScorecardId', { filter: {} }],
] as const;

describe('a walk through the company', () => {
  it.each(sample(walks, 2, 1))('meets each row of %s once', async (entity, key, params) => {
    const keys = await walk(entity, key, params);
    expect(keys.length).toBeGreaterThan(30);
    expect(new Set(keys).size).toBe(keys.length);
    if (entity.startsWith('calls')) expect(keys).toHaveLength(2500);
  });

  it('meets each record of a query once', async () => {
    const contacts = await follow('SELECT Id FROM Contact ORDER BY LastName');
    expect(contacts.length).toBeGreaterThan(700);
    expect(new Set(contacts).size).toBe(contacts.length);
  });

  it('meets each record of a long child list once', async () => {
    company = await openCompany({ crm: { locatorParam: 'next' } });
    const { backend, service, rows } = company;
    const first = 'SELECT Id, AccountId FROM Contact WHERE AccountId != null LIMIT 1';
    const [contact] = await rows(service.instances.crm, 'contacts', { q: first });
    const { changes } = backend;
    changes.together(() => {
      for (let n = 0; n < 450; n += 1) changes.copyRecord('Contact', String(contact?.Id));
    });

    const q = `SELECT Id, (SELECT Id FROM Contacts) FROM Account WHERE Id = '${contact?.AccountId}'`;
    const [account] = await rows(service.instances.crm, 'accounts', { q });
    const contacts = account?.Contacts as {
      records: Rows;
      totalSize: number;
      nextRecordsUrl: string;
    };
    expect([contacts.records.length, contacts.totalSize > 450]).toEqual([200, true]);
    const ids = [
      ...contacts.records.map((record) => String(record.Id)),
      ...(await follow(q, contacts.nextRecordsUrl)),
    ];
    expect(ids).toHaveLength(contacts.totalSize);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('records that change between pages', () => {
  const drift: Fault = { kind: 'drift', insert: 3, delete: 3, update: 5 };

  it.runIf(isWide)('leave every lasting call in the walk once', async () => {
    company = await openCompany();
    const before = await walk('calls', 'id');
    company.service.admin.faults.add(drift);
    const during = await walk('calls', 'id');
    company.service.admin.faults.clear();
    const after = new Set(await walk('calls', 'id'));
    const lasting = before.filter((id) => after.has(id));
    expect(lasting.length).toBeLessThan(before.length);
    expect(during.filter((id) => lasting.includes(id)).sort()).toEqual([...lasting].sort());
    expect([...after].some((id) => !before.includes(id))).toBe(true);
  });

  it('leave every lasting record in the walk once', async () => {
    company = await openCompany({ crm: { locatorParam: 'next' } });
    const q = 'SELECT Id FROM Contact ORDER BY LastName DESC';
    const before = await follow(q);
    company.service.admin.faults.add({ ...drift, of: 'contacts' });
    const during = await follow(q);
    company.service.admin.faults.clear();
    const after = new Set(await follow(q));
    const lasting = before.filter((id) => after.has(id));
    expect(lasting.length).toBeLessThan(before.length);
    expect(during.filter((id) => lasting.includes(id)).sort()).toEqual([...lasting].sort());
  });
});

describe('the huge file', () => {
  it('comes in any part, and starts without being made', async () => {
    const { crm } = company.service.instances;
    const q = 'SELECT Id, ContentSize FROM ContentVersion ORDER BY ContentSize DESC LIMIT 1';
    const [version] = await company.rows(crm, 'content_versions', { q });
    const size = Number(version?.ContentSize);
    expect(size).toBeGreaterThanOrEqual(1_000_000_000);
    const range_header = `bytes=${size - 100_000}-${size - 1}`;
    const part = await company.post(crm, 'content_versions', 'download', {
      id: version?.Id,
      range_header,
    });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(100_000);
    // Nothing before the part is made: it touches three blocks of 64 KiB at most.
    const made = await company.backend.execute({
      ...{ system: 'crm', entity: 'content_versions', action: 'download', page: null },
      params: { id: version?.Id },
    });
    if (made.kind !== 'bytes') throw new Error(`Expected bytes, got ${made.kind}`);
    let blocks = 0;
    for await (const _ of made.open(size - 100_000, size - 1)) blocks += 1;
    expect(blocks).toBeLessThanOrEqual(3);

    const whole = await company.post(crm, 'content_versions', 'download', { id: version?.Id });
    let read = 0;
    for await (const chunk of whole.body!) {
      read += chunk.length;
      if (read > 2 ** 22) break;
    }
    await expect.poll(() => company.service.calls().at(-1)?.aborted).toBe(true);
  });
});
