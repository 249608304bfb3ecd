/** Deals won in a time, by their owner in the CRM. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

const fragment = graphql(`
  fragment WonGroup on OpportunityGroup {
    count
    currencyIsoCode
    sum {
      amount
    }
    keys {
      value
    }
  }
`);

export type WonGroups = readonly FragmentType<typeof fragment>[] | null | undefined;

export interface Won {
  readonly count: number;
  readonly amount: number | null;
  /** The same of all owners: into which the CRM converts. */
  readonly currency: string | null;
}

/** By the id of an owner; null where they could not be read. */
export type WonByOwner = ReadonlyMap<string, Won> | null;

export const wonByOwner = (groups: WonGroups): WonByOwner =>
  groups == null
    ? null
    : new Map(
        readFragment(fragment, groups).map(({ count, currencyIsoCode, sum, keys }) => [
          String(keys[0]?.value),
          { count, amount: sum?.amount ?? null, currency: currencyIsoCode },
        ]),
      );

/** Of all CRM users that are one colleague: null where there is none, absent where it is not known. */
export function wonOf(
  crmUsers: readonly { upstreamId: string }[] | null,
  wonBy: WonByOwner,
): Won | null | undefined {
  if (crmUsers === null || wonBy === null) return undefined;
  const ofMember = crmUsers.flatMap(({ upstreamId }) => wonBy.get(upstreamId) ?? []);
  if (ofMember.length === 0) return null;
  return {
    count: ofMember.reduce((sum, { count }) => sum + count, 0),
    amount: ofMember.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    currency: ofMember[0]?.currency ?? null,
  };
}
