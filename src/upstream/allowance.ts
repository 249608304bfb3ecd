/** How many upstream calls a request may send: as many as were reckoned for it, and a reserve for pages that end early. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';

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

/** The answer, or the error that there was nothing to pay for it with. */
export function unlessSpent<T>(answer: Promise<T>): Promise<T | AllowanceSpentError> {
  return answer.catch((error: unknown) => {
    if (error instanceof AllowanceSpentError) return error;
    throw error;
  });
}

/**
 * One request's. Nothing limits it until calls are granted. A call that nobody reckoned with (a page
 * came shorter than asked for) is paid from the reserve alone, so that it takes nothing from those
 * still to come; one that was reckoned is paid from the reserve only when the reckoning fell short.
 */
export class CallAllowance {
  #reckoned = Number.POSITIVE_INFINITY;
  #reserve = Number.POSITIVE_INFINITY;

  grant(reckoned: number, reserve: number): void {
    this.#reckoned = reckoned;
    this.#reserve = reserve;
  }

  /**
   * Pays for a call that is about to be sent. @returns what takes it back, should it not be sent.
   * @throws AllowanceSpentError
   */
  take(site: UpstreamSite, isBeyond: boolean): () => void {
    if (!isBeyond && this.#reckoned > 0) {
      this.#reckoned -= 1;
      return () => {
        this.#reckoned += 1;
      };
    }
    if (this.#reserve <= 0) throw new AllowanceSpentError(site);
    this.#reserve -= 1;
    return () => {
      this.#reserve += 1;
    };
  }
}
