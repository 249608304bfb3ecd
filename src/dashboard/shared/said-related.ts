/** A page of a record's calls in which something was said. */

import { graphql } from '../graphql/index.ts';

export const saidRelatedFragment = graphql(`
  fragment SaidRelated on RelatedCallConnection {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
      unread
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...SaidCall
    }
  }
`);
