/** How many calls pass the filters, how long they took, and with how many accounts; of one record’s, how many. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { number, plural } from '../shared/format.ts';
import { LeftOut } from '../shared/panel.tsx';
import type { CallPage } from './call-page.ts';

const fragment = graphql(`
  fragment CallFigures on Query {
    figures: callsAggregate(filter: $listed) @skip(if: $isRelated) {
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

export interface CallFiguresProps {
  readonly query: FragmentType<typeof fragment>;
  readonly page: CallPage;
}

export function CallFigures({ page, ...props }: CallFiguresProps) {
  const { figures } = readFragment(fragment, props.query);
  if (figures === undefined) return <Count page={page} />;
  // A nought is a figure only where it is known to be one.
  if (figures == null || (figures.calls === 0 && !knowsCalls(figures.coverage))) return null;
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

function Count({ page }: { page: CallPage }) {
  const total = page?.totalCount ?? null;
  if (total === null || (total === 0 && !knowsCalls(page?.coverage))) return null;
  return (
    <p className="figures">
      <b>{plural(total, 'call')}</b> <LeftOut />
    </p>
  );
}
