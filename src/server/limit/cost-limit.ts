/** Reckons what a query may cost before it runs, and turns away what costs too much. */

import {
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestRecord } from '../request.ts';
import { limitError } from './limit-error.ts';

export interface CostRequest<Context> {
  readonly schema: ExecutionArgs['schema'];
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
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
    const cost = reckon(() => estimate(request));
    if (cost === null) return null;
    record.requestedCalls = cost;
    return cost <= maxCost
      ? null
      : limitError(
          `Expected a query of at most ${maxCost} upstream calls at worst; got one of ${cost}. Ask for smaller pages or fewer levels.`,
        );
  };
}

/** Arguments that can't be are the executor's to complain about, too. */
function reckon(estimate: () => number): number | null {
  try {
    return estimate();
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
