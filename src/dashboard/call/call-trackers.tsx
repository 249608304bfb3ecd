/** Topics by the time spent on them, and what trackers heard, each moment a way there. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { lengthText, number } from '../shared/format.ts';
import { LateDetails } from '../shared/late-details.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { Moment } from './timestamp-link.tsx';

const fragment = graphql(`
  fragment CallTrackers on Call {
    content {
      topics {
        name
        durationSeconds
      }
      outline {
        section
        startSeconds
      }
      trackers {
        trackerId
        name
        count
        occurrences {
          startSeconds
        }
        phrases {
          phrase
          count
        }
      }
    }
  }
`);

type Tracker = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof fragment>['content']>['trackers']>[number]
>;

/** More than these are shown when somebody wants to see them. */
const shownMoments = 8;

export function CallTrackers(props: { call: FragmentType<typeof fragment> }) {
  const { content } = readFragment(fragment, props.call);
  const heard = (content?.trackers ?? []).flatMap((tracker) =>
    (tracker?.count ?? 0) > 0 ? (tracker ?? []) : [],
  );
  const topics = (content?.topics ?? []).filter((topic) => (topic?.durationSeconds ?? 0) > 0);
  topics.sort((left, right) => (right?.durationSeconds ?? 0) - (left?.durationSeconds ?? 0));
  return (
    <Panel title="Topics and trackers" paths={['call.content.topics', 'call.content.trackers']}>
      {topics.length > 0 && (
        <ul className="topics" aria-label="Topics, by time">
          {topics.map((topic) => (
            <li key={topic?.name}>
              {topic?.name} <span className="count">{lengthText(topic?.durationSeconds ?? 0)}</span>
              <FirstSection name={topic?.name ?? ''} outline={content?.outline ?? []} />
            </li>
          ))}
        </ul>
      )}
      {heard.length === 0 ? (
        <Empty isKnown={content?.trackers != null}>No tracker heard anything.</Empty>
      ) : (
        <ul className="trackers">
          {heard.map((tracker) => (
            <li key={tracker.trackerId}>
              <strong>{tracker.name}</strong>{' '}
              <span className="count">{number(tracker.count ?? 0)} ×</span>
              {tracker.phrases && tracker.phrases.length > 0 && (
                <q>{tracker.phrases.map((phrase) => phrase?.phrase).join(', ')}</q>
              )}
              <Moments tracker={tracker} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface FirstSectionProps {
  /** Of a topic: the platform's outline has sections of that name, or of others. */
  readonly name: string;
  readonly outline: NonNullable<NonNullable<ResultOf<typeof fragment>['content']>['outline']>;
}

function FirstSection({ name, outline }: FirstSectionProps) {
  const start = outline.find((section) => section?.section === name)?.startSeconds;
  return start == null ? null : (
    <>
      {' from '}
      <Moment seconds={start} label={name} />
    </>
  );
}

function Moments({ tracker: { name, occurrences } }: { tracker: Tracker }) {
  const moments = (occurrences ?? []).flatMap((occurrence) => occurrence?.startSeconds ?? []);
  const list = (some: readonly number[]) =>
    some.map((at) => <Moment key={at} seconds={at} label={name ?? 'Tracker'} />);
  const more = moments.slice(shownMoments);
  return (
    <div className="moments">
      {list(moments.slice(0, shownMoments))}
      {more.length > 0 && (
        <LateDetails summary={`${more.length} more`}>{() => list(more)}</LateDetails>
      )}
    </div>
  );
}
