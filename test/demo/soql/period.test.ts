import { describe, expect, it } from 'vitest';
import { type DateSpan, readPeriod } from '../../../src/demo/soql/date-literal.ts';
import type { RelativeDate } from '../../../src/soql/query.ts';
import { TokenReader } from '../../../src/soql/token-reader.ts';

const period = (text: string, now: Date): DateSpan =>
  readPeriod(new TokenReader(text).value() as RelativeDate, now);

describe('date literals', () => {
  // A Wednesday.
  const may = new Date('2026-05-13T23:59:59Z');

  it.each([
    ['TODAY', '2026-05-13', '2026-05-14'],
    ['yesterday', '2026-05-12', '2026-05-13'],
    ['TOMORROW', '2026-05-14', '2026-05-15'],
    ['LAST_WEEK', '2026-05-03', '2026-05-10'],
    ['THIS_WEEK', '2026-05-10', '2026-05-17'],
    ['NEXT_WEEK', '2026-05-17', '2026-05-24'],
    ['LAST_MONTH', '2026-04-01', '2026-05-01'],
    ['THIS_MONTH', '2026-05-01', '2026-06-01'],
    ['NEXT_MONTH', '2026-06-01', '2026-07-01'],
    ['LAST_90_DAYS', '2026-02-12', '2026-05-14'],
    ['NEXT_90_DAYS', '2026-05-14', '2026-08-12'],
    ['LAST_N_DAYS:3', '2026-05-10', '2026-05-14'],
    ['NEXT_N_DAYS:3', '2026-05-14', '2026-05-17'],
    ['N_DAYS_AGO:3', '2026-05-10', '2026-05-11'],
    ['LAST_N_WEEKS:2', '2026-04-26', '2026-05-10'],
    ['NEXT_N_WEEKS:2', '2026-05-17', '2026-05-31'],
    ['N_WEEKS_AGO:2', '2026-04-26', '2026-05-03'],
    ['LAST_N_MONTHS:2', '2026-03-01', '2026-05-01'],
    ['NEXT_N_MONTHS:2', '2026-06-01', '2026-08-01'],
    ['N_MONTHS_AGO:5', '2025-12-01', '2026-01-01'],
    ['LAST_QUARTER', '2026-01-01', '2026-04-01'],
    ['THIS_QUARTER', '2026-04-01', '2026-07-01'],
    ['NEXT_QUARTER', '2026-07-01', '2026-10-01'],
    ['LAST_N_QUARTERS:2', '2025-10-01', '2026-04-01'],
    ['NEXT_N_QUARTERS:3', '2026-07-01', '2027-04-01'],
    ['N_QUARTERS_AGO:2', '2025-10-01', '2026-01-01'],
    ['LAST_YEAR', '2025-01-01', '2026-01-01'],
    ['THIS_YEAR', '2026-01-01', '2027-01-01'],
    ['NEXT_YEAR', '2027-01-01', '2028-01-01'],
    ['LAST_N_YEARS:2', '2024-01-01', '2026-01-01'],
    ['NEXT_N_YEARS:2', '2027-01-01', '2029-01-01'],
    ['N_YEARS_AGO:2', '2024-01-01', '2025-01-01'],
    ['THIS_FISCAL_QUARTER', '2026-04-01', '2026-07-01'],
    ['LAST_FISCAL_YEAR', '2025-01-01', '2026-01-01'],
    ['LAST_N_FISCAL_QUARTERS:1', '2026-01-01', '2026-04-01'],
    ['NEXT_N_FISCAL_YEARS:1', '2027-01-01', '2028-01-01'],
    ['N_FISCAL_QUARTERS_AGO:1', '2026-01-01', '2026-04-01'],
    ['N_FISCAL_YEARS_AGO:1', '2025-01-01', '2026-01-01'],
  ])('%s', (text, from, to) => {
    expect(period(text, may)).toEqual({ from, to });
  });

  it('cross years and leap days', () => {
    expect(period('LAST_N_DAYS:1', new Date('2024-03-01T00:00:00Z')).from).toBe('2024-02-29');
    expect(period('LAST_MONTH', new Date('2026-01-31T12:00:00Z'))).toEqual({
      from: '2025-12-01',
      to: '2026-01-01',
    });
    expect(period('NEXT_MONTH', new Date('2026-01-31T12:00:00Z'))).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    });
  });

  it('stay within years of four digits, however far they reach', () => {
    expect(period('LAST_N_DAYS:777777', may).from).toBe('1000-01-01');
    expect(period('NEXT_N_YEARS:99999', may).to).toBe('9999-12-30');
  });
});
