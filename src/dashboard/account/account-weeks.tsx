/** Calls with the account's people per week, over a year. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Columns } from '../plot/columns.tsx';
import { knowsCalls } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dayOfUtc } from '../shared/day.ts';
import { plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment AccountWeeks on Account {
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
  const { callsPerPeriod } = readFragment(fragment, account);
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
            <b>{plural(total, 'call')}</b> in a year
          </p>
        )
      }
    >
      {isKnown ? (
        <Columns columns={weeks} name="Calls" />
      ) : (
        <Empty isKnown={false}>No calls.</Empty>
      )}
      <CoverageNote coverage={callsPerPeriod?.coverage} from={weeks[0]?.at ?? now} />
    </Panel>
  );
}
