/** A participant: name, voice, and the matching records of the CRM with the reason of each match. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Link } from '../shared/link.tsx';
import { MatchedBy } from './matched-by.tsx';
import type { Voice } from './voice.ts';

const fragment = graphql(`
  fragment CallPerson on Party {
    name
    title
    affiliation
    methods
    emailAddress
    phoneNumber
    user {
      name
      title
    }
    contactMatches {
      matchedBy
      record {
        upstreamId
        name
        title
        account {
          upstreamId
          name
        }
      }
    }
    leadMatches {
      matchedBy
      record {
        upstreamId
        name
        company
        status
      }
    }
  }
`);

export interface CallPersonProps {
  readonly party: FragmentType<typeof fragment>;
  /** Null where the person was not heard apart. */
  readonly voice: Voice | null;
}

export function CallPerson({ voice, ...props }: CallPersonProps) {
  const party = readFragment(fragment, props.party);
  const contacts = party.contactMatches ?? [];
  const leads = party.leadMatches ?? [];
  const title = party.title ?? party.user?.title;
  const onlyInvited = party.methods !== null && !party.methods.includes('Attendee');
  return (
    <li className="person">
      <p className={`name voice-${voice?.colour ?? 'none'}`}>
        <strong>
          {party.name ??
            party.user?.name ??
            party.emailAddress ??
            party.phoneNumber ??
            'Nobody knows who'}
        </strong>
        {title && <span className="title">{title}</span>}
        {voice !== null && (
          <span className="count">{Math.round(voice.share * 100)} % of the talk</span>
        )}
        {voice === null && <span className="count">{onlyInvited ? 'invited' : 'not heard'}</span>}
      </p>
      {party.affiliation !== 'Internal' && (
        <ul className="records in-text">
          {contacts.map(({ matchedBy, record }) => (
            <li key={record.upstreamId}>
              Contact <Link href={`/person/${record.upstreamId}`}>{record.name}</Link>
              {record.account !== null && (
                <>
                  {' '}
                  of{' '}
                  <Link href={`/account/${record.account.upstreamId}`}>{record.account.name}</Link>
                </>
              )}{' '}
              <MatchedBy reasons={matchedBy} />
            </li>
          ))}
          {leads.map(({ matchedBy, record }) => (
            <li key={record.upstreamId}>
              Lead <Link href={`/person/${record.upstreamId}`}>{record.name}</Link>
              {record.company && `, ${record.company}`} <MatchedBy reasons={matchedBy} />
            </li>
          ))}
          {contacts.length + leads.length === 0 && (
            <li className="empty">
              {party.contactMatches === null || party.leadMatches === null
                ? 'The CRM did not say who this is.'
                : party.emailAddress === null
                  ? 'Nobody in the CRM: no address is known.'
                  : `Nobody in the CRM has ${party.emailAddress}.`}
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
