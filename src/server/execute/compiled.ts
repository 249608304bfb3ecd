/** Documents that come again run from a plan; the others, and answers in parts, are left to the interpreter. */

import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { choiceNames, type OperationPlan, plannable, planOperation } from './plan.ts';
import { runPlan } from './run.ts';

/** A document of many switches would have a plan for each way to set them. */
const mostPlans = 16;

interface Known {
  readonly operation: OperationDefinitionNode;
  readonly choices: readonly string[];
  /** By the values of the choices. */
  readonly plans: Map<string, OperationPlan>;
}

/** @param worthwhile the execution from which on a document is planned; what comes once need not be. */
export function usePlans(worthwhile = 2): Plugin {
  // A plan lives as long as its document, and documents are bounded.
  const times = new WeakMap<DocumentNode, number>();
  const documents = new WeakMap<DocumentNode, Map<string, Known | null>>();

  const knownOf = ({ document, operationName }: ExecutionArgs): Known | null => {
    const byName = documents.get(document) ?? new Map<string, Known | null>();
    documents.set(document, byName);
    const name = operationName ?? '';
    let known = byName.get(name);
    if (known === undefined) {
      const operation = getOperationAST(document, operationName);
      known =
        operation && plannable(document, operationName)
          ? { operation, choices: choiceNames(document), plans: new Map() }
          : null;
      byName.set(name, known);
    }
    return known;
  };

  return {
    onExecute({ args, setExecuteFn }) {
      const { document, schema } = args;
      const time = (times.get(document) ?? 0) + 1;
      times.set(document, time);
      const known = time < worthwhile ? null : knownOf(args);
      if (known === null) return;
      const { operation, choices, plans } = known;
      const definitions = operation.variableDefinitions ?? [];
      const { coerced } = getVariableValues(schema, definitions, args.variableValues ?? {});
      // The interpreter says what is wrong with variables.
      if (coerced === undefined) return;
      const key = choices.map((name) => String(coerced[name])).join();
      let plan = plans.get(key);
      if (plan === undefined) {
        if (plans.size >= mostPlans) return;
        plan = planOperation(schema, document, operation, coerced);
        plans.set(key, plan);
      }
      const chosen = plan;
      setExecuteFn(({ rootValue, contextValue }: ExecutionArgs) =>
        runPlan(chosen, rootValue, contextValue, coerced),
      );
    },
  };
}
