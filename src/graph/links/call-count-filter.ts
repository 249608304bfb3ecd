/** Filter callCount of CRM lists: records by their number of calls in a range of time, from the participant index. */

import type { InputRef } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import type { Builder } from '../builder.ts';
import type { PostFilter, RowTest } from '../crm/post-filter.ts';
import { type CallInputs, conditionCost } from './call-condition.ts';
import { type CountedCalls, callCounts, countedCallsFields } from './call-count.ts';
import { askedBy, plainFilterOf, reportUncovered } from './index-query.ts';
import { candidates } from './last-call-condition.ts';
import { callConditionCost } from './last-call-input.ts';
import { reportCoverage } from './list-coverage.ts';
import { subjectKinds } from './participant-key.ts';

interface CallCountFilter extends CountedCalls {
  readonly atLeast?: number | null;
  readonly atMost?: number | null;
}

const description =
  'By the number of calls in a time. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list\'s `coverage` says how complete the index is; for its totalCount all records of the other conditions are read and looked up, up to 10,000. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent.';

export function callCountCondition(builder: Builder, inputs: CallInputs): PostFilter {
  const input = builder.inputRef<CallCountFilter>('CallCountFilter').implement({
    description:
      'A condition on the number of calls. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      atLeast: t.int({ description: 'So many, or more.' }),
      atMost: t.int({ description: 'So many, or fewer; 0 for none.' }),
      ...countedCallsFields(t, inputs),
    }),
  });
  return {
    name: 'callCount',
    description,
    inputs: new Map(
      subjectKinds.map(({ object }) => [object, input as InputRef<unknown>] as const),
    ),
    cost: (fieldPlace, object, input, at) => {
      const counted = input as CallCountFilter;
      callConditionCost(fieldPlace, object, at, 'countCalls', (context) =>
        askedBy(() => plainFilterOf(context, counted), counted),
      );
      conditionCost(fieldPlace, () => counted, `condition ${at}`);
    },
    test: (context, object, input) => callCountTest(context, object, input as CallCountFilter),
  };
}

/** @throws UserInputError for a condition that does not restrict the number. */
function callCountTest(context: GraphContext, object: CrmObject, filter: CallCountFilter): RowTest {
  const { atLeast = null, atMost = null } = filter;
  if (atLeast === null && atMost === null)
    throw new UserInputError('Expected "atLeast" or "atMost" in callCount, got neither.');
  if (atLeast !== null && atMost !== null && atLeast > atMost)
    throw new UserInputError('Expected "atLeast" up to "atMost" in callCount, got more.');
  const { plain, text, paths, windows, ask, noted, coverage } = callCounts(context, object, filter);
  const isNone = atLeast === null || atLeast <= 0;
  const since = isNone ? null : (plain.from ?? null);
  return {
    text,
    paths,
    windows,
    narrow: candidates(context, object, {
      viaContactRoles: filter.viaContactRoles === true,
      since,
      filter: plain,
      noted,
    }),
    async accept(rows) {
      const counts = await ask(rows);
      return counts.map((calls) => calls >= (atLeast ?? 0) && calls <= (atMost ?? Infinity));
    },
    async shown(connection, info) {
      reportCoverage(context, connection, coverage);
      reportUncovered(context, info, { ...plain, said: filter.about?.said }, await coverage());
    },
  };
}
