/** The operation of Team: each colleague’s figures of a time and of the one before, won deals, and one colleague in full. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { isoDay } from '../shared/day.ts';
import { measuredTo, teamPeriod } from './period.ts';

export const teamQuestion = defineQuestion({
  document: graphql(`
    query Team(
      $from: Date!
      $to: Date!
      $measuredTo: Date!
      $since: DateTime!
      $until: DateTime!
      $beforeFrom: Date!
      $beforeTo: Date!
      $beforeSince: DateTime!
      $beforeUntil: DateTime!
      $user: ID!
      $withUser: Boolean!
      $page: Int! = 100
      $after: String
      $onlyUsers: Boolean! = false
    ) {
      users(first: $page, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...TeamMember
        }
      }
      won: opportunitiesAggregate(
        filter: { isWon: { eq: true }, closeDate: { gte: $from, lt: $to } }
        groupBy: [{ field: OWNER_ID }]
        first: 200
      ) @skip(if: $onlyUsers) {
        ...WonGroup
      }
      wonBefore: opportunitiesAggregate(
        filter: { isWon: { eq: true }, closeDate: { gte: $beforeFrom, lt: $beforeTo } }
        groupBy: [{ field: OWNER_ID }]
        first: 200
      ) @skip(if: $onlyUsers) {
        ...WonGroup
      }
      crmCurrencies @skip(if: $onlyUsers) {
        areSeveral
      }
      user(by: { id: $user }) @include(if: $withUser) {
        id
        ...MemberPanel
      }
    }
  `),
  variablesAt: (location, now) => {
    const period = teamPeriod(location, now);
    const { from, to, before } = period;
    const user = location.get('user') ?? '';
    return {
      from: isoDay(from),
      to: isoDay(to),
      measuredTo: measuredTo(period, now),
      since: from.toISOString(),
      until: to.toISOString(),
      beforeFrom: isoDay(before.from),
      beforeTo: isoDay(before.to),
      beforeSince: before.from.toISOString(),
      beforeUntil: before.to.toISOString(),
      user,
      withUser: user !== '',
      page: 100,
    };
  },
});
