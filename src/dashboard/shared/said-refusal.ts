/** Why nothing that was said can be looked for, in a reader's words. */

import type { Fault } from '../data/screen.tsx';

/**
 * In a reader's words why nothing that was said can be looked for; null where it can be.
 * @param isIndexed false where no words are indexed
 */
export function refusalOf(faults: readonly Fault[], isIndexed: boolean): string | null {
  if (!isIndexed) return 'What was said in calls is not searched here.';
  return faults.some(({ code }) => code === 'FORBIDDEN')
    ? 'What was said is searched for those who may read transcripts; you may not.'
    : null;
}
