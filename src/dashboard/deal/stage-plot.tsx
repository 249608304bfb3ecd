/** Totals per stage: a table whose middle column is the plot. */

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
    byStage: opportunitiesAggregate(filter: $totals, groupBy: [{ field: STAGE_NAME }]) {
      keys {
        value
      }
      count
      currencyIsoCode
      sum {
        amount
      }
    }
    crmCurrencies {
      areSeveral
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
  /** Of all totals, into which the CRM converts; null where it does not tell. */
  readonly currency: string | null;
  /** Whether the deals are in several. */
  readonly isConverted: boolean;
}

export function readStages(query: FragmentType<typeof fragment>): Stages {
  const { byStage, opportunityStages, crmCurrencies } = readFragment(fragment, query);
  const order = (opportunityStages?.nodes ?? []).flatMap((stage) => stage?.apiName ?? []);
  const totals = new Map(
    (byStage ?? []).flatMap((group) => {
      const stage = group?.keys[0]?.value;
      if (typeof stage !== 'string') return [];
      return [
        [stage, { stage, count: group?.count ?? 0, amount: group?.sum?.amount ?? null }] as const,
      ];
    }),
  );
  const others = [...totals.keys()].filter((stage) => !order.includes(stage));
  const names = [...order, ...others];
  return {
    names,
    totals:
      byStage == null
        ? null
        : names.map((stage) => totals.get(stage) ?? { stage, count: 0, amount: null }),
    currency: byStage?.[0]?.currencyIsoCode ?? null,
    isConverted: crmCurrencies?.areSeveral === true,
  };
}

export interface StagePlotProps {
  readonly stages: Stages;
  /** None for all. */
  readonly chosen: readonly string[];
  /** Whether all deals are open. */
  readonly isOpen: boolean;
  /** Of deals that were silent so long, how many there are; the CRM, which adds up, knows of no silence. */
  readonly silent: { readonly count: number | null } | null;
}

export function StagePlot({ stages, chosen, isOpen, silent }: StagePlotProps) {
  const { totals: nullableTotals, currency, isConverted } = stages;
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
      paths={['byStage', 'opportunityStages']}
      className="stages"
      aside={
        silent !== null
          ? silent.count !== null && (
              <p className="figures">
                <b>{plural(silent.count, 'deal')}</b> so silent
              </p>
            )
          : nullableTotals !== null && (
              <p className="figures">
                <b>{plural(count, 'deal')}</b>, <b>{shortAmountText(amount, currency)}</b> in all
              </p>
            )
      }
    >
      {totals.length === 0 ? (
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
      {silent !== null && totals.length > 0 && (
        <p className="note">Of all deals that pass the other filters, whatever their silence.</p>
      )}
      {isConverted && totals.length > 0 && <ConvertedNote currency={currency} />}
    </Panel>
  );
}

const toggled = (chosen: readonly string[], stage: string): readonly string[] =>
  chosen.includes(stage) ? chosen.filter((other) => other !== stage) : [...chosen, stage];
