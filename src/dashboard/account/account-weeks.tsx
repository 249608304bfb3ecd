/** Calls with the account's people per week, over a year. */

import { Link, useSearchParams } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Columns } from '../plot/columns.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dayOfUtc, isoDay, startOfDay } from '../shared/day.ts';
import { plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment AccountWeeks on Account {
    upstreamId
    callsPerPeriod(bucket: WEEK, from: $yearAgo) {
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      periods {
        startsAt
        calls
      }
    }
  }
`);

export interface AccountWeeksProps {
  readonly account: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function AccountWeeks({ account, now }: AccountWeeksProps) {
  const { upstreamId, callsPerPeriod } = readFragment(fragment, account);
  const [params] = useSearchParams();
  const weeks = (callsPerPeriod?.periods ?? [])
    .map(({ startsAt, calls }) => ({ at: dayOfUtc(startsAt), value: calls }))
    .filter(({ at }) => at <= now);
  const isKnown = knowsCalls(callsPerPeriod?.coverage);
  /** Its calls below, from that week back: the list of calls knows of none that only its people link to it. */
  const hrefOf = ({ at }: { readonly at: Date }): string => {
    const next = new URLSearchParams(params);
    next.set('only', 'call');
    next.set('before', isoDay(startOfDay(at, 7)));
    return `/account/${upstreamId}?${next}`;
  };
  const total = weeks.reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel
      title="Calls a week"
      countsCalls
      paths={['account.callsPerPeriod']}
      aside={
        isKnown && (
          <p className="figures">
            <b>{plural(total, 'call')}</b> in a year
          </p>
        )
      }
    >
      {isKnown ? (
        <Columns columns={weeks} name="Calls" hrefOf={hrefOf} />
      ) : (
        <Empty isKnown={false}>No calls.</Empty>
      )}
      <p className="note">
        Calls linked to the account, and those of its people. A week leads to its calls below;{' '}
        <Link href={callsHref({ account: upstreamId })}>those linked to it</Link> have a list.
      </p>
      <CoverageNote coverage={callsPerPeriod?.coverage} from={weeks[0]?.at ?? now} />
    </Panel>
  );
}
