/** How many records match, asked as a row: a bare COUNT() answers in the page's total, which some services drop. */

import type { Condition, Query } from './query.ts';

const alias = 'total';

/** `SELECT COUNT(Id) total FROM Account WHERE …` */
export function countQuery(object: string, where?: Condition | undefined): Query {
  return { object, select: [{ expression: { fn: 'COUNT', of: 'Id' }, alias }], where };
}

/** What stands for the number in the answer's one row; null when nothing does. */
export function readCount(rows: readonly Readonly<Record<string, unknown>>[]): unknown {
  return rows[0]?.[alias] ?? null;
}
