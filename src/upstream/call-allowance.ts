/** Call allowance: how many upstream calls one request may still send, of its estimate and of its reserve. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';

/**
 * Calls held ready for pages that end early and lists that move while they are read. They are part
 * of what a query may need at worst, so they are few: two, and a tenth of the estimate.
 */
export function reserveOf(estimated: number): number {
  return estimated === 0 ? 0 : 2 + Math.floor(estimated / 10);
}

/** Not sent: the request has used up what it may need at worst. */
export class AllowanceSpentError extends UpstreamError {
  constructor(site: UpstreamSite) {
    super(
      'SCAN_LIMIT',
      `Reading ${site.entity} to the end would take more upstream calls than were reckoned for this query; ask for less at once, or go on from what came.`,
      site,
      { attempts: 0 },
    );
  }
}

/**
 * Upstream calls that one request may still send; unlimited until calls are granted. A call outside
 * the estimate (a page came shorter than requested) is paid from the reserve alone, so that it
 * takes nothing from those still to come; an estimated one is paid from the reserve only when the
 * estimate fell short.
 */
export class CallAllowance {
  #estimated = Number.POSITIVE_INFINITY;
  #reserve = Number.POSITIVE_INFINITY;

  grant(estimated: number, reserve: number): void {
    this.#estimated = estimated;
    this.#reserve = reserve;
  }

  /**
   * Pays for a call that is about to be sent. @returns what takes it back, should it not be sent.
   * @throws AllowanceSpentError
   */
  take(site: UpstreamSite, isBeyond: boolean): () => void {
    if (!isBeyond && this.#estimated > 0) {
      this.#estimated -= 1;
      return () => {
        this.#estimated += 1;
      };
    }
    if (this.#reserve <= 0) throw new AllowanceSpentError(site);
    this.#reserve -= 1;
    return () => {
      this.#reserve += 1;
    };
  }
}
