/** Reckons what a query may cost before it runs, and turns away what costs too much. */

import type { GraphQLError } from 'graphql';
import type { Binding } from '../../graph/plan/binding.ts';
import type { RequestRecord } from '../request.ts';
import { limitError } from './limit-error.ts';

export interface CostRequest<Context> {
  readonly binding: Binding;
  readonly context: Context;
}

export interface CostOptions<Context> {
  /** Upstream calls at worst. */
  readonly estimate: (request: CostRequest<Context>) => number;
  readonly maxCost: number;
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
    const cost = estimate(request);
    record.requestedCalls = cost;
    return cost <= maxCost
      ? null
      : limitError(
          `Expected a query of at most ${maxCost} upstream calls at worst; got one of ${cost}. Ask for smaller pages or fewer levels.`,
        );
  };
}
