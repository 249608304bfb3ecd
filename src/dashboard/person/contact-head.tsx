/** The head of a contact: title, account, addresses, owner, and deals with a role of theirs. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Fact } from '../shared/fact.tsx';
import { Link } from '../shared/link.tsx';
import { PersonHead } from './person-head.tsx';

const fragment = graphql(`
  fragment ContactHead on Contact {
    name
    title
    department
    email
    phone
    account {
      upstreamId
      name
    }
    owner {
      name
    }
    reportsTo {
      upstreamId
      name
    }
    lastCall {
      startedAt
      coverage {
        completeFrom
      }
    }
    attended: lastCall(role: [ATTENDEE, HOST]) {
      startedAt
      call {
        upstreamId
        title
      }
    }
    invited: lastCall(role: [INVITEE]) {
      startedAt
      call {
        upstreamId
        title
      }
    }
    opportunityContactRoles(first: 5) {
      pageInfo {
        hasNextPage
      }
      nodes {
        id
        role
        opportunity {
          upstreamId
          name
          stageName
        }
      }
    }
  }
`);

export function ContactHead(props: { person: FragmentType<typeof fragment> }) {
  const contact = readFragment(fragment, props.person);
  const { account, reportsTo, opportunityContactRoles: roles } = contact;
  return (
    <PersonHead
      kind="Contact"
      name={contact.name}
      facts={[contact.title, contact.department]}
      email={contact.email}
      phone={contact.phone}
      owner={contact.owner?.name ?? null}
      calls={contact}
      paths={[
        'contact.account',
        'contact.owner',
        'contact.lastCall',
        'contact.attended',
        'contact.invited',
        'contact.opportunityContactRoles',
      ]}
    >
      {account !== null && (
        <Fact name="Account">
          <Link href={`/account/${account.upstreamId}`}>{account.name}</Link>
        </Fact>
      )}
      {reportsTo !== null && (
        <Fact name="Reports to">
          <Link href={`/person/${reportsTo.upstreamId}`}>{reportsTo.name}</Link>
        </Fact>
      )}
      {roles?.nodes.map(
        (role) =>
          role?.opportunity != null && (
            <Fact key={role.id} name={`${role.role ?? 'Part'} in a deal`}>
              <Link href={`/deal/${role.opportunity.upstreamId}`}>{role.opportunity.name}</Link>{' '}
              <span className="badge">{role.opportunity.stageName}</span>
            </Fact>
          ),
      )}
      {roles?.pageInfo.hasNextPage === true && (
        <Fact name="More deals">These are the first five they have a part in; there are more.</Fact>
      )}
    </PersonHead>
  );
}
