/** Deals that moved: stage, amount and close date, each beside what stood there before. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { type DealMove, dealMoves, moveKinds } from '../deal/deal-move.ts';
import { DealLink } from '../deal/deal-row.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, detailText, number, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';

const fragment = graphql(`
  fragment DealMoves on Query {
    moved: opportunities(first: 0, filter: $moved) {
      totalCount
    }
    changes: opportunityHistories(
      first: 20
      filter: $changes
      orderBy: [{ field: CREATED_DATE, direction: DESC }]
    ) {
      totalCount
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        createdDate
        stageName
        stageNameBefore
        amount
        prevAmount
        closeDate
        prevCloseDate
        currencyIsoCode
        opportunity {
          upstreamId
          name
          account {
            upstreamId
            name
          }
          owner {
            recordName
          }
        }
      }
    }
  }
`);

type Change = NonNullable<NonNullable<ResultOf<typeof fragment>['changes']>['nodes'][number]>;

const columns: Columns<Change> = {
  Deal: ({ opportunity }) => opportunity?.name,
  'Deal id': ({ opportunity }) => opportunity?.upstreamId,
  Changed: ({ createdDate }) => createdDate,
  'Stage before': ({ stageNameBefore }) => stageNameBefore,
  Stage: ({ stageName }) => stageName,
  'Amount before': ({ prevAmount }) => prevAmount,
  Amount: ({ amount }) => amount,
  Currency: ({ currencyIsoCode }) => currencyIsoCode,
  'Close date before': ({ prevCloseDate }) => prevCloseDate,
  'Close date': ({ closeDate }) => closeDate,
};

export interface DealMovesProps {
  readonly query: FragmentType<typeof fragment>;
  readonly now: Date;
  /** The list of these deals, those that moved so, or any. */
  readonly hrefOf: (move: DealMove | null) => string;
}

export function DealMoves({ query, now, hrefOf }: DealMovesProps) {
  const { changes, moved } = readFragment(fragment, query);
  const rows = (changes?.nodes ?? []).filter((change) => change !== null);
  const total = changes?.totalCount ?? null;
  const deals = moved?.totalCount ?? null;
  const isWhole = changes?.pageInfo.hasNextPage !== true;
  const names = new Set(rows.flatMap((change) => movesOf(change, now)).map(({ name }) => name));
  const kinds = moveKinds.filter((move) => !isWhole || names.has(dealMoves[move]));
  return (
    <Panel
      title="Deals that moved"
      paths={['changes', 'moved']}
      aside={
        deals !== null && (
          <p className="figures">
            <Figure href={deals === 0 ? null : hrefOf(null)}>{plural(deals, 'deal')}</Figure>
          </p>
        )
      }
      file={tableFile('deal-changes', columns, { rows, total, isWhole })}
    >
      {rows.length === 0 && (
        <Empty isKnown={changes != null}>No deal changed its stage, amount or close date.</Empty>
      )}
      <ul className="hit-list">
        {rows.map((change) => (
          <li key={change.upstreamId} data-row="">
            {change.opportunity == null ? (
              <span className="name">A deal that is not shown</span>
            ) : (
              <DealLink deal={change.opportunity} />
            )}
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
            <span className="sub">
              {detailText([
                change.createdDate === null ? null : dayText(dateOf(change.createdDate), now),
                change.opportunity?.account?.name,
                change.opportunity?.owner?.recordName,
              ])}
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <p className="note">
          The newest {number(rows.length)}
          {total === null ? '; there are more.' : ` of ${plural(total, 'change')}.`}
        </p>
      )}
      {kinds.length > 0 && (
        <p className="note">
          All by what changed:{' '}
          {kinds.map((move, at) => (
            <Fragment key={move}>
              {at > 0 && ', '}
              <Link href={hrefOf(move)}>{dealMoves[move].toLowerCase()}</Link>
            </Fragment>
          ))}
        </p>
      )}
    </Panel>
  );
}

interface Move {
  readonly name: string;
  /** Null for what was not there before. */
  readonly before: string | null;
  readonly after: string;
}

function movesOf(change: Change, now: Date): readonly Move[] {
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
