/** How many records match, asked as a row: a bare COUNT() answers in the page's total, which some services drop. */

import type { Condition, Query } from './query.ts';

const alias = 'total';

/** `SELECT COUNT(Id) total FROM Account WHERE …` */
export function countQuery(object: string, where?: Condition | undefined): Query {
  return { object, select: [{ expression: { fn: 'COUNT', of: 'Id' }, alias }], where };
}

/** The number in the answer's one row; null when it isn't there. */
export function readCount(rows: readonly Readonly<Record<string, unknown>>[]): number | null {
  const count = rows[0]?.[alias];
  return typeof count === 'number' ? count : null;
}
