/** Documents that come again run from a plan; the others, and answers in parts, are left to the interpreter. */

import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { choiceNames, type OperationPlan, plannable, planOperation } from './plan.ts';
import { runPlan } from './run.ts';
import type { Variables } from './variable.ts';

/** A document of many switches would have a plan for each way to set them. */
const mostPlans = 16;

/** One operation of a document, ready to run for whoever asks it. */
export interface Planned {
  /** @returns null for what only the interpreter answers. */
  run(
    variables: Variables,
    context: unknown,
    root?: unknown,
  ): ExecutionResult | Promise<ExecutionResult> | null;
}

export interface Plans {
  /** @returns null for a document that is not planned: it came for the first time, or can't be. */
  of(
    schema: GraphQLSchema,
    document: DocumentNode,
    operationName: string | null | undefined,
  ): Planned | null;
}

/** @param worthwhile the execution from which on a document is planned; what comes once need not be. */
export function createPlans(worthwhile = 2): Plans {
  // A plan lives as long as its document, and documents are bounded.
  const times = new WeakMap<DocumentNode, number>();
  const documents = new WeakMap<DocumentNode, Map<string, Planned | null>>();
  return {
    of(schema, document, operationName) {
      let byName = documents.get(document);
      if (byName === undefined) {
        const time = (times.get(document) ?? 0) + 1;
        times.set(document, time);
        if (time < worthwhile) return null;
        byName = new Map();
        documents.set(document, byName);
      }
      const name = operationName ?? '';
      let planned = byName.get(name);
      if (planned === undefined) {
        planned = plannable(document, operationName)
          ? plannedOf(schema, document, getOperationAST(document, operationName)!)
          : null;
        byName.set(name, planned);
      }
      return planned;
    },
  };
}

function plannedOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Planned {
  const choices = choiceNames(document);
  const plans = new Map<string, OperationPlan>();
  return {
    run(variables, context, root) {
      const key = choices.map((name) => String(variables[name])).join();
      let plan = plans.get(key);
      if (plan === undefined) {
        if (plans.size >= mostPlans) return null;
        plan = planOperation(schema, document, operation, variables);
        plans.set(key, plan);
      }
      return runPlan(plan, root, context, variables);
    },
  };
}
