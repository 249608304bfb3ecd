/** Row access: which rows a viewer may see, where that is not all that the connected user sees. */

import type { MaybePromise } from '../fetch/maybe-promise.ts';

/** Whose rows: the person's own, those of everybody below the person as well, or all. */
export const rowLevels = ['own', 'team', 'all'] as const;

export type RowLevel = (typeof rowLevels)[number];

/** The people whose rows a viewer may see: the viewer's person and, for `team`, everybody below. */
export interface ViewerPeople {
  /** Users of the CRM, 18 characters. Empty where nobody is found there: then no row of the CRM that belongs to somebody is visible. */
  readonly crmUserIds: ReadonlySet<string>;
  /** Users of the call platform. */
  readonly platformUserIds: ReadonlySet<string>;
  /** Their addresses on the platform, aliases included, normalised as `normaliseEmail` does. */
  readonly emails: ReadonlySet<string>;
}

/**
 * RowAnchors: accounts and deals that the people own or are on the team of, and the deals of such accounts. What refers
 * to one is visible. All ids have 18 characters.
 */
export interface RowAnchors {
  readonly accountIds: ReadonlySet<string>;
  readonly dealIds: ReadonlySet<string>;
  /** Of `accountIds` and `dealIds` those by team membership, which no condition on an owner finds. */
  readonly teamAccountIds: ReadonlySet<string>;
  readonly teamDealIds: ReadonlySet<string>;
  /** Accounts above a deal, contact or case that the people own: visible, but no anchors. */
  readonly accountIdsAbove: ReadonlySet<string>;
}

/** What a viewer may see, as far as it is known; each part is read when it is first needed, and kept like other rows. */
export interface RowAccess {
  readonly level: Exclude<RowLevel, 'all'>;
  /** @throws UpstreamError where they can't be read: nothing is visible then, and nobody is shown all */
  people(): MaybePromise<ViewerPeople>;
  /** @throws UpstreamError; UserInputError beyond 10,000 anchors, with their number */
  anchors(): MaybePromise<RowAnchors>;
}
