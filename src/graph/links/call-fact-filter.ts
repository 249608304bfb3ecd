/** Filter callFact of lists of deals and accounts: records by a fact of their own calls, from the participant index. */

import type { InputRef } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import { filterText } from '../../fetch/cursor.ts';
import type { Coverage } from '../../participants/call-query.ts';
import { commonCoverage } from '../../participants/coverage.ts';
import type { Builder } from '../builder.ts';
import { reportIncomplete } from '../connection-type.ts';
import type { PostFilter, RowTest } from '../crm/post-filter.ts';
import { factPaths } from './call-fact.ts';
import type { FactInputs } from './call-fact-input.ts';
import { type FactArgs, factCost, factMeasure, overWords } from './call-fact-measure.ts';
import { reportUncovered } from './index-query.ts';
import { stretches } from './last-call-input.ts';
import { reportCoverage } from './list-coverage.ts';

interface CallFactFilter extends FactArgs {
  readonly atLeast?: number | null;
  readonly atMost?: number | null;
}

const description =
  'By a fact of the own calls. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. Records that lack the fact don\'t pass, nor those whose calls may begin before the index does: the latter are told of in `extensions.incomplete`. For the list\'s totalCount all records of the other conditions are read and looked up, up to 10,000. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent.';

export function callFactCondition(builder: Builder, { of, fact }: FactInputs): PostFilter {
  const input = builder.inputRef<CallFactFilter>('CallFactFilter').implement({
    description:
      'A condition on a fact of the own calls. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      fact: t.field({ type: fact, required: true, description: 'What is measured.' }),
      of: t.field({ type: of, description: 'Which of the own calls. Default: all of them.' }),
      over: t.field({ type: of, description: overWords }),
      atLeast: t.float({ description: 'So much, or more.' }),
      atMost: t.float({ description: 'So much, or less.' }),
    }),
  });
  return {
    name: 'callFact',
    description,
    inputs: new Map(
      ['Opportunity', 'Account'].map((object) => [object, input as InputRef<unknown>] as const),
    ),
    cost(fieldPlace, _object, input, at) {
      factCost(fieldPlace, () => input as CallFactFilter, `condition ${at} `);
      fieldPlace.estimate.add('crm', stretches);
    },
    test: (context, object, input) => callFactTest(context, object, input as CallFactFilter),
  };
}

/** @throws UserInputError for a condition that does not restrict the fact. */
function callFactTest(context: GraphContext, object: CrmObject, filter: CallFactFilter): RowTest {
  const { atLeast = null, atMost = null } = filter;
  if (atLeast === null && atMost === null)
    throw new UserInputError('Expected "atLeast" or "atMost" in callFact, got neither.');
  if (atLeast !== null && atMost !== null && atLeast > atMost)
    throw new UserInputError('Expected "atLeast" up to "atMost" in callFact, got more.');
  const includePrivate = context.viewer.permissions.has('private-calls');
  const measure = factMeasure(context, filter);
  // A list that reads no record never waits for it.
  measure.catch(() => undefined);
  // A list is read in stretches, and the index may have got to know more in between.
  const coverages = new Set<Coverage>();
  let beforeCoverage = 0;
  return {
    text: `callFact ${filterText({ ...filter, includePrivate })}`,
    paths: factPaths(object.name),
    windows: [],
    narrow: async () => undefined,
    async accept(rows) {
      const { facts, coverage } = await (await measure)(rows);
      coverages.add(coverage);
      beforeCoverage += facts.filter(({ isComplete }) => !isComplete).length;
      return facts.map(
        ({ value, isComplete }) =>
          isComplete &&
          value !== null &&
          value >= (atLeast ?? -Infinity) &&
          value <= (atMost ?? Infinity),
      );
    },
    async shown(connection, info) {
      if (coverages.size === 0) coverages.add((await (await measure)([])).coverage);
      const coverage = commonCoverage([...coverages]);
      reportCoverage(context, connection, async () => coverage);
      reportUncovered(context, info, { from: coverage.completeFrom }, coverage);
      if (beforeCoverage > 0)
        reportIncomplete(context, info, {
          message: `${beforeCoverage} of the records read are left out, since their calls may begin before those that the participant index knows.`,
          expected: null,
          received: null,
        });
    },
  };
}
