/** One tracker over time. */

import { Columns } from '../plot/columns.tsx';
import { Figure } from '../shared/figure.tsx';
import { plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { weekOf } from '../shared/week.ts';
import { useHeardCalls } from './heard-calls.ts';
import { type HeardTracker, saidTracker } from './tracker.ts';

export function TrackerWeeks({ tracker }: { tracker: HeardTracker }) {
  const heardCalls = useHeardCalls();
  return (
    <Panel
      title={`${tracker.name}, by week`}
      paths={['weeks', tracker.id === saidTracker ? 'saidByWeek' : 'heardByWeek']}
      countsCalls
      aside={
        <p className="figures">
          <b>
            <Figure href={tracker.calls === 0 ? null : heardCalls({}, tracker)}>
              {plural(tracker.calls, 'call')}
            </Figure>
          </b>
        </p>
      }
    >
      {tracker.weeks.length === 0 ? (
        <Empty isKnown={false}>No calls.</Empty>
      ) : (
        <Columns
          columns={tracker.weeks}
          name="Calls"
          hrefOf={({ at }) => heardCalls(weekOf(at), tracker)}
        />
      )}
    </Panel>
  );
}
