import { describe, expect, it } from 'vitest';
import type { AnswerKind } from '../../../src/contract/entity-spec.ts';
import {
  classifyFailure,
  FileMissingError,
  UnknownActionError,
} from '../../../src/contract/wire/failure.ts';
import type { UpstreamSite } from '../../../src/errors.ts';

const now = Date.UTC(2026, 0, 15, 9);

interface Case {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind?: AnswerKind;
  readonly action?: UpstreamSite['action'];
  readonly params?: Readonly<Record<string, unknown>>;
}

const classify = ({ status, body = '', headers = {}, kind, action, params }: Case) =>
  classifyFailure({
    status,
    header: (name) => headers[name] ?? null,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    kind: kind ?? 'cursor-page',
    site: { service: 'call-analytics', entity: 'calls', action: action ?? 'list' },
    params: params ?? {},
    now,
  });

const platform = (...errors: string[]) => ({ requestId: '5x', errors });
const crm = (errorCode: string, message = '') => [{ message, errorCode }];
/** As services pass a vendor's error on: JSON text within a message. */
const inside = (body: unknown) => ({ message: JSON.stringify(body) });

const rateLimited = { code: 'RATE_LIMITED', retryable: true };
const auth = { code: 'UPSTREAM_AUTH', retryable: false };
const forbidden = { code: 'UPSTREAM_FORBIDDEN', retryable: false };
const bad = { code: 'UPSTREAM_BAD_REQUEST', retryable: false };

describe('a refusal', () => {
  const quota = crm('REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
  const scope = platform("You don't have permission to use 'api:stats:scorecards' in your app.");
  const cases: readonly (readonly [string, Case, object])[] = [
    ['429', { status: 429, body: { message: 'slow down' } }, { ...rateLimited, status: 429 }],
    [
      '429 with Retry-After',
      { status: 429, headers: { 'retry-after': '2' } },
      { ...rateLimited, retryAfterMs: 2_000 },
    ],
    [
      'a spent daily quota, which looks like auth',
      { status: 403, body: quota, kind: 'soql-page' },
      { ...rateLimited, upstreamCode: 'REQUEST_LIMIT_EXCEEDED' },
    ],
    [
      'an object that the CRM’s user may not read, by its name',
      {
        status: 400,
        body: crm(
          'INVALID_TYPE',
          "\nFROM Case\nERROR at Row:1:Column:16\nsObject type 'Case' is not supported. If",
        ),
        params: { q: 'SELECT Id FROM Case' },
      },
      {
        ...forbidden,
        message: 'The upstream credential may not read Case, or there is no such object.',
      },
    ],
    [
      'the same of an object that was not asked for, which is not quoted',
      {
        status: 400,
        body: crm('INVALID_TYPE', "sObject type 'Canary' is not supported"),
        params: { q: "SELECT Id FROM Case WHERE Subject = 'Canary'" },
      },
      { ...bad, message: 'The upstream refused calls list: INVALID_TYPE.' },
    ],
    ['the same inside a string', { status: 403, body: inside(quota) }, rateLimited],
    ['the same as a 401 of the service', { status: 401, body: inside(quota) }, rateLimited],
    [
      'too many concurrent requests',
      {
        status: 403,
        body: crm('REQUEST_LIMIT_EXCEEDED', 'ConcurrentRequests (x) Limit exceeded.'),
      },
      { ...rateLimited, retryAfterMs: 1_000 },
    ],
    ['a bearer token that ended', { status: 401, body: { message: 'expired' } }, auth],
    ['401 with an empty body', { status: 401 }, auth],
    [
      "an instance's session that ended",
      { status: 401, body: inside(crm('INVALID_SESSION_ID', 'Session expired or invalid')) },
      { ...auth, upstreamCode: 'INVALID_SESSION_ID' },
    ],
    ['a missing scope, which the platform calls 401', { status: 401, body: scope }, forbidden],
    ['the same inside a string', { status: 401, body: inside(scope) }, forbidden],
    [
      'rights that are missing',
      { status: 403, body: crm('INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights') },
      forbidden,
    ],
    ['403 in HTML', { status: 403, body: '<html>Forbidden</html>' }, forbidden],
    [
      'a locator that died',
      { status: 400, body: inside(crm('INVALID_QUERY_LOCATOR', 'invalid query locator')) },
      { code: 'CURSOR_EXPIRED' },
    ],
    [
      'a cursor that died',
      { status: 400, body: inside(platform('The cursor has expired')), params: { cursor: 'x' } },
      { code: 'CURSOR_EXPIRED' },
    ],
    [
      'the word cursor in answer to a call without one',
      { status: 400, body: platform('cursor: wrong') },
      bad,
    ],
    [
      'a query that ran for too long',
      { status: 400, body: crm('QUERY_TIMEOUT', 'Your query request was running for too long.') },
      { code: 'UPSTREAM_TIMEOUT', retryable: true },
    ],
    [
      'an unknown instance',
      { status: 404, body: { message: 'No such connector instance' } },
      { ...bad, message: expect.stringContaining('instance id') },
    ],
    ['a wrong address', { status: 404, body: '<html>Not Found</html>' }, bad],
    [
      'a query of something that is not there',
      { status: 404, body: crm('NOT_FOUND'), kind: 'soql-page' },
      bad,
    ],
    ['422', { status: 422, body: { message: 'x', errors: [] } }, { ...bad, status: 422 }],
    ['414', { status: 414, body: 'URI too long' }, bad],
    [
      '500',
      { status: 500, body: platform('Internal error') },
      { code: 'UPSTREAM_UNAVAILABLE', retryable: true },
    ],
    ['503 without a body', { status: 503 }, { code: 'UPSTREAM_UNAVAILABLE' }],
    [
      '503 with Retry-After',
      { status: 503, headers: { 'retry-after': '3' } },
      { code: 'UPSTREAM_UNAVAILABLE', retryAfterMs: 3_000 },
    ],
    [
      '502 in HTML',
      { status: 502, body: '<html>bad gateway</html>' },
      { code: 'UPSTREAM_UNAVAILABLE' },
    ],
    ['420', { status: 420 }, { code: 'UPSTREAM_UNAVAILABLE' }],
    ['406', { status: 406 }, { code: 'UPSTREAM_UNAVAILABLE' }],
    ['504', { status: 504 }, { code: 'UPSTREAM_TIMEOUT' }],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://x/' } },
      { code: 'UPSTREAM_BAD_RESPONSE' },
    ],
    [
      'a request fault wrapped in a 500',
      { status: 500, body: { error: `Upstream said: ${JSON.stringify(crm('MALFORMED_QUERY'))}` } },
      { ...bad, upstreamCode: 'MALFORMED_QUERY' },
    ],
    [
      'an error with 200',
      { status: 200, body: { status: 'error', message: 'x' } },
      { code: 'UPSTREAM_BAD_RESPONSE' },
    ],
    [
      'a quota error with 200',
      { status: 200, body: { status: 'error', error: JSON.stringify(quota) } },
      rateLimited,
    ],
  ];
  for (const [title, given, expected] of cases) {
    it(`is told for what it is: ${title}`, () => expect(classify(given)).toMatchObject(expected));
  }
});

describe('a 404 that means no rows', () => {
  const nothing = platform('No calls found corresponding to the provided filters');
  const unknown = platform('Call ID 1234567890123456789 was not found');
  const cases: readonly (readonly [string, Case])[] = [
    ['an empty range', { status: 404, body: nothing }],
    ['the same inside a string', { status: 404, body: inside(nothing) }],
    ['an unknown call', { status: 404, body: unknown, kind: 'row' }],
    ['an unknown user', { status: 404, body: platform('User was not found'), kind: 'row' }],
    ['an unknown record', { status: 404, body: inside(crm('NOT_FOUND')), kind: 'row' }],
    ['a deleted record', { status: 404, body: crm('ENTITY_IS_DELETED'), kind: 'row' }],
  ];
  for (const [title, given] of cases) {
    it(`is empty: ${title}`, () => expect(classify(given)).toBe('empty'));
  }

  it('is a missing file for a download', () => {
    const failure = classify({
      status: 404,
      body: inside(crm('NOT_FOUND')),
      kind: 'bytes',
      action: 'download',
    });
    expect(failure).toBeInstanceOf(FileMissingError);
  });
});

describe('an unknown action', () => {
  it('says when the service goes by the newer name of search', () => {
    const message =
      'Unknown action "search" for entity "calls". Available actions: list, api_search';
    const failure = classify({
      status: 422,
      body: { message, errors: [{ field: 'action', message, error_code: 'value_error' }] },
      kind: 'hits',
      action: 'search',
    });
    expect(failure).toBeInstanceOf(UnknownActionError);
    expect(failure).toMatchObject({ offersApiSearch: true });
  });
});

describe('what a complaint shows', () => {
  const q = "SELECT Id, Idx FROM Account WHERE Name = 'Secret Name'";
  const text =
    "\nSELECT Id, Idx FROM Account WHERE Name = 'Secret Name'\n           ^\nERROR at Row:1:Column:12\nNo such column 'Idx' on entity 'Account'. Token tok_canary for secret@example.com";

  it('names the code, the place and a field that was in the query', () => {
    expect(
      classify({ status: 400, body: crm('INVALID_FIELD', text), params: { q } }),
    ).toMatchObject({
      message: 'The upstream refused calls list: INVALID_FIELD, at row 1, column 12, no field Idx.',
      upstreamCode: 'INVALID_FIELD',
    });
  });

  it('names a param that was sent, and no other word of a validation error', () => {
    const errors = [
      { field: 'body.params.filter', message: 'tok_canary', error_code: 'value_error' },
      { field: 'body.params.secret@example.com', message: '', error_code: 'TOK_CANARY' },
    ];
    expect(
      classify({ status: 422, body: { message: 'tok_canary', errors }, params: { filter: {} } }),
    ).toMatchObject({ message: expect.stringMatching(/param filter\.$/) });
  });

  it('is nothing of what the upstream wrote', () => {
    for (const status of [200, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503, 504]) {
      for (const body of [
        text,
        crm('INVALID_FIELD', text),
        inside(platform(text)),
        { message: text },
      ]) {
        const failure = classify({ status, body, params: { q } });
        const said = failure === 'empty' ? '' : `${failure.message} ${JSON.stringify(failure)}`;
        expect(said).not.toMatch(/Secret Name|tok_canary|secret@example/);
      }
    }
  });
});
