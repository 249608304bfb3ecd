/** What trackers heard in a deal's own calls, each moment a way there. */

import { callsHref } from '../shared/calls-link.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, durationText, number, plural } from '../shared/format.ts';
import { LateDetails } from '../shared/late-details.tsx';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import type { CallsProps } from './call-lists.tsx';
import { CallsOfPanel } from './calls-of-panel.tsx';
import { type DealTracker, type HeardMoment, heardTrackers } from './heard-tracker.ts';

const columns: Columns<DealTracker> = {
  Tracker: ({ name }) => name,
  'Tracker id': ({ id }) => id,
  Times: ({ times }) => times,
  Calls: ({ calls }) => calls,
};

/** More moments than these are shown when somebody wants to see them. */
const firstMoments = 4;

export function DealTrackers({ calls: { ownCalls, id: related }, now }: CallsProps) {
  const heard = heardTrackers(ownCalls.calls);
  const read = ownCalls.calls.filter(({ content }) => content?.trackers != null).length;
  const isWhole = ownCalls.total !== null && read >= ownCalls.total;
  return (
    <Panel
      title="Heard in calls about this deal"
      className="deal-trackers"
      countsCalls
      paths={['opportunity.relatedCalls']}
      file={tableFile('deal-trackers', columns, {
        rows: heard,
        total: null,
        isWhole,
      })}
    >
      {heard.length === 0 && (
        <Empty isKnown={ownCalls.isKnown && (read > 0 || ownCalls.read === 0)}>
          {ownCalls.read === 0 ? 'No call was linked to this deal.' : 'No tracker heard anything.'}
        </Empty>
      )}
      <ul>
        {heard.map((tracker) => (
          <li key={tracker.id}>
            <span className="name">{tracker.name}</span>
            <span className="figure">
              {number(tracker.times)} ×
              <span className="muted">
                {' '}
                in{' '}
                <Figure href={isWhole ? callsHref({ related, tracker: tracker.id }) : null}>
                  {plural(tracker.calls, 'call')}
                </Figure>
              </span>
            </span>
            <Moments tracker={tracker} now={now} />
          </li>
        ))}
      </ul>
      {heard.length > 0 && (
        <p className="note">
          Competitors first, then objections. A time plays the call from there.{' '}
          <CallsOfPanel list={ownCalls} />
          {read < ownCalls.calls.length &&
            `Of ${plural(ownCalls.calls.length - read, 'call')} the platform tells no trackers.`}
        </p>
      )}
    </Panel>
  );
}

function Moments({ tracker: { name, moments }, now }: { tracker: DealTracker; now: Date }) {
  const list = (some: readonly HeardMoment[]) => {
    const byCall = Map.groupBy(some, ({ callId }) => callId);
    return [...byCall].map(([callId, inCall]) => (
      <span key={callId} className="of-call">
        {inCall[0]!.at !== null && <span className="muted">{dayText(inCall[0]!.at, now)}</span>}{' '}
        {inCall.map(({ second }) => (
          <Link
            key={second}
            className="moment"
            href={`/call/${callId}?t=${Math.floor(second)}&play=on`}
            aria-label={`Play from ${durationText(second)}: ${name}`}
          >
            {durationText(second)}
          </Link>
        ))}
      </span>
    ));
  };
  const more = moments.slice(firstMoments);
  return (
    <div className="moments">
      {list(moments.slice(0, firstMoments))}
      {more.length > 0 && (
        <LateDetails summary={`${plural(more.length, 'more moment')}`}>
          {() => list(more)}
        </LateDetails>
      )}
    </div>
  );
}
