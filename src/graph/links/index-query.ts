/**
 * Queries to the participant index: the arguments that filter calls (from, during, direction, role, about …) and the
 * index filter they become; one request's loaders; what they cost; and the report of time that the index does not know.
 */

import type { ArgBuilder, ArgumentRef, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { type Fanout, listSize, none, times } from '../../engine/plan/cost-sum.ts';
import { type Cost, type FieldPlace, sizeOf } from '../../engine/plan/field-cost.ts';
import { connectionSelection, neededOfAll } from '../../engine/plan/row-requirement.ts';
import { BatchBarrier, TracedLoader } from '../../fetch/batch-loader.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import type { Answered, Coverage, IndexFilter, Period } from '../../participants/call-query.ts';
import {
  conditionsOf,
  type IndexCondition,
  type IndexQuestion,
  needOf,
  walkFor,
} from '../../participants/need.ts';
import type { ParticipantQueryOptions } from '../../participants/participant-query.ts';
import type { Types } from '../builder.ts';
import {
  anyPlatformId,
  checkWords,
  directionWords,
  hostWords,
  scopeWords,
} from '../calls/call-filter.ts';
import { callsCost } from '../calls/call-loader.ts';
import { usersListPages } from '../calls/user-loader.ts';
import { reportOnce } from '../connection-type.ts';
import { lookupCost } from '../crm/record-cost.ts';
import { duringDescription, periodBounds } from '../relative-date.ts';
import { isAhead } from '../request-time.ts';
import {
  type CallConditions,
  type CallInputs,
  conditionCost,
  conditionFilter,
  namedConditions,
} from './call-condition.ts';
import { type CallRoleEnum, participantsWords } from './participant-filter.ts';

export const startedFrom = 'Started at this instant or later.';

export function callFilterArgs(
  arg: ArgBuilder<Types>,
  { role, during, about, participants }: CallInputs & { readonly role: CallRoleEnum },
) {
  return {
    from: arg({ type: 'DateTime', description: startedFrom }),
    to: arg({ type: 'DateTime', description: 'Started before this instant.' }),
    during: arg({ type: during, description: duringDescription }),
    primaryUser: arg.idList({ description: hostWords }),
    direction: arg.stringList({ description: directionWords }),
    scope: arg.stringList({ description: scopeWords }),
    role: arg({ type: [role], description: 'Took part in one of these ways.' }),
    minDurationSeconds: arg.int({ description: 'At least this long, in seconds.' }),
    about: arg({
      type: about,
      description: 'By what was said and what the call was linked to.',
    }),
    participants: arg({ type: participants, description: participantsWords }),
  };
}

/** Values of `callFilterArgs`. */
export type CallFilterArgs = Readonly<InputShapeFromFields<ReturnType<typeof callFilterArgs>>>;

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

/** For deals: whether their own calls are listed beside those of their people. */
export const ownCallsArg = (
  arg: ArgBuilder<Types>,
  object: string,
): Record<string, ArgumentRef<Types, boolean | null | undefined>> =>
  object === 'Opportunity'
    ? {
        ownCalls: arg.boolean({
          description:
            "False leaves out the deal's own calls, those that the platform linked to it: beside viaContactRoles, the calls of its people that are not its own are left.",
        }),
      }
    : {};

/** Private calls are left out for viewers who may not read them: that there are any is theirs alone too. */
export function indexFilterOf(
  context: GraphContext,
  args: CallFilterArgs,
): MaybePromise<IndexFilter> {
  const plain = plainFilterOf(context, args);
  const conditions = conditionFilter(context, args, plain.from);
  return thenMaybe(conditions, (filter) => ({ ...plain, ...filter }));
}

/** Filter without what is looked up first. */
export function plainFilterOf(
  context: GraphContext,
  args: Omit<CallFilterArgs, keyof CallConditions>,
): IndexFilter {
  checkWords(args);
  const { from, to } = periodBounds(context, args);
  return {
    from: from?.getTime(),
    to: to?.getTime(),
    hosts: args.primaryUser?.map((id) => anyPlatformId(id, 'User')),
    directions: args.direction,
    scopes: args.scope,
    roles: args.role,
    minDurationSeconds: args.minDurationSeconds,
    includePrivate: context.viewer.permissions.has('private-calls'),
  };
}

type Ask<Query, Value> = (
  tenant: string,
  queries: readonly Query[],
  options: ParticipantQueryOptions,
) => Promise<readonly Answered<Value>[]>;

/** Loaders of the queries of one request, batched by kind. */
export const indexLoaders = memoizeByRequest((context) => {
  const { participants, tenant } = context;
  const options = executeOptions(context);
  // Calls are loaded by their ids next: found together, they are one upstream call.
  const barrier = new BatchBarrier();
  const together =
    <Query, Value>(ask: Ask<Query, Value>): Ask<Query, Value> =>
    (...question) =>
      barrier.run(() => ask(...question));
  const loaderOf = <Query, Value>(ask: Ask<Query, Value>) =>
    new TracedLoader((queries: readonly Query[]) => ask(tenant, queries, options), {
      cache: false,
    });
  return {
    calls: loaderOf(together(participants.calls)),
    counts: loaderOf(participants.countCalls),
    ownCalls: loaderOf(participants.ownCalls),
    lastCalls: loaderOf(together(participants.lastCalls)),
    periods: loaderOf(participants.callsPerPeriod),
    trackers: loaderOf(participants.trackersPerPeriod),
    people: loaderOf(participants.peopleSpokenWith),
  };
});

/** Tolerated lag of the index: the newest calls come with the next sync. */
const toleranceMs = 3_600_000;

/** Whether what starts from an instant on is outside a period, or too new to be known. */
const isBeyond = (context: GraphContext, { to }: Period, instant: number): boolean =>
  (typeof to === 'number' && to <= instant) || isAhead(context, instant + toleranceMs);

/** Whether the index knows no part of a period that has begun. */
export const knowsNothing = (
  context: GraphContext,
  period: Period,
  { completeFrom, completeTo }: Coverage,
): boolean =>
  (completeFrom === null || completeTo === null) &&
  !(typeof period.from === 'number' && isBeyond(context, period, period.from));

/** The time that is asked about, and whether words of transcripts are. */
interface AskedTime extends Period {
  readonly said?: readonly unknown[] | null | undefined;
  readonly unsaid?: readonly unknown[] | null | undefined;
}

/**
 * Reports an answer as incomplete where the index does not cover its whole period: from the horizon on where a
 * question names no time. All lists at one place have one period, so they are reported together.
 */
export function reportUncovered(
  context: GraphContext,
  info: GraphQLResolveInfo,
  period: AskedTime,
  { completeFrom, completeTo, lacksRows, unread = 0 }: Coverage,
): void {
  const report = (message: string): void =>
    reportOnce(context, info, { message, expected: null, received: null });
  const { from } = period;
  if (typeof from === 'number' && isBeyond(context, period, from)) return;
  const calls =
    (period.said ?? []).length + (period.unsaid ?? []).length > 0
      ? 'what was said in calls'
      : 'calls';
  if (completeFrom === null || completeTo === null) {
    const known = calls === 'calls' ? 'nothing of the time' : `nothing of ${calls} of the time`;
    report(`The participant index knows ${known} asked for yet; calls may be missing.`);
    return;
  }
  if (unread !== 0)
    report(
      'The participant index has yet to read transcripts of calls of the time asked for; these are missing, whatever was said in them.',
    );
  const begin = from ?? context.participants.horizon(context.tenant) ?? -Infinity;
  const knowsEnd = isBeyond(context, period, completeTo);
  const text = (ms: number): string => new Date(ms).toISOString();
  if (completeFrom <= begin && knowsEnd) {
    if (lacksRows)
      report(
        'The participant index lacks rows that the platform announced, or that could not be read; calls may be missing.',
      );
  } else if (knowsEnd)
    report(
      `The participant index knows ${calls} since ${text(completeFrom)} only; earlier ones may be missing.`,
    );
  else
    report(
      `The participant index knows ${calls} from ${text(completeFrom)} to ${text(completeTo)} only; others may be missing.`,
    );
}

/** The answer as it is, reported where its time is not known. */
export async function reportedAnswer<T>(
  context: GraphContext,
  info: GraphQLResolveInfo,
  period: AskedTime,
  pending: PromiseLike<Answered<T>> | Answered<T>,
): Promise<Answered<T>> {
  const answer = await pending;
  reportUncovered(context, info, period, answer.coverage);
  return answer;
}

/** What is asked of the index, as far as a cost can tell: what is looked up first is not. */
interface Asked extends Period {
  readonly conditions: readonly IndexCondition[];
}

/** A filter that can't be is the field's own error, and costs nothing. */
export function askedBy(plain: () => IndexFilter, conditions: CallConditions = {}): Asked {
  try {
    const filter = plain();
    const { from, to } = filter;
    return { from, to, conditions: [...conditionsOf(filter), ...namedConditions(conditions)] };
  } catch {
    return { conditions: [] };
  }
}

/** Time of which the index does not know what is needed is read when a question names its beginning, once for each walk that brings it. */
export function indexCost(
  fieldPlace: FieldPlace,
  question: IndexQuestion,
  { conditions, ...period }: Asked,
): void {
  const need = needOf(question, conditions, period);
  const calls = fieldPlace.given(
    `index ${JSON.stringify(need)}`,
    (_args, { participants, tenant }) => participants.maxRequests(tenant, need),
  );
  const { kinds, ...time } = need;
  const walk = `index ${JSON.stringify([time, walkFor(kinds)])}`;
  if (calls.walk > 0) fieldPlace.estimate.once('call-analytics', walk, calls.walk);
  if (calls.needsUsers)
    fieldPlace.estimate.once('call-analytics', 'aliases', 2 * usersListPages(fieldPlace));
}

const subjects = (fieldPlace: FieldPlace, question: IndexQuestion): Fanout => {
  const asked = fieldPlace.given('calls that are asked about', (args, context) =>
    askedBy(() => plainFilterOf(context, args), args),
  );
  indexCost(fieldPlace, question, asked);
  conditionCost(fieldPlace, (args) => args);
  return lookupCost(fieldPlace);
};

/** Calls of records or users as the index names them. */
export const relatedCallsCost: Cost = (fieldPlace) => {
  const requested = subjects(fieldPlace, 'calls');
  const { rows, edges, isShown } = connectionSelection(fieldPlace.node);
  if (!isShown) return none;
  const always = neededOfAll(edges, 'RelatedCallEdge').size > 0;
  return callsCost(
    fieldPlace,
    times(requested, sizeOf(fieldPlace)),
    neededOfAll(rows, 'Call'),
    always,
  );
};

/** One answer for each record. */
export const insightCost =
  (question: IndexQuestion): Cost =>
  (fieldPlace) =>
    subjects(fieldPlace, question);
/** A list for each record. */
export const peopleSpokenWithCost: Cost = (fieldPlace) =>
  times(subjects(fieldPlace, 'peopleSpokenWith'), sizeOf(fieldPlace));
export const trackersCost: Cost = (fieldPlace) =>
  times(subjects(fieldPlace, 'trackersPerPeriod'), listSize);
