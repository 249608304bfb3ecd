/** The filters of the calls: from the address to the graph's condition. */

import type { ScreenLocation } from '../data/question.ts';
import type { CallFilter, OpportunityFilter } from '../graphql/graphql.ts';
import { dateOf, isoDay, startOfDay } from '../shared/day.ts';
import { type RecordKind, readRecordName } from '../shared/record-id.ts';
import { saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';

export const dealResults = { WON: 'Won', OPEN: 'Open', LOST: 'Lost' } as const;
export type DealResult = keyof typeof dealResults;

export const scopes = { External: 'with people from outside', Internal: 'among us' } as const;

export const presences = { ATTENDEE: 'Was there', INVITEE: 'Was invited' } as const;

export interface CallsFilter {
  readonly from: Date | null;
  /** No longer within. */
  readonly to: Date | null;
  readonly days: number | null;
  readonly owner: readonly string[];
  readonly stage: readonly string[];
  readonly tracker: readonly string[];
  readonly scope: string | null;
  readonly result: DealResult | null;
  readonly role: keyof typeof presences | null;
  /** Global id of the record whose related calls are listed; null for all calls. */
  readonly related: string | null;
  /** Of that record, a deal, the calls of its people that are not its own. */
  readonly isOfPeople: boolean;
  readonly get: ScreenLocation['get'];
}

const keyOf = <Named extends object>(names: Named, text: string | null): keyof Named | null =>
  text !== null && Object.hasOwn(names, text) ? (text as keyof Named) : null;

const isDay = (text: string): boolean => text.length === 10;

function readDate(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return null;
  const date = dateOf(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

const withRelatedCalls: readonly (RecordKind | null)[] = [
  'Account',
  'Contact',
  'Lead',
  'Opportunity',
];

/** What is no id of such a record stays as it is, and is refused by the graph. */
function globalIdOf(text: string, kinds: readonly (RecordKind | null)[]): string {
  const { kind, id } = readRecordName(text);
  return kinds.includes(kind) ? btoa(`${kind}:${id}`).replaceAll('=', '') : text;
}

export function callsFilterOf(
  { get, all }: Pick<ScreenLocation, 'get' | 'all'>,
  now: Date,
): CallsFilter {
  const days = Number(get('days'));
  const isSpan = Number.isInteger(days) && days > 0 && days < 10_000;
  const to = readDate(get('to'));
  const related = get('related');
  const peopleOf = get('people-of');
  return {
    from: isSpan ? startOfDay(now, -days) : readDate(get('from')),
    to: to !== null && isDay(get('to') ?? '') ? startOfDay(to, 1) : to,
    days: isSpan ? days : null,
    owner: all('owner'),
    related:
      peopleOf !== null
        ? globalIdOf(peopleOf, ['Opportunity'])
        : related === null
          ? null
          : globalIdOf(related, withRelatedCalls),
    isOfPeople: peopleOf !== null,
    stage: all('stage'),
    tracker: all('tracker'),
    scope: keyOf(scopes, get('scope')),
    result: keyOf(dealResults, get('result')),
    role: keyOf(presences, get('role')),
    get,
  };
}

/** As fields of dates show them: the last day is within. */
export const shownDays = ({ from, to }: Pick<CallsFilter, 'from' | 'to'>) => ({
  from: from === null ? '' : isoDay(from),
  to: to === null ? '' : isoDay(new Date(to.getTime() - 1)),
});

const names = [
  ...['days', 'from', 'to', 'scope', 'related', 'people-of', 'owner', 'account', 'deal'],
  ...['deal-owner', 'stage', 'result', 'tracker', 'topic', 'title', 'said', 'by', 'with', 'role'],
];

/** Takes out all filters. */
export const noFilter: Readonly<Record<string, null>> = Object.fromEntries(
  names.map((name) => [name, null]),
);

export const isFiltered = ({ get }: Pick<ScreenLocation, 'get'>): boolean =>
  names.some((name) => get(name) !== null);

/** How many filters are chosen; a part of another one is none. */
export const filterCount = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  names.filter((name) => name !== 'by' && name !== 'role' && get(name) !== null).length;

/** By more than a span of days, which the choice of time takes out by itself. */
export const isNarrowed = ({ get }: Pick<ScreenLocation, 'get'>): boolean =>
  names.some((name) => name !== 'days' && get(name) !== null);

const resultConditions: Readonly<Record<DealResult, OpportunityFilter>> = {
  WON: { isWon: { eq: true } },
  OPEN: { isClosed: { eq: false } },
  LOST: { isClosed: { eq: true }, isWon: { eq: false } },
};

/** Time and kind of the calls. */
function periodFilter({ from, to, scope }: CallsFilter): CallFilter {
  return {
    ...(from !== null && { from: from.toISOString() }),
    ...(to !== null && { to: to.toISOString() }),
    ...(scope !== null && { scope: [scope] }),
  };
}

const choiceWeeks = 12;

/**
 * Of the calls whose trackers, topics and stages can be chosen. Where no beginning is, they are of some weeks: to
 * count those of all calls takes seconds in an index of many, for names alone.
 */
export const choicesFilter = (filter: CallsFilter, now: Date): CallFilter =>
  periodFilter({
    ...filter,
    from: filter.from ?? startOfDay(filter.to ?? now, -choiceWeeks * 7),
  });

/** Says so; null where the choices are of the filter's own time. */
export const choicesNote = ({ from, to }: CallsFilter): string | null =>
  from !== null
    ? null
    : to === null
      ? `Of the last ${choiceWeeks} weeks`
      : `Of the ${choiceWeeks} weeks until then`;

/** Global ids of the chosen trackers, whose names the choices may lack. */
export const chosenTrackers = ({ tracker }: CallsFilter): readonly string[] =>
  // Text that is no id would be refused, and its filter says that already.
  tracker.filter((id) => /^\d+$/.test(id)).map((id) => btoa(`Tracker:${id}`).replaceAll('=', ''));

/** All but the owner. It is asked with `about`, so that the index answers, the newest first. */
export function ownerlessFilter(filter: CallsFilter): CallFilter {
  const { stage, tracker, result, role, get } = filter;
  const [account, deal, dealOwner] = [get('account'), get('deal'), get('deal-owner')];
  const [topic, title] = [get('topic'), get('title')];
  const said = saidFilters(saidTerm({ get }), sideOf({ get }));
  const person = get('with')?.trim().replace(/^@/, '') ?? '';
  const opportunity: OpportunityFilter = {
    ...(result !== null && resultConditions[result]),
    ...(deal !== null && { id: { eq: deal } }),
    ...(dealOwner !== null && { ownerId: { eq: dealOwner } }),
  };
  return {
    ...periodFilter(filter),
    about: {
      ...(account !== null && { account: { id: { eq: account } } }),
      ...(Object.keys(opportunity).length > 0 && { opportunity }),
      ...(stage.length > 0 && { stage: [...stage] }),
      ...(tracker.length > 0 && { tracker: [{ id: [...tracker] }] }),
      ...(topic !== null && { topic: [{ name: [topic] }] }),
      ...(title !== null && { title }),
      ...(said.length > 0 && { said }),
    },
    ...(person !== '' && {
      participants: {
        ...(person.includes('@') ? { email: [person] } : { domain: [person] }),
        ...(role !== null && { role: [role] }),
      },
    }),
  };
}

export const listFilter = (filter: CallsFilter): CallFilter => ({
  ...ownerlessFilter(filter),
  ...(filter.owner.length > 0 && { primaryUser: [...filter.owner] }),
});
