/** Open deals, page by page: each page shows what it has, and what it lacks beside it. */

import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from './graphql/index.ts';

const question = graphql(`
  query OpenDeals($after: String) {
    opportunities(
      first: 10
      after: $after
      filter: { isClosed: { eq: false } }
      orderBy: [{ field: NAME }]
    ) {
      nodes { id name stageName nextStep lastCall { startedAt } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export function Deals() {
  /** What each page follows; the first follows nothing. */
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return (
    <main>
      <h1>Open deals</h1>
      {cursors.map((after, index) => (
        <Page
          key={after}
          after={after}
          loadMore={index === cursors.length - 1 ? (end) => setCursors([...cursors, end]) : null}
        />
      ))}
    </main>
  );
}

interface PageProps {
  readonly after: string | null;
  /** Null but on the last page. */
  readonly loadMore: ((endCursor: string) => void) | null;
}

function Page({ after, loadMore }: PageProps) {
  const [{ data, error, extensions, fetching }, askAgain] = useQuery({
    query: question,
    variables: { after },
  });
  if (fetching) return <p>Loading …</p>;
  const { nodes = [], pageInfo } = data?.opportunities ?? {};
  const end = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  const incomplete: readonly { message: string }[] = extensions?.incomplete ?? [];
  const lacks = [...(error?.graphQLErrors ?? []), ...incomplete];
  const faults = new Set(lacks.map(({ message }) => message));
  if (error?.networkError) faults.add('The server did not answer.');
  return (
    <section>
      {faults.size > 0 && (
        <p role="alert">
          Not all is here: {[...faults].join(' ')}{' '}
          <button type="button" onClick={() => askAgain()}>
            Again
          </button>
        </p>
      )}
      <ul>
        {nodes.map(
          (deal) =>
            deal && (
              <li key={deal.id}>
                <b>{deal.name}</b> {deal.stageName} · {deal.nextStep ?? 'no next step'} ·{' '}
                {deal.lastCall?.startedAt?.slice(0, 10) ?? 'no call'}
              </li>
            ),
        )}
      </ul>
      {loadMore && end && (
        <button type="button" onClick={() => loadMore(end)}>
          Load more
        </button>
      )}
    </section>
  );
}
