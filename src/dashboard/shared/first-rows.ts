/**
 * Rows of a long table: those in the window are rendered at once, the rest right after the first paint. Of a screen
 * that is returned to all are, since the browser scrolls no further down than the page is long.
 */

import { useEffect, useState } from 'react';
import { isReturn } from './history-return.ts';

/** Rows that fit a large window. */
const inWindow = 15;

export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [hasPainted, setPainted] = useState(isReturn);
  // Effects run after the paint.
  useEffect(() => setPainted(true), []);
  return hasPainted ? rows : rows.slice(0, inWindow);
}
