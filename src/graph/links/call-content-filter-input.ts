/** The input `about`, the same in every filter of calls: trackers, topics and outcome of a call, and the records linked to it. */

import type { InputRef } from '@pothos/core';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Builder } from '../builder.ts';
import type { CallScorecardFilter } from '../calls/reviewed-call.ts';
import type { CallSaid, SaidInput } from '../calls/said-filter.ts';
import type { FilterInputs } from '../crm/filter.ts';
import type { Filter } from '../crm/post-filter.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { mostRecordPages } from './filtered-records.ts';

export interface TrackerFilter {
  readonly id?: readonly string[] | null;
  readonly name?: readonly string[] | null;
  readonly atLeast?: number | null;
  readonly not?: boolean | null;
}

/** Of no name outside: declarations are made of this file, and could not refer to it. */
type TopicFilter = NonNullable<CallAbout['topic']>[number];

export interface LinkedFieldFilter {
  readonly object: string;
  readonly field: string;
  readonly in: readonly string[];
}

/** Condition in a filter; null is the same as absent. */
export interface CallAbout {
  readonly title?: string | null;
  readonly tracker?: readonly TrackerFilter[] | null;
  readonly topic?:
    | readonly {
        readonly name: readonly string[];
        readonly atLeastSeconds?: number | null;
        readonly not?: boolean | null;
      }[]
    | null;
  readonly said?: readonly CallSaid[] | null;
  readonly outcome?: readonly string[] | null;
  readonly externalDomain?: readonly string[] | null;
  readonly stage?: readonly string[] | null;
  readonly linkedField?: readonly LinkedFieldFilter[] | null;
  readonly scorecard?: readonly CallScorecardFilter[] | null;
  readonly account?: Filter | null;
  readonly opportunity?: Filter | null;
}

const notWords =
  'True for the calls for which all of this does not hold, of those whose contents the index has read.';

const comparedExactly = 'Compared exactly, case too; nothing has one that is unknown.';

export type AboutInput = ReturnType<typeof createAboutInput>;

/** Declared before the filters of the CRM, which are members of it. */
export const createAboutInput = (builder: Builder) => builder.inputRef<CallAbout>('CallAbout');

export function implementAbout(
  { builder }: TypeRegistry,
  { about, said }: { readonly about: AboutInput; readonly said: SaidInput },
  filters: FilterInputs,
): void {
  const tracker = builder.inputRef<TrackerFilter>('CallTrackerFilter').implement({
    description:
      'Calls in which one of these trackers was heard. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      id: t.idList({ description: 'Global or upstream ids of trackers.' }),
      name: t.stringList({
        description: 'Names of trackers, as settings have them; costs one call, for all names.',
      }),
      atLeast: t.int({ description: 'One of them so often in one call. Once unless said.' }),
      not: t.boolean({ description: notWords }),
    }),
  });
  const topic = builder.inputRef<TopicFilter>('CallTopicFilter').implement({
    description:
      'Calls that touched one of these topics. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      name: t.stringList({ required: true, description: `Names of topics. ${comparedExactly}` }),
      atLeastSeconds: t.int({ description: 'One of them so long in one call.' }),
      not: t.boolean({ description: notWords }),
    }),
  });
  const linkedField = builder.inputRef<LinkedFieldFilter>('CallLinkedFieldFilter').implement({
    description:
      'Calls by a field of a linked record, as it was when the call took place and as far as the platform copies it. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      object: t.string({
        required: true,
        description: "The record's object in the CRM: Account or Opportunity.",
      }),
      field: t.string({ required: true, description: 'API name of the field, such as Type.' }),
      in: t.stringList({ required: true, description: `One of these values. ${comparedExactly}` }),
    }),
  });
  const scorecard = builder.inputRef<CallScorecardFilter>('CallScorecardFilter').implement({
    description:
      'Calls that have one review for which all of this holds. Evaluated by Switchboard: the platform is asked for the reviews since the calls began: a call for each 100, up to 5,000 reviews; without a beginning, for all of them.',
    fields: (t) => ({
      id: t.idList({ description: 'By one of these scorecards: global or upstream ids.' }),
      name: t.stringList({
        description: 'By a scorecard of one of these names, as settings have them.',
      }),
      atLeast: t.float({
        description:
          "An overall score of this or more, in the scorecard's own range. A review without one does not pass.",
      }),
      atMost: t.float({ description: 'An overall score of this or less.' }),
    }),
  });
  const relation = (name: string): InputRef<Filter> => getOrThrow(filters, name);
  about.implement({
    description:
      'What was said in a call and what it was linked to; everything given must hold. Evaluated by Switchboard from the participant index, so the index has to be on (INDEX=on), and the coverage beside the answer says how much of the time it knows. Private calls pass only for viewers who may read them.',
    fields: (t) => ({
      title: t.string({ description: 'Has this in its title, whatever the case and accents.' }),
      tracker: t.field({
        type: [tracker],
        description:
          'Each of these was heard, or was not where it says so; an empty list restricts nothing.',
      }),
      topic: t.field({
        type: [topic],
        description:
          'Each of these was touched, or was not where it says so; an empty list restricts nothing.',
      }),
      said: t.field({
        type: [said],
        description:
          'Each of these was said in some turn, or in none where it says so; an empty list restricts nothing. From the index of transcripts, so that has to be on, too (TRANSCRIPTS_INDEX=on).',
      }),
      outcome: t.stringList({
        description: `Ended with one of these outcomes, by name. ${comparedExactly}`,
      }),
      externalDomain: t.stringList({
        description: 'Somebody from outside had an address of one of these domains.',
      }),
      stage: t.stringList({
        description: `A linked deal was in one of these stages when the call took place. ${comparedExactly}`,
      }),
      linkedField: t.field({
        type: [linkedField],
        description:
          'Each of these held when the call took place; an empty list restricts nothing.',
      }),
      scorecard: t.field({
        type: [scorecard],
        description: 'Reviewed so, each of these by some review; an empty list restricts nothing.',
      }),
      account: t.field({
        type: relation('Account'),
        description: `The platform linked the call itself to one of these accounts; calls of their contacts are in relatedCalls of an account. ${records}`,
      }),
      opportunity: t.field({
        type: relation('Opportunity'),
        description: `The platform linked the call itself to one of these deals; calls of their contact roles are in relatedCalls of a deal, via viaContactRoles. ${records}`,
      }),
    }),
  });
}

const records = `The CRM is asked which they are: a call for each 2,000 of them, up to ${2_000 * mostRecordPages}.`;
