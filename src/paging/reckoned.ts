/** How many pages a window over a token-paged list is reckoned to take: the estimate and the walk count alike. */

/** Rows of one full page. */
export const tokenPageRows = 100;
/** Most pages one window reads for a filter the upstream does not have. */
export const scanPages = 20;

export interface ReckonedWindow {
  readonly size: number;
  readonly resumes: boolean;
  /** Rows are filtered here, so that pages are read until the window is full. */
  readonly scans: boolean;
  /** Pages that finding a dead cursor's place may take. */
  readonly rewalk: number;
}

export function reckonedPages({ size, resumes, scans, rewalk }: ReckonedWindow): number {
  const onwards = scans ? scanPages + 2 : Math.max(1, Math.ceil(size / tokenPageRows));
  // The page left, the page entered, and the way to a place that is lost.
  return onwards + (resumes ? 2 + rewalk + 1 : 0);
}
