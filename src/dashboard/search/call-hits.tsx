/** Calls whose title has the words, of all that the index knows, the newest first. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { callsHref } from '../shared/calls-link.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, momentText, number } from '../shared/format.ts';
import { HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';

export const callHitsFragment = graphql(`
  fragment CallHits on Query {
    calls(first: 20, after: $after, order: NEWEST, filter: { about: { title: $term } }) {
      totalCount
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      pageInfo {
        hasNextPage
        endCursor
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

export interface CallHitsProps {
  readonly query: FragmentType<typeof callHitsFragment>;
  readonly term: string;
  readonly after: string | null;
}

export function CallHits({ query, term, after }: CallHitsProps) {
  const { calls } = readFragment(callHitsFragment, query);
  const hits = (calls?.nodes ?? []).flatMap((call) => call ?? []);
  const { hasNextPage = false, endCursor = null } = calls?.pageInfo ?? {};
  return (
    <HitList
      title="Calls by title"
      paths={['calls']}
      isKnown={calls?.coverage?.completeFrom != null}
      count={calls?.totalCount ?? null}
      href={callsHref({ title: term })}
      note={calls == null ? null : searched(term, hits.length, calls)}
      hits={hits.map((call) => ({
        id: call.upstreamId,
        name: call.title ?? 'A call without a title',
        detail: detailText([
          call.startedAt == null ? null : dayText(dateOf(call.startedAt)),
          call.primaryUser?.name,
        ]),
        href: `/call/${call.upstreamId}`,
      }))}
    >
      <MorePages after={after} next={hasNextPage ? endCursor : null} />
    </HitList>
  );
}

interface Searched {
  readonly totalCount: number | null;
  readonly coverage: {
    readonly completeFrom: string | null;
    readonly syncedAt: string | null;
  } | null;
}

/** What was looked through, and how much of what was found is here. */
function searched(term: string, listed: number, { totalCount, coverage }: Searched): string {
  const part =
    totalCount !== null && totalCount > listed
      ? `${listed} of ${number(totalCount)} on this page, the newest first. `
      : '';
  const { completeFrom = null, syncedAt = null } = coverage ?? {};
  const span =
    completeFrom === null
      ? 'of the calls that have been read so far; not all have'
      : `of all calls since ${dayText(dateOf(completeFrom))}`;
  const read = syncedAt === null ? '' : `, read last on ${momentText(dateOf(syncedAt))}`;
  return `${part}Searched: titles with “${term}” ${span}${read}, whatever the case and accents. Calls of a person or company stand on their screens.`;
}
