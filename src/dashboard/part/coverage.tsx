/** From when on the calls of people and records are known: before that a list is silent, not empty. */

import { dateOf, dayText, momentText } from './format.ts';

export interface CoverageFields {
  readonly completeFrom?: string | null;
  readonly syncedAt?: string | null;
}

export interface CoverageNoteProps {
  readonly coverage: CoverageFields | null | undefined;
  /** Since when the panel shows calls: a coverage that begins later is a warning. */
  readonly from?: Date;
}

export const isShort = (coverage: CoverageFields | null | undefined, from?: Date): boolean =>
  coverage != null &&
  (coverage.completeFrom == null || (from !== undefined && dateOf(coverage.completeFrom) > from));

export function CoverageNote({ coverage, from }: CoverageNoteProps) {
  if (coverage == null) return null;
  const { completeFrom, syncedAt } = coverage;
  const short = isShort(coverage, from);
  return (
    <p className={short ? 'coverage short' : 'coverage'}>
      {completeFrom == null
        ? 'Calls by e-mail are not known yet: they are still being read.'
        : `Calls by e-mail are known since ${dayText(dateOf(completeFrom))}`}
      {completeFrom != null &&
        syncedAt != null &&
        `, read last on ${momentText(dateOf(syncedAt))}.`}
    </p>
  );
}
