/** The people of the account with their last call: first those never on a call, then those only invited. */

import { Link } from 'wouter';
import { isUnread, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { type Presence, presenceOf } from '../shared/attendance.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { daysSince } from '../shared/day.ts';
import { dayText, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
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
            syncedAt
            lastError
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
  'On calls': ({ presence }) => (presence.kind === 'attended' ? 'There' : words[presence.kind]),
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
  const ordered = listed.sort((a, b) => orderOf(a.presence) - orderOf(b.presence));
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
            <b>{total}</b> in all
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
      <CoverageNote coverage={people[0]?.lastCall?.coverage} />
    </Panel>
  );
}

/** Order: never on a call, only invited, by the last call, unknown. */
function orderOf({ kind, at }: Presence): number {
  if (kind === 'never') return -3;
  if (kind === 'invited') return -2;
  if (kind === 'named') return -1;
  return kind === 'unknown' || kind === 'unread' ? Number.MAX_SAFE_INTEGER : (at?.getTime() ?? 0);
}

const words: Readonly<Record<Exclude<Presence['kind'], 'attended'>, string>> = {
  never: 'never on a call',
  unread: 'not read yet',
  invited: 'invited, not there',
  named: 'named on a call',
  unknown: 'not known',
};

function PersonsCall({ presence, now }: { presence: Presence; now: Date }) {
  const { kind, at, missed } = presence;
  if (kind !== 'attended')
    return (
      <>
        <span className={kind === 'unknown' || kind === 'unread' ? 'none' : 'quiet'}>
          {words[kind]}
        </span>
        {at !== null && <span className="sub">last on {dayText(at, now)}</span>}
      </>
    );
  const days = daysSince(at!, now);
  return (
    <>
      {dayText(at!, now)}
      <span className="sub">{days <= 0 ? 'today' : `${plural(days, 'day')} ago`}</span>
      {missed !== null && <span className="sub">invited on {dayText(missed, now)}, not there</span>}
    </>
  );
}
