/** Compiles the input `about` to a filter of the participant index: checks its values and looks up the names and records in it. */

import { settingsTrackers } from '../../contract/calls/tracker.ts';
import type { FieldType } from '../../contract/crm/declaration.ts';
import { isObject } from '../../contract/wire/json.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import {
  type FacetKind,
  fieldFacet,
  isClass,
  longestFacet,
} from '../../participants/call-facet.ts';
import type { FacetFilter, IndexFilter } from '../../participants/call-query.ts';
import type { IndexCondition } from '../../participants/need.ts';
import { anyPlatformId } from '../calls/call-filter.ts';
import { settingRows } from '../calls/platform-setting.ts';
import { settingIdsByName } from '../calls/platform-setting-name.ts';
import { reviewedCalls, usualReviewPages } from '../calls/reviewed-call.ts';
import type { Filter } from '../crm/post-filter.ts';
import type { CallAbout, LinkedFieldFilter, TrackerFilter } from './call-content-filter-input.ts';
import { mostRecordPages, recordIds } from './filtered-records.ts';
import { saidCondition } from './said-condition.ts';

/** Parts of a filter of calls. */
type AboutFilter = Pick<IndexFilter, 'title' | 'facets' | 'absent' | 'said' | 'unsaid' | 'calls'>;

const noAbout: AboutFilter = {};

const filters = memoizeByRequestKey<string, Promise<AboutFilter>>();

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
  const said = saidCondition(context, about.said);
  const facets: FacetFilter[] = [];
  const absent: FacetFilter[] = [];
  const add = (
    kind: FacetFilter['kind'],
    values: readonly string[],
    least = 1,
    not: boolean | null = false,
  ): void => {
    if (least < 1) throw new UserInputError(`Expected at least 1 for a ${kind}; got ${least}.`);
    if (kind !== 'field') checkLength(kind, values);
    (not ? absent : facets).push({ kind, values, least });
  };
  const [trackers, accounts, deals, reviewed] = await Promise.all([
    Promise.all((about.tracker ?? []).map((trackerFilter) => trackerIds(context, trackerFilter))),
    linkedIds(context, 'Account', about.account),
    linkedIds(context, 'Opportunity', about.opportunity),
    Promise.all(
      (about.scorecard ?? []).map((scorecardFilter) =>
        reviewedCalls(context, scorecardFilter, from),
      ),
    ),
  ]);
  if (accounts !== null) add('account', accounts);
  if (deals !== null) add('deal', deals);
  for (const [at, ids] of trackers.entries()) {
    const { atLeast, not } = about.tracker![at]!;
    add('tracker', ids, atLeast ?? 1, not);
  }
  for (const { name, atLeastSeconds, not } of about.topic ?? [])
    add('topic', name, atLeastSeconds ?? 1, not);
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
      values.map((value) => fieldFacet(object, field, value)),
    );
  };
  if (stage) ofField('Opportunity', 'StageName', stage);
  for (const linkedField of about.linkedField ?? []) {
    ofField(linkedField.object, await linkedFieldName(context, linkedField), linkedField.in);
  }
  return {
    ...titleFilter(title),
    ...said,
    ...(facets.length > 0 ? { facets } : {}),
    ...(absent.length > 0 ? { absent } : {}),
    ...(reviewed.length > 0 ? { calls: commonIds(reviewed) } : {}),
  };
}

/**
 * @throws UserInputError for a text with NUL: titles are indexed without it, so that others would be found.
 * @example titleFilter('renewal') // → { title: 'renewal' }
 */
export function titleFilter(title: string | null | undefined): Pick<IndexFilter, 'title'> {
  if (title?.includes('\0'))
    throw new UserInputError('Expected the text of a title without a NUL character; got one.');
  return title ? { title } : {};
}

const commonIds = ([
  first = new Set(),
  ...others
]: readonly ReadonlySet<string>[]): readonly string[] =>
  [...first].filter((id) => others.every((ids) => ids.has(id)));

/** Checks the length of values. @throws UserInputError for one too long to be in the index */
function checkLength(kind: FacetKind, values: readonly string[]): void {
  const most = longestFacet(kind);
  const tooLong = values.find((value) => value.trim().length > most);
  if (tooLong !== undefined)
    throw new UserInputError(
      `Expected at most ${most} characters of a ${kind}, as the index keeps them; got ${tooLong.length}.`,
    );
}

const linkedObjects = ['Account', 'Opportunity'];

/** Types whose values are no text, so the index has no facets of them. */
const untold: ReadonlySet<FieldType> = new Set([
  ...(['id', 'boolean', 'int', 'double', 'currency', 'percent', 'address', 'base64'] as const),
]);

/** API name of the field. @throws UserInputError for one that the index never holds: the filter would silently match nothing. */
async function linkedFieldName(
  context: GraphContext,
  { object, field }: LinkedFieldFilter,
): Promise<string> {
  const { model, participants, tenant } = context;
  const quoted = (text: string): string => JSON.stringify(beginningOf(text, 60));
  if (!linkedObjects.includes(object))
    throw new UserInputError(
      `Expected the object of a linked field to be ${linkedObjects.join(' or ')}, got ${quoted(object)}.`,
    );
  const declared = model.field(object, field);
  if (declared === undefined || !isClass(declared.name) || untold.has(declared.spec.type))
    throw new UserInputError(
      `Expected a field of ${object} by whose values calls are kept: one of text or a picklist, declared here by its API name, such as Type; ids, names, dates, numbers and flags are not kept. Got ${quoted(field)}.`,
    );
  if (!(await participants.keepsField(tenant, object, declared.name, executeOptions(context))))
    throw new UserInputError(
      `Expected a field of ${object} that the platform copies to calls; of the calls that the index knows none has a value of ${quoted(field)}.`,
    );
  return declared.name;
}

/** Ids of trackers by id or name; names come from the settings. @throws UserInputError for an unknown name */
async function trackerIds(
  context: GraphContext,
  { id, name }: TrackerFilter,
): Promise<readonly string[]> {
  if ((id ?? name ?? null) === null)
    throw new UserInputError('Expected "id" or "name" of a tracker, got neither.');
  const ids = (id ?? []).map((trackerId) => anyPlatformId(trackerId, 'Tracker'));
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
  const ids = await recordIds(context, context.model.declaredObject(object), filter);
  return ids.map((id) => id.slice(0, 15));
}

/** The condition of the index that each member of `about` becomes. */
const conditionOf = {
  title: 'title',
  tracker: 'tracker',
  topic: 'topic',
  said: 'said',
  outcome: 'outcome',
  externalDomain: 'domain',
  stage: 'field',
  linkedField: 'field',
  scorecard: 'calls',
  account: 'account',
  opportunity: 'deal',
} as const satisfies Readonly<Record<keyof CallAbout, IndexCondition>>;

/** Conditions of the index, before what they name is looked up. */
export function aboutConditions(about: unknown): readonly IndexCondition[] {
  const members = (about ?? {}) as CallAbout;
  const names = Object.keys(members) as (keyof CallAbout)[];
  return names.filter((name) => (members[name] ?? null) !== null).map((name) => conditionOf[name]);
}

/** Cost of looking up the records and trackers that `about` names. */
export function aboutCost(
  fieldPlace: FieldPlace,
  about: (args: Readonly<Record<string, unknown>>) => unknown,
  /** Name of the argument, where a field has several. */
  name = 'about',
): void {
  const { trackers, scorecards, accounts, deals, readings } = fieldPlace.given(
    `about of ${name}`,
    (args) => {
      const conditions = (about(args) ?? {}) as CallAbout;
      const byName = (list: readonly { readonly name?: readonly string[] | null }[] | null = []) =>
        (list ?? []).some(({ name }) => (name ?? []).length > 0);
      return {
        trackers: byName(conditions.tracker),
        scorecards: byName(conditions.scorecard),
        accounts: Boolean(conditions.account),
        deals: Boolean(conditions.opportunity),
        readings: conditions.scorecard?.length ?? 0,
      };
    },
  );
  if (trackers) fieldPlace.estimate.once('call-analytics', 'Tracker', 1);
  if (scorecards) fieldPlace.estimate.once('call-analytics', 'Scorecard', 1);
  fieldPlace.estimate.add('call-analytics', readings * usualReviewPages);
  if (accounts) fieldPlace.estimate.add('crm', mostRecordPages);
  if (deals) fieldPlace.estimate.add('crm', mostRecordPages);
}
