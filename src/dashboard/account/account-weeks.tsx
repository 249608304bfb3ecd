/** Calls with the account's people per week, over a year. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Columns } from '../plot/columns.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dayOfUtc } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { firstWeek, weekOf, weeksOfYear } from '../shared/week.ts';

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
  const { upstreamId: related, callsPerPeriod } = readFragment(fragment, account);
  const weeks = (callsPerPeriod?.periods ?? [])
    .map(({ startsAt, calls }) => ({ at: dayOfUtc(startsAt), value: calls }))
    .filter(({ at }) => at <= now);
  const isKnown = knowsCalls(callsPerPeriod?.coverage);
  const total = weeks.reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel
      title="Calls a week"
      countsCalls
      paths={['account.callsPerPeriod']}
      aside={
        isKnown && (
          <p className="figures">
            <b>
              <Figure
                href={
                  total === 0 ? null : callsHref({ related, from: firstWeek(now, weeksOfYear) })
                }
              >
                {plural(total, 'call')}
              </Figure>
            </b>{' '}
            in {weeksOfYear} weeks
          </p>
        )
      }
    >
      {isKnown ? (
        <Columns
          columns={weeks}
          name="Calls"
          hrefOf={({ at }) => callsHref({ related, ...weekOf(at) })}
        />
      ) : (
        <Empty isKnown={false}>No calls.</Empty>
      )}
      <p className="note">
        Calls linked to the account, and other calls with its contacts;{' '}
        <Link href={callsHref({ account: related })}>the linked ones alone</Link>.
      </p>
      <CoverageNote coverage={callsPerPeriod?.coverage} from={weeks[0]?.at ?? now} />
    </Panel>
  );
}
