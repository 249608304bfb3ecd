/** A change of a deal: its stage, amount and close date, each beside what stood there before. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText } from '../shared/format.ts';
import { dealMoves } from './deal-move.ts';

export const dealChangeFragment = graphql(`
  fragment DealChange on OpportunityHistory {
    upstreamId
    createdDate
    stageName
    stageNameBefore
    amount
    prevAmount
    closeDate
    prevCloseDate
    currencyIsoCode
  }
`);

export type DealChange = ResultOf<typeof dealChangeFragment>;
type ChangeList = {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly (FragmentType<typeof dealChangeFragment> | null)[];
} | null;
const readChanges = (list: ChangeList | undefined): readonly DealChange[] =>
  (list?.nodes ?? []).flatMap((node) => readFragment(dealChangeFragment, node) ?? []);

/** What of a deal moved. */
export interface Move {
  readonly name: string;
  /** Null for what was not there before. */
  readonly before: string | null;
  readonly after: string;
}

export function movesOf(change: DealChange, now: Date): readonly Move[] {
  const { stageName, stageNameBefore, amount, prevAmount, closeDate, prevCloseDate } = change;
  const amountOf = (value: number | null): string | null =>
    value === null ? null : shortAmountText(value, change.currencyIsoCode);
  const dayOf = (value: string | null): string | null =>
    value === null ? null : `closes ${dayText(dateOf(value), now)}`;
  // The first row of a deal has nothing before it.
  if (stageNameBefore === null && prevAmount === null && prevCloseDate === null)
    return [
      {
        ...{ name: 'New', before: null },
        after: `New: ${detailText([stageName, amountOf(amount), dayOf(closeDate)])}`,
      },
    ];
  const all: readonly (readonly [name: string, before: string | null, after: string | null])[] = [
    [dealMoves.stage, stageNameBefore, stageName],
    [dealMoves.amount, amountOf(prevAmount), amountOf(amount)],
    [dealMoves.close, dayOf(prevCloseDate), dayOf(closeDate)],
  ];
  const moved = all.filter(([, before, after]) => before !== after);
  if (moved.length === 0) return [{ name: 'Changed', before: null, after: 'Saved unchanged' }];
  return moved.map(([name, before, after]) => ({ name, before, after: after ?? 'none' }));
}

/** What a change moved, the old value struck out. */
export function Moves({ change, now }: { change: DealChange; now: Date }) {
  return (
    <span className="moves">
      {movesOf(change, now).map(({ name, before, after }) => (
        <span key={name} className="move">
          <span className="visually-hidden">{name} </span>
          {before !== null && (
            <>
              <s>{before}</s> <span aria-hidden="true">→</span>
              <span className="visually-hidden">now</span>{' '}
            </>
          )}
          {after}
        </span>
      ))}
    </span>
  );
}

/** Behind the newest, where there are more of a time. */
const earlier = 'earlier ones';

/** The changes of a listed deal since a day, each with its day; a deal of no list of moved ones has none. */
export function ListedChanges({ list, now }: { list: ChangeList | undefined; now: Date }) {
  const changes = readChanges(list);
  if (changes.length === 0) return null;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.upstreamId}>
          {change.createdDate !== null && (
            <span className="muted">{dayText(dateOf(change.createdDate), now)} </span>
          )}
          <Moves change={change} now={now} />
        </li>
      ))}
      {list?.pageInfo.hasNextPage === true && <li className="muted">and {earlier}</li>}
    </ul>
  );
}

/** For a file: `2026-11-28: Stage Prospecting → Qualification; Close date …`. */
export const changesText = (list: ChangeList | undefined, now: Date): string =>
  readChanges(list)
    .map((change) => {
      const moves = movesOf(change, now).map(({ name, before, after }) =>
        before === null ? after : `${name} ${before} → ${after}`,
      );
      return `${change.createdDate?.slice(0, 10) ?? ''}: ${moves.join(', ')}`;
    })
    .concat(list?.pageInfo.hasNextPage === true ? earlier : [])
    .join('; ');
