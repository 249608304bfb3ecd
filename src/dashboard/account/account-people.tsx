/** The people of the account with their last call: first those never on a call, then those only invited. */

import { isUnread, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { type Presence, presenceOf } from '../shared/attendance.ts';
import { number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { PersonsCall, presenceOrder, presenceText } from '../shared/presence.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment AccountPeople on Account {
    contacts(first: 100, orderBy: [{ field: LAST_NAME }]) {
      totalCount
      nodes {
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
        }
        invited: lastCall(role: [INVITEE]) {
          startedAt
        }
      }
    }
  }
`);

interface ListedPerson {
  readonly upstreamId: string;
  readonly name: string | null;
  readonly title: string | null;
  readonly email: string | null;
  readonly presence: Presence;
}

const columns: Columns<ListedPerson> = {
  Person: ({ name }) => name,
  'Person id': ({ upstreamId }) => upstreamId,
  Title: ({ title }) => title,
  'E-mail': ({ email }) => email,
  'On calls': ({ presence }) => presenceText(presence),
  'Last call': ({ presence }) => presence.at?.toISOString(),
  'Invited later, not there': ({ presence }) => presence.missed?.toISOString(),
};

export interface AccountPeopleProps {
  readonly account: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function AccountPeople({ account, now }: AccountPeopleProps) {
  const { contacts } = readFragment(fragment, account);
  const people = (contacts?.nodes ?? []).flatMap((contact) => contact ?? []);
  const unread = isUnread(useMeta());
  const listed = people.map((person) => ({ ...person, presence: presenceOf(person, unread) }));
  const ordered = listed.sort((a, b) => presenceOrder(a.presence) - presenceOrder(b.presence));
  const never = listed.filter(({ presence }) => presence.kind === 'never').length;
  const invited = listed.filter(({ presence }) => presence.kind === 'invited').length;
  const total = contacts?.totalCount ?? people.length;
  const isPart = people.length < total;
  return (
    <Panel
      title="People"
      className="people"
      countsCalls
      file={tableFile('people', columns, { rows: ordered, total, isWhole: !isPart })}
      paths={['account.contacts']}
      aside={
        contacts != null && (
          <p className="figures">
            <b>{number(total)}</b> in all
            {!unread && listed.some(({ presence }) => presence.kind !== 'unknown') && (
              <>
                , <b>{never}</b> never on a call
                {invited > 0 && (
                  <>
                    , <b>{invited}</b> only invited
                  </>
                )}
                {isPart && ` of the ${people.length} shown`}
              </>
            )}
          </p>
        )
      }
    >
      {people.length === 0 && <Empty isKnown={contacts != null}>The CRM knows nobody there.</Empty>}
      {people.length > 0 && (
        <table>
          <TableHead columns={['Person', 'Last call']} isHidden />
          <tbody>
            {ordered.map((person) => (
              <tr key={person.upstreamId}>
                <th scope="row">
                  <Link className="name" href={`/person/${person.upstreamId}`}>
                    {person.name}
                  </Link>
                  <span className="sub">{person.title ?? 'no title'}</span>
                </th>
                <td className="figure">
                  <PersonsCall presence={person.presence} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isPart && <p className="note">The first {people.length} by last name.</p>}
      {people.length > 0 && (
        <p className="note">
          “There” is who the call platform lists as an attendee; it does not say here who spoke. Of
          people without an e-mail address in the CRM, only calls that were linked to them are
          known.
        </p>
      )}
    </Panel>
  );
}
