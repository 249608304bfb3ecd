/** How many calls pass the filters, how long they took, and with which accounts; of one record’s, how many. */

import { useSearchParams } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { Figure } from '../shared/figure.tsx';
import { number, plural } from '../shared/format.ts';
import { LateDetails } from '../shared/late-details.tsx';
import { Link } from '../shared/link.tsx';
import { LeftOut } from '../shared/panel.tsx';
import type { CallPage } from './call-page.ts';
import type { LinkedAccounts } from './linked-account.ts';

const fragment = graphql(`
  fragment CallFigures on Query {
    figures: callsAggregate(filter: $listed) @skip(if: $isRelated) {
      calls
      coverage {
        completeFrom
      }
      groups {
        minutes
      }
    }
  }
`);

export interface CallFiguresProps {
  readonly query: FragmentType<typeof fragment>;
  readonly page: CallPage;
  /** Number of days up to now that the calls are of; null for any others. */
  readonly days: number | null;
  /** Null until they have come. */
  readonly linked: LinkedAccounts | null;
}

export function CallFigures({ page, days, linked, query }: CallFiguresProps) {
  const { figures } = readFragment(fragment, query);
  if (figures === undefined) return <Count page={page} />;
  // A nought is a figure only where it is known to be one.
  if (figures == null || (figures.calls === 0 && !knowsCalls(figures.coverage))) return null;
  const { minutes = 0 } = figures.groups[0] ?? {};
  return (
    <div className="figures">
      <b>{plural(figures.calls, 'call')}</b>
      {figures.calls > 0 &&
        `, ${minutes < 120 ? `${number(minutes)} min` : `${number(minutes / 60)} h`}`}{' '}
      {days !== null && <Span days={days} />} <LeftOut />
      {linked !== null && linked.total > 0 && (
        <LateDetails className="linked" summary={`linked to ${plural(linked.total, 'account')}`}>
          {() => <AccountList {...linked} />}
        </LateDetails>
      )}
    </div>
  );
}

/** Of which time the figures are: a list of few calls looks like all there are. */
function Span({ days }: { days: number }) {
  const [params] = useSearchParams();
  const ofAnyTime = new URLSearchParams(params);
  ofAnyTime.delete('days');
  ofAnyTime.delete('after');
  const search = ofAnyTime.size === 0 ? '' : `?${ofAnyTime}`;
  return (
    <span className="in-text">
      in the last {plural(days, 'day')} (<Link href={`/calls${search}`}>at any time</Link>)
    </span>
  );
}

/** Each with its calls that pass the filters. */
function AccountList({ listed, total }: LinkedAccounts) {
  const [params] = useSearchParams();
  const hrefOf = (account: string): string => {
    const narrowed = new URLSearchParams(params);
    narrowed.set('account', account);
    narrowed.delete('after');
    return `/calls?${narrowed}`;
  };
  return (
    <>
      <ul>
        {listed.map(({ id, name, count }) => (
          <li key={id}>
            <Link className="name" href={`/account/${id}`}>
              {name}
            </Link>{' '}
            <Figure href={hrefOf(id)}>{number(count)}</Figure>
          </li>
        ))}
      </ul>
      {listed.length < total && (
        <p className="note">
          {number(listed.length)} of {number(total)}, those with the most calls.
        </p>
      )}
    </>
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
