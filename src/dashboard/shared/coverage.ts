/** Coverage of calls: from when on the calls of people and records are known, and why others are not. */

import { dateOf } from './day.ts';
import { faultText } from './error-message.ts';
import { dayText, momentText } from './format.ts';

export interface CoverageFields {
  readonly completeFrom?: string | null;
  readonly syncedAt?: string | null;
  /** Code of the error of the last try to read calls. */
  readonly lastError?: string | null;
}

/** False while no calls were read: an empty list then means nothing. */
export const knowsCalls = (coverage: CoverageFields | null | undefined): boolean =>
  coverage?.completeFrom != null;

export const isShort = (coverage: CoverageFields | null | undefined, from?: Date): boolean =>
  coverage != null &&
  (coverage.completeFrom == null || (from !== undefined && dateOf(coverage.completeFrom) > from));

export interface CoverageText {
  readonly text: string;
  /** Code of the error that explains it. */
  readonly code: string | null;
}

/** The index reads calls every few minutes: older coverage has a reason. */
const oldMs = 15 * 60_000;

export function coverageText(
  { completeFrom, syncedAt, lastError = null }: CoverageFields,
  now: Date,
): CoverageText {
  const code = lastError;
  const reason = code === null ? '' : ` ${faultText(code, 'call-analytics')}`;
  if (completeFrom == null)
    return {
      text: code === null ? 'Calls are not known yet.' : `Calls are not known.${reason}`,
      code,
    };
  const since = `Calls are known since ${dayText(dateOf(completeFrom), now)}`;
  if (syncedAt == null) return { text: `${since}.`, code: null };
  const text = `${since}, read last on ${momentText(dateOf(syncedAt))}.`;
  const isOld = now.getTime() - dateOf(syncedAt).getTime() > oldMs;
  if (!isOld || code === null) return { text, code: null };
  return { text: `${text} Newer calls are not known.${reason}`, code };
}
