/** Choices of the filters above the calls, and their figures: of all calls that pass the other filters, so they come later. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../graphql/index.ts';

export const callChoicesFragment = graphql(`
  fragment CallChoices on Query {
    owners: callsAggregate(filter: $ofAnyOwner, groupBy: [OWNER], first: 200) {
      groups {
        count
        keys {
          value
          user {
            id
            name
            manager {
              id
              name
            }
          }
        }
      }
    }
    ...LinkedAccounts
    trackers: callsAggregate(filter: $ofChoices, groupBy: [TRACKER], first: 100) {
      groups {
        keys {
          value
          tracker {
            name
          }
        }
      }
    }
    topics: callsAggregate(filter: $ofChoices, groupBy: [TOPIC], first: 100) {
      groups {
        keys {
          value
        }
      }
    }
    stages: callsAggregate(filter: $ofChoices, groupBy: [STAGE], first: 50) {
      groups {
        keys {
          value
        }
      }
    }
  }
`);

export type CallChoices = ResultOf<typeof callChoicesFragment>;
