/** Preparation of a meeting with an account or about a deal: what one wants to know before it, on one page of paper. */

import { useMemo } from 'react';
import { useParams } from 'wouter';
import { AccountHead } from '../account/account-head.tsx';
import { useQuestion } from '../data/screen.tsx';
import { DealHead } from '../deal/deal-head.tsx';
import { detailText, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { NoRecord } from '../shared/no-record.tsx';
import { OtherRecord } from '../shared/other-record.tsx';
import { addressOf, readRecordName } from '../shared/record-id.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { MeetingsAhead } from './meetings-ahead.tsx';
import { OpenCases, OpenDeals } from './open-records.tsx';
import { prepareQuestion } from './prepare-question.ts';
import { PreparedCalls } from './prepared-calls.tsx';
import { PreparedPeople } from './prepared-people.tsx';
import './prepare.css';

/** The key mounts the screen anew for another record: nothing of the previous one shows meanwhile. */
export default function PrepareRoute() {
  const name = readRecordName(useParams<{ id: string }>().id);
  if (name.kind === 'Account' || name.kind === 'Opportunity')
    return <PrepareScreen key={name.id} recordAddress={addressOf(name)!} />;
  return <OtherRecord name={name} expected="meeting" />;
}

function PrepareScreen({ recordAddress }: { readonly recordAddress: string }) {
  const now = useMemo(() => new Date(), []);
  const answer = useQuestion(prepareQuestion);
  const { account, opportunity } = answer.data ?? {};
  const recordName = account?.name ?? opportunity?.name;
  return (
    <Screen
      title={recordName == null ? 'Meeting' : `Meeting: ${recordName}`}
      answer={answer}
      skeleton={<Skeleton rows={4} height="block" />}
    >
      {(data) => {
        const { account, opportunity: deal } = data;
        const links = (
          <p className="hint in-text">
            <button type="button" onClick={() => print()}>
              Print
            </button>{' '}
            <Link href={recordAddress}>{deal == null ? 'The account' : 'The deal'}</Link>
          </p>
        );
        if (account != null)
          return (
            <div className="prepare">
              <AccountHead account={account} />
              {links}
              <MeetingsAhead events={data.meetings} now={now} />
              <div className="two">
                <div className="stack">
                  <PreparedCalls
                    path="account.relatedCalls"
                    calls={account.relatedCalls}
                    now={now}
                  />
                </div>
                <div className="stack">
                  <PreparedPeople
                    path="account.contacts"
                    nobody="The CRM has no contact of this account."
                    people={
                      account.contacts?.nodes.map((contact) => contact && { contact }) ?? null
                    }
                    total={account.contacts?.totalCount ?? null}
                    now={now}
                  />
                  <OpenDeals deals={account.opportunities} now={now} />
                  <OpenCases path="account.cases" cases={account.cases} now={now} />
                </div>
              </div>
            </div>
          );
        if (deal != null) {
          const { opportunityContactRoles: roles, account: company } = deal;
          return (
            <div className="prepare">
              <DealHead deal={deal} now={now} />
              {company !== null && (
                <p className="muted">
                  {detailText([
                    company.industry,
                    company.billingCity,
                    company.billingCountry,
                    company.numberOfEmployees === null
                      ? null
                      : plural(company.numberOfEmployees, 'employee'),
                  ])}
                </p>
              )}
              {links}
              <MeetingsAhead events={deal.events} ofAccount={data.meetings} now={now} />
              <div className="two">
                <div className="stack">
                  <PreparedCalls
                    path="opportunity.relatedCalls"
                    calls={deal.relatedCalls}
                    now={now}
                  />
                </div>
                <div className="stack">
                  <PreparedPeople
                    path="opportunity.opportunityContactRoles"
                    nobody="No contact has a role in this deal."
                    people={roles?.nodes ?? null}
                    total={roles?.totalCount ?? null}
                    now={now}
                  />
                  <OpenCases
                    path="opportunity.account.cases"
                    cases={company?.cases ?? null}
                    now={now}
                  />
                </div>
              </div>
            </div>
          );
        }
        const what = 'opportunity' in data ? 'opportunity' : 'account';
        return (
          <NoRecord what={what === 'account' ? 'account' : 'deal'} paths={[what]}>
            The CRM has none of this id: it was deleted, or you may not see it.
          </NoRecord>
        );
      }}
    </Screen>
  );
}
