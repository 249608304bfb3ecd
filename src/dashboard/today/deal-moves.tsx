/** Deals that moved: stage, amount and close date, each beside what stood there before. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { Fragment } from 'react';
import { type DealChange, dealChangeFragment, Moves, movesOf } from '../deal/deal-change.tsx';
import { type DealMove, dealMoves, moveKinds } from '../deal/deal-move.ts';
import { DealLink } from '../deal/deal-row.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, detailText, number, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
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
        ...DealChange
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

type Node = NonNullable<NonNullable<ResultOf<typeof fragment>['changes']>['nodes'][number]>;
type Change = DealChange & Pick<Node, 'opportunity'>;

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
  const rows = (changes?.nodes ?? []).flatMap((node): readonly Change[] =>
    node === null
      ? []
      : [{ ...readFragment(dealChangeFragment, node), opportunity: node.opportunity }],
  );
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
            <Moves change={change} now={now} />
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
