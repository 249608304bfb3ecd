/** What an answer says about itself under `extensions`: what it cost, and how it came about where that was asked, and which lists are incomplete. */

import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { SystemName } from '../errors.ts';
import { explain } from './explain.ts';
import { currentRequest, type RequestRecord } from './request.ts';

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
): (record: RequestRecord) => object {
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

export function useExtensions(say: (record: RequestRecord) => object): Plugin {
  const add = (result: ExecutionResult, record: RequestRecord): ExecutionResult => ({
    ...result,
    extensions: { ...result.extensions, ...say(record) },
  });

  return {
    onExecute() {
      const record = currentRequest.getStore();
      if (record === undefined) return;
      return {
        onExecuteDone({ result, setResult }) {
          if (!(Symbol.asyncIterator in result)) return setResult(add(result, record));
          // In an answer that comes in parts, the last part knows it all.
          return {
            onNext({ result: part, setResult: setPart }) {
              if ('hasNext' in part && part.hasNext === false) setPart(add(part, record));
            },
          };
        },
      };
    },
  };
}
