/** Totals per stage: a table whose middle column is the plot. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Bar } from '../plot/bar.tsx';
import { shortAmountText } from '../shared/amount.ts';
import { ConvertedNote } from '../shared/converted-note.tsx';
import { number, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment StagePlot on Query {
    byStage: opportunitiesAggregate(filter: $totals, groupBy: [{ field: STAGE_NAME }])
      @skip(if: $isSilent) {
      keys {
        value
      }
      count
      currencyIsoCode
      sum {
        amount
      }
    }
    silentDeals: opportunitiesBySilence(
      first: 100
      filter: $totals
      by: $by
      since: $silentSince
      timeZone: $timeZone
    ) @include(if: $isSilent) {
      pageInfo {
        hasNextPage
      }
      nodes {
        stageName
        amount
      }
    }
    crmCurrencies {
      areSeveral
      corporate
    }
    opportunityStages(
      first: 50
      filter: { isActive: { eq: true }, isClosed: { eq: false } }
      orderBy: [{ field: SORT_ORDER }]
    ) {
      nodes {
        apiName
      }
    }
  }
`);

export interface StageTotal {
  readonly stage: string;
  readonly count: number;
  /** Null where no deal has one. */
  readonly amount: number | null;
}

export interface Stages {
  /** In the order of the CRM's setup; a stage that is not in it comes last. */
  readonly names: readonly string[];
  /** One for each name; null where the totals could not be had. */
  readonly totals: readonly StageTotal[] | null;
  /** Whether there are more silent deals than a page has. The CRM, which adds up all others, knows of no silence. */
  readonly areTooMany: boolean;
  /** Of all totals, into which the CRM converts; null where it does not tell. */
  readonly currency: string | null;
  /** Whether the deals are in several. */
  readonly isConverted: boolean;
  /** Whether amounts are added up: those of silent deals in several currencies are not, since it is the CRM that converts. */
  readonly areAdded: boolean;
}

type Fields = ResultOf<typeof fragment>;

export function readStages(query: FragmentType<typeof fragment>): Stages {
  const fields = readFragment(fragment, query);
  const { byStage, silentDeals, opportunityStages, crmCurrencies } = fields;
  const areSeveral = crmCurrencies?.areSeveral === true;
  const order = (opportunityStages?.nodes ?? []).flatMap((stage) => stage?.apiName ?? []);
  const areTooMany = silentDeals?.pageInfo.hasNextPage === true;
  const all =
    silentDeals == null ? totalsOfGroups(byStage) : totalsOfDeals(silentDeals.nodes, areSeveral);
  const totals = new Map((all ?? []).map((total) => [total.stage, total]));
  const others = [...totals.keys()].filter((stage) => !order.includes(stage));
  const names = [...order, ...others];
  return {
    names,
    totals:
      all === null || areTooMany
        ? null
        : names.map((stage) => totals.get(stage) ?? { stage, count: 0, amount: null }),
    areTooMany,
    currency: byStage?.[0]?.currencyIsoCode ?? crmCurrencies?.corporate ?? null,
    isConverted: areSeveral && silentDeals == null,
    areAdded: !areSeveral || silentDeals == null,
  };
}

const totalsOfGroups = (groups: Fields['byStage']): readonly StageTotal[] | null =>
  groups?.flatMap((group) => {
    const stage = group?.keys[0]?.value;
    if (typeof stage !== 'string') return [];
    return [{ stage, count: group?.count ?? 0, amount: group?.sum?.amount ?? null }];
  }) ?? null;

/** Null where the stage of one is not known. */
function totalsOfDeals(
  deals: NonNullable<Fields['silentDeals']>['nodes'],
  areSeveral: boolean,
): readonly StageTotal[] | null {
  const byStage = Map.groupBy(deals, (deal) => deal?.stageName ?? '');
  if (byStage.has('')) return null;
  return [...byStage].map(([stage, ofStage]) => {
    const amounts = areSeveral ? [] : ofStage.flatMap((deal) => deal?.amount ?? []);
    return {
      stage,
      count: ofStage.length,
      amount: amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0),
    };
  });
}

export interface StagePlotProps {
  readonly stages: Stages;
  /** None for all. */
  readonly chosen: readonly string[];
  /** Whether all deals are open. */
  readonly isOpen: boolean;
  /** How many deals the list has. */
  readonly listed: number | null;
}

export function StagePlot({ stages, chosen, isOpen, listed }: StagePlotProps) {
  const { totals: nullableTotals, areTooMany, currency, isConverted, areAdded } = stages;
  const totals = nullableTotals ?? [];
  const { set } = useAddress();
  const isShown = (stage: string): boolean => chosen.length === 0 || chosen.includes(stage);
  const chosenTotals = totals.filter(({ stage }) => isShown(stage));
  const max = Math.max(...totals.map(({ amount }) => amount ?? 0));
  const count = chosenTotals.reduce((sum, total) => sum + total.count, 0);
  const amount = chosenTotals.reduce((sum, total) => sum + (total.amount ?? 0), 0);
  const columns: Columns<StageTotal> = {
    Stage: ({ stage }) => stage,
    Deals: (total) => total.count,
    Amount: (total) => total.amount,
    Currency: () => currency,
  };
  return (
    <Panel
      title={isOpen ? 'Open by stage' : 'By stage'}
      file={tableFile('stages', columns, { rows: totals, total: totals.length, isWhole: true })}
      paths={['byStage', 'silentDeals', 'opportunityStages']}
      className="stages"
      aside={
        nullableTotals === null ? (
          areTooMany &&
          listed !== null && (
            <p className="figures">
              <b>{plural(listed, 'deal')}</b>
            </p>
          )
        ) : (
          <p className="figures">
            <b>{plural(count, 'deal')}</b>
            {areAdded && (
              <>
                , <b>{shortAmountText(amount, currency)}</b> in all
              </>
            )}
          </p>
        )
      }
    >
      {areTooMany ? (
        <p className="empty">
          More than 100 silent deals are not added up by stage. An owner or an amount narrows them.
        </p>
      ) : totals.length === 0 ? (
        <Empty>{isOpen ? 'No open deals.' : 'No deals.'}</Empty>
      ) : (
        <table>
          <TableHead columns={['Stage', 'Plot', 'Amount', 'Deals']} isHidden />
          <tbody>
            {totals.map(({ stage, ...total }) => (
              <tr key={stage} className={isShown(stage) ? '' : 'dimmed'}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={chosen.includes(stage)}
                    onClick={() => set({ stage: toggled(chosen, stage) })}
                  >
                    {stage}
                  </button>
                </th>
                <td className="plot">
                  <Bar value={total.amount ?? 0} max={max} />
                </td>
                <td className="figure">
                  {total.amount === null ? '–' : shortAmountText(total.amount, currency)}
                </td>
                <td className="figure muted">{number(total.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!areAdded && totals.length > 0 && (
        <p className="note">Amounts of silent deals in several currencies are not added up.</p>
      )}
      {isConverted && totals.length > 0 && <ConvertedNote currency={currency} />}
    </Panel>
  );
}

const toggled = (chosen: readonly string[], stage: string): readonly string[] =>
  chosen.includes(stage) ? chosen.filter((other) => other !== stage) : [...chosen, stage];
