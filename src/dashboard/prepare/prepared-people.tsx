/** The people, each with the silence since their last call: those one has spoken with first, the latest before the others. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { isUnread, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { type Presence, presenceOf } from '../shared/attendance.ts';
import { detailText, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { PersonsCall } from '../shared/presence.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment PreparedPerson on Contact {
    upstreamId
    name
    title
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
`);

/** So many are shown, that all fits a page. */
const mostPeople = 8;

export interface PersonInRole {
  readonly role?: string | null;
  readonly contact: FragmentType<typeof fragment> | null;
}

type Person = ResultOf<typeof fragment> & {
  readonly presence: Presence;
  readonly role?: string | null;
};

export interface PreparedPeopleProps {
  /** Null where they could not be read. */
  readonly people: readonly (PersonInRole | null)[] | null;
  readonly total: number | null;
  /** What is said where there is none. */
  readonly nobody: string;
  /** Where the list is in the answer. */
  readonly path: string;
  readonly now: Date;
}

export function PreparedPeople({ people, total, nobody, path, now }: PreparedPeopleProps) {
  const unread = isUnread(useMeta());
  const persons = (people ?? []).flatMap((entry): readonly Person[] => {
    const person = readFragment(fragment, entry?.contact ?? null);
    return person === null
      ? []
      : [{ ...person, role: entry?.role ?? null, presence: presenceOf(person, unread) }];
  });
  const ordered = persons.toSorted((a, b) => lastAt(b) - lastAt(a));
  const others = ordered.slice(mostPeople);
  const never = others.filter(({ presence }) => presence.kind === 'never').length;
  const more = (total ?? persons.length) - Math.min(persons.length, mostPeople);
  return (
    <Panel title="People" className="people" countsCalls paths={[path]}>
      {persons.length === 0 && <Empty isKnown={people !== null}>{nobody}</Empty>}
      {persons.length > 0 && (
        <table>
          <TableHead columns={['Person', 'Last call']} isHidden />
          <tbody>
            {ordered.slice(0, mostPeople).map((person) => (
              <tr key={`${person.upstreamId} ${person.role}`}>
                <th scope="row">
                  <Link className="name" href={`/person/${person.upstreamId}`}>
                    {person.name ?? 'Without a name'}
                  </Link>{' '}
                  <span className="muted">{detailText([person.role, person.title])}</span>
                </th>
                <td className="figure">
                  <PersonsCall presence={person.presence} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && (
        <p className="note">
          {plural(more, 'more person', 'more people')}
          {never > 0 && `, ${never} of them never on a call`}.
        </p>
      )}
    </Panel>
  );
}

const lastAt = ({ presence: { kind, at } }: Person): number =>
  kind === 'attended' ? (at?.getTime() ?? 0) : kind === 'never' ? -1 : 0;
