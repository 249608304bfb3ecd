/** Filter lastCall of CRM lists: records by their last call, or by having none, from the participant index. */

import type { InputRef } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import type { IndexQuestion } from '../../participants/need.ts';
import type { Builder } from '../builder.ts';
import { directionWords, scopeWords } from '../calls/call-filter.ts';
import type { PostFilter } from '../crm/post-filter.ts';
import type { RelativePeriodInput } from '../relative-date.ts';
import { askedBy, indexCost, plainFilterOf, viaContactRolesWords } from './index-query.ts';
import { type LastCallFilter, lastCallTest } from './last-call-condition.ts';
import { subjectKinds } from './participant-key.ts';

const description =
  'By the last call. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list\'s `coverage` says how complete the index is; for its totalCount all records of the other conditions are read and looked up, up to 10,000. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent.';

export function lastCallCondition(builder: Builder, during: RelativePeriodInput): PostFilter {
  const inputOf = (name: string, deals: boolean): InputRef<LastCallFilter> =>
    builder.inputRef<LastCallFilter>(name).implement({
      description:
        'A condition on the last call, by its start; everything given must hold. Evaluated by Switchboard from the participant index.',
      fields: (t) => ({
        before: t.field({
          type: 'DateTime',
          description:
            'No call at this instant or later: the last one started before it, or there is none.',
        }),
        after: t.field({
          type: 'DateTime',
          description: 'The last call started at this instant or later.',
        }),
        during: t.field({
          type: during,
          description: 'The last call started in this period, in place of before and after.',
        }),
        notSince: t.field({
          type: during,
          description:
            'No call since this period began: the last one started before it, or there is none.',
        }),
        none: t.boolean({
          description: 'True: there is no call at all. False: there is one.',
        }),
        direction: t.stringList({ description: `Only such calls count. ${directionWords}` }),
        scope: t.stringList({ description: `Only such calls count. ${scopeWords}` }),
        minDurationSeconds: t.int({ description: 'Only calls at least this long count.' }),
        ...(deals
          ? {
              viaContactRoles: t.boolean({
                description: viaContactRolesWords,
              }),
            }
          : {}),
      }),
    });
  const plain = inputOf('LastCallFilter', false);
  const ofDeals = inputOf('OpportunityLastCallFilter', true);
  return {
    name: 'lastCall',
    description,
    inputs: new Map<string, InputRef<unknown>>(
      subjectKinds.map(({ object }) => [object, object === 'Opportunity' ? ofDeals : plain]),
    ),
    cost: lastCallCost,
    test: (context, object, input) => lastCallTest(context, object, input as LastCallFilter),
  };
}

/** Stretches of a list that are read for a condition, and the statements that name its candidates. */
export const stretches = 10;
const candidateCalls = 3;

/** Cost of a condition on calls. @param asked reads what is asked of the index */
export function callConditionCost(
  fieldPlace: FieldPlace,
  object: CrmObject,
  at: number,
  question: IndexQuestion,
  asked: (context: GraphContext) => ReturnType<typeof askedBy>,
): void {
  indexCost(
    fieldPlace,
    question,
    fieldPlace.given(`calls of condition ${at}`, (_args, context) => asked(context)),
  );
  fieldPlace.estimate.add('crm', stretches + (object.name === 'Account' ? candidateCalls : 0));
}

const lastCallCost: PostFilter['cost'] = (fieldPlace, object, input, at) => {
  const { after: from = null, before: to = null, during, notSince } = input as LastCallFilter;
  callConditionCost(fieldPlace, object, at, 'lastCalls', (context) => {
    const asked = askedBy(() =>
      plainFilterOf(context, { from, to, during: during ?? notSince ?? null }),
    );
    // Calls since the last bound: where only an end is given, the last call started before it.
    return { conditions: asked.conditions, from: asked.from ?? asked.to };
  });
};
