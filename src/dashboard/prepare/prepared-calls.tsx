/** What the newest calls tell: the last three in a line each, what was promised, and the competitors and objections that were heard. */

import { Link } from 'wouter';
import { ownCallFragment } from '../deal/deal-calls.ts';
import { DueBadge } from '../deal/due-badge.tsx';
import { type DealTracker, heardTrackers } from '../deal/heard-tracker.ts';
import { promisesOf } from '../deal/promise.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, number, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment PreparedCalls on RelatedCallConnection {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    nodes {
      ...OwnCall
    }
  }
`);

/** So many of each are shown, that all fits a page. */
const mostCalls = 3;
const mostPromises = 6;
const mostTrackers = 4;

export interface PreparedCallsProps {
  readonly calls: FragmentType<typeof fragment> | null;
  /** Where the list is in the answer. */
  readonly path: string;
  readonly now: Date;
}

export function PreparedCalls({ path, now, ...props }: PreparedCallsProps) {
  const list = readFragment(fragment, props.calls);
  const calls = (list?.nodes ?? []).flatMap((node) => {
    const call = readFragment(ownCallFragment, node);
    return call === null || (call.startedAt !== null && dateOf(call.startedAt) > now) ? [] : call;
  });
  const isKnown = knowsCalls(list?.coverage);
  const promises = promisesOf(calls);
  const heard = heardTrackers(calls);
  const total = list?.totalCount ?? calls.length;
  const ofCalls = total > calls.length ? `the newest ${calls.length} of ${number(total)}` : 'all';
  return (
    <>
      <Panel title="Last calls" className="last-calls" countsCalls paths={[path]}>
        {calls.length === 0 && <Empty isKnown={isKnown}>No call with them is known.</Empty>}
        <ol>
          {calls
            .slice(0, mostCalls)
            .map(({ upstreamId, title, startedAt, content, primaryUser }) => (
              <li key={upstreamId}>
                {startedAt !== null && (
                  <span className="muted">{dayText(dateOf(startedAt), now)} </span>
                )}
                <Link className="name" href={`/call/${upstreamId}`}>
                  {title ?? 'A call without a title'}
                </Link>{' '}
                {detailText([primaryUser?.name, content?.outcome?.name, content?.brief])}
              </li>
            ))}
        </ol>
        <CoverageNote coverage={list?.coverage} />
      </Panel>
      <Panel title="Promises" className="promises" countsCalls paths={[path]}>
        {promises.length === 0 && (
          <Empty isKnown={isKnown}>The platform noted no next steps.</Empty>
        )}
        <ol>
          {promises.slice(0, mostPromises).map(({ key, text, at, due }) => (
            <li key={key}>
              <q>{text}</q> <DueBadge due={due} now={now} />{' '}
              {at !== null && <span className="muted">{dayText(at, now)}</span>}
            </li>
          ))}
        </ol>
        {promises.length > 0 && (
          <p className="note">
            Next steps of either side, by {ofCalls} calls; a framed day is the one it names.
            {promises.length > mostPromises &&
              ` ${plural(promises.length - mostPromises, 'older one')} left out.`}
          </p>
        )}
      </Panel>
      <Panel title="Competitors and objections" countsCalls paths={[path]}>
        <Heard kind="COMPETITOR" heard={heard} isKnown={isKnown} />
        <Heard kind="OBJECTION" heard={heard} isKnown={isKnown} />
        <p className="note">By trackers, in {ofCalls} calls.</p>
      </Panel>
    </>
  );
}

const headings = { COMPETITOR: 'Competitors', OBJECTION: 'Objections' } as const;

interface HeardProps {
  readonly kind: keyof typeof headings;
  readonly heard: readonly DealTracker[];
  readonly isKnown: boolean;
}

function Heard({ kind, heard, isKnown }: HeardProps) {
  const ofKind = heard.filter((tracker) => tracker.kind === kind);
  const trackers = ofKind.slice(0, mostTrackers);
  return (
    <p>
      <b>{headings[kind]}:</b>{' '}
      {ofKind.length === 0
        ? isKnown
          ? 'none.'
          : 'not known.'
        : `${trackers
            .map(({ name, times, calls, moments }) => {
              const last = moments[0]?.at ?? null;
              return `${name} ${number(times)} × in ${plural(calls, 'call')}${last === null ? '' : `, last on ${dayText(last)}`}`;
            })
            .join(
              '; ',
            )}${ofKind.length > trackers.length ? `; ${ofKind.length - trackers.length} more` : ''}.`}
    </p>
  );
}
