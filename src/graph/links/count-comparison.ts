/** Comparators of a filter, applied to a number that Switchboard counted. */

import type { Comparators } from '../crm/comparator.ts';

/** Compares as the CRM does: null passes `ne`, `nin` and `isNull: true` alone. */
export function compares(value: number | null, comparators: Comparators): boolean {
  return Object.entries(comparators).every(([name, given]) => {
    if (given === null || given === undefined) return true;
    if (name === 'isNull') return (value === null) === given;
    if (name === 'ne') return value !== given;
    if (name === 'nin') return !(given as readonly unknown[]).includes(value);
    if (value === null) return false;
    if (name === 'in') return (given as readonly unknown[]).includes(value);
    const other = given as number;
    if (name === 'eq') return value === other;
    if (name === 'gt') return value > other;
    if (name === 'gte') return value >= other;
    if (name === 'lt') return value < other;
    return value <= other;
  });
}
