import { describe, expect, it } from 'vitest';
import { readByteRange, readMediaHeaders } from '../../../src/contract/wire/download-header.ts';
import {
  executeBody,
  executePath,
  paramsShape,
  queryShape,
} from '../../../src/contract/wire/execute.ts';
import { retryAfterMs } from '../../../src/contract/wire/retry-after.ts';
import type { UpstreamSite } from '../../../src/errors.ts';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 15, 9);
  const date = (ms: number): string => new Date(now + ms).toUTCString();
  const cases: readonly (readonly [string | null, string | null, number | null])[] = [
    [null, null, null],
    ['0', null, 0],
    ['2', null, 2_000],
    [' 2 ', null, 2_000],
    ['1.5', null, 1_500],
    ['10800', null, 10_800_000],
    ['99999999999999', null, 3 * 3_600_000],
    ['-5', null, null],
    ['soon', null, null],
    ['', null, null],
    ['1e9', null, null],
    ['2026', null, 2_026_000],
    [date(5_000), null, 5_000],
    [date(-5_000), null, 0],
    // This side's clock is ten minutes off; the answer's own date is the measure.
    [date(605_000), date(600_000), 5_000],
    ['Mon, 99 Foo 2026', null, null],
  ];
  for (const [header, dated, expected] of cases) {
    it(`"${header}"${dated ? ' beside a Date' : ''} is ${expected} ms`, () => {
      expect(retryAfterMs(header, dated, now)).toBe(expected);
    });
  }
});

describe('an instance id', () => {
  it('stands in the path, below a base path too', () => {
    expect(executePath('/', 'a-1_b.2:c')).toBe('/api/v1/connectors/instances/a-1_b.2%3Ac/execute');
    expect(executePath('/gateway/', 'x')).toBe('/gateway/api/v1/connectors/instances/x/execute');
  });

  for (const id of [
    '',
    '../x',
    '..',
    '%2f',
    'a/b',
    'a?b',
    'a#b',
    'a b',
    'a\r\nb',
    'é',
    'x'.repeat(129),
  ]) {
    it(`that is ${JSON.stringify(id.slice(0, 10))} is refused`, () => {
      expect(() => executePath('/', id)).toThrowError(
        expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      );
    });
  }
});

describe('the body', () => {
  it('leaves params out when there are none', () => {
    expect(JSON.parse(executeBody('users', 'list', {}))).toEqual({
      entity: 'users',
      action: 'list',
    });
  });
});

describe('a range', () => {
  for (const range of ['bytes=0-99', 'bytes=5-5', 'bytes=100-', 'bytes=-500']) {
    it(`${range} passes as it is`, () => expect(readByteRange(range)).toBe(range));
  }
  it('may spell its unit with capitals', () =>
    expect(readByteRange('Bytes=0-99')).toBe('bytes=0-99'));
  const wrong = [
    'bytes=5-1',
    'bytes=0-1,3-4',
    'bytes=-',
    'bytes=-0',
    'bytes=a-b',
    'items=0-1',
    'bytes=0-1\r\nX: y',
    `bytes=0-${'9'.repeat(10_000)}`,
    'bytes 0-1',
    '',
  ];
  for (const range of wrong) {
    it(`${JSON.stringify(range.slice(0, 20))} is no range`, () =>
      expect(readByteRange(range)).toBeUndefined());
  }
});

describe("a file's head", () => {
  const site: UpstreamSite = { service: 'crm', entity: 'attachments', action: 'download' };
  const read = (status: 200 | 206, headers: Record<string, string>, range?: string) =>
    readMediaHeaders(status, (name) => headers[name] ?? null, range, site);
  const headerOf = (name: string, value: string | null): Record<string, string> =>
    value === null ? {} : { [name]: value };

  it('is read for the whole and for a part', () => {
    expect(
      read(200, {
        'content-type': 'Audio/MPEG; rate=8000',
        'content-length': '1000',
        'content-disposition': 'attachment; filename="a b.mp3"',
      }),
    ).toEqual({
      status: 200,
      contentType: 'audio/mpeg',
      contentLength: 1000,
      contentRange: null,
      fileName: 'a b.mp3',
    });
    expect(
      read(206, { 'content-range': 'bytes 5-9/1000', 'content-length': '5' }, 'bytes=5-9'),
    ).toMatchObject({ status: 206, contentRange: 'bytes 5-9/1000', contentLength: 5 });
  });

  it('may be the whole where a part was asked for', () => {
    expect(read(200, {}, 'bytes=5-9')).toMatchObject({ status: 200, contentRange: null });
  });

  const contradictions: readonly (readonly [string, Record<string, string>, string?])[] = [
    ['a part nobody asked for', { 'content-range': 'bytes 0-4/10' }],
    ['a part that does not say which', {}, 'bytes=0-4'],
    ['another part', { 'content-range': 'bytes 6-9/10' }, 'bytes=5-9'],
    ['a reversed part', { 'content-range': 'bytes 9-5/10' }, 'bytes=9-'],
    ['a part beyond the end', { 'content-range': 'bytes 5-10/10' }, 'bytes=5-'],
    [
      'a part of another length',
      { 'content-range': 'bytes 5-9/10', 'content-length': '4' },
      'bytes=5-9',
    ],
    ['a length that is no number', { 'content-length': '-1' }, 'bytes=5-9'],
  ];
  for (const [title, headers, range] of contradictions) {
    it(`is refused: ${title}`, () => {
      expect(() => read(206, headers, range)).toThrowError(
        expect.objectContaining({ code: 'UPSTREAM_BAD_RESPONSE' }),
      );
    });
  }

  const types: readonly (readonly [string | null, string])[] = [
    ['video/mp4', 'video/mp4'],
    ['application/pdf; charset=binary', 'application/pdf'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['text/html', 'application/octet-stream'],
    ['TEXT/HTML;x', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['audio/mpeg\r\nSet-Cookie: a=b', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
    [null, 'application/octet-stream'],
  ];
  for (const [value, expected] of types) {
    it(`has the type ${expected} for ${JSON.stringify(value?.slice(0, 40) ?? null)}`, () => {
      expect(read(200, headerOf('content-type', value)).contentType).toBe(expected);
    });
  }

  const names: readonly (readonly [string | null, string | null])[] = [
    [null, null],
    ['inline', null],
    ['attachment; filename=plain.pdf', 'plain.pdf'],
    ['attachment; filename="Plan \\"A\\".pdf"', 'Plan A.pdf'],
    [`attachment; filename="Plan.pdf"; filename*=UTF-8''Pl%C3%A4n.pdf`, 'Plän.pdf'],
    [`attachment; filename*=UTF-8''%E0%A4; filename="b.pdf"`, 'b.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="..\\\\win.ini"', 'win.ini'],
    [`attachment; filename*=UTF-8''a%0d%0aX%3A%20y`, 'aX y'],
    [`attachment; filename*=UTF-8''a%E2%80%AEfdp.exe`, 'afdp.exe'],
    ['attachment; filename="..."', null],
    [`attachment; filename="${'x'.repeat(500)}"`, 'x'.repeat(150)],
  ];
  for (const [value, expected] of names) {
    it(`has the name ${JSON.stringify(expected?.slice(0, 20) ?? null)} for ${JSON.stringify(value?.slice(0, 50) ?? null)}`, () => {
      expect(read(200, headerOf('content-disposition', value)).fileName).toBe(expected);
    });
  }
});

describe('the shape of a request', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "SELECT Id FROM Contact WHERE Email = 'x@y.example' LIMIT 5",
      'SELECT Id FROM Contact WHERE Email = ? LIMIT 5',
    ],
    ["WHERE Id IN ('a', 'b','c')", 'WHERE Id IN (? ×3)'],
    ["WHERE Name = 'O\\'Neil \\\\' AND x = 'y'", 'WHERE Name = ? AND x = ?'],
    ["WHERE Name = 'never ends", 'WHERE Name = ?'],
    [
      'FIND {smith \\} x} IN ALL FIELDS RETURNING Contact(Id)',
      'FIND {?} IN ALL FIELDS RETURNING Contact(Id)',
    ],
  ];
  for (const [query, shape] of cases) {
    it(`of ${query.slice(0, 30)}… shows no value`, () => expect(queryShape(query)).toBe(shape));
  }

  it('of params shows flags, dates and counts only', () => {
    expect(
      paramsShape({
        filter: { fromDateTime: '2026-01-01T00:00:00Z', callIds: ['1', '2'], workspaceId: '7' },
        contentSelector: { context: 'Extended', exposedFields: { parties: true } },
        cursor: 'secret',
        q: "SELECT Id FROM Lead WHERE Name = 'x'",
        fields: 'Id,Name',
        from: 'canary@example.com',
        absent: undefined,
      }),
    ).toEqual({
      filter: { fromDateTime: '2026-01-01T00:00:00Z', callIds: '×2', workspaceId: '…' },
      contentSelector: { context: 'Extended', exposedFields: { parties: true } },
      cursor: '…',
      q: 'SELECT Id FROM Lead WHERE Name = ?',
      fields: 'Id,Name',
      from: '…',
    });
  });
});
