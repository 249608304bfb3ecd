/** `about`: calls by what was said in them and what they were linked to, as the participant index knows it; the same input wherever calls are filtered. */

import type { InputRef } from '@pothos/core';
import { settingsTrackers } from '../../contract/calls/tracker.ts';
import type { FieldType } from '../../contract/crm/define.ts';
import { isObject } from '../../contract/wire/json.ts';
import { UserInputError } from '../../errors.ts';
import type { MaybePromise } from '../../fetch/loader.ts';
import type { IndexFilter, MarkFilter } from '../../participants/call-query.ts';
import { fieldMark, isClass, longestMark, type MarkKind } from '../../participants/mark.ts';
import type { Builder } from '../builder.ts';
import { anyPlatformId } from '../calls/call-filter.ts';
import { settingRows } from '../calls/platform-setting.ts';
import { settingIdsByName } from '../calls/platform-setting-name.ts';
import {
  type CallScorecardFilter,
  reviewedCalls,
  usualReviewPages,
} from '../calls/reviewed-call.ts';
import type { GraphContext } from '../context.ts';
import type { FilterInputs } from '../crm/filter.ts';
import type { Filter } from '../crm/post-filter.ts';
import type { Graph } from '../graph.ts';
import { memoizeByKey } from '../memoize.ts';
import type { FieldPlace } from '../plan/cost.ts';
import { mostRecordPages, recordIds } from './record-set.ts';

interface TrackerFilter {
  readonly id?: readonly string[] | null;
  readonly name?: readonly string[] | null;
  readonly atLeast?: number | null;
}

interface TopicFilter {
  readonly name: readonly string[];
  readonly atLeastSeconds?: number | null;
}

interface LinkedFieldFilter {
  readonly object: string;
  readonly field: string;
  readonly in: readonly string[];
}

/** As it stands in a filter; null is the same as absent. */
export interface CallAbout {
  readonly title?: string | null;
  readonly tracker?: readonly TrackerFilter[] | null;
  readonly topic?: readonly TopicFilter[] | null;
  readonly outcome?: readonly string[] | null;
  readonly externalDomain?: readonly string[] | null;
  readonly stage?: readonly string[] | null;
  readonly linkedField?: readonly LinkedFieldFilter[] | null;
  readonly scorecard?: readonly CallScorecardFilter[] | null;
  readonly account?: Filter | null;
  readonly opportunity?: Filter | null;
}

const comparedExactly = 'Compared exactly, case too; nothing has one that is unknown.';

export type AboutInput = ReturnType<typeof createAboutInput>;

/** Declared before the filters of the CRM, which are members of it. */
export const createAboutInput = (builder: Builder) => builder.inputRef<CallAbout>('CallAbout');

export function implementAbout({ builder }: Graph, about: AboutInput, filters: FilterInputs): void {
  const tracker = builder.inputRef<TrackerFilter>('CallTrackerFilter').implement({
    description:
      'Calls in which one of these trackers was heard. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      id: t.idList({ description: 'Global or upstream ids of trackers.' }),
      name: t.stringList({
        description: 'Names of trackers, as settings have them; costs one call, for all names.',
      }),
      atLeast: t.int({ description: 'One of them so often in one call. Once unless said.' }),
    }),
  });
  const topic = builder.inputRef<TopicFilter>('CallTopicFilter').implement({
    description:
      'Calls that touched one of these topics. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      name: t.stringList({ required: true, description: `Names of topics. ${comparedExactly}` }),
      atLeastSeconds: t.int({ description: 'One of them so long in one call.' }),
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
  const relation = (name: string): InputRef<Filter> => filters.get(name)!;
  about.implement({
    description:
      'What was said in a call and what it was linked to; everything given must hold. Evaluated by Switchboard from the participant index, so the index has to be on (INDEX=on), and the coverage beside the answer says how much of the time it knows. Private calls pass only for viewers who may read them.',
    fields: (t) => ({
      title: t.string({ description: 'Has this in its title, in any case.' }),
      tracker: t.field({
        type: [tracker],
        description: 'Each of these was heard; an empty list restricts nothing.',
      }),
      topic: t.field({
        type: [topic],
        description: 'Each of these was touched; an empty list restricts nothing.',
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

/** Parts of a filter of calls. */
export type AboutFilter = Pick<IndexFilter, 'title' | 'marks' | 'calls'>;

const noAbout: AboutFilter = {};

const filters = memoizeByKey<GraphContext, string, Promise<AboutFilter>>();

/**
 * Synchronous where nothing has to be looked up; memoized per request by its arguments.
 * @param from start of the first call that is looked for; null or absent for all. @throws
 *   UserInputError
 */
export function aboutFilter(
  context: GraphContext,
  about: CallAbout | null | undefined,
  from: number | null = null,
): MaybePromise<AboutFilter> {
  if (about === null || about === undefined) return noAbout;
  const since = about.scorecard ? from : null;
  return filters(context, JSON.stringify([about, since]), () => readAbout(context, about, since));
}

async function readAbout(
  context: GraphContext,
  about: CallAbout,
  from: number | null,
): Promise<AboutFilter> {
  const { title, outcome, externalDomain, stage } = about;
  const marks: MarkFilter[] = [];
  const add = (kind: MarkFilter['kind'], values: readonly string[], least = 1): void => {
    if (least < 1) throw new UserInputError(`Expected at least 1 for a ${kind}; got ${least}.`);
    if (kind !== 'field') checkLength(kind, values);
    marks.push({ kind, values, least });
  };
  const [trackers, accounts, deals, reviewed] = await Promise.all([
    Promise.all((about.tracker ?? []).map((one) => trackerIds(context, one))),
    linkedIds(context, 'Account', about.account),
    linkedIds(context, 'Opportunity', about.opportunity),
    Promise.all((about.scorecard ?? []).map((one) => reviewedCalls(context, one, from))),
  ]);
  if (accounts !== null) add('account', accounts);
  if (deals !== null) add('deal', deals);
  for (const [at, ids] of trackers.entries()) add('tracker', ids, about.tracker![at]!.atLeast ?? 1);
  for (const { name, atLeastSeconds } of about.topic ?? []) add('topic', name, atLeastSeconds ?? 1);
  if (outcome) add('outcome', outcome);
  if (externalDomain) {
    add(
      'domain',
      externalDomain.map((domain) => domain.trim().replace(/^@/, '').toLowerCase()),
    );
  }
  const ofField = (object: string, field: string, values: readonly string[]): void => {
    checkLength('field', values);
    add(
      'field',
      values.map((value) => fieldMark(object, field, value)),
    );
  };
  if (stage) ofField('Opportunity', 'StageName', stage);
  for (const given of about.linkedField ?? []) {
    ofField(given.object, linkedFieldName(context, given), given.in);
  }
  return {
    ...(title ? { title } : {}),
    ...(marks.length > 0 ? { marks } : {}),
    ...(reviewed.length > 0 ? { calls: commonIds(reviewed) } : {}),
  };
}

const commonIds = ([
  first = new Set(),
  ...others
]: readonly ReadonlySet<string>[]): readonly string[] =>
  [...first].filter((id) => others.every((ids) => ids.has(id)));

/** @throws UserInputError for a value that the index has of no call, because it is too long to be kept. */
function checkLength(kind: MarkKind, values: readonly string[]): void {
  const most = longestMark(kind);
  const tooLong = values.find((value) => value.trim().length > most);
  if (tooLong !== undefined)
    throw new UserInputError(
      `Expected at most ${most} characters of a ${kind}, as the index keeps them; got ${tooLong.length}.`,
    );
}

const linkedObjects = ['Account', 'Opportunity'];

/** Types whose values are no text, of which the index keeps none. */
const untold: ReadonlySet<FieldType> = new Set([
  ...(['id', 'boolean', 'int', 'double', 'currency', 'percent', 'address', 'base64'] as const),
]);

/** API name of the field. @throws UserInputError for one that the index never holds: the filter would silently match nothing. */
function linkedFieldName({ model }: GraphContext, { object, field }: LinkedFieldFilter): string {
  const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
  if (!linkedObjects.includes(object))
    throw new UserInputError(
      `Expected the object of a linked field to be ${linkedObjects.join(' or ')}, got ${shown(object)}.`,
    );
  const known = model.field(object, field);
  if (known === undefined || !isClass(known.name) || untold.has(known.spec.type))
    throw new UserInputError(
      `Expected a field of ${object} by whose values calls are kept: one of text or a picklist, declared here by its API name, such as Type; ids, names, dates, numbers and flags are not kept. Got ${shown(field)}.`,
    );
  return known.name;
}

/** Ids of trackers; those of names are in the settings. @throws UserInputError for a name that none has. */
async function trackerIds(
  context: GraphContext,
  { id, name }: TrackerFilter,
): Promise<readonly string[]> {
  if ((id ?? name ?? null) === null)
    throw new UserInputError('Expected "id" or "name" of a tracker, got neither.');
  const ids = (id ?? []).map((one) => anyPlatformId(one, 'Tracker'));
  if (!name || name.length === 0) return ids;
  const rows = (await settingRows(context, settingsTrackers)).filter(isObject);
  const of = { what: 'a tracker', nameField: 'trackerName', idField: 'trackerId' };
  return [...new Set([...ids, ...settingIdsByName(rows, name, of)])];
}

/** Null where the filter has no condition on records. */
async function linkedIds(
  context: GraphContext,
  object: string,
  filter: Filter | null | undefined,
): Promise<readonly string[] | null> {
  if (filter === null || filter === undefined) return null;
  const ids = await recordIds(context, context.model.object(object)!, filter);
  return ids.map((id) => id.slice(0, 15));
}

/** Cost of looking up the records and trackers that `about` names. */
export function aboutCost(
  place: FieldPlace,
  about: (args: Readonly<Record<string, unknown>>) => unknown,
  /** Name of the argument, where a field has several. */
  name = 'about',
): void {
  const { trackers, scorecards, accounts, deals, readings } = place.given(
    `about of ${name}`,
    (args) => {
      const given = (about(args) ?? {}) as CallAbout;
      const byName = (list: readonly { readonly name?: readonly string[] | null }[] | null = []) =>
        (list ?? []).some(({ name }) => (name ?? []).length > 0);
      return {
        trackers: byName(given.tracker),
        scorecards: byName(given.scorecard),
        accounts: Boolean(given.account),
        deals: Boolean(given.opportunity),
        readings: given.scorecard?.length ?? 0,
      };
    },
  );
  if (trackers) place.estimate.once('Tracker', 1);
  if (scorecards) place.estimate.once('Scorecard', 1);
  place.estimate.add(readings * usualReviewPages);
  if (accounts) place.estimate.add(mostRecordPages);
  if (deals) place.estimate.add(mostRecordPages);
}
