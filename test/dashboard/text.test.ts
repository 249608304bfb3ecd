/** What the dashboard's sentences say: of faults, of coverage, of what an absence means. */

import { expect, it } from 'vitest';
import { permissionMeanings } from '../../src/contract/permission.ts';
import { type CoverageFields, coverageText } from '../../src/dashboard/shared/coverage.ts';
import { faultText, refusalText } from '../../src/dashboard/shared/error-message.ts';
import { lengthText } from '../../src/dashboard/shared/format.ts';
import { saidFilters } from '../../src/dashboard/shared/said-filter.ts';
import { errorCodes } from '../../src/errors.ts';

const systems = { none: undefined, crm: 'crm', platform: 'call-analytics' } as const;

it('each code is a sentence of its own, of each system', () => {
  const unknown = faultText('A_NEW_CODE');
  const own = ['INDEX_FULL', 'INDEX_UNAVAILABLE', 'UNREACHABLE', 'INCOMPLETE'];
  for (const system of Object.values(systems)) {
    const texts = [...errorCodes, ...own].map((code) => faultText(code, system));
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain(unknown);
    for (const text of texts) expect(text).toMatch(/^[A-Z].*[.]$/);
  }
  // Names that every object has are codes like any others.
  expect(faultText('toString')).toBe(unknown);
});

it('a missing right is said in the reader’s words, without how it is given', () => {
  const message = (right: string): string =>
    `Expected the right "${right}" for this (without an access file PRIVATE_CALLS=shown gives it).`;
  expect(refusalText(message('transcripts'))).toBe('What was said in calls is not shown to you.');
  for (const right of [...Object.keys(permissionMeanings), 'toString'])
    expect(refusalText(message(right))).toMatch(/^[A-Z][^_=]+[.]$/);
  expect(refusalText('No.')).toBe(faultText('FORBIDDEN'));
});

it.each([
  ['UPSTREAM_UNAVAILABLE', 'crm', 'The CRM can’t be read just now.'],
  ['UPSTREAM_UNAVAILABLE', undefined, 'The index of calls can’t be read just now.'],
  [
    'RATE_LIMITED',
    'call-analytics',
    'The call platform takes no more questions for now. Try again later.',
  ],
  ['RATE_LIMITED', undefined, 'Too many questions for now. Try again later.'],
  [
    'NOT_CONFIGURED',
    'crm',
    'The CRM is not connected here: the server has no account of it, so nothing of it is shown.',
  ],
  ['UPSTREAM_TIMEOUT', 'another system', 'The system behind this did not answer in time.'],
])('%s of %s: %s', (code, system, text) => {
  expect(faultText(code, system)).toBe(text);
});

it.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [89, '1 min'],
  [1147, '19 min'],
  [3599, '1 hr 0 min'],
  [3840, '1 hr 4 min'],
])('a call of %i seconds is one of %s, which no time of day looks like', (seconds, text) => {
  expect(lengthText(seconds)).toBe(text);
});

const now = new Date('2026-06-01T12:00:00');
const minutesAgo = (minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString();
const completeFrom = new Date('2025-06-02T00:00:00').toISOString();

it.each<[CoverageFields, RegExp, string | null]>([
  [{ completeFrom: null }, /^Calls are not known yet\.$/, null],
  [
    { completeFrom: null, lastError: 'UPSTREAM_TIMEOUT' },
    /^Calls are not known\. The call platform did not answer in time\.$/,
    'UPSTREAM_TIMEOUT',
  ],
  [{ completeFrom }, /^Calls are known since [^,.]*2[^.]*\.$/, null],
  [{ completeFrom, syncedAt: minutesAgo(2) }, /known since .*, read last on [^.]*\.$/, null],
  // What went wrong a moment ago concerns nobody yet.
  [
    { completeFrom, syncedAt: minutesAgo(14), lastError: 'UPSTREAM_TIMEOUT' },
    /read last on [^.]*\.$/,
    null,
  ],
  [{ completeFrom, syncedAt: minutesAgo(16) }, /read last on [^.]*\.$/, null],
  [
    { completeFrom, syncedAt: minutesAgo(16), lastError: 'UPSTREAM_AUTH' },
    /read last on [^.]*\. Newer calls are not known\. The call platform does not accept the server’s account\.$/,
    'UPSTREAM_AUTH',
  ],
])('coverage %o', (coverage, text, code) => {
  const shown = coverageText(coverage, now);
  expect(shown.text).toMatch(text);
  expect(shown.code).toBe(code);
});

it.each<[CoverageFields, RegExp]>([
  [{ completeFrom: null }, /^What was said is not known yet\.$/],
  [{ completeFrom, unread: 0 }, /^What was said is known since [^,.]*2[^.]*\.$/],
  [
    { completeFrom, syncedAt: minutesAgo(2), unread: 1 },
    /, read last on [^.]*\. Not read yet: 1 call\.$/,
  ],
])('coverage of words %o', (coverage, text) => {
  expect(coverageText(coverage, now, 'words').text).toMatch(text);
});

it.each([
  ['price', [{ text: 'price' }]],
  ['“too expensive”', [{ phrase: 'too expensive' }]],
  ['price "too expensive" pric*', [{ text: 'price pric*', phrase: 'too expensive' }]],
  ['„zu teuer“ "next year"', [{ phrase: 'zu teuer' }, { phrase: 'next year' }]],
  // Nothing is quoted by a quote that nobody closed.
  ['19" screen', [{ text: '19 screen' }]],
  ['"" – !', []],
])('looks for %s among what was said', (term, filters) => {
  expect(saidFilters(term, null)).toEqual(filters);
  expect(saidFilters(term, 'OURS')).toEqual(filters.map((filter) => ({ ...filter, by: 'OURS' })));
});
