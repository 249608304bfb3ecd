/** Queries to the participant index: the arguments that filter its calls, their batches, and what they cost. */

import type { ArgBuilder, ArgumentRef, EnumRef } from '@pothos/core';
import { type MaybePromise, TracedLoader, thenMaybe } from '../../fetch/loader.ts';
import type {
  Answered,
  CallsQuery,
  CallWindow,
  IndexFilter,
  MatchedCall,
  PeopleQuery,
  PeriodCount,
  PeriodQuery,
  PersonSpokenWith,
  SubjectQuery,
  TrackerCount,
} from '../../participants/call-query.ts';
import type { Participants } from '../../participants/participants.ts';
import type { Need } from '../../participants/store/span.ts';
import type { Types } from '../builder.ts';
import { checkWords, directionWords, scopeWords } from '../calls/call-filter.ts';
import { callsCost } from '../calls/call-loader.ts';
import { usersListPages } from '../calls/user-loader.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import { lookupCost } from '../crm/record-cost.ts';
import { memoizeByRequest } from '../memoize.ts';
import type { Args } from '../plan/argument.ts';
import { type Cost, type FieldPlace, sizeOf } from '../plan/cost.ts';
import { type Fanout, listSize, times } from '../plan/estimate.ts';
import {
  duringDescription,
  type PeriodBounds,
  periodBounds,
  type RelativePeriod,
  type RelativePeriodInput,
} from '../relative-date.ts';
import { connectionSelection, neededOfAll } from '../row-requirement.ts';
import { aboutCost, aboutFilter } from './about-filter.ts';
import type { AboutInput, CallAbout } from './about-input.ts';

export interface IndexLoaders {
  readonly calls: TracedLoader<CallsQuery, Answered<CallWindow>>;
  readonly counts: TracedLoader<SubjectQuery, Answered<number>>;
  readonly lastCalls: TracedLoader<SubjectQuery, Answered<MatchedCall | null>>;
  readonly periods: TracedLoader<PeriodQuery, Answered<readonly PeriodCount[]>>;
  readonly trackers: TracedLoader<PeriodQuery, Answered<readonly TrackerCount[]>>;
  readonly people: TracedLoader<PeopleQuery, Answered<readonly PersonSpokenWith[]>>;
}

type Question<A, T> = (
  tenant: string,
  queries: readonly A[],
  options: ReturnType<typeof executeOptions>,
) => Promise<readonly Answered<T>[]>;

export const indexLoaders = memoizeByRequest((context: GraphContext): IndexLoaders => {
  const { participants, tenant } = context;
  const options = executeOptions(context);
  const loaderOf = <A, T>(method: (of: Participants) => Question<A, T>) =>
    new TracedLoader<A, Answered<T>>((queries) => method(participants)(tenant, queries, options), {
      cache: false,
    });
  return {
    calls: loaderOf((of) => of.calls),
    counts: loaderOf((of) => of.countCalls),
    lastCalls: loaderOf((of) => of.lastCalls),
    periods: loaderOf((of) => of.callsPerPeriod),
    trackers: loaderOf((of) => of.trackersPerPeriod),
    people: loaderOf((of) => of.peopleSpokenWith),
  };
});

export type CallRoleEnum = EnumRef<Types, 'HOST' | 'INVITEE' | 'ATTENDEE'>;

export interface CallFilterArgs {
  readonly from?: Date | null;
  readonly to?: Date | null;
  readonly during?: RelativePeriod | null;
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

interface IndexRange {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly need?: Need;
}

/** Time that the index does not know is read when a question names its beginning, once for each range. */
export function indexCost(place: FieldPlace, range: IndexRange): void {
  const { from = null, to = null, need = 'people' } = range;
  const at = (instant: unknown) => (instant instanceof Date ? instant.getTime() : null);
  const period = { from: at(from), to: at(to) };
  const name = `index ${JSON.stringify([period, need])}`;
  const calls = place.given(name, (_args, { participants, tenant }) =>
    participants.mostCalls(tenant, period, need),
  );
  if (calls.walk > 0) place.estimate.once(name, calls.walk);
  if (calls.needsUsers) place.estimate.once('aliases', 2 * usersListPages(place));
}

/** Bounds that can't be are the field's own error, and cost nothing. */
export function indexRange(context: GraphContext, args: Args): IndexRange {
  try {
    return periodBounds(context, args as PeriodBounds);
  } catch {
    return {};
  }
}

const subjects = (place: FieldPlace, need: Need = 'people'): Fanout => {
  const range = place.given('range', (args, context): IndexRange => indexRange(context, args));
  const hasContentFilter = place.given(
    'asks what was said',
    ({ about }) => (about ?? null) !== null,
  );
  indexCost(place, { ...range, need: hasContentFilter ? 'contents' : need });
  if (hasContentFilter) aboutCost(place, ({ about }) => about);
  return lookupCost(place);
};

/** Calls of records or users as the index names them. */
export const relatedCallsCost: Cost = (place) => {
  const requested = subjects(place);
  const { rows, fields, edges } = connectionSelection(place.node);
  const isShown = fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');
  const always = neededOfAll(edges, 'RelatedCallEdge').size > 0;
  const calls = times(requested, isShown ? sizeOf(place) : 0);
  return callsCost(place, calls, neededOfAll(rows, 'Call'), always);
};

/** One answer for each record. */
export const insightCost: Cost = (place) => subjects(place);
export const peopleSpokenWithCost: Cost = (place) => times(subjects(place), sizeOf(place));
export const trackersCost: Cost = (place) => times(subjects(place, 'trackers'), listSize);
