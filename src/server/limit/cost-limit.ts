/** Reckons what a query may cost before it runs, and turns away what costs too much. */

import {
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { currentRequest } from '../request.ts';
import { limitError } from './limit-error.ts';

export interface CostRequest<Context> {
  readonly schema: ExecutionArgs['schema'];
  readonly operation: NonNullable<ReturnType<typeof getOperationAST>>;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
}

export interface CostOptions<Context> {
  /** Upstream calls at worst. */
  readonly estimate: (request: CostRequest<Context>) => number;
  readonly maxCost: number;
}

export function useCostLimit<Context extends object>({
  estimate,
  maxCost,
}: CostOptions<Context>): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args;
      // Yoga has made it by createContext, and added what is its own.
      const context = args.contextValue as Context;
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      const { coerced } = getVariableValues(
        schema,
        operation.variableDefinitions ?? [],
        variableValues ?? {},
      );
      // Variables that can't be are the executor's to complain about.
      if (coerced === undefined) return;
      const fragments: Record<string, FragmentDefinitionNode> = {};
      for (const definition of document.definitions)
        if (definition.kind === Kind.FRAGMENT_DEFINITION)
          fragments[definition.name.value] = definition;
      const cost = reckon(() =>
        estimate({ schema, operation, fragments, variables: coerced, context }),
      );
      if (cost === null) return;
      const record = currentRequest.getStore();
      if (record !== undefined) record.requestedCalls = cost;
      if (cost > maxCost)
        setResultAndStopExecution({
          errors: [
            limitError(
              `Expected a query of at most ${maxCost} upstream calls at worst; got one of ${cost}. Ask for smaller pages or fewer levels.`,
            ),
          ],
        });
    },
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
