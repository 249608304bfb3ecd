/** Conditions on calls that are looked up before the index is asked, `about` and `participants`: what they become, and what that costs. */

import type { GraphContext } from '../../engine/context.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { bothMaybe, type MaybePromise } from '../../fetch/maybe-promise.ts';
import type { IndexFilter } from '../../participants/call-query.ts';
import type { IndexCondition } from '../../participants/need.ts';
import type { RelativePeriodInput } from '../relative-date.ts';
import { aboutConditions, aboutCost, aboutFilter } from './call-content-filter.ts';
import type { AboutInput, CallAbout } from './call-content-filter-input.ts';
import { mostRecordPages } from './filtered-records.ts';
import {
  type CallParticipants,
  type ParticipantsInput,
  participantsFilter,
} from './participant-filter.ts';

/** Inputs that every filter of calls has. */
export interface CallInputs {
  readonly during: RelativePeriodInput;
  readonly about: AboutInput;
  readonly participants: ParticipantsInput;
}

/** Members of a filter, or arguments; null is the same as absent. */
export interface CallConditions {
  readonly about?: CallAbout | null;
  readonly participants?: CallParticipants | null;
}

/** @param from start of the first call that is looked for; null or absent for all. @throws UserInputError */
export function conditionFilter(
  context: GraphContext,
  { about, participants }: CallConditions,
  from?: number | null,
): MaybePromise<IndexFilter> {
  return bothMaybe(
    aboutFilter(context, about, from),
    () => participantsFilter(context, participants),
    (content, people) => ({ ...content, ...people }),
  );
}

/** Conditions of the index, before what they name is looked up. */
export const namedConditions = ({ about, participants }: CallConditions): IndexCondition[] => [
  ...aboutConditions(about),
  ...(participants ? (['participants'] as const) : []),
];

/** Cost of looking up what the conditions name. */
export function conditionCost(
  fieldPlace: FieldPlace,
  read: (args: Readonly<Record<string, unknown>>) => CallConditions,
  /** Name of the argument, where a field has several. */
  name?: string,
): void {
  aboutCost(fieldPlace, (args) => read(args).about, name);
  const readsContacts = fieldPlace.given(`contacts of ${name ?? 'participants'}`, (args) =>
    Boolean(read(args).participants?.contact),
  );
  if (readsContacts) fieldPlace.estimate.add('crm', mostRecordPages);
}
