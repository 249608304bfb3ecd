/** Evaluates the filter lastCall for one list: queries the participant index about the records, and tests each of them. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import { idOf } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import { filterText } from '../../fetch/cursor.ts';
import type {
  Answered,
  IndexFilter,
  MatchedCall,
  ParticipantKeys,
} from '../../participants/call-query.ts';
import { anyOf, type Condition, never } from '../../soql/query.ts';
import { fieldOf } from '../crm/crm-row.ts';
import type { RowTest } from '../crm/post-filter.ts';
import {
  type PeriodBounds,
  periodBounds,
  periodInstants,
  type RelativePeriod,
} from '../relative-date.ts';
import type { CallConditions } from './call-condition.ts';
import type { CountedCalls } from './call-count.ts';
import { plainFilterOf, reportUncovered } from './index-query.ts';
import { reportCoverage } from './list-coverage.ts';
import { listQuery } from './participant-key.ts';
import { peopleUnder } from './people-lookup.ts';
import { oneOf } from './people-query.ts';

/** Condition in a filter; null is the same as absent. */
export interface LastCallFilter extends Omit<CountedCalls, 'from' | 'to' | keyof CallConditions> {
  readonly before?: Date | null;
  readonly after?: Date | null;
  readonly notSince?: RelativePeriod | null;
  readonly none?: boolean | null;
}

/** The bounds of the last call; null where there is none. */
interface Bounds {
  readonly before: number | null;
  readonly after: number | null;
  readonly none: boolean | null;
}

/**
 * Test of the condition; null where it does not restrict.
 * @throws UserInputError
 */
export function lastCallTest(
  context: GraphContext,
  object: CrmObject,
  condition: LastCallFilter,
): RowTest | null {
  if (Object.values(condition).every((value) => (value ?? null) === null)) return null;
  const bounds = lastCallBounds(context, condition);
  const args = { viaContactRoles: condition.viaContactRoles === true };
  const filter: IndexFilter = {
    ...plainFilterOf(context, { ...condition, during: null }),
    from: lookBackTo(bounds),
  };
  const { paths, windows, ask, noted, coverage } = listQuery(context, object, args, (subjects) =>
    lastCallsOf(context, subjects, filter),
  );
  return {
    // As given: what a relative period comes to changes between two pages.
    text: `lastCall ${filterText({ ...condition, includePrivate: filter.includePrivate })}`,
    paths,
    windows,
    narrow: contradict(bounds)
      ? async () => never
      : candidates(context, object, { ...args, since: bounds.after, filter, noted }),
    async accept(rows) {
      return (await ask(rows)).map((last) => passes(bounds, last));
    },
    async shown(connection, info) {
      reportCoverage(context, connection, coverage);
      if (contradict(bounds)) return;
      reportUncovered(context, info, { from: filter.from }, await coverage());
    },
  };
}

/** The last call of each subject among those that pass the filter. */
export function lastCallsOf(
  context: GraphContext,
  subjects: readonly ParticipantKeys[],
  filter: IndexFilter,
): Promise<readonly Answered<MatchedCall | null>[]> {
  const { participants, tenant } = context;
  const queries = subjects.map((subject) => ({ subject, filter }));
  return participants.lastCalls(tenant, queries, executeOptions(context));
}

function lastCallBounds(context: GraphContext, condition: LastCallFilter): Bounds {
  const { none } = condition;
  const requested = {
    from: condition.after ?? null,
    to: condition.before ?? null,
    during: condition.during,
  };
  const { from: after, to } = periodBounds(context, requested as PeriodBounds);
  const notSince = condition.notSince ?? null;
  if (notSince !== null && (after ?? to) !== null)
    throw new UserInputError(
      'Expected "notSince" in lastCall without "before", "after" and "during", got one of them as well.',
    );
  const before = notSince === null ? to : periodInstants(context, notSince).from;
  const bounds = {
    before: before?.getTime() ?? null,
    after: after?.getTime() ?? null,
    none: none ?? null,
  };
  if (bounds.before === null && bounds.after === null && bounds.none === null) {
    throw new UserInputError(
      'Expected "before", "after", "during", "notSince" or "none" in lastCall, got none of them.',
    );
  }
  return bounds;
}

/** Whether no last call can lie within the bounds, so no query is needed. */
const contradict = ({ before, after, none }: Bounds): boolean =>
  after !== null && (none === true || (before !== null && after >= before));

/** Start of the calls that matter: with a lower bound alone, earlier ones can't change the result. */
function lookBackTo({ before, after, none }: Bounds): number | null {
  if (after !== null) return after;
  return none === null ? before : null;
}

function passes({ before, after, none }: Bounds, last: MatchedCall | null): boolean {
  if (last === null) return after === null && none !== false;
  return none !== true && (before === null || last.startedAt < before);
}

interface CandidateQuery {
  readonly viaContactRoles: boolean;
  /** Null where any last call fits, or none. */
  readonly since: number | null;
  readonly filter: IndexFilter;
  /** Value of an answer that the list depends on. */
  readonly noted: <T>(answered: Answered<T>) => T;
}

/** Keys that fit into one statement beside the rest of it. */
const maxKeys = 250;

/**
 * Candidates: records with a call in a short time, named by the index. With more than fit one
 * statement, the list is read instead. The answer is memoized for the list's later stretches.
 */
export function candidates(
  context: GraphContext,
  object: CrmObject,
  { viaContactRoles, since, filter, noted }: CandidateQuery,
): (read: number) => Promise<Condition | undefined> {
  if (since === null || viaContactRoles) return async () => undefined;
  const { participants, tenant } = context;
  const keys = async (kind: 'crm' | 'email', prefix = '') => {
    const { to, includePrivate } = filter;
    const query = { kind, prefix, since, to, includePrivate, first: maxKeys };
    return noted(await participants.recentKeys(tenant, query, executeOptions(context)));
  };
  const contact = context.model.declaredObject('Contact');
  const find = async (): Promise<Condition | undefined> => {
    const ids = await keys('crm', object.keyPrefix);
    if (ids === null) return undefined;
    if (object.name === 'Opportunity') return oneOf('Id', ids) ?? never;
    const emails = await keys('email');
    const { addresses } = object.name === 'Account' ? contact : object;
    if (emails === null || ids.length + emails.length * addresses.length > maxKeys)
      return undefined;
    if (object.name !== 'Account') {
      return anyOf(oneOf('Id', ids), ...addresses.map((path) => oneOf(path, emails))) ?? never;
    }
    const contactIds = await keys('crm', contact.keyPrefix);
    if (contactIds === null || ids.length + emails.length + contactIds.length > maxKeys)
      return undefined;
    const linked = contactIds.flatMap((id) => normalizeCrmId(id) ?? []);
    const people = await peopleUnder(context, contact, [...emails, ...linked], accountOnly);
    const accounts = people.flatMap((row) => idOf(fieldOf(row, 'AccountId')) ?? []);
    return oneOf('Id', [...new Set([...ids, ...accounts.map((id) => id.slice(0, 15))])]) ?? never;
  };
  let memo: Promise<Condition | undefined> | undefined;
  return async (read) => {
    // The accounts of contacts cost a call: worth it once a thousand accounts were not enough.
    if (object.name === 'Account' && read < 2) return undefined;
    memo ??= find();
    return memo;
  };
}

/** Selection of a contact's account. */
const accountOnly = { paths: new Set(['AccountId']), windows: [] };
