/** The operation of Browse: a page each of accounts, contacts and leads. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';

export const browseQuestion = defineQuestion({
  document: graphql(`
    query Browse(
      $accounts: String
      $contacts: String
      $leads: String
      $rows: Int! = 15
      $asksAccounts: Boolean! = true
      $asksContacts: Boolean! = true
      $asksLeads: Boolean! = true
    ) {
      ...AccountList @include(if: $asksAccounts)
      ...ContactList @include(if: $asksContacts)
      ...LeadList @include(if: $asksLeads)
    }
  `),
  variablesAt: ({ get }) => ({
    accounts: get('accounts'),
    contacts: get('contacts'),
    leads: get('leads'),
  }),
});
