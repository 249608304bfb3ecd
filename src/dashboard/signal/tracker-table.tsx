/** All trackers, the one heard in most calls first. */

import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Spark } from '../plot/spark.tsx';
import { isoDay, isRunningWeek } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { useHeardCalls } from './heard-calls.ts';
import type { HeardTracker } from './tracker.ts';

/** With a column for each week, by the day it begins. */
function columnsOf(trackers: readonly HeardTracker[]): Columns<HeardTracker> {
  const days = new Set(trackers.flatMap(({ weeks }) => weeks.map(({ at }) => isoDay(at))));
  const ofWeeks = [...days]
    .sort()
    .map((day): [string, (tracker: HeardTracker) => number | null] => [
      `Week of ${day}`,
      ({ weeks }) => weeks.find(({ at }) => isoDay(at) === day)?.value ?? null,
    ]);
  return {
    Tracker: ({ name }) => name,
    'Tracker id': ({ id }) => id,
    Calls: ({ calls }) => calls,
    'Share of all calls': ({ share }) => share ?? 'not known',
    ...Object.fromEntries(ofWeeks),
  };
}

export interface TrackerTableProps {
  readonly trackers: readonly HeardTracker[];
  /** Says how many there are where these are not all. */
  readonly cut: string;
  readonly chosen: string | null;
  /** Below the rows. */
  readonly children?: ReactNode;
}

export function TrackerTable({ trackers, cut, chosen, children }: TrackerTableProps) {
  useRowKeys();
  const [params] = useSearchParams();
  const heardCalls = useHeardCalls();
  const fileRows = {
    rows: trackers,
    total: cut === '' ? trackers.length : null,
    isWhole: cut === '',
  };
  const hrefOf = (id: string): string => {
    const next = new URLSearchParams(params);
    next.set('tracker', id);
    return `/signals?${next}`;
  };
  return (
    <Panel
      title="Heard on calls"
      paths={['heard', 'weeks', 'heardByWeek']}
      countsCalls
      file={tableFile('trackers', columnsOf(trackers), fileRows)}
    >
      {trackers.length === 0 ? (
        <Empty>No tracker was heard, or what they heard is not known here.</Empty>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Tracker</th>
              <th scope="col">By week</th>
              <th scope="col" className="figure">
                Calls
              </th>
              <th scope="col" className="figure">
                Of all
              </th>
            </tr>
          </thead>
          <tbody>
            {trackers.map((tracker) => {
              const { id, name, calls, share, weeks } = tracker;
              return (
                <tr key={id} aria-current={id === chosen ? 'true' : undefined} data-row="">
                  <th scope="row">
                    <Link href={hrefOf(id)}>{name}</Link>
                  </th>
                  <td>
                    {weeks.length > 0 && (
                      <Spark
                        values={weeks.map(({ value }) => value)}
                        label={`Calls of each week: ${weeks.map(({ value }) => value).join(', ')}`}
                        isRunning={isRunningWeek(weeks.at(-1)?.at)}
                      />
                    )}
                  </td>
                  <td className="figure">
                    <Figure href={calls === 0 ? null : heardCalls({}, tracker)}>
                      {number(calls)}
                    </Figure>
                  </td>
                  <td className="figure">
                    {share === null ? 'not known' : `${Math.round(share * 100)} %`}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {cut !== '' && <p className="note">{cut}</p>}
      {children}
    </Panel>
  );
}
