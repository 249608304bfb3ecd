/** Deals: what is open, by close date, each with the activity of both systems. */

import { useScreen } from '../data/screen.tsx';
import { graphql } from '../graphql/index.ts';
import { Panel } from '../part/panel.tsx';
import { Screen } from '../part/screen.tsx';
import { Skeleton } from '../part/skeleton.tsx';
import { DealRow } from './deal-row.tsx';

const question = graphql(`
  query Deals($first: Int = 25, $after: String) {
    opportunities(
      first: $first
      after: $after
      filter: { isClosed: { eq: false } }
      orderBy: [{ field: CLOSE_DATE }]
    ) {
      totalCount
      nodes {
        id
        ...DealRow
      }
    }
  }
`);

export default function DealsScreen() {
  const answer = useScreen(question, {});
  return (
    <Screen title="Deals" answer={answer} skeleton={<Skeleton rows={12} height="row" />}>
      {({ opportunities }) => (
        <>
          <h1>Deals</h1>
          <Panel title="Open" paths={['opportunities']}>
            <ul>
              {opportunities?.nodes.map(
                (deal) => deal !== null && <DealRow key={deal.id} deal={deal} />,
              )}
            </ul>
          </Panel>
        </>
      )}
    </Screen>
  );
}
