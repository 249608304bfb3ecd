/**
 * Facts of the own calls of a deal or an account: each is declared here once, and is a column of the record and a figure
 * over many records by it. Own calls were linked to the record by the platform; see `deal-silence.ts`.
 *
 * What the index has to read for a fact beyond numbers and starts of calls is its `look`: `OwnCallsLook` and `OwnCalls` of
 * participants/call-query.ts, the SQL of store/own-call-query.ts, and `factQuestion` and `nobodys` of call-fact-measure.ts.
 */

import type { GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import type {
  Coverage,
  FacetFilter,
  OwnCalls,
  OwnCallsLook,
  OwnCallsQuery,
} from '../../participants/call-query.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import { thisMinute } from '../request-time.ts';
import { type CalendarDay, startOfDay } from '../time-zone.ts';
import { aboutFilter } from './call-content-filter.ts';
import type { CallAbout } from './call-content-filter-input.ts';

/** Which of a record's own calls, and what is listened for in them. */
export interface CallFactsInput {
  readonly until?: Date | null;
  readonly untilDay?: Date | string | null;
  readonly daysBefore?: number | null;
  readonly withinDays?: number | null;
  readonly first?: number | null;
  readonly last?: number | null;
  readonly nth?: number | null;
  readonly heard?: CallAbout | null;
}

/** Those of one record. */
export interface RecordFacts extends OwnCalls {
  readonly bound: number;
  /** Whether `heard` was given. */
  readonly listens: boolean;
  /** False where its calls may begin before those that the index knows. */
  readonly isComplete: boolean;
  readonly coverage: Coverage;
}

interface Fact {
  /** Field of `CallFacts`. */
  readonly column: string;
  readonly description: string;
  /** Whether its values are whole numbers: an Int in the graph, and buckets such as 3–5 in place of 3 to 6. */
  readonly isWhole: boolean;
  /** What of the calls the index has to look at for it, besides their number and starts. */
  readonly look?: 'people' | 'talk' | 'length' | 'unaddressed' | 'heard';
  /** Null for a record without it. */
  readonly measure: (facts: RecordFacts) => number | null;
}

const dayMs = 86_400_000;

export const callFacts = {
  CALLS: {
    column: 'calls',
    description: 'How many calls.',
    isWhole: true,
    measure: ({ calls }) => calls,
  },
  HEARD: {
    column: 'heard',
    description:
      'In how many of the calls the trackers and topics of `heard` were heard; null without `heard`, and without a call.',
    isWhole: true,
    look: 'heard',
    measure: ({ calls, heard, listens }) => (listens && calls > 0 ? heard : null),
  },
  PEOPLE: {
    column: 'people',
    description:
      "How many different people of the customer's side took part, by e-mail address; those without one are `peopleWithoutAddress`.",
    isWhole: true,
    look: 'people',
    measure: ({ people }) => people,
  },
  PEOPLE_WITHOUT_ADDRESS: {
    column: 'peopleWithoutAddress',
    description:
      "How many times somebody of the customer's side took part for whom the platform has no e-mail address: nobody knows whether they are the same person in two calls. Null while one of the calls was indexed by a version that did not count them, up to a week.",
    isWhole: true,
    look: 'unaddressed',
    measure: ({ unaddressed }) => unaddressed,
  },
  TALK_RATIO: {
    column: 'talkRatio',
    description:
      "Mean share of the talk that was the host's, from 0 to 1, of the calls where it was measured; null where it was in none.",
    isWhole: false,
    look: 'talk',
    measure: ({ talkRatio }) => talkRatio,
  },
  MINUTES: {
    column: 'minutes',
    description: 'How many minutes the calls lasted together; 0 without a call.',
    isWhole: false,
    look: 'length',
    measure: ({ seconds }) => seconds / 60,
  },
  DAYS: {
    column: 'days',
    description:
      'Days from the start of the first of the calls to the bound, in 86,400 seconds; null without a call.',
    isWhole: false,
    measure: ({ firstAt, bound }) => (firstAt === null ? null : (bound - firstAt) / dayMs),
  },
  DAYS_BETWEEN: {
    column: 'daysBetween',
    description:
      'Days from the start of the first of the calls to that of the last, in 86,400 seconds: with `first: 2` from the first call to the second; null with fewer than two calls.',
    isWhole: false,
    measure: ({ calls, firstAt, lastAt }) =>
      calls < 2 || firstAt === null || lastAt === null ? null : (lastAt - firstAt) / dayMs,
  },
} as const satisfies Readonly<Record<string, Fact>>;

export type CallFact = keyof typeof callFacts;
export const factOf = (name: CallFact): Fact => callFacts[name];

/** Fields of the CRM that a record's bound and beginning follow from. */
export const factPaths = (object: string): readonly string[] =>
  object === 'Opportunity' ? ['CreatedDate', 'CloseDate', 'IsClosed'] : [];

/** A question about own calls, of which each record makes its query. */
interface FactQuestion {
  readonly input: CallFactsInput;
  readonly look: OwnCallsLook;
}

/** @param names columns that are looked at @throws UserInputError */
export async function factQuestion(
  context: GraphContext,
  input: CallFactsInput,
  names: ReadonlySet<string>,
): Promise<FactQuestion> {
  checkInput(input);
  const { first, last, nth } = input;
  const looks = (kind: Fact['look']): boolean =>
    Object.values<Fact>(callFacts).some(({ column, look }) => look === kind && names.has(column));
  const heard = await heardFacets(context, input.heard);
  return {
    input,
    look: {
      choice: { first, last, nth },
      heard: looks('heard') ? heard : [],
      people: looks('people'),
      talk: looks('talk'),
      length: looks('length'),
      unaddressed: looks('unaddressed'),
    },
  };
}

function checkInput(input: CallFactsInput): void {
  const { until, untilDay, daysBefore, withinDays, first, last, nth } = input;
  const choices = Object.entries({ first, last, nth }).filter(([, value]) => value != null);
  if (choices.length > 1)
    throw new UserInputError(
      `Expected one of "first", "last" and "nth", got ${choices.map(([name]) => name).join(' and ')}.`,
    );
  for (const [name, value] of [...choices, ...Object.entries({ daysBefore, withinDays })])
    if (value != null && (name === 'nth' ? value === 0 : value < 1))
      throw new UserInputError(
        `Expected ${name === 'nth' ? 'nth from 1, or from -1 down' : `${name} from 1`}, got ${value}.`,
      );
  if (until != null && untilDay != null)
    throw new UserInputError('Expected "until" or "untilDay", got both.');
}

/** @throws UserInputError for what a call can't be heard by here. */
async function heardFacets(
  context: GraphContext,
  heard: CallAbout | null | undefined,
): Promise<readonly FacetFilter[]> {
  if (heard == null) return [];
  const { tracker, topic, ...others } = heard;
  const [other] = Object.entries(others).filter(([, value]) => value != null);
  if (other !== undefined)
    throw new UserInputError(`Expected "tracker" and "topic" in heard, got ${other[0]} as well.`);
  if ([...(tracker ?? []), ...(topic ?? [])].some(({ not }) => not === true))
    throw new UserInputError(
      'Expected trackers and topics without "not" in heard: calls in which they were not heard are the rest of the calls.',
    );
  const { facets = [] } = await aboutFilter(context, heard);
  if (facets == null || facets.length === 0)
    throw new UserInputError('Expected a tracker or topic in heard, got none.');
  return facets;
}

const dayOf = (value: Date | string): CalendarDay => {
  const text = value instanceof Date ? value.toISOString() : value;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return { year, month, day };
};

/** A day ends with it in the company's time zone. */
const endOfDay = (timeZone: string, { year, month, day }: CalendarDay): number =>
  startOfDay(timeZone, { year, month, day: day + 1 });

/** The instant until which a record's calls count: of a closed deal the end of its close date, else now. */
function boundOf(context: GraphContext, row: CrmRow, { until, untilDay }: CallFactsInput): number {
  if (until != null) return until.getTime();
  if (untilDay != null) return endOfDay(context.timeZone, dayOf(untilDay));
  if (row.object.name === 'Opportunity' && fieldOf(row, 'IsClosed') === true) {
    const closed = fieldOf(row, 'CloseDate');
    if (typeof closed === 'string') return endOfDay(context.timeZone, dayOf(closed));
  }
  return thisMinute(context);
}

interface BoundedQuery {
  readonly query: OwnCallsQuery;
  /** Since when the record may have calls that count; null where nobody knows. */
  readonly begins: number | null;
}

export function queryOf(
  context: GraphContext,
  row: CrmRow,
  { input, look }: FactQuestion,
): BoundedQuery {
  const to = boundOf(context, row, input) - (input.daysBefore ?? 0) * dayMs;
  const from = input.withinDays == null ? null : to - input.withinDays * dayMs;
  const includePrivate = context.viewer.permissions.has('private-calls');
  return {
    query: { recordId: row.id, from, to, look, filter: { includePrivate } },
    begins: from ?? firstLinkable(row),
  };
}

/** The platform links a call to deals that were open then or within two weeks of it. */
const linkedAheadMs = 14 * dayMs;

/** Since when calls may be linked to the record. Of an account nobody knows: old calls are linked to it once it is there. */
function firstLinkable(row: CrmRow): number | null {
  const created = row.object.name === 'Opportunity' ? createdAt(row) : null;
  return created === null ? null : created - linkedAheadMs;
}

export function createdAt(row: CrmRow): number | null {
  const value = fieldOf(row, 'CreatedDate');
  const at = value instanceof Date ? value.getTime() : Date.parse(String(value));
  return Number.isNaN(at) ? null : at;
}

export function factsOf(
  { query, begins }: BoundedQuery,
  calls: OwnCalls,
  coverage: Coverage,
  { input }: FactQuestion,
): RecordFacts {
  const { completeFrom } = coverage;
  const begun = completeFrom !== null && begins !== null && begins >= completeFrom;
  const isComplete = begun || hasLast(input, calls, completeFrom);
  return { ...calls, bound: query.to, listens: input.heard != null, isComplete, coverage };
}

/** Whether all that was asked for is there, counted from the last: earlier calls change nothing. */
const hasLast = (
  { last, nth }: CallFactsInput,
  { calls, firstAt }: OwnCalls,
  completeFrom: number | null,
): boolean =>
  ((last != null && calls >= last) || (nth != null && nth < 0 && calls > 0)) &&
  completeFrom !== null &&
  firstAt !== null &&
  firstAt >= completeFrom;
