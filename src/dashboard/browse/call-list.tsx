/** All calls that the index knows, the newest first. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, lengthText } from '../shared/format.ts';
import { HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { useReadList } from './read-list.ts';

const fragment = graphql(`
  fragment CallList on Query {
    calls(first: $rows, after: $calls, order: NEWEST, filter: { about: {} }) {
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
        durationSeconds
        primaryUser {
          name
        }
      }
    }
  }
`);

type ListedCall = NonNullable<NonNullable<ResultOf<typeof fragment>['calls']>['nodes'][number]>;

const columns: Columns<ListedCall> = {
  Call: ({ title }) => title,
  'Call id': ({ upstreamId }) => upstreamId,
  Began: ({ startedAt }) => startedAt,
  'Length in seconds': ({ durationSeconds }) => durationSeconds,
  Host: ({ primaryUser }) => primaryUser?.name,
};

export interface CallListProps {
  readonly query: FragmentType<typeof fragment>;
  readonly after: string | null;
}

export function CallList({ query, after }: CallListProps) {
  const { calls } = readFragment(fragment, query);
  const { hasNextPage = false, endCursor = null } = calls?.pageInfo ?? {};
  const readAll = useReadList('calls', (answer) => readFragment(fragment, answer).calls);
  const pageRows = {
    rows: (calls?.nodes ?? []).filter((call) => call !== null),
    total: calls?.totalCount ?? null,
    isWhole: !hasNextPage && after === null,
  };
  return (
    <HitList
      title="Newest calls"
      paths={['calls']}
      file={tableFile('calls', columns, pageRows, readAll)}
      isKnown={calls?.coverage?.completeFrom != null}
      count={calls?.totalCount ?? null}
      hits={(calls?.nodes ?? []).flatMap((call) =>
        call === null
          ? []
          : [
              {
                id: call.upstreamId,
                name: call.title ?? 'A call without a title',
                detail: detailText([
                  call.startedAt === null ? null : dayText(dateOf(call.startedAt)),
                  call.durationSeconds === null ? null : lengthText(call.durationSeconds),
                  call.primaryUser?.name,
                ]),
                href: `/call/${call.upstreamId}`,
              },
            ],
      )}
    >
      <CoverageNote coverage={calls?.coverage} />
      <MorePages
        after={after}
        next={hasNextPage ? endCursor : null}
        name="calls"
        label="Pages of calls"
      />
    </HitList>
  );
}
