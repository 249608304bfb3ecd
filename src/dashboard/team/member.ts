/** A colleague's row of the team: calls, measures of how somebody talks, reviews, and deals won, each in a time and in the one before. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { type Won, type WonByOwner, wonOf } from './won.ts';

const fragment = graphql(`
  fragment TeamMember on User {
    id
    name
    title
    manager {
      id
      name
    }
    crmUsers {
      upstreamId
    }
    interaction(from: $from, to: $measuredTo) {
      talkRatio
      longestMonologueSeconds
      questionRate
      patienceSeconds
    }
    interactionBefore: interaction(from: $beforeFrom, to: $beforeTo) {
      talkRatio
      longestMonologueSeconds
      questionRate
      patienceSeconds
    }
    held: relatedCalls(first: 0, role: [HOST], from: $since, to: $until) {
      totalCount
      coverage {
        completeFrom
      }
    }
    heldBefore: relatedCalls(first: 0, role: [HOST], from: $beforeSince, to: $beforeUntil) {
      totalCount
      coverage {
        completeFrom
      }
    }
    reviews: scorecardsReceived(last: 20, from: $since, to: $until) {
      nodes {
        overallScore
      }
      pageInfo {
        hasPreviousPage
      }
    }
    reviewsBefore: scorecardsReceived(last: 20, from: $beforeSince, to: $beforeUntil) {
      nodes {
        overallScore
      }
      pageInfo {
        hasPreviousPage
      }
    }
  }
`);

type Fields = ReturnType<typeof read>;
const read = (user: FragmentType<typeof fragment>) => readFragment(fragment, user);

export const measures = ['talkRatio', 'monologue', 'questions', 'patience'] as const;
export type Measure = (typeof measures)[number];

export interface Reviews {
  /** Mean of the overall scores; null where there is none. */
  readonly score: number | null;
  readonly count: number;
  /** There are more than were read. */
  readonly hasMore: boolean;
}

/** What is known of somebody in a time. */
export interface Figures {
  /** Calls held; null where they could not be read. */
  readonly calls: number | null;
  /** Null where the platform measured nothing. */
  readonly talk: Readonly<Record<Measure, number | null>>;
  /** Absent where they could not be read. */
  readonly reviews: Reviews | undefined;
  /** Null where there is none, absent where the CRM did not answer. */
  readonly won: Won | null | undefined;
}

export interface Member extends Figures {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
  readonly manager: { readonly id: string; readonly name: string | null } | null;
  readonly before: Figures;
}

/** Deals won by the id of their owner in the CRM; null where they could not be read. */
export interface WonByTime {
  readonly now: WonByOwner;
  readonly before: WonByOwner;
}

export function memberOf(user: FragmentType<typeof fragment>, won: WonByTime): Member {
  const row = read(user);
  const { crmUsers } = row;
  return {
    id: row.id,
    name: row.name ?? 'Without a name',
    title: row.title,
    manager: row.manager,
    calls: countOf(row.held),
    talk: talkOf(row.interaction),
    reviews: reviewsOf(row.reviews),
    won: wonOf(crmUsers, won.now),
    before: {
      calls: countOf(row.heldBefore),
      talk: talkOf(row.interactionBefore),
      reviews: reviewsOf(row.reviewsBefore),
      won: wonOf(crmUsers, won.before),
    },
  };
}

/** A nought is a figure only where it is known to be one. */
const countOf = (held: Fields['held']): number | null =>
  held?.totalCount === 0 && !knowsCalls(held.coverage) ? null : (held?.totalCount ?? null);

const talkOf = (interaction: Fields['interaction']): Figures['talk'] => ({
  talkRatio: interaction?.talkRatio ?? null,
  monologue: interaction?.longestMonologueSeconds ?? null,
  questions: interaction?.questionRate ?? null,
  patience: interaction?.patienceSeconds ?? null,
});

function reviewsOf(reviews: Fields['reviews']): Reviews | undefined {
  if (reviews == null) return undefined;
  const scores = reviews.nodes.flatMap((review) => review?.overallScore ?? []);
  return { score: mean(scores), count: scores.length, hasMore: reviews.pageInfo.hasPreviousPage };
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Nobody knows of those whose calls, reviews or deals could not be read: they stay. */
const isActiveIn = ({ calls, reviews, won }: Figures): boolean =>
  calls === null || calls > 0 || reviews === undefined || reviews.count > 0 || won !== null;

/** Whether there is anything to compare. */
export const isActive = (member: Member): boolean =>
  isActiveIn(member) || isActiveIn(member.before);
