/** How a deal got where it is: each change of its history, what stood there before beside what stands there since. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, number } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';

const fragment = graphql(`
  fragment DealHistory on Opportunity {
    opportunityHistories(first: 50, orderBy: [{ field: CREATED_DATE, direction: DESC }]) {
      totalCount
      nodes {
        upstreamId
        createdDate
        createdBy {
          name
        }
        stageNameBefore
        stageName
        prevAmount
        amount
        currencyIsoCode
        prevCloseDate
        closeDate
        forecastCategoryBefore
        forecastCategory
      }
    }
  }
`);

type Change = NonNullable<
  NonNullable<ResultOf<typeof fragment>['opportunityHistories']>['nodes'][number]
>;

const columns: Columns<Change> = {
  Changed: ({ createdDate }) => createdDate,
  By: ({ createdBy }) => createdBy?.name,
  'Stage before': ({ stageNameBefore }) => stageNameBefore,
  Stage: ({ stageName }) => stageName,
  'Amount before': ({ prevAmount }) => prevAmount,
  Amount: ({ amount }) => amount,
  Currency: ({ currencyIsoCode }) => currencyIsoCode,
  'Close date before': ({ prevCloseDate }) => prevCloseDate,
  'Close date': ({ closeDate }) => closeDate,
  'Forecast before': ({ forecastCategoryBefore }) => forecastCategoryBefore,
  Forecast: ({ forecastCategory }) => forecastCategory,
};

export interface DealHistoryProps {
  readonly deal: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function DealHistory({ deal, now }: DealHistoryProps) {
  const { opportunityHistories: list } = readFragment(fragment, deal);
  const changes = (list?.nodes ?? []).flatMap((change) => change ?? []);
  const total = list?.totalCount ?? changes.length;
  return (
    <Panel
      title="Stage history"
      className="deal-history"
      paths={['opportunity.opportunityHistories']}
      file={tableFile('deal-history', columns, {
        rows: changes,
        total,
        isWhole: changes.length >= total,
      })}
    >
      {changes.length === 0 && (
        <Empty isKnown={list != null}>The CRM has no history of this deal.</Empty>
      )}
      <ol>
        {changes.map((change) => (
          <ChangeEntry key={change.upstreamId} change={change} now={now} />
        ))}
      </ol>
      {changes.length < total && (
        <p className="note">
          The newest {changes.length} of {number(total)} changes.
        </p>
      )}
    </Panel>
  );
}

function ChangeEntry({ change, now }: { change: Change; now: Date }) {
  const { createdDate, createdBy, currencyIsoCode: currency } = change;
  const amount = (value: number): string => amountText(value, currency);
  const day = (text: string): string => dayText(dateOf(text), now);
  return (
    <li>
      <p className="muted">
        {createdDate != null && <time dateTime={createdDate}>{day(createdDate)}</time>}
        {createdBy?.name != null && `, ${createdBy.name}`}
      </p>
      <dl>
        <Step name="Stage" before={change.stageNameBefore} since={change.stageName} text={String} />
        <Step name="Amount" before={change.prevAmount} since={change.amount} text={amount} />
        <Step name="Closes" before={change.prevCloseDate} since={change.closeDate} text={day} />
        <Step
          name="Forecast"
          before={change.forecastCategoryBefore}
          since={change.forecastCategory}
          text={String}
        />
      </dl>
    </li>
  );
}

interface StepProps<Value> {
  readonly name: string;
  readonly before: Value | null;
  readonly since: Value | null;
  readonly text: (value: Value) => string;
}

/** Nothing where the value stayed; without one before the value alone. */
function Step<Value>({ name, before, since, text }: StepProps<Value>): ReactNode {
  if (before === since) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {before !== null && (
          <>
            <span className="visually-hidden">before </span>
            <s>{text(before)}</s>
            <span className="muted"> → </span>
          </>
        )}
        {since === null ? 'none' : text(since)}
      </dd>
    </div>
  );
}
