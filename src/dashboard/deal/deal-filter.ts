/** The filters of the deals: from the address to the question's variables. */

import type { ScreenLocation } from '../data/question.ts';
import type { DealsQueryVariables, OpportunityFilter } from '../graphql/graphql.ts';
import { dateOf, isoDay, readDay, timeZone } from '../shared/day.ts';
import { type DealMove, dealMoves, movedSince } from './deal-move.ts';
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
  /** One of these; none for all. */
  readonly stages: readonly string[];
  readonly least: number | null;
  /** In which `least` is compared; null: each deal in its own. */
  readonly currency: string | null;
  /** Open, and to be closed before today. */
  readonly isOverdue: boolean;
  /** What ends a silence: in the order, and for `quiet`. */
  readonly by: SilenceBy;
  /** Silent in so many days. */
  readonly quiet: number | null;
  /** The day since which they moved, open or closed; null for open deals, whenever they moved. */
  readonly moved: Date | null;
  /** Null for any of these, and for new deals. */
  readonly move: DealMove | null;
  readonly sort: DealSort;
  readonly after: string | null;
}

const positive = (text: string | null): number | null => {
  const value = Number(text);
  return text !== null && value > 0 ? value : null;
};

export function filterOf({ get, all }: Pick<ScreenLocation, 'get' | 'all'>): DealFilter {
  const [sort, move] = [get('sort') ?? '', get('move') ?? ''];
  return {
    owner: get('owner'),
    stages: all('stage'),
    least: positive(get('least')),
    currency: /^[A-Z]{3}$/.exec(get('in') ?? '')?.[0] ?? null,
    isOverdue: get('closes') === 'overdue',
    by: get('by') === 'contact' ? 'CONTACT' : 'OWN_CALL',
    quiet: positive(get('quiet')),
    moved: readDay(get('moved')),
    move: Object.hasOwn(dealMoves, move) ? (move as DealMove) : null,
    sort: Object.hasOwn(dealSorts, sort) ? (sort as DealSort) : 'close',
    after: get('after'),
  };
}

/** Whether anything narrows the deals. */
export const isFiltered = ({
  owner,
  stages,
  least,
  isOverdue,
  quiet,
  moved,
}: DealFilter): boolean =>
  stages.length > 0 ||
  isOverdue ||
  [owner, least, quiet, moved].some((condition) => condition !== null);

/** What one of them is. */
export const nounOf = ({ moved }: DealFilter): string => (moved === null ? 'open deal' : 'deal');

/** What ended the silences that are shown. */
export const lastTitleOf = ({ by }: DealFilter): string =>
  by === 'CONTACT' ? 'Last contact' : 'Last call';

export function variablesOf(filter: DealFilter, { from, now }: Period): DealsQueryVariables {
  const { owner, stages, least, isOverdue, currency, by, quiet, moved, move, sort, after } = filter;
  const large: OpportunityFilter = {
    ...(moved === null ? { isClosed: { eq: false } } : movedSince(moved, move)),
    ...(isOverdue && { isClosed: { eq: false }, closeDate: { lt: isoDay(now) } }),
    ...(least !== null && { amount: { gte: least, currency } }),
  };
  const ofOwner = owner !== null && { ownerId: { eq: owner } };
  const inStages = stages.length > 0 && { stageName: { in: [...stages] } };
  const inStage: OpportunityFilter = { ...large, ...ofOwner, ...inStages };
  const since = quiet === null ? null : silentSince(now, quiet);
  return {
    since: from.toISOString(),
    sinceDate: isoDay(from),
    ...(moved !== null && { movedSince: moved.toISOString(), hasMoved: true }),
    totals: { ...large, ...ofOwner },
    ofAnyOwner: { ...large, ...inStages },
    shown: inStage,
    shownOpen: { ...inStage, isClosed: { eq: false } },
    silentSince: since,
    by,
    timeZone: timeZone(),
    bySilence: sort === 'silence',
    isSilent: since !== null,
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
