/** The filters of the deals: from the address to the question's variables. */

import type { Place } from '../data/question.ts';
import type { DealsQueryVariables } from '../graphql/graphql.ts';
import { dayMs } from '../part/day.ts';

/** The line of time: what was, and what is to come. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
}

export const dealSorts = {
  close: 'Close date',
  silence: 'Longest silence',
  amount: 'Amount',
} as const;
export type DealSort = keyof typeof dealSorts;

export interface DealFilter {
  readonly owner: string | null;
  readonly stage: string | null;
  readonly least: number | null;
  /** Days without any contact. */
  readonly quiet: number | null;
  readonly sort: DealSort;
  readonly after: string | null;
}

const positive = (text: string | null): number | null => {
  const value = Number(text);
  return text !== null && value > 0 ? value : null;
};

export function filterOf({ get }: Pick<Place, 'get'>): DealFilter {
  const sort = get('sort') ?? '';
  return {
    owner: get('owner'),
    stage: get('stage'),
    least: positive(get('least')),
    quiet: positive(get('quiet')),
    sort: Object.hasOwn(dealSorts, sort) ? (sort as DealSort) : 'close',
    after: get('after'),
  };
}

/** Days, not moments: the same question all day long is one answer for everybody who asks it. */
export function periodOf(now: Date): Period {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return { from: new Date(today - 120 * dayMs), to: new Date(today + 45 * dayMs), now };
}

export function variablesOf(filter: DealFilter, { from, now }: Period): DealsQueryVariables {
  const { owner, stage, least, quiet, sort, after } = filter;
  const totals = {
    isClosed: { eq: false },
    ...(owner !== null && { ownerId: { eq: owner } }),
    ...(least !== null && { amount: { gte: least } }),
  };
  const quietSince = quiet === null ? null : new Date(startOf(now).getTime() - quiet * dayMs);
  return {
    since: from.toISOString(),
    sinceDate: from.toISOString().slice(0, 10),
    totals,
    filter: {
      ...totals,
      ...(stage !== null && { stageName: { eq: stage } }),
      ...(quietSince !== null && {
        lastCall: { before: quietSince.toISOString(), viaContactRoles: true },
      }),
    },
    order:
      sort === 'amount'
        ? [{ field: 'AMOUNT', direction: 'DESC', nulls: 'LAST' }]
        : [{ field: 'CLOSE_DATE' }],
    after,
  };
}

function startOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}
