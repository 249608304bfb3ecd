/** What was said in a call as a condition of the participant index: who may ask for it, and where it is refused. */

import type { GraphContext } from '../../engine/context.ts';
import { requirePermission } from '../../engine/field-permission.ts';
import { UserInputError } from '../../errors.ts';
import type { IndexFilter } from '../../participants/call-query.ts';
import { type CallSaid, saidFilters } from '../calls/said-filter.ts';

/**
 * An empty list is no condition.
 * @throws ForbiddenError without the right to transcripts; UserInputError where their words are not indexed, and for
 *   conditions that can't be
 */
export function saidCondition(
  context: GraphContext,
  said: readonly CallSaid[] | null | undefined,
): Pick<IndexFilter, 'said' | 'unsaid'> {
  if (!said || said.length === 0) return {};
  requirePermission(context, 'transcripts', 'finding calls by what was said in them');
  const { participants, tenant } = context;
  if (!participants.indexesWords(tenant))
    throw new UserInputError(
      'Expected the index of transcripts, which finds calls by what was said in them; it is off here. TRANSCRIPTS_INDEX=on switches it on, beside INDEX=on',
    );
  const filters = saidFilters(said);
  const isDenied = (at: number): boolean => said[at]?.not === true;
  const held = filters.filter((_, at) => !isDenied(at));
  const denied = filters.filter((_, at) => isDenied(at));
  return {
    ...(held.length > 0 && { said: held }),
    ...(denied.length > 0 && { unsaid: denied }),
  };
}
