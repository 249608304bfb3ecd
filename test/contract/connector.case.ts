import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEntity } from '../../src/contract/entity-catalogue.ts';
import type { Action } from '../../src/contract/entity-spec.ts';
import type { Answer, Row } from '../../src/contract/wire/execute.ts';
import { FileMissingError } from '../../src/contract/wire/failure.ts';
import type { SystemName } from '../../src/errors.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import type { Params } from '../../src/upstream/request-key.ts';
import { unlimited } from '../support/connect.ts';

/** A connector service as the contract needs it. */
export interface ContractService {
  readonly baseUrl: string;
  readonly token: string;
  readonly instances: Readonly<Record<SystemName, string>>;
  /** Whether it answers COUNT() with a total. */
  readonly countsWithoutRows: boolean;
  close(): Promise<void>;
}

const entityOf = (system: SystemName, name: string) => {
  const entity = findEntity(system, name);
  if (entity === undefined) throw new Error(`No entity ${name}`);
  return entity;
};

/** What the connector promises whichever service stands behind it. */
export function contractOf(title: string, open: () => Promise<ContractService>): void {
  describe(`the connector over ${title}`, () => {
    let service: ContractService;
    let connector: UpstreamConnector;
    const make = (own: { token?: string; calls?: string } = {}): UpstreamConnector =>
      createConnector({
        baseUrl: service.baseUrl,
        credential: { kind: 'token', token: own.token ?? service.token },
        instances: {
          'call-analytics': {
            id: own.calls ?? service.instances['call-analytics'],
            budget: unlimited,
          },
          crm: { id: service.instances.crm, budget: unlimited },
        },
      });
    beforeAll(async () => {
      service = await open();
      connector = make();
    });
    afterAll(async () => {
      await connector.close();
      await service.close();
    });

    const read = (
      system: SystemName,
      name: string,
      action: Exclude<Action, 'download'>,
      params: Params = {},
    ): Promise<Answer> => connector.execute(entityOf(system, name), action, params);
    const calls = (name: string, params?: Params) => read('call-analytics', name, 'list', params);
    const soql = (name: string, q: string) => read('crm', name, 'list', { q });

    /** All pages of a cursor list. */
    const walk = async (name: string, params: Params = {}): Promise<Answer[]> => {
      const pages: Answer[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await calls(name, cursor === undefined ? params : { ...params, cursor });
        pages.push(page);
        cursor = page.page.cursor;
        if (pages.length > 60) throw new Error('The walk does not end');
      }
      return pages;
    };

    it('walks a cursor list to its end: each row once, done on the last page alone', async () => {
      const pages = await walk('calls');
      const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.map(({ page }) => page.done)).toEqual(
        pages.map((_, at) => at === pages.length - 1),
      );
      expect(pages.map(({ page }) => page.pageNumber)).toEqual(pages.map((_, at) => at));
      expect(pages[0]?.page.total).toBe(ids.length);
    });

    it('keeps ids as the strings they are, beyond what a number holds', async () => {
      const { rows } = await calls('users');
      for (const { id } of rows) expect(id).toMatch(/^\d{15,20}$/);
      expect(rows.some(({ id }) => String(Number(id)) !== id)).toBe(true);
    });

    it('gets one row by its id, and none for an id nobody has', async () => {
      const [first] = (await calls('users')).rows;
      const found = await read('call-analytics', 'users', 'get', { id: first?.id });
      expect(found.rows).toEqual([first]);
      const none = await read('call-analytics', 'users', 'get', { id: '1' });
      expect(none).toMatchObject({ rows: [], page: { done: true } });
    });

    it('filters by a list of ids, and leaves out blocks that were not asked for', async () => {
      const asked = (await calls('calls')).rows.slice(0, 3).map(({ id }) => id);
      const plain = await calls('calls_extensive', { filter: { callIds: asked } });
      expect(plain.rows.map(({ metaData }) => (metaData as Row).id).sort()).toEqual(
        [...asked].sort(),
      );
      expect(plain.rows.flatMap(Object.keys)).toEqual(plain.rows.map(() => 'metaData'));
      const whole = await calls('calls_extensive', {
        filter: { callIds: asked },
        contentSelector: { exposedFields: { parties: true } },
      });
      expect(whole.rows.every(({ parties }) => Array.isArray(parties))).toBe(true);
    });

    it('takes a range without calls for no rows, though the platform calls it an error', async () => {
      const far = { fromDateTime: '2090-01-01T00:00:00Z', toDateTime: '2090-02-01T00:00:00Z' };
      expect(await calls('calls', far)).toMatchObject({ rows: [], page: { done: true } });
      expect(await calls('calls_extensive', { filter: { callIds: ['1'] } })).toMatchObject({
        rows: [],
      });
    });

    it('reads a list without pages', async () => {
      const { rows, page } = await calls('workspaces');
      expect(rows.length).toBeGreaterThan(0);
      expect(page).toMatchObject({ done: true, cursor: null });
    });

    it('says that a query goes on, and where', async () => {
      const { rows, page } = await soql('contacts', 'SELECT Id, Name FROM Contact');
      expect(rows).toHaveLength(200);
      expect(page).toMatchObject({
        done: false,
        nextRecordsUrl: expect.stringMatching(/^\/services\/data\//),
      });
      const some = await soql('contacts', 'SELECT Id FROM Contact ORDER BY Id LIMIT 7');
      expect(some).toMatchObject({ page: { done: true, nextRecordsUrl: null } });
      expect(some.rows).toHaveLength(7);
    });

    it('gets a record by id, with the fields asked for, and none for an id nobody has', async () => {
      const [first] = (await soql('accounts', 'SELECT Id, Name FROM Account LIMIT 1')).rows;
      const found = await read('crm', 'accounts', 'get', { id: first?.Id, fields: 'Id,Name' });
      expect(found.rows).toMatchObject([{ Id: first?.Id, Name: first?.Name }]);
      const none = await read('crm', 'accounts', 'get', { id: '001000000000001AAA' });
      expect(none.rows).toEqual([]);
    });

    it('searches', async () => {
      const [first] = (await soql('accounts', 'SELECT Id, Name FROM Account LIMIT 1')).rows;
      const word =
        String(first?.Name)
          .split(/[^A-Za-z]+/)
          .find(({ length }) => length > 3) ?? '';
      const q = `FIND {${word}} IN ALL FIELDS RETURNING Account(Id, Name)`;
      const { rows, page } = await read('crm', 'accounts', 'search', { q });
      expect(rows.map(({ Id }) => Id)).toContain(first?.Id);
      expect(page.done).toBe(true);
    });

    it('counts by an aggregate, whose row has no id', async () => {
      const { rows } = await soql('query', 'SELECT COUNT(Id) n FROM Contact');
      expect(rows).toMatchObject([{ attributes: { type: 'AggregateResult' } }]);
      expect(rows[0]).not.toHaveProperty('Id');
      const { page } = await soql('query', 'SELECT COUNT() FROM Contact');
      expect(page.total).toBe(service.countsWithoutRows ? rows[0]?.n : null);
    });

    it('says what is wrong with a query, and never in the words of the CRM', async () => {
      await expect(
        soql('accounts', "SELECT Idx FROM Account WHERE Name = 'x'"),
      ).rejects.toMatchObject({
        code: 'UPSTREAM_BAD_REQUEST',
        upstreamCode: 'INVALID_FIELD',
        retryable: false,
        site: { service: 'crm', entity: 'accounts', action: 'list' },
      });
      await expect(soql('accounts', 'SELECT FROM')).rejects.toMatchObject({
        upstreamCode: 'MALFORMED_QUERY',
      });
    });

    it('streams a file, whole and by range, and says so when its bytes are gone', async () => {
      const attachments = entityOf('crm', 'attachments');
      const q = 'SELECT Id, BodyLength FROM Attachment ORDER BY Id LIMIT 2';
      const { rows } = await soql('attachments', q);
      // The first of either company is one of those that are listed and not there.
      await expect(connector.download(attachments, { id: rows[0]?.Id })).rejects.toBeInstanceOf(
        FileMissingError,
      );
      const id = rows[1]?.Id;
      const whole = await connector.download(attachments, { id });
      const bytes = await collect(whole.body);
      expect(whole).toMatchObject({ status: 200, contentLength: rows[1]?.BodyLength });
      expect(bytes).toHaveLength(Number(rows[1]?.BodyLength));
      const part = await connector.download(attachments, { id }, { range: 'bytes=10-19' });
      expect(part.contentRange).toBe(`bytes 10-19/${bytes.length}`);
      expect(digest(await collect(part.body))).toBe(digest(bytes.subarray(10, 20)));
    });

    it('says that a credential is refused, and that an instance is unknown', async () => {
      const stranger = make({ token: 'not-the-token' });
      const users = entityOf('call-analytics', 'users');
      await expect(stranger.execute(users, 'list', {})).rejects.toMatchObject({
        code: 'UPSTREAM_AUTH',
      });
      await stranger.close();
      const lost = make({ calls: 'no-such-instance' });
      await expect(lost.execute(users, 'list', {})).rejects.toMatchObject({
        code: 'UPSTREAM_BAD_REQUEST',
        status: 404,
      });
      await lost.close();
    });
  });
}

async function collect(body: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
