/** Who they are, in a line and a few figures. */

import { faultsAt, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, number, shortNumber } from '../shared/format.ts';
import { Faults } from '../shared/panel.tsx';

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
  const { annualRevenue, numberOfEmployees, lastActivityDate, website } = account;
  const place = [account.billingCity, account.billingCountry].filter(Boolean).join(', ');
  const line = [account.industry, account.type, place].filter(Boolean);
  const figures: readonly (readonly [string, string | null])[] = [
    ['Owner', account.owner?.name ?? null],
    ['Rating', account.rating ?? null],
    [
      'Last activity in the CRM',
      lastActivityDate == null ? null : dayText(dateOf(lastActivityDate)),
    ],
    ['Their revenue', annualRevenue == null ? null : shortNumber(annualRevenue)],
    ['Employees', numberOfEmployees == null ? null : number(numberOfEmployees)],
    ['Phone', account.phone ?? null],
  ];
  const own = faultsAt(useMeta().faults, 'account.owner');
  return (
    <div className="account-head">
      <div>
        <h1>{account.name}</h1>
        <p className="muted">
          {line.join(' · ')}
          {website != null && /^https?:/.test(website) && (
            <>
              {' · '}
              <a href={website} rel="noreferrer" target="_blank">
                {new URL(website).hostname}
              </a>
            </>
          )}
        </p>
      </div>
      {own.length > 0 && <Faults faults={own} />}
      <dl>
        {figures.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
