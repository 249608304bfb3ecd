/** What colleagues wrote beside the recording, each at its moment. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { dayText } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { Moment } from './timestamp-link.tsx';

const fragment = graphql(`
  fragment CallComments on Call {
    comments {
      upstreamId
      startSeconds
      text
      postedAt
      commenter {
        name
      }
    }
  }
`);

export function CallComments(props: { call: FragmentType<typeof fragment> }) {
  const { comments: nullableComments } = readFragment(fragment, props.call);
  const comments = (nullableComments ?? []).flatMap((comment) => comment ?? []);
  return (
    <Panel title="Comments" paths={['call.comments']}>
      {comments.length === 0 && (
        <Empty isKnown={nullableComments != null}>Nobody has commented on it.</Empty>
      )}
      <ul className="comments">
        {comments.map(({ upstreamId, startSeconds, text, postedAt, commenter }) => (
          <li key={upstreamId}>
            {startSeconds !== null && (
              <>
                <Moment seconds={startSeconds} label="Comment" />{' '}
              </>
            )}
            {text}
            <span className="sub">
              {commenter?.name ?? 'Somebody'}
              {postedAt !== null && `, ${dayText(dateOf(postedAt))}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
