/** Row access: which rows a viewer may see, where that is not all that the connected user sees. */

import type { MaybePromise } from '../fetch/maybe-promise.ts';

/** Whose rows: the person's own, those of everybody below the person as well, or all; the narrowest first. */
export const rowLevels = ['own', 'team', 'all'] as const;

export type RowLevel = (typeof rowLevels)[number];

/** Whose rows a viewer sees who does not see all. */
export interface RowViewer {
  readonly level: Exclude<RowLevel, 'all'>;
  /** Address of the person; null where the credential names none, who sees no rows. */
  readonly person: string | null;
}

/** What stands for the level and the person: viewers of equal conditions see the same rows. */
export const rowCondition = ({ level, person }: RowViewer): string => `${level} ${person ?? ''}`;

/** Why nobody is found in a system. */
export type AbsenceReason = 'no person' | 'no user' | 'several users' | 'not configured';

/** The person in one system. */
export type FoundUser =
  | { readonly id: string; readonly name: string | null; readonly reason: null }
  | { readonly id: null; readonly name: null; readonly reason: AbsenceReason };

/** The people whose rows a viewer may see: the viewer's person and, for `team`, everybody below. */
export interface ViewerPeople {
  /** Users of the CRM, 18 characters. Empty where nobody is found there: then no row of the CRM that belongs to somebody is visible. */
  readonly crmUserIds: ReadonlySet<string>;
  /** Users of the call platform. */
  readonly platformUserIds: ReadonlySet<string>;
  /** Their addresses on the platform, aliases included, normalised as `normaliseEmail` does. */
  readonly emails: ReadonlySet<string>;
  /** The person in each system. */
  readonly crmUser: FoundUser;
  readonly platformUser: FoundUser;
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

/**
 * What a viewer may see, as far as it is known; each part is read when it is first needed, and kept like other rows.
 * The same people or anchors are the same object, so what follows from them can be memoized by it.
 */
export interface RowAccess extends RowViewer {
  /** @throws UpstreamError where they can't be read: nothing is visible then, and nobody is shown all */
  people(): MaybePromise<ViewerPeople>;
  /** @throws UpstreamError; UserInputError beyond 10,000 anchors, with their number */
  anchors(): MaybePromise<RowAnchors>;
  /** The people as they were last read, however long ago; null before. */
  lastPeople(): ViewerPeople | null;
  /** The same of anchors; null, too, where they are too many. */
  lastAnchors(): RowAnchors | null;
  /** Until when the part stays as it was last given, on the connector's monotonic clock. */
  freshUntil(part: 'people' | 'anchors'): number;
}
