/** The operation of Browse: a page each of calls, accounts, contacts and leads. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';

export const browseQuestion = defineQuestion({
  document: graphql(`
    query Browse(
      $calls: String
      $accounts: String
      $contacts: String
      $leads: String
      $rows: Int! = 15
      $asksCalls: Boolean! = true
      $asksAccounts: Boolean! = true
      $asksContacts: Boolean! = true
      $asksLeads: Boolean! = true
    ) {
      ...CallList @include(if: $asksCalls)
      ...AccountList @include(if: $asksAccounts)
      ...ContactList @include(if: $asksContacts)
      ...LeadList @include(if: $asksLeads)
    }
  `),
  variablesAt: ({ get }) => ({
    calls: get('calls'),
    accounts: get('accounts'),
    contacts: get('contacts'),
    leads: get('leads'),
  }),
});
