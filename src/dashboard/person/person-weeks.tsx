/** How often there were calls with a person, week by week. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../part/format.ts';
import { Empty, Panel } from '../part/panel.tsx';
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
  const given = readFragment(fragment, props.periods)?.periods;
  const periods = given ?? [];
  const weeks = periods.map(({ startsAt, calls }) => ({
    at: dateOf(startsAt),
    value: calls,
  }));
  return (
    <Panel title="Calls a week" paths={[`${root}.callsPerPeriod`]}>
      {weeks.length > 0 ? (
        <Columns columns={weeks} name="Calls" />
      ) : (
        <Empty isKnown={given != null}>No calls.</Empty>
      )}
    </Panel>
  );
}
