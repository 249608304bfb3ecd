/** Topics by the time spent on them, and what trackers heard, each moment a way there. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { durationText } from '../part/format.ts';
import { Empty, Panel } from '../part/panel.tsx';
import { Moment } from './moment.tsx';

const fragment = graphql(`
  fragment CallTrackers on Call {
    content {
      topics {
        name
        durationSeconds
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

export function CallTrackers(props: { call: FragmentType<typeof fragment> }) {
  const { content } = readFragment(fragment, props.call);
  const heard = (content?.trackers ?? []).filter((one) => one !== null && (one.count ?? 0) > 0);
  const topics = (content?.topics ?? []).filter((one) => (one?.durationSeconds ?? 0) > 0);
  topics.sort((left, right) => (right?.durationSeconds ?? 0) - (left?.durationSeconds ?? 0));
  return (
    <Panel title="Topics and trackers" paths={['call.content.topics', 'call.content.trackers']}>
      {topics.length > 0 && (
        <ul className="topics" aria-label="Topics, by time">
          {topics.map((topic) => (
            <li key={topic?.name}>
              {topic?.name}{' '}
              <span className="count">{durationText(topic?.durationSeconds ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
      {heard.length === 0 ? (
        <Empty>No tracker heard anything.</Empty>
      ) : (
        <ul className="trackers">
          {heard.map((tracker) => (
            <li key={tracker?.trackerId}>
              <strong>{tracker?.name}</strong> <span className="count">{tracker?.count} ×</span>
              {tracker?.phrases && tracker.phrases.length > 0 && (
                <q>{tracker.phrases.map((one) => one?.phrase).join(', ')}</q>
              )}
              <span className="moments">
                {tracker?.occurrences?.map(
                  (one) =>
                    one?.startSeconds != null && (
                      <Moment
                        key={one.startSeconds}
                        seconds={one.startSeconds}
                        label={tracker.name ?? 'Tracker'}
                      />
                    ),
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
