/** Estimates what a query may cost before it runs, and turns away what costs too much. */

import type { GraphQLError } from 'graphql';
import type { Binding } from '../../graph/plan/binding.ts';
import type { RequestRecord } from '../request.ts';
import { limitError } from './limit-error.ts';

export interface CostRequest<Context> {
  readonly binding: Binding;
  readonly context: Context;
}

export interface CostOptions<Context> {
  /** Upstream calls at worst, and the fields that cost most, the dearest first. */
  readonly estimate: (request: CostRequest<Context>) => CostEstimate;
  readonly maxCost: number;
}

export interface CostEstimate {
  readonly calls: number;
  readonly fields: readonly { readonly path: string; readonly calls: number }[];
}

/** What a document may cost goes on the request's record. @returns what is wrong with it, or null. */
export type CostCheck<Context> = (
  request: CostRequest<Context>,
  record: RequestRecord,
) => GraphQLError | null;

export function createCostCheck<Context>({
  estimate,
  maxCost,
}: CostOptions<Context>): CostCheck<Context> {
  return (request, record) => {
    const { calls, fields } = estimate(request);
    record.requestedCalls = calls;
    return calls <= maxCost
      ? null
      : limitError(
          `Expected a query of at most ${maxCost} upstream calls at worst; got one of ${calls}.${dearest(fields)} Ask for smaller pages or fewer levels.`,
        );
  };
}

/** The three fields that cost most. */
function dearest(fields: CostEstimate['fields']): string {
  const named = fields.slice(0, 3).map(({ path, calls }) => `${path} (${calls})`);
  return named.length === 0 ? '' : ` Most of it: ${named.join(', ')}.`;
}
