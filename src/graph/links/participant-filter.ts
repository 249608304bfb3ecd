/** The input `participants`, the same in every filter of calls: who took part, by address, by domain, or as a contact of the CRM. */

import type { EnumRef, InputRef } from '@pothos/core';
import { normaliseEmail } from '../../contract/email-address.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { UserInputError } from '../../errors.ts';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import type { IndexFilter } from '../../participants/call-query.ts';
import type { Role } from '../../participants/indexed-call.ts';
import type { Builder, Types } from '../builder.ts';
import type { FilterInputs } from '../crm/filter.ts';
import type { Filter } from '../crm/post-filter.ts';
import { mostRecordPages, recordAddresses } from './filtered-records.ts';

/** Condition in a filter; null is the same as absent. */
export interface CallParticipants {
  readonly email?: readonly string[] | null;
  readonly domain?: readonly string[] | null;
  readonly contact?: Filter | null;
  readonly role?: readonly Role[] | null;
  readonly atLeast?: number | null;
}

export type CallRoleEnum = EnumRef<Types, Role>;

export type ParticipantsInput = ReturnType<typeof createParticipantsInput>;

/** Declared before the filters of the CRM, one of which is a member of it. */
export const createParticipantsInput = (builder: Builder) =>
  builder.inputRef<CallParticipants>('CallParticipantFilter');

export const participantsWords =
  'By who took part, from inside or outside: by e-mail address, by domain, or as a contact of the CRM.';

export function implementParticipants(
  participants: ParticipantsInput,
  filters: FilterInputs,
  role: CallRoleEnum,
): void {
  const contact = filters.get('Contact') as InputRef<Filter>;
  participants.implement({
    description:
      'Calls in which somebody took part for whom everything given holds, or as many different people as atLeast says. People are told apart by e-mail address, those without one are not counted, and aliases of a user are one. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      email: t.stringList({
        description: 'With one of these addresses, whatever the case; that of a user by any alias.',
      }),
      domain: t.stringList({
        description: 'Under an address of one of these domains, whatever the case.',
      }),
      contact: t.field({
        type: contact,
        description: `With an address of one of these contacts. The CRM is asked for their addresses: a call for each 2,000 of them, up to ${2_000 * mostRecordPages}.`,
      }),
      role: t.field({ type: [role], description: 'In one of these ways.' }),
      atLeast: t.int({ description: 'So many different people, or more. One unless said.' }),
    }),
  });
}

type PeopleCondition = Pick<IndexFilter, 'participants'>;

const noCondition: PeopleCondition = {};

const conditions = memoizeByRequestKey<string, Promise<PeopleCondition>>();

/** Synchronous where nothing has to be looked up; memoized per request by its arguments. @throws UserInputError */
export function participantsFilter(
  context: GraphContext,
  participants: CallParticipants | null | undefined,
): MaybePromise<PeopleCondition> {
  const members = Object.values(participants ?? {});
  if (!participants || members.every((member) => (member ?? null) === null)) return noCondition;
  const { contact } = participants;
  if (!contact) return conditionOf(participants, []);
  return conditions(context, JSON.stringify(participants), async () =>
    conditionOf(participants, [
      await recordAddresses(context, context.model.declaredObject('Contact'), contact),
    ]),
  );
}

function conditionOf(
  { email, domain, role, atLeast }: CallParticipants,
  contacts: readonly (readonly string[])[],
): PeopleCondition {
  const least = atLeast ?? 1;
  if (least < 1) throw new UserInputError(`Expected atLeast of 1 or more people, got ${least}.`);
  if ((email ?? []).some((address) => normaliseEmail(address) === null))
    throw new UserInputError(
      'Expected e-mail addresses in "email" of participants, got a text that is none.',
    );
  return {
    participants: {
      emails: [...(email ? [email] : []), ...contacts],
      domains: domain?.map(domainOf),
      roles: role,
      least,
    },
  };
}

/** As it stands behind the @ of an address, in the form of the index. */
const domainOf = (text: string): string =>
  text.trim().replace(/^@/, '').normalize('NFC').toLowerCase();
