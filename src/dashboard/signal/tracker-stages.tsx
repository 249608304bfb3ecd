/** One tracker, or words of one’s own, by the stage its deals were in when the calls took place. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { Fragment } from 'react';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Bar } from '../plot/bar.tsx';
import { Figure } from '../shared/figure.tsx';
import { plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';
import { cutText, isWhole } from './group-count.ts';
import { useHeardCalls } from './heard-calls.ts';
import { type HeardTracker, saidTracker } from './tracker.ts';

export const trackerStagesFragment = graphql(`
  fragment TrackerStages on Query {
    stages: callsAggregate(filter: $calls, groupBy: [STAGE], first: 50) {
      totalCount
      groups {
        count
        keys {
          value
        }
      }
    }
    heardByStage: callsAggregate(filter: $calls, groupBy: [TRACKER, STAGE], first: 10000) {
      totalCount
      groups {
        count
        keys {
          value
        }
      }
    }
    heardByResult: callsAggregate(filter: $calls, groupBy: [TRACKER, RESULT], first: 10000) {
      totalCount
      groups {
        count
        keys {
          value
        }
      }
    }
    pipeline: opportunityStages(first: 50, orderBy: [{ field: SORT_ORDER }]) {
      nodes {
        masterLabel
      }
    }
  }
`);

const saidFragment = graphql(`
  fragment SaidStages on Query {
    saidByStage: callsAggregate(filter: $saidCalls, groupBy: [STAGE], first: 50) {
      totalCount
      groups {
        count
        keys {
          value
        }
      }
    }
  }
`);

const columns: Columns<{ readonly stage: string; readonly all: number; readonly calls: number }> = {
  'Stage then': ({ stage }) => stage,
  'Calls it was heard in': ({ calls }) => calls,
  'All calls': ({ all }) => all,
};

export interface TrackerStagesProps {
  readonly query: FragmentType<typeof trackerStagesFragment>;
  /** Stages of the calls in which one’s own words were said; absent without such words. */
  readonly said: FragmentType<typeof saidFragment>;
  readonly tracker: HeardTracker;
}

export function TrackerStages({ tracker, ...props }: TrackerStagesProps) {
  const { stages, heardByStage, heardByResult, pipeline } = readFragment(
    trackerStagesFragment,
    props.query,
  );
  const { saidByStage } = readFragment(saidFragment, props.said);
  const heardCalls = useHeardCalls();
  const isSaid = tracker.id === saidTracker;
  const counted = isSaid ? saidByStage : heardByStage;
  const order = (pipeline?.nodes ?? []).map((stage) => stage?.masterLabel ?? '');
  const heard = new Map(
    (counted?.groups ?? [])
      .filter(({ keys }) => isSaid || keys[0]?.value === tracker.id)
      .map(({ keys, count }) => [keys.at(-1)?.value, count]),
  );
  const isKnown = stages != null && counted != null && isWhole(counted);
  const rows = (isKnown ? stages.groups : []).flatMap(({ count, keys }) => {
    const stage = keys[0]?.value;
    return stage == null ? [] : [{ stage, all: count, calls: heard.get(stage) ?? 0 }];
  });
  const positionOf = (stage: string): number => {
    const at = order.indexOf(stage);
    return at === -1 ? order.length : at;
  };
  rows.sort((left, right) => positionOf(left.stage) - positionOf(right.stage));
  const cut = cutText(stages);
  const fileRows = { rows, total: cut === '' ? rows.length : null, isWhole: cut === '' };
  return (
    <Panel
      title={`${tracker.name}, by stage of the deal`}
      file={tableFile('tracker-by-stage', columns, fileRows)}
      paths={[
        'stages',
        ...(isSaid ? ['saidByStage'] : ['heardByStage', 'heardByResult']),
        'pipeline',
      ]}
      countsCalls
    >
      {rows.length === 0 ? (
        <Empty isKnown={isKnown}>No call of this time was linked to a deal.</Empty>
      ) : (
        <table className="plain">
          <TableHead columns={['Stage then', 'Share of its calls', 'Calls']} isHidden />
          <tbody>
            {rows.map(({ stage, all, calls }) => (
              <tr key={stage}>
                <th scope="row">{stage}</th>
                <td className="wide">
                  <Bar value={calls / all} max={1} />
                </td>
                <td className="figure">
                  <Figure href={calls === 0 ? null : heardCalls({ stage: [stage] }, tracker)}>
                    {Math.round((calls / all) * 100)} %
                  </Figure>
                  <span className="sub">
                    of <Figure href={heardCalls({ stage: [stage] })}>{plural(all, 'call')}</Figure>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {cut !== '' && <p className="note">{cut}</p>}
      {!isSaid && rows.length > 0 && <ByResult counted={heardByResult} tracker={tracker} />}
    </Panel>
  );
}

interface ByResultProps {
  readonly counted: ResultOf<typeof trackerStagesFragment>['heardByResult'];
  readonly tracker: HeardTracker;
}

/** Calls the tracker was heard in, by what has become of their deals. */
function ByResult({ counted, tracker }: ByResultProps) {
  const heardCalls = useHeardCalls();
  if (counted == null || !isWhole(counted)) return null;
  const callsWith = (result: string): number =>
    counted.groups.find(
      ({ keys: [heard, became] }) => heard?.value === tracker.id && became?.value === result,
    )?.count ?? 0;
  return (
    <p className="note">
      Their deals are by now{' '}
      {(['WON', 'OPEN', 'LOST'] as const).map((result, at) => (
        <Fragment key={result}>
          {[', ', ' and '][at - 1]}
          {result.toLowerCase()} in{' '}
          <Figure href={callsWith(result) === 0 ? null : heardCalls({ result }, tracker)}>
            {plural(callsWith(result), 'call')}
          </Figure>
        </Fragment>
      ))}
      .
    </p>
  );
}
