/** How often there were calls with a person, week by week. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Columns } from '../plot/columns.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { dayOfUtc } from '../shared/day.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { weekOf } from '../shared/week.ts';

const fragment = graphql(`
  fragment PersonWeeks on CallsPerPeriod {
    coverage {
      completeFrom
    }
    periods {
      startsAt
      calls
    }
  }
`);

export interface PersonWeeksProps {
  readonly root: string;
  /** The person’s id in the CRM. */
  readonly related: string;
  readonly periods: FragmentType<typeof fragment> | null;
}

export function PersonWeeks({ root, related, ...props }: PersonWeeksProps) {
  const counted = readFragment(fragment, props.periods);
  const weeks = (counted?.periods ?? []).map(({ startsAt, calls }) => ({
    at: dayOfUtc(startsAt),
    value: calls,
  }));
  return (
    <Panel title="Calls a week" paths={[`${root}.callsPerPeriod`]} countsCalls>
      {knowsCalls(counted?.coverage) ? (
        <Columns
          columns={weeks}
          name="Calls"
          hrefOf={({ at }) => callsHref({ related, ...weekOf(at) })}
        />
      ) : (
        <Empty isKnown={false}>No calls.</Empty>
      )}
      <p className="note">Those they were on, and those they were invited to or are named on.</p>
    </Panel>
  );
}
