/** Calls whose title has the words; the platform can't search, so the gateway looks through the newest ones. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, dayText } from '../part/format.ts';
import { HitList } from './hit-list.tsx';

const fragment = graphql(`
  fragment CallHits on Query {
    calls(first: 10, filter: { titleContains: $term, lastDays: 60 }) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        title
        startedAt
        primaryUser {
          name
        }
      }
    }
  }
`);

export function CallHits({ query }: { query: FragmentType<typeof fragment> }) {
  const { calls } = readFragment(fragment, query);
  const hits = (calls?.nodes ?? []).flatMap((call) => call ?? []);
  const more = calls?.pageInfo.hasNextPage ? 'The first 10 of more. ' : '';
  return (
    <HitList
      title="Calls"
      paths={['calls']}
      isKnown={calls != null}
      note={`${more}By title, of the last 60 days.`}
      hits={hits.map((call) => ({
        id: call.upstreamId,
        name: call.title ?? 'Call',
        detail: [
          call.startedAt == null ? null : dayText(dateOf(call.startedAt)),
          call.primaryUser?.name,
        ]
          .filter((part) => part != null)
          .join(' · '),
        href: `/call/${call.upstreamId}`,
      }))}
    />
  );
}
