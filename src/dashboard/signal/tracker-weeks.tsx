/** One tracker over time. */

import { Columns } from '../plot/columns.tsx';
import { plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type HeardTracker, saidTracker } from './tracker.ts';

export function TrackerWeeks({ tracker }: { tracker: HeardTracker }) {
  return (
    <Panel
      title={`${tracker.name}, by week`}
      paths={['weeks', tracker.id === saidTracker ? 'saidByWeek' : 'heardByWeek']}
      countsCalls
      aside={
        <p className="figures">
          <b>{plural(tracker.calls, 'call')}</b>
        </p>
      }
    >
      {tracker.weeks.length === 0 ? (
        <Empty isKnown={false}>No calls.</Empty>
      ) : (
        <Columns columns={tracker.weeks} name="Calls" />
      )}
    </Panel>
  );
}
