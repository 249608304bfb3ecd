import { expect, it } from 'vitest';
import { namedDay } from '../../src/dashboard/deal/named-day.ts';
import { isoDay } from '../../src/dashboard/shared/day.ts';

/** A Tuesday. */
const at = new Date('2026-10-27T10:00:00');

it.each([
  ['We will come back to you by Friday.', 'eng', '2026-10-30'],
  ['Until Tuesday, then.', 'eng', '2026-11-03'],
  ['I will forward it today.', 'eng', '2026-10-27'],
  ['Tomorrow, not today.', 'eng', '2026-10-28'],
  ['Sundays suit us.', 'eng', null],
  ['Let us talk next week.', 'eng', null],
  ['Necesitamos el contrato antes del viernes.', 'spa', '2026-10-30'],
  ['Wir melden uns bis Freitag.', 'ger', '2026-10-30'],
  ['金曜日までにお送りします。', 'jpn', '2026-10-30'],
  ['We will come back to you by Friday.', 'zxx', null],
  ['We will come back to you by Friday.', 'no language', null],
  ['We will come back to you by Friday.', null, '2026-10-30'],
])('%s (%s) names the day %s', (text, language, day) => {
  const named = namedDay(text, at, language);
  expect(named && isoDay(named)).toBe(day);
});
