/** Coverage of calls: from when on the calls of people and records are known, and why others are not. */

import { dateOf } from './day.ts';
import { faultText } from './error-message.ts';
import { dayText, momentText, plural } from './format.ts';

export interface CoverageFields {
  readonly completeFrom?: string | null;
  readonly syncedAt?: string | null;
  /** Code of the error of the last try to read calls. */
  readonly lastError?: string | null;
  /** Calls whose transcripts are still to be read, with conditions on what was said. */
  readonly unread?: number | null;
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

/** What a coverage is of: calls with their people and records, or what was said in them. */
export type Covered = 'calls' | 'words';

const subjects: Readonly<Record<Covered, string>> = {
  calls: 'Calls are',
  words: 'What was said is',
};

export function coverageText(
  { completeFrom, syncedAt, lastError = null, unread = null }: CoverageFields,
  now: Date,
  covered: Covered = 'calls',
): CoverageText {
  const subject = subjects[covered];
  const code = lastError;
  const reason = code === null ? '' : ` ${faultText(code, 'call-analytics')}`;
  if (completeFrom == null)
    return {
      text: code === null ? `${subject} not known yet.` : `${subject} not known.${reason}`,
      code,
    };
  const since = `${subject} known since ${dayText(dateOf(completeFrom), now)}`;
  const toRead = unread === null || unread === 0 ? '' : ` Not read yet: ${plural(unread, 'call')}.`;
  if (syncedAt == null) return { text: `${since}.${toRead}`, code: null };
  const text = `${since}, read last on ${momentText(dateOf(syncedAt))}.${toRead}`;
  const isOld = now.getTime() - dateOf(syncedAt).getTime() > oldMs;
  if (!isOld || code === null) return { text, code: null };
  return { text: `${text} Newer calls are not known.${reason}`, code };
}
