/** What a deal sells: each of its lines with quantity, price and total. Nothing stands there where it is known to have none. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { number } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment DealProducts on Opportunity {
    currencyIsoCode
    opportunityLineItems(first: 50, orderBy: [{ field: SORT_ORDER, nulls: LAST }]) {
      totalCount
      nodes {
        upstreamId
        name
        product2 {
          upstreamId
          name
        }
        quantity
        unitPrice
        totalPrice
      }
    }
  }
`);

type Line = NonNullable<
  NonNullable<ResultOf<typeof fragment>['opportunityLineItems']>['nodes'][number]
>;

const path = 'opportunity.opportunityLineItems';

/** Quantities of the CRM have decimals: 2.5 days. */
const quantityFormat = new Intl.NumberFormat(navigator.language, { maximumFractionDigits: 2 });

/** A line is called as its deal and its product: that stands there where the product can't be read. */
const nameOf = ({ product2, name }: Line): string =>
  product2?.name ?? name ?? 'A product without a name';

export interface DealProductsProps {
  readonly deal: FragmentType<typeof fragment>;
}

export function DealProducts({ deal }: DealProductsProps) {
  const { currencyIsoCode: currency, opportunityLineItems: list } = readFragment(fragment, deal);
  const { faults } = useMeta();
  const lines = (list?.nodes ?? []).flatMap((line) => line ?? []);
  const total = list?.totalCount ?? lines.length;
  const hasNone = list != null && total === 0 && faultsAt(faults, path).length === 0;
  if (hasNone) return null;
  const columns: Columns<Line> = {
    Product: nameOf,
    'Product id': ({ product2 }) => product2?.upstreamId,
    Quantity: ({ quantity }) => quantity,
    'Price of one': ({ unitPrice }) => unitPrice,
    Total: ({ totalPrice }) => totalPrice,
    Currency: () => currency,
  };
  const amount = (value: number | null): string =>
    value === null ? '–' : amountText(value, currency);
  return (
    <Panel
      title="Products"
      className="deal-products"
      paths={[path]}
      file={tableFile('deal-products', columns, {
        rows: lines,
        total,
        isWhole: lines.length >= total,
      })}
    >
      {lines.length === 0 && <Empty isKnown={list != null}>No products.</Empty>}
      {lines.length > 0 && (
        <table className="plain">
          <TableHead columns={['Product', 'Quantity', 'Price of one', 'Total']} />
          <tbody>
            {lines.map((line) => (
              <tr key={line.upstreamId}>
                <th scope="row">{nameOf(line)}</th>
                <td className="figure">
                  {line.quantity === null ? '–' : quantityFormat.format(line.quantity)}
                </td>
                <td className="figure">{amount(line.unitPrice)}</td>
                <td className="figure">{amount(line.totalPrice)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines.length < total && lines.length > 0 && (
        <p className="note">
          The first {number(lines.length)} of {number(total)} products.
        </p>
      )}
    </Panel>
  );
}
