import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type BackendAnswer,
  BackendError,
  type BackendOperation,
} from '../../src/connector-service/backend.ts';
import { cursorCodec, locatorStore } from '../../src/connector-service/execute/page-token.ts';
import { canonicalJson } from '../../src/contract/wire/json.ts';
import { openService, type TestService } from '../support/service.ts';

let service: TestService | undefined;
afterEach(() => service?.close());

const clock = (): number => 1_800_000_000_000;
const codec = cursorCodec({ key: randomBytes(32), clock, lifeMs: 1000 });

describe('a walk over pages', () => {
  it('meets each row once, whatever their number, on both kinds of pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 650 }), async (count) => {
        service = await openService({
          memory: { users: count, accounts: count },
          crm: { locatorParam: 'next' },
        });
        const users: string[] = [];
        for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
          const { body }: Awaited<ReturnType<TestService['execute']>> = await service.execute({
            entity: 'users',
            action: 'list',
            params: { cursor },
          });
          users.push(...body.result.map((row) => row.id));
          cursor = body.connector_metadata.pagination.cursor ?? null;
        }
        const accounts: string[] = [];
        for (let next: string | null = null, more = true; more; more = next !== null) {
          const q = 'SELECT Id FROM Account';
          const { body }: Awaited<ReturnType<TestService['execute']>> = await service.execute(
            { entity: 'accounts', action: 'list', params: { q, next } },
            { crm: true },
          );
          accounts.push(...body.result.records.map((row) => row.Id));
          next = body.result.nextRecordsUrl ?? null;
        }
        await service.close();
        for (const ids of [users, accounts]) {
          expect(ids).toHaveLength(count);
          expect(new Set(ids).size).toBe(count);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a child list that is cut', () => {
  const rest = '/services/data/v59.0/query/0r8child-200';

  it('goes on by the path the backend printed, deep inside a record too', async () => {
    const pages: unknown[] = [];
    const backend = {
      async execute({ page }: BackendOperation): Promise<BackendAnswer> {
        pages.push(page);
        const contacts = { totalSize: 300, done: false, nextRecordsUrl: rest, records: [] };
        const records = [{ Id: 'a', Children: { records: [{ Id: 'b', Contacts: contacts }] } }];
        return { kind: 'soql-page', records, totalSize: 1, next: null };
      },
      close() {},
    };
    service = await openService({ backend, crm: { locatorParam: 'next' } });
    const list = (params: object) =>
      service?.execute({ entity: 'accounts', action: 'list', params }, { crm: true });
    expect((await list({ next: rest }))?.status).toBe(400);
    await list({ q: 'SELECT Id FROM Account' });
    expect((await list({ next: rest }))?.status).toBe(200);
    expect(pages).toEqual([null, { nextRecordsUrl: rest }]);
  });
});

describe('a cursor', () => {
  it('gives back where to go on, and only under its scope', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (next, scope) => {
        const plain = JSON.parse(JSON.stringify(next)) as Record<string, unknown>;
        const cursor = codec.seal(scope, plain);
        expect(codec.open(scope, cursor)).toEqual(plain);
        expect(() => codec.open(`${scope}x`, cursor)).toThrow(BackendError);
      }),
    );
  });

  it('is refused with any character of it changed', () => {
    const cursor = codec.seal('scope', { start: 100 });
    fc.assert(
      fc.property(
        fc.nat(cursor.length - 1),
        fc.constantFrom('A', 'b', '7', '.', '-'),
        (at, other) => {
          // The last character carries bits the decoder drops.
          fc.pre(cursor[at] !== other && at !== cursor.length - 1);
          const forged = cursor.slice(0, at) + other + cursor.slice(at + 1);
          expect(() => codec.open('scope', forged)).toThrow(BackendError);
        },
      ),
    );
  });

  it('belongs to the service that made it', () => {
    const other = cursorCodec({ key: randomBytes(32), clock, lifeMs: 1000 });
    expect(() => other.open('s', codec.seal('s', {}))).toThrow(BackendError);
  });
});

describe('a filter', () => {
  it('is the same however its members are ordered', () => {
    expect(canonicalJson({ b: [2, 1], a: { d: 1, c: null } })).toBe(
      canonicalJson({ a: { c: null, d: 1 }, b: [2, 1] }),
    );
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
  });
});

describe('the locator store', () => {
  it('forgets the oldest when it is full', () => {
    const store = locatorStore({ clock, lifeMs: 1000 });
    const query = { id: null, instance: 'i', params: {}, next: {}, offset: 200 };
    const first = store.store(query);
    const second = store.store(query);
    for (let n = 0; n < 9_999; n += 1) store.store(query);
    expect(() => store.find('i', first)).toThrow(BackendError);
    expect(store.find('i', second).offset).toBe(200);
    expect(() => store.find('j', second)).toThrow(BackendError);
  });
});
