/** What an answer says about itself under `extensions`: what it cost, and how it came about where that was asked, and which lists are incomplete. */

import type { SystemName } from '../errors.ts';
import { explain } from './explain.ts';
import type { RequestRecord } from './request.ts';

export interface BudgetLeft {
  /** Upstream calls left today; null without a limit. */
  readonly remaining: number | null;
  /** When the day's calls are full again, ISO 8601. */
  readonly resetAt: string | null;
}

export type Budgets = Readonly<Record<SystemName, BudgetLeft | null>>;

/** @param budgets what is left of a tenant's upstream budgets. */
export function answerExtensions(
  budgets: (tenant: string) => Budgets,
): (record: RequestRecord) => Record<string, unknown> {
  return (record) => ({
    ...(record.incomplete.count > 0 && { incomplete: record.incomplete.entries() }),
    cost: {
      requested: record.requestedCalls,
      actual: record.upstreamCalls,
      ...(record.withheldCalls > 0 && { withheld: record.withheldCalls }),
      budget: budgets(record.identity!.tenant),
    },
    ...(record.calls !== null && {
      explain: explain(record.calls, record.startedAt, performance.now()),
    }),
  });
}
