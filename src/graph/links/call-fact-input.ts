/** Inputs of facts of own calls: which of the calls, and which fact. */

import type { EnumRef, InputRef } from '@pothos/core';
import type { Builder, Types } from '../builder.ts';
import type { CallInputs } from './call-condition.ts';
import { type CallFact, type CallFactsInput, callFacts, factOf } from './call-fact.ts';

export interface FactInputs {
  readonly of: InputRef<CallFactsInput>;
  readonly fact: EnumRef<Types, CallFact>;
}

export const createFactInputs = (builder: Builder, inputs: CallInputs): FactInputs => ({
  of: createCalls(builder, inputs),
  fact: builder.enumType('CallFact', {
    description: 'A fact of the own calls of a deal or an account.',
    values: Object.fromEntries(
      (Object.keys(callFacts) as CallFact[]).map((name) => [
        name,
        { value: name, description: factOf(name).description },
      ]),
    ),
  }),
});

function createCalls(builder: Builder, { about }: CallInputs): InputRef<CallFactsInput> {
  return builder.inputRef<CallFactsInput>('CallFactsInput').implement({
    description:
      'Which of the own calls of a record, by start and id: those until a bound. The bound of a closed deal is the end of its close date, that of others now.',
    fields: (t) => ({
      until: t.field({
        type: 'DateTime',
        description: 'Another bound: calls before this instant.',
      }),
      untilDay: t.field({
        type: 'Date',
        description: 'Another bound: the end of this day in the company’s time zone.',
      }),
      daysBefore: t.int({
        description:
          'Moves the bound so many days of 24 hours back: with withinDays, the period before.',
      }),
      withinDays: t.int({
        description: 'Only calls within so many days of 24 hours before the bound.',
      }),
      first: t.int({ description: 'Only the first so many of these.' }),
      last: t.int({ description: 'Only the last so many of these.' }),
      nth: t.int({ description: 'Only the n-th of these: 1 is the first, -1 the last.' }),
      heard: t.field({
        type: about,
        description:
          'What is listened for in the calls: they all count, and those in which all of it was heard are `heard`. Its members tracker and topic alone.',
      }),
    }),
  });
}
