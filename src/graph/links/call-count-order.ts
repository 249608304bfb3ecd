/** Order callCount of CRM lists: records by their number of calls in a range of time, from the participant index. */

import type { InputRef } from '@pothos/core';
import type { Builder } from '../builder.ts';
import type { RankedOrder } from '../crm/order.ts';
import { type CallInputs, conditionCost } from './call-condition.ts';
import { type CountedCalls, callCounts, countedCallsFields } from './call-count.ts';
import { askedBy, indexCost, plainFilterOf, reportUncovered } from './index-query.ts';
import { reportCoverage } from './list-coverage.ts';
import { subjectKinds } from './participant-key.ts';

const description =
  "By the number of calls in a time, in place of `field`, and the only key. Possible in lists at the root, of up to 10,000 records: Switchboard reads all records that pass the filter, a call for each 2,000, and ranks them by the participant index; records without a call have 0. The list's `coverage` says how complete the index is; where it does not know all of the time, extensions.incomplete says so, too.";

export function callCountOrder(builder: Builder, inputs: CallInputs): RankedOrder {
  const input = builder.inputRef<CountedCalls>('CallCountOrder').implement({
    description: 'Which calls records are ranked by the number of; all of them without any member.',
    fields: (t) => countedCallsFields(t, inputs),
  });
  return {
    name: 'callCount',
    description,
    inputs: new Map(subjectKinds.map(({ object }) => [object, input as InputRef<object>] as const)),
    cost: (fieldPlace, _object, input) => {
      const counted = input as CountedCalls;
      const asked = fieldPlace.given('ranked calls', (_args, context) =>
        askedBy(() => plainFilterOf(context, counted), counted),
      );
      indexCost(fieldPlace, 'countCalls', asked);
      conditionCost(fieldPlace, () => counted, 'ranking');
    },
    rank: (context, object, input) => {
      const { plain, text, paths, windows, ask, coverage } = callCounts(context, object, input);
      return {
        text,
        paths,
        windows,
        measure: ask,
        async shown(connection, info) {
          reportCoverage(context, connection, coverage);
          reportUncovered(
            context,
            info,
            { ...plain, said: (input as CountedCalls).about?.said },
            await coverage(),
          );
        },
      };
    },
  };
}
