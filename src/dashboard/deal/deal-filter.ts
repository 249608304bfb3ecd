/** The filters of the deals: from the address to the question's variables. */

import type { ScreenLocation } from '../data/question.ts';
import type { DealsQueryVariables, OpportunityFilter } from '../graphql/graphql.ts';
import { dateOf, isoDay, timeZone } from '../shared/day.ts';
import { type SilenceBy, silentSince } from './silence.ts';
import type { Period } from './timeline-period.ts';

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
  /** In which `least` is compared; null: each deal in its own. */
  readonly currency: string | null;
  /** What ends a silence: in the order, and for `quiet`. */
  readonly by: SilenceBy;
  /** At least so many days of silence. */
  readonly quiet: number | null;
  readonly sort: DealSort;
  readonly after: string | null;
}

const positive = (text: string | null): number | null => {
  const value = Number(text);
  return text !== null && value > 0 ? value : null;
};

export function filterOf({ get }: Pick<ScreenLocation, 'get'>): DealFilter {
  const sort = get('sort') ?? '';
  return {
    owner: get('owner'),
    stage: get('stage'),
    least: positive(get('least')),
    currency: /^[A-Z]{3}$/.exec(get('in') ?? '')?.[0] ?? null,
    by: get('by') === 'contact' ? 'CONTACT' : 'OWN_CALL',
    quiet: positive(get('quiet')),
    sort: Object.hasOwn(dealSorts, sort) ? (sort as DealSort) : 'close',
    after: get('after'),
  };
}

/** Whether anything narrows the deals. */
export const isFiltered = ({ owner, stage, least, quiet }: DealFilter): boolean =>
  [owner, stage, least, quiet].some((condition) => condition !== null);

export function variablesOf(filter: DealFilter, { from, now }: Period): DealsQueryVariables {
  const { owner, stage, least, currency, by, quiet, sort, after } = filter;
  const totals: OpportunityFilter = {
    isClosed: { eq: false },
    ...(owner !== null && { ownerId: { eq: owner } }),
    ...(least !== null && { amount: { gte: least, currency } }),
  };
  const inStage: OpportunityFilter = {
    ...totals,
    ...(stage !== null && { stageName: { eq: stage } }),
  };
  const since = quiet === null ? null : silentSince(now, quiet);
  return {
    since: from.toISOString(),
    sinceDate: isoDay(from),
    totals,
    shown: inStage,
    silentSince: since,
    by,
    timeZone: timeZone(),
    bySilence: sort === 'silence',
    filter: since === null ? inStage : { ...inStage, ...silent(by, since) },
    order:
      sort === 'amount'
        ? [{ field: 'AMOUNT', direction: 'DESC', nulls: 'LAST' }]
        : [{ field: 'CLOSE_DATE' }],
    after,
  };
}

/** Silent since; `opportunitiesBySilence` has arguments for it. */
const silent = (by: SilenceBy, since: string): OpportunityFilter => ({
  lastCall: { before: since, viaContactRoles: by === 'CONTACT' },
  ...(by === 'CONTACT' && {
    or: [
      { lastActivityDate: { lt: isoDay(dateOf(since)) } },
      { lastActivityDate: { isNull: true } },
    ],
  }),
});
