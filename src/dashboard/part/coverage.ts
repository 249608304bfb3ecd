/** From when on the calls of people and records are known: before that a list is silent, not empty. */

import { dateOf } from './format.ts';

export interface CoverageFields {
  readonly completeFrom?: string | null;
  readonly syncedAt?: string | null;
}

/** False while no calls were read: nobody knows then that there is none. */
export const knowsCalls = (coverage: CoverageFields | null | undefined): boolean =>
  coverage?.completeFrom != null;

export const isShort = (coverage: CoverageFields | null | undefined, from?: Date): boolean =>
  coverage != null &&
  (coverage.completeFrom == null || (from !== undefined && dateOf(coverage.completeFrom) > from));
