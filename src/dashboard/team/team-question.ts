/** The operation of Team: each colleague’s figures of the last days, won deals, and one colleague in full. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { isoDay, startOfDay } from '../shared/day.ts';

/** Days to choose from. */
export const teamSpans = [30, 60, 90];

export const teamDays = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  teamSpans.find((span) => String(span) === get('days')) ?? 30;

export const teamQuestion = defineQuestion({
  document: graphql(`
    query Team($from: Date!, $since: DateTime!, $user: ID!, $withUser: Boolean!) {
      users(first: 100) {
        pageInfo {
          hasNextPage
        }
        nodes {
          ...TeamMember
        }
      }
      won: opportunitiesAggregate(
        filter: { isWon: { eq: true }, closeDate: { gte: $from } }
        groupBy: [{ field: OWNER_ID }]
        first: 200
      ) {
        count
        currencyIsoCode
        sum {
          amount
        }
        keys {
          value
        }
      }
      crmCurrencies {
        areSeveral
      }
      user(by: { id: $user }) @include(if: $withUser) {
        id
        ...MemberPanel
      }
    }
  `),
  variablesAt: (location, now) => {
    const begin = startOfDay(now, -teamDays(location));
    const from = isoDay(begin);
    const user = location.get('user') ?? '';
    return { from, since: begin.toISOString(), user, withUser: user !== '' };
  },
});
