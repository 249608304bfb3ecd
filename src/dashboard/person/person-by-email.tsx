/** Whom an e-mail address belongs to: one person is led to, several are offered. */

import { Link, Redirect } from 'wouter';
import { useMeta, useScreen } from '../data/screen.tsx';
import { graphql } from '../graphql/index.ts';
import { detailText } from '../shared/format.ts';
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
  }
`);

export function PersonByEmail({ email }: { email: string }) {
  const answer = useScreen(question, { email });
  return (
    <Screen title={email} answer={answer} skeleton={<Skeleton rows={9} height="row" />}>
      {({ contacts, leads }) => {
        const people = [
          ...(contacts?.nodes ?? []).flatMap((contact) =>
            contact === null
              ? []
              : [{ ...contact, kind: 'Contact', of: contact.account?.name ?? null }],
          ),
          ...(leads?.nodes ?? []).flatMap((lead) =>
            lead === null ? [] : [{ ...lead, kind: 'Lead', of: lead.company }],
          ),
        ];
        const isWhole = contacts != null && leads != null;
        const [person, ...others] = people;
        if (isWhole && person !== undefined && others.length === 0)
          return <Redirect to={`/person/${person.upstreamId}`} replace />;
        const hasMore =
          contacts?.pageInfo.hasNextPage === true || leads?.pageInfo.hasNextPage === true;
        return (
          <>
            <h1>{headline(people.length, isWhole, email)}</h1>
            <AllFaults />
            <ul className="hit-list">
              {people.map(({ upstreamId, name, kind, of }) => (
                <li key={upstreamId} data-row="">
                  <Link className="name" href={`/person/${upstreamId}`}>
                    {name ?? 'Without a name'}
                  </Link>
                  <span className="sub">{detailText([kind, of])}</span>
                </li>
              ))}
            </ul>
            {hasMore && <p className="note">There are more than these.</p>}
            {people.length === 0 && (
              <p>
                <Link href={`/search?q=${encodeURIComponent(email)}`}>Search both systems</Link>
              </p>
            )}
          </>
        );
      }}
    </Screen>
  );
}

function headline(people: number, isWhole: boolean, email: string): string {
  if (people > 0) return `People with the address ${email}`;
  return isWhole
    ? `Nobody in the CRM has the address ${email}`
    : `Who has the address ${email} could not be had`;
}

function AllFaults() {
  const faults = useMeta()
    .faults.filter(({ path }) => path.length > 0)
    .filter(isOfPanel);
  return faults.length > 0 ? <Faults faults={faults} /> : null;
}
