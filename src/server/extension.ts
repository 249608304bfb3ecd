/** What an answer says about itself under `extensions`: what it cost, and how it came about where that was asked. */

import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { SystemName } from '../errors.ts';
import { type ByteText, toBytes } from './execute/text.ts';
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

/**
 * What follows the data in an answer's JSON. Of answers that ask nobody it is the same text until
 * the budgets change.
 */
export function answerEnd(
  budgets: (tenant: string) => Budgets,
  say: (record: RequestRecord) => object,
): (record: RequestRecord) => ByteText {
  const written = new Map<
    string,
    { left: Budgets; readonly byRequested: Map<unknown, ByteText> }
  >();
  const endOf = (record: RequestRecord): ByteText =>
    toBytes(`,"extensions":${JSON.stringify(say(record))}}`);
  return (record) => {
    const { requestedCalls, upstreamCalls, withheldCalls, calls, identity } = record;
    if (calls !== null || withheldCalls > 0 || upstreamCalls > 0) return endOf(record);
    const { tenant } = identity!;
    const left = budgets(tenant);
    let before = written.get(tenant);
    if (before === undefined || !isSame(before.left, left)) {
      before = { left, byRequested: new Map() };
      written.set(tenant, before);
    }
    let end = before.byRequested.get(requestedCalls);
    if (end === undefined) {
      end = endOf(record);
      before.byRequested.set(requestedCalls, end);
    }
    return end;
  };
}

function isSame(a: Budgets, b: Budgets): boolean {
  for (const system of systems)
    if (a[system]?.remaining !== b[system]?.remaining || a[system]?.resetAt !== b[system]?.resetAt)
      return false;
  return true;
}

const systems = ['call-analytics', 'crm'] as const satisfies readonly SystemName[];

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
