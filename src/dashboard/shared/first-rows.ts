/** Rows of a long table: those in the window are rendered at once, the rest right after the first paint. */

import { useDeferredValue } from 'react';

/** Rows that fit a large window. */
const inWindow = 15;

export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  return useDeferredValue(rows, rows.slice(0, inWindow));
}
