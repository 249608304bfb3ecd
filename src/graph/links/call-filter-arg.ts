/** Arguments that choose among the calls of a subject, the same wherever the participant index is asked. */

import type { ArgBuilder, ArgumentRef, EnumRef } from '@pothos/core';
import type { CallFilter } from '../../participants/question.ts';
import type { Types } from '../builder.ts';
import type { GraphContext } from '../context.ts';

export type CallRoleEnum = EnumRef<Types, 'HOST' | 'INVITEE' | 'ATTENDEE'>;

export interface CallFilterArgs {
  readonly from?: Date | null;
  readonly to?: Date | null;
  readonly direction?: readonly string[] | null;
  readonly scope?: readonly string[] | null;
  readonly role?: readonly ('HOST' | 'INVITEE' | 'ATTENDEE')[] | null;
  readonly minDurationSeconds?: number | null;
}

export const startedFrom = 'Started at this instant or later.';

export function callFilterArgs(arg: ArgBuilder<Types>, role: CallRoleEnum) {
  return {
    from: arg({ type: 'DateTime', description: startedFrom }),
    to: arg({ type: 'DateTime', description: 'Started before this instant.' }),
    direction: arg.stringList({ description: 'One of these directions.' }),
    scope: arg.stringList({ description: 'One of these scopes.' }),
    role: arg({ type: [role], description: 'Took part in one of these ways.' }),
    minDurationSeconds: arg.int({ description: 'At least this long, in seconds.' }),
  };
}

/** For deals: whose people count. */
export function viaContactRolesArg(
  arg: ArgBuilder<Types>,
  object: string,
): Record<string, ArgumentRef<Types, boolean | null | undefined>> {
  if (object !== 'Opportunity') return {};
  return {
    viaContactRoles: arg.boolean({
      defaultValue: false,
      description: "Also calls in which people of the deal's contact roles took part.",
    }),
  };
}

/** Private calls are left out for viewers who may not read them: that there are any is theirs alone too. */
export function callFilterOf(context: GraphContext, args: CallFilterArgs): CallFilter {
  return {
    from: args.from?.getTime(),
    to: args.to?.getTime(),
    directions: args.direction,
    scopes: args.scope,
    roles: args.role,
    minDurationSeconds: args.minDurationSeconds,
    includePrivate: context.viewer.permissions.has('private-calls'),
  };
}
