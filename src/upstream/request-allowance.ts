/** Request allowance: how many upstream calls a request may send, and the error of one that it can't pay for. */

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
  /** @param spentOn what took calls that no estimate knows; null: nothing. */
  constructor(site: UpstreamSite, spentOn: string | null = null) {
    const message =
      spentOn === null
        ? `Reading ${site.entity} to the end would take more upstream calls than the estimate of this query; ask for less at once, or go on from what came.`
        : `${spentOn} took the upstream calls that were left for ${site.entity}; ask again.`;
    super('SCAN_LIMIT', message, site, { attempts: 0, retryable: spentOn !== null });
  }
}

/**
 * Allowance of one request; unlimited until calls are granted. A call outside the estimate (a page
 * came shorter than requested) is paid from the reserve alone, so that it takes nothing from later
 * estimated calls; an estimated one is paid from the reserve only when the estimate was too low.
 */
export class RequestAllowance {
  #estimated = Number.POSITIVE_INFINITY;
  #reserve = Number.POSITIVE_INFINITY;
  /** What takes calls once that no estimate knows, for the errors of what can't be paid besides. */
  spentOn: string | null = null;

  grant(estimated: number, reserve: number): void {
    this.#estimated = estimated;
    this.#reserve = reserve;
  }

  /** Adds calls that a question takes because of who asks it: a statement of theirs may be several. */
  extend(calls: number): void {
    this.#reserve += calls;
  }

  /** Calls that may still be sent. */
  get left(): number {
    return this.#estimated + this.#reserve;
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
    if (this.#reserve <= 0) throw new AllowanceSpentError(site, this.spentOn);
    this.#reserve -= 1;
    return () => {
      this.#reserve += 1;
    };
  }
}
