/** The people of the account with their last call; whoever has never been on one stands first. */

import { Link } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { CoverageNote } from '../part/coverage.tsx';
import { dateOf, daysSince, dayText, plural } from '../part/format.ts';
import { Empty, Panel } from '../part/panel.tsx';

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
          }
        }
      }
    }
  }
`);

export interface AccountPeopleProps {
  readonly account: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function AccountPeople({ account, now }: AccountPeopleProps) {
  const { contacts } = readFragment(fragment, account);
  const people = (contacts?.nodes ?? []).flatMap((contact) => contact ?? []);
  const lastCall = (person: (typeof people)[number]): number =>
    person.lastCall?.startedAt == null ? 0 : dateOf(person.lastCall.startedAt).getTime();
  const ordered = [...people].sort((a, b) => lastCall(a) - lastCall(b));
  const never = people.filter((person) => person.lastCall != null && lastCall(person) === 0);
  const total = contacts?.totalCount ?? people.length;
  return (
    <Panel
      title="People"
      className="people"
      paths={['account.contacts']}
      aside={
        <p className="figures">
          <b>{total}</b> in all, <b>{never.length}</b> never on a call
        </p>
      }
    >
      {contacts != null && people.length === 0 && <Empty>The CRM knows nobody there.</Empty>}
      {people.length > 0 && (
        <table>
          <thead className="visually-hidden">
            <tr>
              <th>Person</th>
              <th>Last call</th>
            </tr>
          </thead>
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
                  <PersonsCall
                    startedAt={person.lastCall?.startedAt}
                    isKnown={person.lastCall != null}
                    now={now}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {people.length < total && <p className="note">The first {people.length} by last name.</p>}
      <CoverageNote coverage={people[0]?.lastCall?.coverage} />
    </Panel>
  );
}

interface PersonsCallProps {
  readonly startedAt: string | null | undefined;
  /** False where nobody could say. */
  readonly isKnown: boolean;
  readonly now: Date;
}

function PersonsCall({ startedAt, isKnown, now }: PersonsCallProps) {
  if (!isKnown) return <span className="none">not known</span>;
  if (startedAt == null) return <span className="quiet">never on a call</span>;
  const at = dateOf(startedAt);
  const days = daysSince(at, now);
  return (
    <>
      {dayText(at, now)}
      <span className="sub">{days <= 0 ? 'today' : `${plural(days, 'day')} ago`}</span>
    </>
  );
}
