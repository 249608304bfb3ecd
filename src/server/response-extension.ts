/** Response extensions: what an answer says about itself beside data and errors (incomplete lists, cost, budgets, explanation). */

import type { SystemName } from '../errors.ts';
import { explain } from './explain.ts';
import type { RequestRecord } from './request-record.ts';

export interface BudgetLeft {
  /** Upstream calls left today; null without a limit. */
  readonly remaining: number | null;
  /** End of the day of the limit, ISO 8601. */
  readonly resetAt: string | null;
}

export type Budgets = Readonly<Record<SystemName, BudgetLeft | null>>;

/** A request that sent no calls reports budgets that were read within so many milliseconds. */
const budgetMs = 1_000;

/** @param budgets reads what is left of a tenant's upstream budgets. */
export function answerExtensions(
  budgets: (tenant: string) => Budgets,
): (record: RequestRecord) => Record<string, unknown> {
  const latest = new Map<string, { readonly at: number; readonly left: Budgets }>();
  const budgetsOf = ({ identity, upstreamCalls }: RequestRecord): Budgets => {
    const { tenant } = identity!;
    const known = latest.get(tenant);
    const now = performance.now();
    if (known !== undefined && upstreamCalls === 0 && now - known.at < budgetMs) return known.left;
    const left = budgets(tenant);
    latest.set(tenant, { at: now, left });
    return left;
  };
  return (record) => ({
    ...(record.isIncomplete && { incomplete: record.incomplete.entries() }),
    ...(record.identity?.leavesOutPrivate === true && { leftOut: ['private calls'] }),
    cost: {
      requested: record.requestedCalls,
      actual: record.upstreamCalls,
      ...(record.cachedCalls > 0 && { cached: record.cachedCalls }),
      ...(record.withheldCalls > 0 && { withheld: record.withheldCalls }),
      budget: budgetsOf(record),
    },
    ...(record.calls !== null && {
      explain: explain(record.calls, record.startedAt, performance.now()),
    }),
  });
}
