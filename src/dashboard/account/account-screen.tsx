/** Account: who they are, who of them we spoke to, and everything that happened in both systems. */

import { useMemo } from 'react';
import { useParams } from 'wouter';
import { useAddress } from '../data/address.ts';
import { faultsAt, useMeta, useScreen } from '../data/screen.tsx';
import { graphql, isFragmentReady } from '../graphql/index.ts';
import { dayMs } from '../part/format.ts';
import { Faults } from '../part/panel.tsx';
import { Screen } from '../part/screen.tsx';
import { Skeleton } from '../part/skeleton.tsx';
import { AccountDeals } from './account-deals.tsx';
import { AccountFiles } from './account-files.tsx';
import { AccountHead } from './account-head.tsx';
import { AccountPeople } from './account-people.tsx';
import { AccountTimeline, timelineFragment } from './account-timeline.tsx';
import { AccountWeeks } from './account-weeks.tsx';
import { LastCall, lastCallFragment } from './last-call.tsx';
import './account.css';

const question = graphql(`
  query Account(
    $id: ID!
    $yearAgo: DateTime!
    $before: DateTime!
    $beforeDate: Date!
  ) {
    account(by: { upstreamId: $id }) {
      name
      ...AccountHead
      ...AccountPeople
      ...AccountDeals
      ...AccountFiles
      ...AccountWeeks
      ...LastCall @defer
      ...AccountTimeline @defer
    }
    ...AccountResponses
  }
`);

/** The whole screen is remade for another account: nothing of the one before is shown meanwhile. */
export default function AccountRoute() {
  const { id } = useParams<{ id: string }>();
  return <AccountScreen key={id} id={id} />;
}

function AccountScreen({ id }: { id: string }) {
  const address = useAddress();
  const now = useMemo(() => new Date(), []);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  // What is planned belongs to the story, too, so its newest page begins well ahead of today.
  const before = address.get('before') ?? new Date(today + 366 * dayMs).toISOString().slice(0, 10);
  const page = { now, isFirst: address.get('before') === null };
  const answer = useScreen(question, {
    id,
    yearAgo: new Date(today - 371 * dayMs).toISOString(),
    before: `${before}T00:00:00.000Z`,
    beforeDate: before,
  });
  return (
    <Screen
      title={answer.data?.account?.name ?? 'Account'}
      answer={answer}
      skeleton={<AccountSkeleton />}
    >
      {(data) => {
        const { account } = data;
        if (account == null) return <NoAccount />;
        return (
          <>
            <AccountHead account={account} />
            <div className="two account">
              <div className="column">
                <AccountWeeks account={account} now={now} />
                {isFragmentReady(question, timelineFragment, account) ? (
                  <AccountTimeline account={account} query={data} page={page} />
                ) : (
                  <Skeleton rows={2} height="block" />
                )}
              </div>
              <div className="column">
                {isFragmentReady(question, lastCallFragment, account) ? (
                  <LastCall account={account} />
                ) : (
                  <Skeleton rows={1} height="block" />
                )}
                <AccountDeals account={account} chosen={address.get('deal')} />
                <AccountPeople account={account} now={now} />
                <AccountFiles account={account} />
              </div>
            </div>
          </>
        );
      }}
    </Screen>
  );
}

function NoAccount() {
  const { faults } = useMeta();
  const own = faultsAt(faults, 'account');
  return (
    <>
      <h1>{own.length > 0 ? 'The account could not be had' : 'There is no such account'}</h1>
      {own.length > 0 ? (
        <Faults faults={own} />
      ) : (
        <p>The CRM has no account of this id: it was deleted, or merged with another.</p>
      )}
    </>
  );
}

function AccountSkeleton() {
  return (
    <>
      <Skeleton rows={2} height="line" />
      <div className="two account">
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
      </div>
    </>
  );
}
