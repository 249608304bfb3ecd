/** Addresses of the list of deals with filters. */

import { listHref } from '../shared/calls-link.ts';
import type { DealMove } from './deal-move.ts';

/** What an address may say of the deals. Values of one name are alternatives. */
export interface DealsPlace {
  /** Users of the CRM. */
  readonly owner?: string | null;
  readonly stage?: readonly string[];
  /** Days without a call of their own. */
  readonly quiet?: string | null;
  /** A day: deals that moved since, open or closed. */
  readonly moved?: string | null;
  readonly move?: DealMove | null;
}

/** The address of the list of these deals. */
export const dealsHref = (filters: DealsPlace): string => listHref('/deals', { ...filters });
