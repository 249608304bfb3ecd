/** The account's last call: its summary, and what was promised in it. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, lengthText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { outcomeText } from '../shared/outcome.ts';
import { Empty, Panel } from '../shared/panel.tsx';

export const lastCallFragment = graphql(`
  fragment LastCall on Account {
    latest: relatedCalls(first: 1) {
      coverage {
        completeFrom
      }
      nodes {
        upstreamId
        title
        startedAt
        durationSeconds
        primaryUser {
          name
        }
        content {
          brief
          outcome {
            name
          }
          highlights {
            title
            items {
              text
            }
          }
        }
      }
    }
  }
`);

export function LastCall(props: { account: FragmentType<typeof lastCallFragment> }) {
  const { latest } = readFragment(lastCallFragment, props.account);
  const call = latest?.nodes[0];
  return (
    <Panel
      title="Last call with the account"
      className="last-call"
      paths={['account.latest']}
      countsCalls
    >
      {!latest?.nodes.length && (
        <Empty isKnown={knowsCalls(latest?.coverage)}>No call with them is known.</Empty>
      )}
      {latest?.nodes[0] === null && (
        <Empty>The platform does not have their last call any more.</Empty>
      )}
      {call != null && (
        <>
          <p>
            <Link className="name" href={`/call/${call.upstreamId}`}>
              {call.title ?? 'Call'}
            </Link>
            <span className="sub">
              {detailText([
                call.startedAt == null ? null : dayText(dateOf(call.startedAt)),
                call.durationSeconds == null ? null : lengthText(call.durationSeconds),
                call.primaryUser?.name,
                outcomeText(call.content),
              ])}
            </span>
          </p>
          {call.content == null && (
            <Empty isKnown={false}>The platform drew nothing from it.</Empty>
          )}
          {call.content?.brief != null && <p className="brief">{call.content.brief}</p>}
          <Highlights groups={call.content?.highlights ?? []} />
        </>
      )}
      <p className="note">
        Of all the account’s calls, whichever deal they were about; a deal’s silence counts calls
        about the deal alone.
      </p>
    </Panel>
  );
}

interface HighlightsProps {
  readonly groups: readonly ({
    readonly title?: string | null;
    readonly items?: readonly ({ readonly text?: string | null } | null)[] | null;
  } | null)[];
}

/** Next steps first: that is what was promised. A sentence that came twice is shown once. */
function Highlights({ groups }: HighlightsProps) {
  const isPromise = (title: string): boolean => /next step/i.test(title);
  return groups
    .map((group) => ({
      title: group?.title ?? 'Highlights',
      texts: [...new Set((group?.items ?? []).flatMap((item) => item?.text ?? []))],
    }))
    .sort((a, b) => Number(isPromise(b.title)) - Number(isPromise(a.title)))
    .map(({ title, texts }) => (
      <div key={title} className="highlights">
        <h3>{isPromise(title) ? `${title}: what was promised` : title}</h3>
        <ul>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    ));
}
