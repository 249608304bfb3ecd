/**
 * Walks through long results. The first page writes down the numbers of all rows in their order;
 * later pages read those rows as they are by then. So rows that come or go in between shift
 * nothing: each row that stays is met once. Memory is bounded; the walk unused longest is forgotten.
 */

import { LRUCache } from 'lru-cache';
import type { Continuation } from '../../../backend.ts';
import { apiVersion } from '../crm-row.ts';
import { StatementProblem } from './problem.ts';
import type { RowPlan } from './row-plan.ts';

export interface Walk {
  readonly plan: RowPlan;
  readonly numbers: Uint32Array;
  readonly pageSize: number;
}

/** Row numbers kept over all walks, four bytes each. */
const mostNumbers = 16_000_000;
/** What a walk costs besides its numbers. */
const overhead = 1_000;

export class Walks {
  readonly #walks = new LRUCache<string, Walk>({
    maxSize: mostNumbers,
    sizeCalculation: (walk) => walk.numbers.length + overhead,
  });
  readonly #newLocator: () => string;

  /** @param newLocator gives a name no other walk has, letters and digits only. */
  constructor(newLocator: () => string) {
    this.#newLocator = newLocator;
  }

  /** Where the walk goes on from `offset`. */
  begin(walk: Walk, offset: number): Continuation {
    const locator = this.#newLocator();
    this.#walks.set(locator, walk);
    return { locator, offset };
  }

  /**
   * @param page a former answer's `next`, or `{nextRecordsUrl}` as a child list carries it.
   * @throws StatementProblem INVALID_QUERY_LOCATOR for a walk that is unknown or forgotten.
   */
  find(page: Continuation): { walk: Walk; locator: string; offset: number } {
    const printed = page.nextRecordsUrl;
    const { locator, offset } = (typeof printed === 'string' ? readLocator(printed) : page) ?? {};
    const walk = typeof locator === 'string' ? this.#walks.get(locator) : undefined;
    if (!walk || typeof locator !== 'string' || typeof offset !== 'number') {
      throw new StatementProblem('INVALID_QUERY_LOCATOR', 'invalid query locator');
    }
    return { walk, locator, offset };
  }
}

const queryPath = `/services/data/${apiVersion}/query/`;

/** A continuation as the path the CRM prints it, e.g. `/services/data/v59.0/query/0r8…-200`. */
export function locatorPath(page: Continuation): string {
  return `${queryPath}${page.locator}-${page.offset}`;
}

/** The continuation a path or its last part names; null for anything else. */
export function readLocator(text: string): Continuation | null {
  const match = /^(?:\/services\/data\/v\d+\.\d+\/query\/)?(\w+)-(\d+)$/.exec(text);
  return match ? { locator: match[1], offset: Number(match[2]) } : null;
}
