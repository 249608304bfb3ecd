/** Who they are, in a line and a few figures. */

import { faultsAt, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { Fact } from '../shared/fact.tsx';
import { dayText, detailText, number } from '../shared/format.ts';
import { webAddress } from '../shared/outside-link.ts';
import { Faults, isOfPanel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment AccountHead on Account {
    name
    industry
    type
    website
    phone
    billingCity
    billingCountry
    annualRevenue
    currencyIsoCode
    numberOfEmployees
    rating
    lastActivityDate
    owner {
      name
    }
  }
`);

export function AccountHead(props: { account: FragmentType<typeof fragment> }) {
  const account = readFragment(fragment, props.account);
  const { annualRevenue, currencyIsoCode, numberOfEmployees, lastActivityDate } = account;
  const website = webAddress(account.website);
  const city = [account.billingCity, account.billingCountry].filter(Boolean).join(', ');
  const ownFaults = faultsAt(useMeta().faults, 'account.owner').filter(isOfPanel);
  return (
    <div className="record-head">
      <div>
        <h1>{account.name}</h1>
        <p className="muted">
          {detailText([account.industry, account.type, city])}
          {website !== null && (
            <>
              {' · '}
              <a href={website.href} rel="noreferrer" target="_blank">
                {website.hostname}
              </a>
            </>
          )}
        </p>
      </div>
      {ownFaults.length > 0 && <Faults faults={ownFaults} />}
      <dl>
        <Fact name="Owner">{account.owner?.name ?? null}</Fact>
        <Fact name="Rating">{account.rating}</Fact>
        <Fact name="Last activity in the CRM">
          {lastActivityDate && dayText(dateOf(lastActivityDate))}
        </Fact>
        <Fact name="Their revenue">
          {annualRevenue === null ? null : shortAmountText(annualRevenue, currencyIsoCode)}
        </Fact>
        <Fact name="Employees">
          {numberOfEmployees === null ? null : number(numberOfEmployees)}
        </Fact>
        <Fact name="Phone">{account.phone}</Fact>
      </dl>
    </div>
  );
}
