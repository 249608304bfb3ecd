/** Account: its fields, its people with their calls, and everything that happened in both systems. */

import { useMemo } from 'react';
import { useParams } from 'wouter';
import { hasCome } from '../data/deferred.ts';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { NoRecord } from '../shared/no-record.tsx';
import { OtherRecord } from '../shared/other-record.tsx';
import { PrepareLink } from '../shared/prepare-link.tsx';
import { readRecordName } from '../shared/record-id.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { AccountDeals } from './account-deals.tsx';
import { AccountFiles } from './account-files.tsx';
import { AccountHead } from './account-head.tsx';
import { AccountPeople } from './account-people.tsx';
import { accountQuestion } from './account-question.ts';
import { AccountSaid } from './account-said.tsx';
import { AccountTimeline, TimelinePage } from './account-timeline.tsx';
import { AccountWeeks } from './account-weeks.tsx';
import { LastCall, lastCallFragment } from './last-call.tsx';
import { activityFragment, timelineFragment } from './timeline.ts';
import './account.css';

/** The key mounts the screen anew for another account: nothing of the previous one shows meanwhile. */
export default function AccountRoute() {
  const name = readRecordName(useParams<{ id: string }>().id);
  if (name.kind !== 'Account') return <OtherRecord name={name} expected="account" />;
  return <AccountScreen key={name.id} id={name.id} />;
}

function AccountScreen({ id }: { readonly id: string }) {
  const address = useAddress();
  const now = useMemo(() => new Date(), []);
  const page = { now, isFirst: address.get('before') === null };
  const answer = useQuestion(accountQuestion);
  return (
    <Screen
      title={answer.data?.account?.name ?? 'Account'}
      answer={answer}
      skeleton={<AccountSkeleton />}
    >
      {(data) => {
        const { account } = data;
        if (account == null)
          return (
            <NoRecord what="account" paths={['account']}>
              The CRM has no account of this id: it was deleted, or merged with another.
            </NoRecord>
          );
        return (
          <>
            <AccountHead account={account} />
            <PrepareLink id={id} />
            <div className="two account">
              <div className="column">
                <AccountWeeks account={account} now={now} />
                <AccountTimeline>
                  {hasCome(timelineFragment, 'cases', account) &&
                  hasCome(activityFragment, 'responses', data) ? (
                    <TimelinePage account={account} query={data} page={page} />
                  ) : (
                    <Skeleton rows={2} height="block" />
                  )}
                </AccountTimeline>
              </div>
              <div className="column">
                {hasCome(lastCallFragment, 'latest', account) ? (
                  <LastCall account={account} />
                ) : (
                  <Skeleton rows={2} height="block" />
                )}
                <AccountDeals account={account} />
                <AccountSaid query={data} account={account} />
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
