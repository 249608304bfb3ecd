/** Retry allowance: how many retries an instance's calls may take together. */

/**
 * Retry budget of an instance: each call earns a share of a retry, so that retries stay a fraction
 * of the calls when everything fails. A small reserve allows retries in quiet times.
 */
export interface RetryAllowance {
  earn(): void;
  spend(): boolean;
}

export function createRetryAllowance(share: number, reserve = 10): RetryAllowance {
  let credit = reserve;
  return {
    earn() {
      credit = Math.min(credit + share, reserve);
    },
    spend() {
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
  };
}
