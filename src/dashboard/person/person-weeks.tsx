/** How often there were calls with a person, week by week. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../part/format.ts';
import { Panel } from '../part/panel.tsx';
import { Columns } from '../plot/columns.tsx';

const fragment = graphql(`
  fragment PersonWeeks on CallsPerPeriod {
    periods {
      startsAt
      calls
    }
  }
`);

export function PersonWeeks({
  root,
  ...props
}: {
  root: string;
  periods: FragmentType<typeof fragment> | null;
}) {
  const periods = readFragment(fragment, props.periods)?.periods ?? [];
  const weeks = periods.map(({ startsAt, calls }) => ({
    at: dateOf(startsAt),
    value: calls,
  }));
  return (
    <Panel title="Calls a week" paths={[`${root}.callsPerPeriod`]}>
      {weeks.length > 0 && <Columns columns={weeks} name="Calls" />}
    </Panel>
  );
}
