/** The filters above the deals; each change is a new address. */

import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { Choice, type Option, Several, withOwn } from '../shared/choice.tsx';
import { dateOf, isoDay, startOfDay } from '../shared/day.ts';
import { dayText, number, plural } from '../shared/format.ts';
import { type DealFilter, dealSorts } from './deal-filter.ts';
import { dealMoves } from './deal-move.ts';

const fragment = graphql(`
  fragment DealOwners on Query {
    owners: opportunitiesAggregate(
      filter: $ofAnyOwner
      groupBy: [{ field: OWNER_ID }]
      first: 200
    ) {
      keys {
        record {
          ... on CrmUser {
            upstreamId
            name
          }
        }
      }
      count
    }
    crmCurrencies {
      areSeveral
      corporate
    }
  }
`);

export interface FilterBarProps {
  readonly filter: DealFilter;
  readonly stages: readonly string[];
  readonly query: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function FilterBar({ filter, stages, query, now }: FilterBarProps) {
  const { set } = useAddress();
  const answer = readFragment(fragment, query);
  const owners = ownersOf(answer, filter.quiet === null);
  const { areSeveral = false, corporate = null } = answer.crmCurrencies ?? {};
  // Of several the CRM converts: 25,000 of one is not what it is of another.
  const comparedIn = areSeveral ? (filter.currency ?? corporate) : null;
  const isOfEach = areSeveral && filter.currency === null && filter.least !== null;
  const leastText = (least: number): string =>
    isOfEach && least === filter.least
      ? `≥ ${number(least)} in its own currency`
      : `≥ ${amountText(least, comparedIn ?? corporate)}`;
  return (
    <form className="filters deals-filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Owner"
        value={filter.owner}
        any="Everybody"
        onChange={(owner) => set({ owner })}
      >
        {owners.map(({ id, text }) => [id, text])}
      </Choice>
      <Several
        label="Stage"
        values={filter.stages}
        any="All stages"
        onChange={(stage) => set({ stage })}
      >
        {stages.map((stage) => [stage, stage])}
      </Several>
      <Choice
        label="Amount"
        value={filter.least === null ? null : String(filter.least)}
        any="Any"
        onChange={(least) => set({ least, in: least === null ? null : comparedIn })}
      >
        {withOwn([25_000, 50_000, 100_000, 250_000], filter.least).map((least) => [
          String(least),
          leastText(least),
        ])}
      </Choice>
      <Choice
        label="Closes"
        value={filter.isOverdue ? 'overdue' : null}
        any="Any time"
        onChange={(closes) => set({ closes })}
      >
        {[['overdue', 'overdue']]}
      </Choice>
      <Choice
        label="Silence"
        value={filter.by === 'CONTACT' ? 'contact' : null}
        any="of calls about it"
        onChange={(by) => set({ by })}
      >
        {[['contact', 'of any contact']]}
      </Choice>
      <Choice
        label={filter.by === 'CONTACT' ? 'No contact for' : 'No call for'}
        value={filter.quiet === null ? null : String(filter.quiet)}
        any="Any time"
        onChange={(quiet) => set({ quiet })}
      >
        {withOwn([14, 30, 60, 90], filter.quiet).map((days) => [
          String(days),
          `over ${plural(days, 'day')}`,
        ])}
      </Choice>
      <Choice
        label="Moved"
        value={filter.moved === null ? null : isoDay(filter.moved)}
        any="Any time"
        onChange={(moved) => set({ moved, move: moved === null ? null : filter.move })}
      >
        {moveDays(filter.moved, now)}
      </Choice>
      {filter.moved !== null && (
        <Choice
          label="What"
          value={filter.move}
          any="Any change"
          onChange={(move) => set({ move })}
        >
          {Object.entries(dealMoves)}
        </Choice>
      )}
      <Choice
        label="Order"
        value={filter.sort === 'close' ? null : filter.sort}
        any={dealSorts.close}
        onChange={(sort) => set({ sort })}
      >
        {[
          ['silence', dealSorts.silence],
          ['amount', dealSorts.amount],
        ]}
      </Choice>
    </form>
  );
}

/** Days since which deals moved, with that of the address in its place: the latest first. */
const moveDays = (chosen: Date | null, now: Date): readonly Option[] =>
  [
    ...new Set([
      ...[1, 7, 30, 90].map((days) => isoDay(startOfDay(now, -days))),
      ...(chosen === null ? [] : [isoDay(chosen)]),
    ]),
  ]
    .sort()
    .reverse()
    .map((day) => [day, `since ${dayText(dateOf(day), now)}`]);

/** The CRM counts them, which knows of no silence. */
function ownersOf({ owners }: ReturnType<typeof readOwners>, isCounted: boolean) {
  return (owners ?? [])
    .flatMap((group) => {
      const record = group?.keys[0]?.record;
      return record != null && 'upstreamId' in record && record.name != null
        ? [
            {
              id: record.upstreamId,
              text: isCounted ? `${record.name} (${number(group?.count ?? 0)})` : record.name,
            },
          ]
        : [];
    })
    .sort((a, b) => a.text.localeCompare(b.text));
}
const readOwners = (query: FragmentType<typeof fragment>) => readFragment(fragment, query);
