/** One tracker over time. */

import { plural } from '../part/format.ts';
import { Panel } from '../part/panel.tsx';
import { Columns } from '../plot/columns.tsx';
import type { HeardTracker } from './tracker.ts';

export function TrackerWeeks({ tracker }: { tracker: HeardTracker }) {
  return (
    <Panel
      title={`${tracker.name}, by week`}
      aside={
        <p className="figures">
          <b>{plural(tracker.calls, 'call')}</b>
        </p>
      }
    >
      <Columns columns={tracker.weeks} name="Calls" />
    </Panel>
  );
}
