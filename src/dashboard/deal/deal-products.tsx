/** The products of a deal, the largest total first, with their sum. */

import { useState } from 'react';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { number } from '../shared/format.ts';
import { MoreRows } from '../shared/more-rows.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { tableFile } from '../shared/table-file.tsx';

const fragment = graphql(`
  fragment DealProducts on Opportunity {
    currencyIsoCode
    opportunityLineItems(
      first: 100
      orderBy: [{ field: TOTAL_PRICE, direction: DESC, nulls: LAST }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        quantity
        unitPrice
        totalPrice
        product2 {
          upstreamId
          name
        }
      }
    }
  }
`);

/** So many are shown at first. */
const firstRows = 10;

/** Quantities may have decimals. */
const quantityText = new Intl.NumberFormat(navigator.language).format;

export function DealProducts(props: { deal: FragmentType<typeof fragment> }) {
  const [isOpen, setOpen] = useState(false);
  const { currencyIsoCode, opportunityLineItems: list } = readFragment(fragment, props.deal);
  const lines = (list?.nodes ?? []).flatMap((line) => line ?? []);
  const rows = isOpen ? lines : lines.slice(0, firstRows);
  const isWhole = list?.pageInfo.hasNextPage === false && lines.length === list.nodes.length;
  const price = (value: number | null): string =>
    value === null ? '–' : amountText(value, currencyIsoCode);
  const totals = lines.flatMap(({ totalPrice }) => totalPrice ?? []);
  return (
    <Panel
      title="Products"
      className="deal-products"
      paths={['opportunity.opportunityLineItems']}
      file={tableFile(
        'deal-products',
        {
          Product: ({ product2 }) => product2?.name,
          'Product id': ({ product2 }) => product2?.upstreamId,
          Quantity: ({ quantity }) => quantity,
          'Unit price': ({ unitPrice }) => unitPrice,
          Total: ({ totalPrice }) => totalPrice,
          Currency: () => currencyIsoCode,
        },
        { rows: lines, total: null, isWhole },
      )}
      aside={
        lines.length > 0 &&
        totals.length === lines.length && (
          <p className="figures">
            <b>{price(totals.reduce((sum, total) => sum + total, 0))}</b>{' '}
            {isWhole ? 'in all' : `for ${number(lines.length)} of them`}
          </p>
        )
      }
    >
      {lines.length === 0 && (
        <Empty isKnown={list != null}>The CRM lists no products in this deal.</Empty>
      )}
      <ol>
        {rows.map(({ upstreamId, product2, quantity, unitPrice, totalPrice }) => (
          <li key={upstreamId}>
            <span className="name">{product2?.name ?? 'A product that is not shown'}</span>
            <span className="figure">{price(totalPrice)}</span>
            <span className="sub">
              {quantity === null ? '–' : quantityText(quantity)} × {price(unitPrice)}
            </span>
          </li>
        ))}
      </ol>
      {rows.length < lines.length && (
        <MoreRows
          onMore={() => setOpen(true)}
        >{`${number(lines.length - rows.length)} more`}</MoreRows>
      )}
      {list?.pageInfo.hasNextPage && (
        <p className="note">The largest {number(lines.length)}; there are more.</p>
      )}
    </Panel>
  );
}
