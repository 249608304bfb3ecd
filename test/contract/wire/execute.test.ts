import { describe, expect, it } from 'vitest';
import type { AnswerKind } from '../../../src/contract/entity-spec.ts';
import type { Answer } from '../../../src/contract/wire/execute.ts';
import { decodeAnswer, totalMark } from '../../../src/contract/wire/execute.ts';
import { parseJson } from '../../../src/contract/wire/json.ts';
import type { UpstreamSite } from '../../../src/errors.ts';
import { childPage } from '../../../src/fetch/keyset-list.ts';

type Kind = Exclude<AnswerKind, 'bytes'>;

const site: UpstreamSite = { service: 'crm', entity: 'accounts', action: 'list' };
const decode = (kind: Kind, json: unknown): Answer => decodeAnswer(kind, json, site);
const page = (over: Partial<Answer['page']> = {}): Answer['page'] => ({
  cursor: null,
  nextRecordsUrl: null,
  done: true,
  total: null,
  pageNumber: null,
  ...over,
});
const rows = [{ id: '9007199254740993123' }];
const next = '/services/data/v59.0/query/0r8xx0000000001AAA-200';

describe('a decoded answer', () => {
  const cases: readonly (readonly [string, Kind, unknown, Answer])[] = [
    [
      'a page of the older service with its cursor',
      'cursor-page',
      {
        result: rows,
        connector_metadata: {
          pagination: {
            totalRecords: 159,
            currentPageSize: 100,
            currentPageNumber: 0,
            cursor: 'c1',
          },
        },
      },
      { rows, page: page({ cursor: 'c1', done: false, total: 159, pageNumber: 0 }) },
    ],
    [
      'a last page, which has no cursor, though it is shorter than its counts say',
      'cursor-page',
      {
        result: rows,
        connector_metadata: {
          pagination: { totalRecords: 159, currentPageSize: 59, currentPageNumber: 1 },
        },
      },
      { rows, page: page({ total: 159, pageNumber: 1 }) },
    ],
    [
      'a page of the newer service, flat and in snake case, with more keys than expected',
      'cursor-page',
      {
        status: 'success',
        result: rows,
        connector_metadata: {
          cursor: 'c2',
          total_records: 159,
          current_page_number: 0,
          trace: 'x',
        },
        execution_metadata: { execution_time_ms: 11 },
        warning: 'private calls are hidden',
      },
      { rows, page: page({ cursor: 'c2', done: false, total: 159, pageNumber: 0 }) },
    ],
    [
      'a last page whose cursor is null',
      'cursor-page',
      {
        result: rows,
        connector_metadata: { cursor: null, total_records: 1, current_page_number: 0 },
      },
      { rows, page: page({ total: 1, pageNumber: 0 }) },
    ],
    [
      'an empty cursor as none',
      'cursor-page',
      { result: rows, connector_metadata: { cursor: '' } },
      { rows, page: page({ lacksTotal: 'missing' }) },
    ],
    [
      'metadata that is null',
      'rows',
      { result: rows, connector_metadata: null },
      { rows, page: page() },
    ],
    [
      'metadata that is missing',
      'cursor-page',
      { result: rows },
      { rows, page: page({ lacksTotal: 'missing' }) },
    ],
    [
      'a page block that is null',
      'cursor-page',
      { result: rows, connector_metadata: { pagination: null } },
      { rows, page: page({ lacksTotal: 'missing' }) },
    ],
    [
      'counts of another type as unknown',
      'cursor-page',
      {
        result: rows,
        connector_metadata: { pagination: { totalRecords: '159', currentPageNumber: -1 } },
      },
      { rows, page: page({ lacksTotal: 'malformed' }) },
    ],
    [
      'a SOQL page whole, whose total is not its length',
      'soql-page',
      {
        result: { totalSize: 2086, done: false, nextRecordsUrl: next, records: rows },
        connector_metadata: null,
      },
      { rows, page: page({ nextRecordsUrl: next, done: false, total: 2086 }) },
    ],
    [
      'a SOQL page as a list with done beside it',
      'soql-page',
      {
        status: 'success',
        result: rows,
        connector_metadata: { done: false, nextRecordsUrl: next },
      },
      { rows, page: page({ nextRecordsUrl: next, done: false }) },
    ],
    [
      'a SOQL page as a list with nothing beside it',
      'soql-page',
      { result: rows, connector_metadata: null },
      { rows, page: page({ isUnmarked: true }) },
    ],
    [
      'a SOQL page that is not done and does not say where it goes on',
      'soql-page',
      { result: { totalSize: 4, done: false, records: rows } },
      { rows, page: page({ done: false, total: 4 }) },
    ],
    [
      'COUNT(): no records and a total',
      'soql-page',
      { result: { totalSize: 2086, done: true, records: [] } },
      { rows: [], page: page({ total: 2086 }) },
    ],
    [
      'an aggregate row without Id',
      'soql-page',
      {
        result: {
          totalSize: 1,
          done: true,
          records: [{ attributes: { type: 'AggregateResult' }, expr0: 3 }],
        },
      },
      {
        rows: [{ attributes: { type: 'AggregateResult' }, expr0: 3 }],
        page: page({ total: 1 }),
      },
    ],
    [
      'search hits in an object',
      'hits',
      { result: { searchRecords: rows }, connector_metadata: null },
      { rows, page: page() },
    ],
    [
      'search hits as a list',
      'hits',
      { status: 'success', result: rows, connector_metadata: null },
      { rows, page: page() },
    ],
    ['one record', 'row', { result: rows[0], connector_metadata: null }, { rows, page: page() }],
    ['one record in a list of one', 'row', { result: rows }, { rows, page: page() }],
  ];

  for (const [title, kind, json, expected] of cases) {
    it(`reads ${title}`, () => expect(decode(kind, json)).toEqual(expected));
  }

  it('keeps what rows hold as it came: absent, null, empty, child pages, unknown fields', () => {
    const row = {
      attributes: { type: 'Account' },
      Id: '001000000000001AAA',
      Parent: null,
      Contacts: null,
      Opportunities: { totalSize: 3, done: false, nextRecordsUrl: next, records: [{ Id: '006' }] },
      CreatedDate: '2026-05-01T07:25:37.000+0000',
      Invented__c: { deep: [''] },
    };
    expect(decode('soql-page', { result: { done: true, records: [row] } }).rows).toEqual([row]);
  });
});

describe('a page path from outside', () => {
  const foreign = [
    'https://elsewhere.example/services/data/v59.0/query/0r8xx-200',
    '//elsewhere.example/services/data/v59.0/query/0r8xx-200',
    '/services/data/v59.0/sobjects/Account/001',
    '/services/data/v59.0/query/../../../oauth2/token',
    '/services/data/v59.0/query/0r8xx-200?x=1',
    '/services/data/v59.0/query/0r8%2e-200',
    ' /services/data/v59.0/query/0r8xx-200',
  ];
  for (const nextRecordsUrl of foreign) {
    it(`is dropped when it is ${nextRecordsUrl}, and the page stays unfinished`, () => {
      const answer = decode('soql-page', {
        result: { done: false, nextRecordsUrl, records: rows },
      });
      expect(answer.page).toEqual(page({ done: false, lacksTotal: 'missing' }));
    });
  }
});

describe('an answer of a form nobody documented', () => {
  const cases: readonly (readonly [string, Kind, unknown])[] = [
    ['rows without a wrapper', 'cursor-page', rows],
    ['null', 'cursor-page', null],
    ['a string', 'cursor-page', 'ok'],
    ["a stranger's wrapper", 'cursor-page', { data: { items: rows }, ok: true }],
    ['an empty object', 'rows', {}],
    ['a result that is null', 'cursor-page', { result: null }],
    ['a result that is an object where rows belong', 'cursor-page', { result: { calls: rows } }],
    ['metadata that is a list', 'cursor-page', { result: rows, connector_metadata: [] }],
    [
      'a page block that is a string',
      'cursor-page',
      { result: rows, connector_metadata: { pagination: 'last' } },
    ],
    [
      'a cursor that is a number',
      'cursor-page',
      { result: rows, connector_metadata: { pagination: { cursor: 7 } } },
    ],
    ['a SOQL page without records', 'soql-page', { result: { totalSize: 0, done: true } }],
    ['done that is a word', 'soql-page', { result: { done: 'no', records: [] } }],
    [
      'a page path that is an object',
      'soql-page',
      { result: { done: false, nextRecordsUrl: {}, records: [] } },
    ],
    ['hits under another name', 'hits', { result: { records: rows } }],
    ['no record where one was asked for', 'row', { result: null }],
    ['two records where one was asked for', 'row', { result: [{}, {}] }],
    ['no records where one was asked for', 'row', { result: [] }],
  ];

  for (const [title, kind, json] of cases) {
    it(`is an error, never an empty list: ${title}`, () => {
      expect(() => decode(kind, json)).toThrowError(
        expect.objectContaining({
          code: 'UPSTREAM_BAD_RESPONSE',
          message: expect.stringMatching(/^accounts list: expected .+, got .+\.$/),
        }),
      );
    });
  }

  it.each(['1', 7, null, [], [{ id: '1' }]])('is no fault of its neighbours: a row %j', (row) => {
    const { rows } = decode('rows', { result: [{ id: '1' }, row, { id: '2' }] });
    expect(rows).toEqual([{ id: '1' }, {}, { id: '2' }]);
  });

  it('is described without any of its text', () => {
    const canary = 'canary@example.com';
    expect.assertions(1);
    try {
      decode('rows', { [canary]: canary });
    } catch (error) {
      expect(String(error)).not.toContain(canary);
    }
  });
});

describe('a size of a list', () => {
  it.each(['12', '', -1, 1.5, 2 ** 53, 1e300, true, false, [], {}])(
    'is malformed where it is %j',
    (value) => expect(totalMark(value)).toEqual({ total: null, lacksTotal: 'malformed' }),
  );
  it.each([undefined, null])('is none where it is %j', (value) =>
    expect(totalMark(value)).toEqual({ total: null }),
  );
  it('of children is read as any other', () => {
    const total = (totalSize: unknown) => childPage({ totalSize, done: true, records: [] }).page;
    expect(total(2)).toMatchObject({ total: 2 });
    for (const value of ['2', -1, 0.5, 1e300])
      expect(total(value)).toMatchObject({ total: null, lacksTotal: 'malformed' });
    expect(total(undefined)).toMatchObject({ total: null, lacksTotal: 'missing' });
  });
});

describe('JSON from outside', () => {
  it('reaches no prototype, however its keys are spelled', () => {
    for (const key of ['__proto__', '\\u005f_proto__', '_\\u005Fproto_\\u005f']) {
      const parsed = parseJson(`{"a": {"${key}": {"polluted": true}, "b": 1}}`) as {
        a: Record<string, unknown>;
      };
      expect(Object.keys(parsed.a)).toEqual(['b']);
      expect(Object.assign({}, parsed.a)).not.toHaveProperty('polluted');
    }
  });

  it('keeps other odd keys and texts', () => {
    const text = '{"constructor": {"prototype": {"x": 1}}, "say": "__proto__ \\u005f"}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect({}).not.toHaveProperty('x');
  });
});
