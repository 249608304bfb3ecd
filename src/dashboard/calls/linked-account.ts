/** Accounts that the calls listed are linked to, those with the most calls first. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

const fragment = graphql(`
  fragment LinkedAccounts on Query {
    linked: callsAggregate(filter: $listed) @skip(if: $isRelated) {
      groups {
        accounts
      }
    }
    accounts: callsAggregate(filter: $listed, groupBy: [ACCOUNT], first: 100) @skip(if: $isRelated) {
      groups {
        count
        keys {
          value
          record {
            ... on Account {
              name
            }
          }
        }
      }
    }
  }
`);

export type LinkedAccountsRef = FragmentType<typeof fragment>;

export interface LinkedAccount {
  readonly id: string;
  readonly name: string;
  /** Number of calls. */
  readonly count: number;
}

export interface LinkedAccounts {
  readonly listed: readonly LinkedAccount[];
  /** How many there are; 0 where they are not known. */
  readonly total: number;
}

export function readLinkedAccounts(ref: LinkedAccountsRef): LinkedAccounts {
  const { accounts, linked } = readFragment(fragment, ref);
  const listed = (accounts?.groups ?? []).flatMap(({ count, keys: [key] }): LinkedAccount[] => {
    if (key?.value == null) return [];
    const name = key.record != null && 'name' in key.record ? key.record.name : null;
    return [{ id: key.value, name: name ?? key.value, count }];
  });
  return { listed, total: linked?.groups[0]?.accounts ?? 0 };
}
