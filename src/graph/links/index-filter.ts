/** Arguments that filter calls (from, during, direction, role, about …), and the index filter they become. */

import type { ArgBuilder, ArgumentRef, EnumRef } from '@pothos/core';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import type { IndexFilter } from '../../participants/call-query.ts';
import type { Types } from '../builder.ts';
import { checkWords, directionWords, scopeWords } from '../calls/call-filter.ts';
import type { GraphContext } from '../context.ts';
import {
  duringDescription,
  type PeriodBounds,
  periodBounds,
  type RelativePeriodInput,
} from '../relative-date.ts';
import { aboutFilter } from './about-filter.ts';
import type { AboutInput, CallAbout } from './about-input.ts';

export type CallRoleEnum = EnumRef<Types, 'HOST' | 'INVITEE' | 'ATTENDEE'>;

export interface CallFilterArgs extends PeriodBounds {
  readonly direction?: readonly string[] | null;
  readonly scope?: readonly string[] | null;
  readonly role?: readonly ('HOST' | 'INVITEE' | 'ATTENDEE')[] | null;
  readonly minDurationSeconds?: number | null;
  readonly about?: CallAbout | null;
}

export const startedFrom = 'Started at this instant or later.';

export function callFilterArgs(
  arg: ArgBuilder<Types>,
  {
    role,
    during,
    about,
  }: {
    readonly role: CallRoleEnum;
    readonly during: RelativePeriodInput;
    readonly about: AboutInput;
  },
) {
  return {
    from: arg({ type: 'DateTime', description: startedFrom }),
    to: arg({ type: 'DateTime', description: 'Started before this instant.' }),
    during: arg({ type: during, description: duringDescription }),
    direction: arg.stringList({ description: directionWords }),
    scope: arg.stringList({ description: scopeWords }),
    role: arg({ type: [role], description: 'Took part in one of these ways.' }),
    minDurationSeconds: arg.int({ description: 'At least this long, in seconds.' }),
    about: arg({
      type: about,
      description: 'By what was said and what the call was linked to.',
    }),
  };
}

export const viaContactRolesWords =
  "Also the calls of the people of the deal's contact roles, whatever they were about: by e-mail address, or linked to the person by the platform.";

/** For deals: whose people count. */
export function viaContactRolesArg(
  arg: ArgBuilder<Types>,
  object: string,
): Record<string, ArgumentRef<Types, boolean | null | undefined>> {
  if (object !== 'Opportunity') return {};
  return {
    viaContactRoles: arg.boolean({
      defaultValue: false,
      description: viaContactRolesWords,
    }),
  };
}

/** Private calls are left out for viewers who may not read them: that there are any is theirs alone too. */
export function indexFilterOf(
  context: GraphContext,
  args: CallFilterArgs,
): MaybePromise<IndexFilter> {
  const plain = plainFilterOf(context, args);
  if ((args.about ?? null) === null) return plain;
  return thenMaybe(aboutFilter(context, args.about, plain.from), (about) => ({
    ...plain,
    ...about,
  }));
}

/** Filter without the content condition. */
export function plainFilterOf(
  context: GraphContext,
  args: Omit<CallFilterArgs, 'about'>,
): IndexFilter {
  checkWords(args);
  const { from, to } = periodBounds(context, args);
  return {
    from: from?.getTime(),
    to: to?.getTime(),
    directions: args.direction,
    scopes: args.scope,
    roles: args.role,
    minDurationSeconds: args.minDurationSeconds,
    includePrivate: context.viewer.permissions.has('private-calls'),
  };
}
