/** Colleagues whom a person met on calls, and how often. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Bar } from '../plot/bar.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { dateOf } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment SpokenWith on PeopleSpokenWith {
    people {
      email
      calls
      lastCallAt
      crmUsers {
        name
        title
      }
    }
  }
`);

/** The query reads one more, which tells whether there are more. */
const maxShown = 8;

const columns: Columns<ResultOf<typeof fragment>['people'][number]> = {
  Colleague: ({ crmUsers }) => crmUsers?.[0]?.name,
  Title: ({ crmUsers }) => crmUsers?.[0]?.title,
  'E-mail': ({ email }) => email,
  Calls: ({ calls }) => calls,
  'Last call': ({ lastCallAt }) => lastCallAt,
};

export interface SpokenWithProps {
  readonly root: string;
  /** The person’s id in the CRM. */
  readonly related: string;
  readonly people: FragmentType<typeof fragment> | null;
}

export function SpokenWith({ root, related, ...props }: SpokenWithProps) {
  const nullablePeople = readFragment(fragment, props.people)?.people;
  const people = (nullablePeople ?? []).slice(0, maxShown);
  const most = Math.max(1, ...people.map(({ calls }) => calls));
  const isWhole = (nullablePeople?.length ?? 0) <= maxShown;
  const fileRows = { rows: people, total: isWhole ? people.length : null, isWhole };
  return (
    <Panel
      title="Colleagues on these calls"
      paths={[`${root}.peopleSpokenWith`]}
      countsCalls
      file={tableFile('colleagues', columns, fileRows)}
    >
      {people.length === 0 ? (
        <Empty isKnown={nullablePeople != null}>
          Nobody of ours was on a call with this person.
        </Empty>
      ) : (
        <table className="spoken">
          <TableHead columns={['Colleague', 'Calls', 'Last one']} isHidden />
          <tbody>
            {people.map(({ email, calls, lastCallAt, crmUsers }) => (
              <tr key={email}>
                <th scope="row">
                  {crmUsers?.[0]?.name ?? email}
                  <span className="sub">{crmUsers?.[0]?.title}</span>
                </th>
                <td>
                  <Bar value={calls} max={most} />
                  <span className="sub">
                    <Figure href={callsHref({ related, with: email })}>
                      {plural(calls, 'call')}
                    </Figure>
                    , last on {dayText(dateOf(lastCallAt))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isWhole && <p className="note">The {maxShown} with the most calls; there are more.</p>}
    </Panel>
  );
}
