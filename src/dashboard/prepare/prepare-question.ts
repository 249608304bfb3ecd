/** The operation of the preparation of a meeting: on an account, or on a deal. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { startOfDay } from '../shared/day.ts';
import { meetingsOfAccount } from '../shared/meeting.ts';
import { readRecordName } from '../shared/record-id.ts';

export const prepareQuestion = defineQuestion({
  document: graphql(`
    query Prepare(
      $id: ID!
      $isAccount: Boolean!
      $isDeal: Boolean!
      $today: DateTime!
      $ofAccount: EventFilter!
    ) {
      meetings: events(
        first: 5
        filter: $ofAccount
        orderBy: [{ field: START_DATE_TIME }]
      ) {
        ...Meetings
      }
      account(by: { upstreamId: $id }) @include(if: $isAccount) {
        name
        ...AccountHead
        relatedCalls(first: 12) {
          ...PreparedCalls
        }
        contacts(first: 100, orderBy: [{ field: LAST_NAME }]) {
          totalCount
          nodes {
            ...PreparedPerson
          }
        }
        opportunities(
          first: 4
          filter: { isClosed: { eq: false } }
          orderBy: [{ field: CLOSE_DATE }]
        ) {
          ...OpenDeals
        }
        cases(
          first: 4
          filter: { isClosed: { eq: false } }
          orderBy: [{ field: CREATED_DATE, direction: DESC }]
        ) {
          ...OpenCases
        }
      }
      opportunity(by: { upstreamId: $id }) @include(if: $isDeal) {
        name
        ...DealHead
        events(
          first: 5
          filter: { startDateTime: { gte: $today } }
          orderBy: [{ field: START_DATE_TIME }]
        ) {
          ...Meetings
        }
        relatedCalls(first: 12) {
          ...PreparedCalls
        }
        opportunityContactRoles(first: 50) {
          totalCount
          nodes {
            role
            contact {
              ...PreparedPerson
            }
          }
        }
        account {
          industry
          numberOfEmployees
          billingCity
          billingCountry
          cases(
            first: 4
            filter: { isClosed: { eq: false } }
            orderBy: [{ field: CREATED_DATE, direction: DESC }]
          ) {
            ...OpenCases
          }
        }
      }
    }
  `),
  variablesAt: ({ id: name }, now) => {
    const { kind, id } = readRecordName(name);
    const isAccount = kind === 'Account';
    const isDeal = kind === 'Opportunity';
    if (!isAccount && !isDeal) return null;
    const ofAccount = meetingsOfAccount(isAccount ? { account: id } : { deal: id }, now);
    return { id, isAccount, isDeal, today: startOfDay(now).toISOString(), ofAccount };
  },
});
