/** Request allowance: how many upstream calls one request may still send, of its estimate and of its reserve. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';

/**
 * Reserve of an estimate, for pages that end early and lists that move while they are read. It is
 * part of a query's worst case, so it is small: two calls, and a tenth of the estimate.
 */
export function reserveOf(estimated: number): number {
  return estimated === 0 ? 0 : 2 + Math.floor(estimated / 10);
}

/** Rejection of a call that was not sent: the request's allowance is spent. */
export class AllowanceSpentError extends UpstreamError {
  constructor(site: UpstreamSite) {
    super(
      'SCAN_LIMIT',
      `Reading ${site.entity} to the end would take more upstream calls than the estimate of this query; ask for less at once, or go on from what came.`,
      site,
      { attempts: 0 },
    );
  }
}

/**
 * Allowance of one request; unlimited until calls are granted. A call outside the estimate (a page
 * came shorter than requested) is paid from the reserve alone, so that it takes nothing from later
 * estimated calls; an estimated one is paid from the reserve only when the estimate was too low.
 */
export class CallAllowance {
  #estimated = Number.POSITIVE_INFINITY;
  #reserve = Number.POSITIVE_INFINITY;

  grant(estimated: number, reserve: number): void {
    this.#estimated = estimated;
    this.#reserve = reserve;
  }

  /**
   * Pays for a call that is about to be sent.
   * @returns a refund, for a call that is not sent after all
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
