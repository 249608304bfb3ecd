/** A colleague's row of the team: measures of how somebody talks, calls by week, reviews, and deals won. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, dayMs } from '../shared/day.ts';

const fragment = graphql(`
  fragment TeamMember on User {
    id
    name
    title
    crmUsers {
      upstreamId
    }
    interaction(from: $from) {
      talkRatio
      longestMonologueSeconds
      questionRate
      patienceSeconds
    }
    activity(from: $from) {
      callsAsHost
      callsAttended
    }
    dailyActivity(from: $from) {
      startAt
      callsAttended
    }
    scorecardsReceived(first: 20, from: $since) {
      nodes {
        overallScore
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

export const measures = ['talkRatio', 'monologue', 'questions', 'patience'] as const;
export type Measure = (typeof measures)[number];

export interface Won {
  readonly count: number;
  readonly amount: number | null;
  /** The same of all owners: into which the CRM converts. */
  readonly currency: string | null;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
  /** Null where the platform measured nothing. */
  readonly talk: Readonly<Record<Measure, number | null>>;
  /** Null where they could not be read. */
  readonly calls: number | null;
  /** Calls of each week, oldest first. */
  readonly weeks: readonly number[];
  /** Mean of the overall scores; absent where the reviews could not be read. */
  readonly score: number | null | undefined;
  readonly reviews: number;
  /** There are more reviews than were read. */
  readonly hasMoreReviews: boolean;
  /** Null where there is none, absent where the CRM did not answer. */
  readonly won: Won | null | undefined;
}

/** @param wonBy deals won by the id of their owner in the CRM; null where they could not be read. */
export function memberOf(
  user: FragmentType<typeof fragment>,
  wonBy: ReadonlyMap<string, Won> | null,
): Member {
  const row = readFragment(fragment, user);
  const { interaction, activity, scorecardsReceived: reviews } = row;
  const scores = (reviews?.nodes ?? []).flatMap((review) => review?.overallScore ?? []);
  return {
    id: row.id,
    name: row.name ?? 'Without a name',
    title: row.title,
    talk: {
      talkRatio: interaction?.talkRatio ?? null,
      monologue: interaction?.longestMonologueSeconds ?? null,
      questions: interaction?.questionRate ?? null,
      patience: interaction?.patienceSeconds ?? null,
    },
    calls: activity?.callsAttended ?? null,
    weeks: weeksOf(row.dailyActivity ?? []),
    score: reviews == null ? undefined : mean(scores),
    reviews: scores.length,
    hasMoreReviews: reviews?.pageInfo.hasNextPage === true,
    won: row.crmUsers == null || wonBy === null ? undefined : wonOf(row.crmUsers, wonBy),
  };
}

function weeksOf(
  days: readonly ({ startAt: string | null; callsAttended: number | null } | null)[],
): readonly number[] {
  const withCalls = days.flatMap((day) =>
    day?.startAt == null
      ? []
      : [{ at: dateOf(day.startAt).getTime(), calls: day.callsAttended ?? 0 }],
  );
  if (withCalls.length === 0) return [];
  const first = Math.min(...withCalls.map(({ at }) => at));
  const weeks: number[] = [];
  for (const { at, calls } of withCalls) {
    const week = Math.floor((at - first) / (7 * dayMs));
    weeks[week] = (weeks[week] ?? 0) + calls;
  }
  return Array.from(weeks, (calls) => calls ?? 0);
}

/** Of all CRM users that are this colleague. */
function wonOf(
  crmUsers: readonly { upstreamId: string }[],
  wonBy: ReadonlyMap<string, Won>,
): Won | null {
  const ofMember = crmUsers.flatMap(({ upstreamId }) => wonBy.get(upstreamId) ?? []);
  if (ofMember.length === 0) return null;
  return {
    count: ofMember.reduce((sum, { count }) => sum + count, 0),
    amount: ofMember.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    currency: ofMember[0]?.currency ?? null,
  };
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
