/** Who a lead is: company, status, how to reach them, and what they became. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Fact } from '../shared/fact.tsx';
import { Link } from '../shared/link.tsx';
import { PersonHead } from './person-head.tsx';

const fragment = graphql(`
  fragment LeadHead on Lead {
    name
    title
    company
    status
    rating
    leadSource
    email
    phone
    owner {
      recordName
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
    isConverted
    convertedContact {
      upstreamId
      name
    }
    convertedAccount {
      upstreamId
      name
    }
  }
`);

export function LeadHead(props: { person: FragmentType<typeof fragment> }) {
  const lead = readFragment(fragment, props.person);
  return (
    <PersonHead
      kind="Lead"
      name={lead.name}
      facts={[lead.title, lead.company]}
      email={lead.email}
      phone={lead.phone}
      owner={lead.owner?.recordName ?? null}
      calls={lead}
      paths={[
        'lead.owner',
        'lead.lastCall',
        'lead.attended',
        'lead.invited',
        'lead.convertedContact',
      ]}
    >
      <Fact name="Status">
        {lead.status}
        {lead.rating !== null && `, ${lead.rating}`}
      </Fact>
      <Fact name="Came by">{lead.leadSource}</Fact>
      {lead.convertedContact !== null && (
        <Fact name="Became">
          <Link href={`/person/${lead.convertedContact.upstreamId}`}>
            {lead.convertedContact.name}
          </Link>
          {lead.convertedAccount !== null && (
            <>
              {' '}
              of{' '}
              <Link href={`/account/${lead.convertedAccount.upstreamId}`}>
                {lead.convertedAccount.name}
              </Link>
            </>
          )}
        </Fact>
      )}
    </PersonHead>
  );
}
