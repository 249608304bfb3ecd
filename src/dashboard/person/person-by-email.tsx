/** Whom an e-mail address belongs to: one contact, lead or colleague is led to, several are offered; of a guest whom neither system knows, the calls. */

import { Redirect } from 'wouter';
import { useMeta, useScreen } from '../data/screen.tsx';
import type { PersonByEmailQuery } from '../graphql/graphql.ts';
import { graphql } from '../graphql/index.ts';
import { callsHref } from '../shared/calls-link.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { detailText, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Faults, isOfPanel } from '../shared/panel.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';

const question = graphql(`
  query PersonByEmail($email: String!) {
    contacts(first: 20, filter: { email: { eq: $email } }) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        name
        account {
          name
        }
      }
    }
    leads(first: 20, filter: { email: { eq: $email } }) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        name
        company
      }
    }
    crmUsers(first: 1, filter: { email: { eq: $email } }) {
      nodes {
        name
      }
    }
    calls(
      first: 1
      order: NEWEST
      filter: { about: {}, participants: { email: [$email] } }
    ) {
      totalCount
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      nodes {
        parties {
          emailAddress
          user {
            id
            name
            emailAddress
            emailAliases
            trustedEmailAddress
          }
        }
      }
    }
  }
`);

export function PersonByEmail({ email }: { email: string }) {
  const answer = useScreen(question, { email });
  return (
    <Screen title={email} answer={answer} skeleton={<Skeleton rows={9} height="row" />}>
      {(data) => {
        const { contacts, leads, crmUsers, calls } = data;
        const people = peopleOf(data, email);
        const knowsPeople = contacts != null && leads != null;
        const isWhole = knowsPeople && calls != null;
        const count = calls?.totalCount ?? 0;
        const callsOfAll = callsHref({ with: email });
        const [person, ...others] = people;
        if (knowsPeople && person?.href != null && others.length === 0)
          return <Redirect to={person.href} replace />;
        if (isWhole && person === undefined && count > 0)
          return <Redirect to={callsOfAll} replace />;
        const hasMore =
          contacts?.pageInfo.hasNextPage === true || leads?.pageInfo.hasNextPage === true;
        return (
          <>
            <h1>
              {headline(
                people.length,
                { knowsPeople, knowsUsers: crmUsers != null, isWhole },
                email,
              )}
            </h1>
            <AllFaults />
            <ul className="hit-list">
              {people.map(({ href, name, detail }) => (
                <li key={href} {...(href !== null && { 'data-row': '' })}>
                  {href === null ? (
                    <span className="name">{name ?? 'Without a name'}</span>
                  ) : (
                    <Link className="name" href={href}>
                      {name ?? 'Without a name'}
                    </Link>
                  )}
                  <span className="sub">{detail}</span>
                </li>
              ))}
            </ul>
            {hasMore && <p className="note">There are more than these.</p>}
            {count > 0 && (
              <p>
                <Link href={callsOfAll}>{plural(count, 'call')} with this address</Link>
              </p>
            )}
            {people.length === 0 && isWhole && (
              <p>Nobody joined or was invited to a call with it, as far as calls are known.</p>
            )}
            {people.length === 0 && <CoverageNote coverage={calls?.coverage} />}
            {people.length === 0 && (
              <p>
                <Link href={`/search?q=${encodeURIComponent(email)}`}>
                  Search all text for this address
                </Link>
              </p>
            )}
          </>
        );
      }}
    </Screen>
  );
}

interface Person {
  /** Null for a user of the CRM who was on no call: Team has those of the call platform. */
  readonly href: string | null;
  readonly name: string | null;
  readonly detail: string;
}

/** Contacts, leads, and the colleague whom the newest call tells of. */
function peopleOf(answer: PersonByEmailQuery, email: string): Person[] {
  const { contacts, leads, crmUsers, calls } = answer;
  const user = calls?.nodes[0]?.parties
    ?.filter((party) => party?.user != null)
    .find((party) => addressesOf(party).includes(email.toLowerCase()))?.user;
  return [
    ...(contacts?.nodes ?? [])
      .flatMap((contact) => contact ?? [])
      .map(({ upstreamId, name, account }) => ({
        href: `/person/${upstreamId}`,
        name,
        detail: detailText(['Contact', account?.name]),
      })),
    ...(leads?.nodes ?? [])
      .flatMap((lead) => lead ?? [])
      .map(({ upstreamId, name, company }) => ({
        href: `/person/${upstreamId}`,
        name,
        detail: detailText(['Lead', company]),
      })),
    ...(user == null
      ? (crmUsers?.nodes ?? [])
          .flatMap((crmUser) => crmUser ?? [])
          .map(({ name }) => ({ href: null, name, detail: 'User of the CRM' }))
      : [
          {
            href: `/team?user=${encodeURIComponent(user.id)}`,
            name: user.name,
            detail: 'Colleague',
          },
        ]),
  ];
}

type Call = NonNullable<NonNullable<PersonByEmailQuery['calls']>['nodes'][number]>;
type Party = NonNullable<Call['parties']>[number];

/** All by which the index may have found the party, in lower case. */
const addressesOf = (party: Party): readonly string[] =>
  [
    party?.emailAddress,
    party?.user?.emailAddress,
    party?.user?.trustedEmailAddress,
    ...(party?.user?.emailAliases ?? []),
  ].flatMap((address) => address?.toLowerCase() ?? []);

interface Reach {
  readonly knowsPeople: boolean;
  readonly knowsUsers: boolean;
  readonly isWhole: boolean;
}

function headline(people: number, reach: Reach, email: string): string {
  const { knowsPeople, knowsUsers, isWhole } = reach;
  if (people > 0) return `People with the address ${email}`;
  if (isWhole)
    return `No contact, lead${knowsUsers ? ', user' : ''} or call has the address ${email}`;
  return knowsPeople
    ? `Nobody in the CRM has the address ${email}`
    : `Who has the address ${email} could not be had`;
}

function AllFaults() {
  const faults = useMeta()
    .faults.filter(({ path }) => path.length > 0)
    .filter(isOfPanel);
  return faults.length > 0 ? <Faults faults={faults} /> : null;
}
