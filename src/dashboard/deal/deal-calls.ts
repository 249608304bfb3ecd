/**
 * The calls of a deal: its own, which the platform linked to it, and those of its people, which are not its own. The own
 * ones have no alias: whether the deferred part has come is told by the names of its fields.
 */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { type CoverageFields, knowsCalls } from '../shared/coverage.ts';

/** What a call of a deal or an account tells in lists, promises and trackers. */
export const ownCallFragment = graphql(`
  fragment OwnCall on Call {
    upstreamId
    title
    startedAt
    durationSeconds
    language
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
          startSeconds
        }
      }
      trackers {
        trackerId
        name
        kind
        count
        occurrences {
          startSeconds
        }
      }
    }
  }
`);

export const dealCallsFragment = graphql(`
  fragment DealCalls on Opportunity {
    upstreamId
    relatedCalls(first: 30) {
      totalCount
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      nodes {
        ...OwnCall
      }
    }
    opportunityContactRoles(first: 50) {
      nodes {
        contact {
          upstreamId
          name
          email
        }
      }
    }
    ofPeople: relatedCalls(first: 30, viaContactRoles: true, ownCalls: false) {
      totalCount
      edges {
        matches {
          key
          party {
            name
          }
        }
        node {
          upstreamId
          title
          startedAt
          durationSeconds
          primaryUser {
            name
          }
          opportunities {
            record {
              upstreamId
              name
            }
          }
        }
      }
    }
  }
`);

type Fields = ResultOf<typeof dealCallsFragment>;
export type OwnCall = ResultOf<typeof ownCallFragment>;
type Edge = NonNullable<Fields['ofPeople']>['edges'][number];
export interface PeopleCall extends NonNullable<Edge['node']> {
  /** Of those with a role who were on it or invited. */
  readonly people: readonly string[];
}

/** Newest first. */
export interface CallList<Call> {
  /** Of those read, the ones that the platform still has. */
  readonly calls: readonly Call[];
  /** How many were read. */
  readonly read: number;
  /** How many there are; null where that did not come. */
  readonly total: number | null;
  readonly isKnown: boolean;
}

export interface DealCalls {
  /** The deal’s, in the CRM. */
  readonly id: string;
  readonly ownCalls: CallList<OwnCall>;
  readonly peopleCalls: CallList<PeopleCall>;
  readonly coverage: CoverageFields | null;
}

export function readDealCalls(deal: FragmentType<typeof dealCallsFragment>): DealCalls {
  const fields = readFragment(dealCallsFragment, deal);
  const { upstreamId, relatedCalls, ofPeople } = fields;
  const names = namesByKey(fields);
  const isKnown = knowsCalls(relatedCalls?.coverage);
  return {
    id: upstreamId,
    ownCalls: {
      calls: (relatedCalls?.nodes ?? []).flatMap(
        (call) => readFragment(ownCallFragment, call) ?? [],
      ),
      read: relatedCalls?.nodes.length ?? 0,
      total: relatedCalls?.totalCount ?? null,
      isKnown: isKnown && relatedCalls != null,
    },
    peopleCalls: {
      calls: (ofPeople?.edges ?? []).flatMap(({ node, matches }) =>
        node === null ? [] : [{ ...node, people: namesOf(matches, names) }],
      ),
      read: ofPeople?.edges.length ?? 0,
      total: ofPeople?.totalCount ?? null,
      isKnown: isKnown && ofPeople != null,
    },
    coverage: relatedCalls?.coverage ?? null,
  };
}

/** Matches name records by the first 15 characters of their ids. */
const keyOf = (id: string): string => id.slice(0, 15);

/** Names of people with a role, by what calls are matched with them by. */
function namesByKey({ opportunityContactRoles: roles }: Fields): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const role of roles?.nodes ?? []) {
    const { upstreamId, name = null, email = null } = role?.contact ?? {};
    if (upstreamId === undefined || name === null) continue;
    names.set(keyOf(upstreamId), name);
    if (email !== null) names.set(email.trim().toLowerCase(), name);
  }
  return names;
}

/** The platform's name of a party where the CRM's is not among those read. */
const namesOf = (
  matches: Edge['matches'],
  names: ReadonlyMap<string, string>,
): readonly string[] => [
  ...new Set(matches.flatMap(({ key, party }) => names.get(key) ?? party?.name ?? [])),
];
