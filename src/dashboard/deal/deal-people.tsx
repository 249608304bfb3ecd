/** People with a role in a deal, each with the silence since their last call: first those nobody has met. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { isUnread, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { type Presence, presenceOf } from '../shared/attendance.ts';
import { daysSince } from '../shared/day.ts';
import { detailText, number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { PersonsCall, presenceOrder, presenceText } from '../shared/presence.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment DealPeople on Opportunity {
    opportunityContactRoles(first: 50) {
      totalCount
      nodes {
        upstreamId
        role
        isPrimary
        contact {
          upstreamId
          name
          title
          email
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
            }
          }
          invited: lastCall(role: [INVITEE]) {
            startedAt
          }
        }
      }
    }
  }
`);

type Role = NonNullable<
  NonNullable<ResultOf<typeof fragment>['opportunityContactRoles']>['nodes'][number]
>;

interface Person extends NonNullable<Role['contact']> {
  readonly role: string | null;
  readonly isPrimary: boolean | null;
  readonly presence: Presence;
}

export interface DealPeopleProps {
  readonly deal: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function DealPeople({ deal, now }: DealPeopleProps) {
  const { opportunityContactRoles: list } = readFragment(fragment, deal);
  const unread = isUnread(useMeta());
  const roles = (list?.nodes ?? []).flatMap((role) => role ?? []);
  const people = roles.flatMap(({ contact, role, isPrimary }): readonly Person[] =>
    contact === null
      ? []
      : [{ ...contact, role, isPrimary, presence: presenceOf(contact, unread) }],
  );
  people.sort((a, b) => presenceOrder(a.presence) - presenceOrder(b.presence));
  const total = list?.totalCount ?? roles.length;
  const isWhole = roles.length >= total && people.length === roles.length;
  const columns: Columns<Person> = {
    Person: ({ name }) => name,
    'Person id': ({ upstreamId }) => upstreamId,
    Role: ({ role }) => role,
    Primary: ({ isPrimary }) => (isPrimary === null ? null : isPrimary ? 'yes' : 'no'),
    Title: ({ title }) => title,
    'E-mail': ({ email }) => email,
    'On calls': ({ presence }) => presenceText(presence),
    'Last call': ({ presence }) => presence.at?.toISOString(),
    'Days since': ({ presence: { kind, at } }) =>
      kind === 'attended' ? Math.max(0, daysSince(at!, now)) : null,
  };
  return (
    <Panel
      title="People with a role"
      className="people"
      countsCalls
      paths={['opportunity.opportunityContactRoles']}
      file={tableFile('deal-people', columns, { rows: people, total, isWhole })}
      aside={<NeverMet people={people} />}
    >
      {roles.length === 0 && (
        <Empty isKnown={list != null}>The CRM names nobody with a role in this deal.</Empty>
      )}
      {people.length > 0 && (
        <table>
          <TableHead columns={['Person', 'Last call']} isHidden />
          <tbody>
            {people.map((person) => (
              <tr key={`${person.upstreamId} ${person.role}`}>
                <th scope="row">
                  <Link className="name" href={`/person/${person.upstreamId}`}>
                    {person.name ?? 'Without a name'}
                  </Link>{' '}
                  {person.isPrimary === true && <span className="badge">Primary</span>}
                  <span className="sub">
                    {detailText([person.role ?? 'no role named', person.title])}
                  </span>
                </th>
                <td className="figure">
                  <PersonsCall
                    presence={person.presence}
                    now={now}
                    callId={person.attended?.call?.upstreamId ?? null}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {people.length < roles.length && (
        <p className="note">Of {number(roles.length - people.length)} the person can’t be seen.</p>
      )}
      {roles.length < total && (
        <p className="note">
          {number(roles.length)} of {number(total)} roles.
        </p>
      )}
      {people.length > 0 && (
        <p className="note">
          By their last call of any kind, whichever deal it was about: who was there by the
          platform’s list of attendees.
        </p>
      )}
    </Panel>
  );
}

/** How many were on no call, of those of whom it is known. */
function NeverMet({ people }: { people: readonly Person[] }) {
  const ofKnown = people.filter(
    ({ presence: { kind } }) => kind !== 'unknown' && kind !== 'unread',
  );
  const never = ofKnown.filter(({ presence: { kind } }) => kind !== 'attended').length;
  if (ofKnown.length === 0) return null;
  return (
    <p className="figures">
      {never === 0 ? 'all met' : <span className="quiet never">{number(never)} never met</span>}
    </p>
  );
}
