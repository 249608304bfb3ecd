/** What the newest calls tell: the last three in a line each, what was promised, and the competitors and objections that were heard. */

import { ownCallFragment } from '../deal/deal-calls.ts';
import { DueBadge } from '../deal/due-badge.tsx';
import { type DealTracker, heardTrackers } from '../deal/heard-tracker.ts';
import { promisesOf } from '../deal/promise.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, number, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { outcomeText } from '../shared/outcome.ts';
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
/** Paper has room for the whole text of the last calls while they have at most so many letters together. */
const mostLetters = 1150;

/** A letter of Chinese, Japanese or Korean is as wide as two. */
const widthOf = (text: string): number =>
  text.length + (text.match(/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0);

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
  const lastCalls = calls.slice(0, mostCalls).map((call) => {
    const { title, primaryUser, content } = call;
    return {
      ...call,
      title: title ?? 'A call without a title',
      detail: detailText([primaryUser?.name, outcomeText(content), content?.brief]),
    };
  });
  const letters = lastCalls.reduce((sum, { title, detail }) => sum + widthOf(title + detail), 0);
  const ofCalls = total > calls.length ? `the newest ${calls.length} of ${number(total)}` : 'all';
  return (
    <>
      <Panel title="Last calls" className="last-calls" countsCalls paths={[path]}>
        {calls.length === 0 && <Empty isKnown={isKnown}>No call with them is known.</Empty>}
        <ol className={letters > mostLetters ? 'long' : undefined}>
          {lastCalls.map(({ upstreamId, title, startedAt, detail }) => (
            <li key={upstreamId}>
              {startedAt !== null && (
                <span className="muted">{dayText(dateOf(startedAt), now)} </span>
              )}
              <Link className="name" href={`/call/${upstreamId}`}>
                {title}
              </Link>{' '}
              {detail}
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
              const what = name === headings[kind] ? '' : `${name} `;
              return `${what}${number(times)} × in ${plural(calls, 'call')}${last === null ? '' : `, last on ${dayText(last)}`}`;
            })
            .join(
              '; ',
            )}${ofKind.length > trackers.length ? `; ${ofKind.length - trackers.length} more` : ''}.`}
    </p>
  );
}
