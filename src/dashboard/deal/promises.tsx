/** What was promised in a deal's own calls, each as it was said and playing from there. */

import { useState } from 'react';
import { isoDay } from '../shared/day.ts';
import { dayText, durationText, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { MoreRows } from '../shared/more-rows.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import type { CallsProps } from './call-lists.tsx';
import { CallsOfPanel } from './calls-of-panel.tsx';
import { DueBadge } from './due-badge.tsx';
import { type Promised, promisesOf } from './promise.ts';

const columns: Columns<Promised> = {
  Promise: ({ text }) => text,
  'Day it names': ({ due }) => due && isoDay(due),
  Call: ({ callTitle }) => callTitle,
  'Call id': ({ callId }) => callId,
  Started: ({ at }) => at?.toISOString(),
  Second: ({ second }) => second,
};

/** So many are shown at first. */
const firstRows = 8;

export function Promises({ calls: { ownCalls }, now }: CallsProps) {
  const [isOpen, setOpen] = useState(false);
  const promises = promisesOf(ownCalls.calls);
  const rows = isOpen ? promises : promises.slice(0, firstRows);
  const isRead = ownCalls.calls.some(({ content }) => content !== null);
  return (
    <Panel
      title="Promises"
      className="promises"
      countsCalls
      paths={['opportunity.relatedCalls']}
      file={tableFile('deal-promises', columns, {
        rows: promises,
        total: null,
        isWhole: ownCalls.total !== null && ownCalls.calls.length >= ownCalls.total,
      })}
    >
      {promises.length === 0 && (
        <Empty isKnown={ownCalls.isKnown && (isRead || ownCalls.read === 0)}>
          {ownCalls.read === 0
            ? 'No call was linked to this deal.'
            : 'The platform noted no next steps.'}
        </Empty>
      )}
      <ol>
        {rows.map((promise) => (
          <PromiseRow key={promise.key} promise={promise} now={now} />
        ))}
      </ol>
      {rows.length < promises.length && (
        <MoreRows onMore={() => setOpen(true)}>
          {plural(promises.length - rows.length, 'older promise')}
        </MoreRows>
      )}
      {promises.length > 0 && (
        <p className="note">
          By either side: next steps as the platform noted them, which does not tell here who said
          so, nor whether it was kept. A day is the one that the sentence names, counted from its
          call. <CallsOfPanel list={ownCalls} />
        </p>
      )}
    </Panel>
  );
}

function PromiseRow({ promise, now }: { promise: Promised; now: Date }) {
  const { text, callId, callTitle, at, second, due } = promise;
  const time = second === null ? null : durationText(second);
  return (
    <li data-row="">
      <q>{text}</q> <DueBadge due={due} now={now} />
      <span className="sub from">
        {time !== null && (
          <Link
            className="said-time"
            href={`/call/${callId}?t=${Math.floor(second!)}&play=on`}
            aria-label={`Play from ${time}: ${text}`}
          >
            {time}
          </Link>
        )}
        <Link href={`/call/${callId}`}>{callTitle ?? 'A call without a title'}</Link>
        {at !== null && <span>{dayText(at, now)}</span>}
      </span>
    </li>
  );
}
