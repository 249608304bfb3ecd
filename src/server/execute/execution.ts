/** What becomes of a document that passed every check: an answer that is known, what it may cost, and who executes it. */

import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { withoutRefused } from '../../graph/guard.ts';
import type { AnswerCache, AnswerCacheOptions } from '../answer-cache.ts';
import { fingerprint } from '../document/document.ts';
import type { CostCheck } from '../limit/cost-limit.ts';
import type { RequestRecord } from '../request.ts';
import type { ServerContext } from '../yoga.ts';
import { createPlans } from './compiled.ts';
import { fragmentsOf } from './plan.ts';
import { coerceVariables } from './variable.ts';

export interface ExecutionOptions<Context extends object> {
  readonly createContext: (record: RequestRecord) => Context;
  readonly cost: CostCheck<Context>;
  /** Null where no answers are cached. */
  readonly answers: AnswerCache | null;
  readonly watch: AnswerCacheOptions<Context>['watch'] | null;
}

export function useExecution<Context extends object>({
  createContext,
  cost,
  answers,
  watch,
}: ExecutionOptions<Context>): Plugin<ServerContext> {
  const plans = createPlans();
  return {
    onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const { record } = args.contextValue;
      const { schema, operationName } = args;
      // Fields that the viewer may not see cost nothing from here on.
      const document = withoutRefused(schema, args.document, record.identity!.permissions);
      Object.assign(args, { document });
      record.document = fingerprint(document);
      // What is wrong with an operation's name or its variables the interpreter says.
      const operation = getOperationAST(document, operationName);
      const variables = operation && coerceVariables(schema, operation, args.variableValues);
      if (!operation || !variables) return;

      // 1. What is known need not be found out. Who asks how an answer comes about wants to see it come about.
      const cache = record.calls === null ? answers : null;
      const question = `${numberOf(operation)} ${JSON.stringify(args.variableValues ?? {})}`;
      const known = cache?.find(question, record);
      if (known !== undefined) {
        record.requestedCalls = known.requestedCalls;
        setExecuteFn(() => ({ data: known.data }));
        return;
      }

      // 2. What it may cost at worst.
      const plain = createContext(record);
      const fragments = fragmentsOf(document);
      const excess = cost({ schema, operation, fragments, variables, context: plain }, record);
      if (excess !== null) return setResultAndStopExecution({ errors: [excess] });

      // 3. By its plan where it has one, else by the interpreter; until nobody waits for it any more.
      const watched = cache === null ? undefined : watch?.(plain);
      const context = watched?.context ?? plain;
      const planned = plans.of(schema, document, operationName);
      setExecuteFn(
        (given) =>
          planned?.run(variables, context, given.rootValue) ??
          executeFn(Object.assign(given, { contextValue: context, signal: record.signal })),
      );

      return {
        // 4. What will be the same for a while is kept.
        onExecuteDone({ result, setResult }) {
          if (cache === null || !('data' in result) || !result.data || result.errors) return;
          const freshMs = watched?.freshMs() ?? 0;
          if (freshMs > 0 && record.incomplete.count === 0)
            setResult({ data: cache.keep(question, result.data, freshMs, record).data });
        },
      };
    },
  };
}

/** Documents are cached, so that an operation that comes again is the same object. */
const numbers = new WeakMap<object, number>();
let counted = 0;

function numberOf(operation: object): number {
  let number = numbers.get(operation);
  if (number === undefined) {
    counted += 1;
    number = counted;
    numbers.set(operation, number);
  }
  return number;
}
