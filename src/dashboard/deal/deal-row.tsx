/** One deal. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

const fragment = graphql(`
  fragment DealRow on Opportunity {
    name
    stageName
    amount
    closeDate
  }
`);

export function DealRow(props: { deal: FragmentType<typeof fragment> }) {
  const deal = readFragment(fragment, props.deal);
  return (
    <li>
      {deal.name} {deal.stageName}
    </li>
  );
}
