/** How many calls pass the filters, how long they took, and with how many accounts. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { number, plural } from '../shared/format.ts';
import { LeftOut } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment CallFigures on Query {
    figures: callsAggregate(filter: $listed) {
      calls
      coverage {
        completeFrom
      }
      groups {
        minutes
        accounts
      }
    }
  }
`);

export function CallFigures(props: { query: FragmentType<typeof fragment> }) {
  const { figures } = readFragment(fragment, props.query);
  // A nought is a figure only where it is known to be one.
  if (figures == null || (figures.calls === 0 && figures.coverage.completeFrom == null))
    return null;
  const { minutes = 0, accounts = 0 } = figures.groups[0] ?? {};
  return (
    <p className="figures">
      <b>{plural(figures.calls, 'call')}</b>
      {figures.calls > 0 && `, ${number(minutes / 60)} h`}
      {figures.calls > 0 && accounts !== null && `, linked to ${plural(accounts, 'account')}`}{' '}
      <LeftOut />
    </p>
  );
}
