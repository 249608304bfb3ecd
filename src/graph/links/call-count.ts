/** Call counts of a list's records from the participant index, and their arguments. */

import type { InputFieldBuilder } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import { filterText } from '../../fetch/cursor.ts';
import type { Types } from '../builder.ts';
import { directionWords, scopeWords } from '../calls/call-filter.ts';
import { duringDescription } from '../relative-date.ts';
import { type CallInputs, conditionFilter } from './call-condition.ts';
import { type CallFilterArgs, plainFilterOf, viaContactRolesWords } from './index-query.ts';
import { participantsWords } from './participant-filter.ts';
import { listQuery } from './participant-key.ts';

/** Filter of the counted calls; null is the same as absent. */
export interface CountedCalls extends Omit<CallFilterArgs, 'role' | 'primaryUser'> {
  readonly viaContactRoles?: boolean | null;
}

export const countedCallsFields = (
  t: InputFieldBuilder<Types, 'InputObject'>,
  { during, about, participants }: CallInputs,
) => ({
  from: t.field({ type: 'DateTime', description: 'Started at this instant or later.' }),
  to: t.field({ type: 'DateTime', description: 'Started before this instant.' }),
  during: t.field({ type: during, description: duringDescription }),
  direction: t.stringList({ description: `Only such calls count. ${directionWords}` }),
  scope: t.stringList({ description: `Only such calls count. ${scopeWords}` }),
  minDurationSeconds: t.int({ description: 'Only calls at least this long count.' }),
  about: t.field({
    type: about,
    description: 'Only calls in which this was said, or which were linked to this, count.',
  }),
  participants: t.field({
    type: participants,
    description: `Only such calls count. ${participantsWords}`,
  }),
  viaContactRoles: t.boolean({ description: `Of deals alone. ${viaContactRolesWords}` }),
});

/** The counts of a list's records. @throws UserInputError for what contradicts itself. */
export function callCounts(context: GraphContext, object: CrmObject, counted: CountedCalls) {
  if (counted.viaContactRoles === true && object.name !== 'Opportunity')
    throw new UserInputError('Expected "viaContactRoles" in callCount of deals alone.');
  const people = { viaContactRoles: counted.viaContactRoles === true };
  const plain = plainFilterOf(context, counted);
  const counts = listQuery(context, object, people, async (subjects) => {
    const filter = { ...plain, ...(await conditionFilter(context, counted, plain.from)) };
    const queries = subjects.map((subject) => ({ subject, filter }));
    const { participants, tenant } = context;
    return participants.countCalls(tenant, queries, executeOptions(context));
  });
  return {
    ...counts,
    /** Filter without what is looked up first. */
    plain,
    /** Text of the arguments as given: a relative period may resolve differently at the next page. */
    text: `callCount ${filterText({ ...counted, includePrivate: plain.includePrivate })}`,
  };
}
