/** Deal: where it stands and how it got there, who is part of it, and what was said and promised in its calls. */

import { useMemo } from 'react';
import { useParams } from 'wouter';
import { hasCome } from '../data/deferred.ts';
import { useQuestion } from '../data/screen.tsx';
import { NoRecord } from '../shared/no-record.tsx';
import { OtherRecord } from '../shared/other-record.tsx';
import { PrepareLink } from '../shared/prepare-link.tsx';
import { readRecordName } from '../shared/record-id.ts';
import { useRowKeys } from '../shared/row-keys.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { OwnCalls, PeopleCalls } from './call-lists.tsx';
import { DealAhead } from './deal-ahead.tsx';
import { dealCallsFragment, readDealCalls } from './deal-calls.ts';
import { DealHead } from './deal-head.tsx';
import { DealHistory } from './deal-history.tsx';
import { DealPeople } from './deal-people.tsx';
import { DealProducts } from './deal-products.tsx';
import { dealQuestion } from './deal-question.ts';
import { DealSaid } from './deal-said.tsx';
import { DealTrackers } from './deal-trackers.tsx';
import { Promises } from './promises.tsx';
import './deal-screen.css';

/** The key mounts the screen anew for another deal: nothing of the previous one shows meanwhile. */
export default function DealRoute() {
  const name = readRecordName(useParams<{ id: string }>().id);
  if (name.kind !== 'Opportunity') return <OtherRecord name={name} expected="deal" />;
  return <DealScreen key={name.id} id={name.id} />;
}

function DealScreen({ id }: { readonly id: string }) {
  const now = useMemo(() => new Date(), []);
  useRowKeys();
  const answer = useQuestion(dealQuestion);
  return (
    <Screen
      title={answer.data?.opportunity?.name ?? 'Deal'}
      answer={answer}
      skeleton={<DealSkeleton />}
    >
      {(data) => {
        const { opportunity: deal } = data;
        if (deal == null)
          return (
            <NoRecord what="deal" paths={['opportunity']}>
              The CRM has no deal of this id: it was deleted, or you may not see it.
            </NoRecord>
          );
        const calls = hasCome(dealCallsFragment, 'ofPeople', deal) ? readDealCalls(deal) : null;
        return (
          <>
            <DealHead deal={deal} now={now} />
            <PrepareLink id={id} />
            <div className="two deal">
              <div className="stack">
                {calls === null ? (
                  <Skeleton rows={3} height="block" />
                ) : (
                  <>
                    <Promises calls={calls} now={now} />
                    <OwnCalls calls={calls} now={now} />
                    <PeopleCalls calls={calls} now={now} />
                  </>
                )}
                <DealHistory deal={deal} now={now} />
              </div>
              <div className="stack">
                <DealAhead deal={deal} meetings={data.meetings} now={now} />
                <DealPeople deal={deal} now={now} />
                <DealProducts deal={deal} />
                {calls === null ? (
                  <Skeleton rows={1} height="block" />
                ) : (
                  <DealTrackers calls={calls} now={now} />
                )}
                <DealSaid query={data} deal={deal} />
              </div>
            </div>
          </>
        );
      }}
    </Screen>
  );
}

function DealSkeleton() {
  return (
    <>
      <Skeleton rows={2} height="line" />
      <div className="two deal">
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
      </div>
    </>
  );
}
