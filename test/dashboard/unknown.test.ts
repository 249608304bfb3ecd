/** What the dashboard's screens take for known: an absence is one only where calls were read, a group only where all came. */

import { describe, expect, it } from 'vitest';
import { type PresenceFields, presenceOf } from '../../src/dashboard/shared/attendance.ts';
import { cutText, isWhole } from '../../src/dashboard/signal/group-count.ts';

const since = { completeFrom: '2026-01-01T00:00:00Z' };
const unread = { completeFrom: null };
const on = (startedAt: string | null) => ({ startedAt });
const [march, may] = ['2026-03-01T10:00:00Z', '2026-05-01T10:00:00Z'];

describe('how a person was part of calls', () => {
  const cases: readonly (readonly [
    string,
    PresenceFields,
    ReturnType<typeof presenceOf>['kind'],
  ])[] = [
    ['nothing came', { lastCall: null, attended: null, invited: null }, 'unknown'],
    [
      'nothing was read',
      { lastCall: { ...on(null), coverage: unread }, attended: on(null), invited: on(null) },
      'unknown',
    ],
    [
      'one role did not come',
      { lastCall: { ...on(null), coverage: since }, attended: null, invited: on(null) },
      'unknown',
    ],
    [
      'no call',
      { lastCall: { ...on(null), coverage: since }, attended: on(null), invited: on(null) },
      'never',
    ],
    [
      'invited',
      { lastCall: { ...on(may), coverage: since }, attended: on(null), invited: on(may) },
      'invited',
    ],
    [
      'linked',
      { lastCall: { ...on(may), coverage: since }, attended: on(null), invited: on(null) },
      'named',
    ],
    [
      'there',
      { lastCall: { ...on(may), coverage: since }, attended: on(march), invited: on(may) },
      'attended',
    ],
    [
      'there, as far as was read',
      { lastCall: { ...on(may), coverage: unread }, attended: on(may), invited: null },
      'attended',
    ],
  ];
  it.each(cases)('%s', (_name, fields, kind) => {
    expect(presenceOf(fields, false).kind).toBe(kind);
    // While calls are still to be read, nobody was on none.
    expect(presenceOf(fields, true).kind).toBe(kind === 'never' ? 'unread' : kind);
  });

  it('an invitation after the last call they were on is named beside it', () => {
    const fields = {
      lastCall: { ...on(may), coverage: since },
      attended: on(march),
      invited: on(may),
    };
    expect(presenceOf(fields, false).missed).toEqual(new Date(may));
    expect(
      presenceOf({ ...fields, attended: on(may), invited: on(march) }, false).missed,
    ).toBeNull();
  });
});

describe('groups of calls', () => {
  const groups = (values: readonly (string | null)[], totalCount: number) => ({
    totalCount,
    groups: values.map((value) => ({ keys: [{ value }] })),
  });

  it('are cut with a word, and never without', () => {
    expect(cutText(groups(['a', 'b', null], 3))).toBe('');
    expect(cutText(null)).toBe('');
    expect(cutText(groups(['a', null, 'b'], 32))).toBe('The 2 most frequent of 31.');
    expect(isWhole(groups(['a', 'b'], 3))).toBe(false);
  });
});
