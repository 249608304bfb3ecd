/** A page of the calls listed: of all calls, or of those related to a record, which its own connection lists. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

const fragment = graphql(`
  fragment CallPage on CallConnection {
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
      ...ListedCall
    }
  }
`);

const relatedFragment = graphql(`
  fragment RelatedCallPage on RelatedCallConnection {
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
      ...ListedCall
    }
  }
`);

const recordFragment = graphql(`
  fragment RelatedCalls on Query {
    related: node(id: $related) {
      ... on Account {
        upstreamId
        name
        relatedCalls(first: $rows, after: $after, from: $from, to: $to, scope: $scope, primaryUser: $primaryUser, about: $about, participants: $participants) {
          ...RelatedCallPage
        }
      }
      ... on Contact {
        upstreamId
        name
        relatedCalls(first: $rows, after: $after, from: $from, to: $to, scope: $scope, primaryUser: $primaryUser, about: $about, participants: $participants) {
          ...RelatedCallPage
        }
      }
      ... on Lead {
        upstreamId
        name
        relatedCalls(first: $rows, after: $after, from: $from, to: $to, scope: $scope, primaryUser: $primaryUser, about: $about, participants: $participants) {
          ...RelatedCallPage
        }
      }
      ... on Opportunity {
        upstreamId
        name
        ofDeal: relatedCalls(first: $rows, after: $after, from: $from, to: $to, scope: $scope, primaryUser: $primaryUser, about: $about, participants: $participants, viaContactRoles: $isOfPeople, ownCalls: $isOwn) {
          ...RelatedCallPage
        }
      }
    }
  }
`);

export type CallPage = ReturnType<typeof pageOf>;

interface Asked extends FragmentType<typeof recordFragment> {
  readonly calls?: FragmentType<typeof fragment> | null;
}

/** Null where it did not come. */
export function pageOf(data: Asked) {
  const record = relatedRecord(data);
  return record === undefined
    ? readFragment(fragment, data.calls ?? null)
    : readFragment(relatedFragment, (record === null ? null : listOf(record)) ?? null);
}

/** Of deals it has another name, since it has other arguments. */
const listOf = (record: RelatedRecord) =>
  'ofDeal' in record ? record.ofDeal : record.relatedCalls;

type Related = ResultOf<typeof recordFragment>['related'];
export type RelatedRecord = Extract<NonNullable<Related>, { readonly upstreamId: string }>;

/** The record whose related calls are listed: undefined where all calls are, null where there is none of its id. */
export function relatedRecord(
  data: FragmentType<typeof recordFragment>,
): RelatedRecord | null | undefined {
  const related = readFragment(recordFragment, data).related as Related | undefined;
  if (related === undefined) return undefined;
  return related !== null && 'upstreamId' in related ? (related as RelatedRecord) : null;
}
