/** What becomes of a document that passed every check: an answer that is known, what it may cost, and who executes it. */

import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { withoutRefused } from '../../graph/guard.ts';
import { Binding } from '../../graph/plan/binding.ts';
import type { Args } from '../../graph/plan/operation.ts';
import type { AnswerCache, AnswerCacheOptions } from '../answer-cache.ts';
import { fingerprint } from '../document/document.ts';
import type { CostCheck } from '../limit/cost-limit.ts';
import type { RequestRecord } from '../request.ts';
import type { ServerContext } from '../yoga.ts';
import { type CompiledOperation, compile } from './compile.ts';
import { executeOperation } from './run.ts';

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
  return {
    onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const { record } = args.contextValue;
      // Fields that the viewer may not see cost nothing from here on.
      const document = withoutRefused(args.schema, args.document, record.identity!.permissions);
      Object.assign(args, { document });
      record.document = fingerprint(document);
      // What is wrong with an operation's name the interpreter says.
      const compiled = compile(args.schema, document, args.operationName);
      if (compiled === null) return;
      const coerced = coerceVariables(args.schema, compiled, args.variableValues);
      if (coerced.errors !== undefined)
        return setResultAndStopExecution({ errors: coerced.errors.map(requestFault) });
      const variables = coerced.coerced;

      // 1. What is known need not be found out. Who asks how an answer comes about wants to see it come about.
      const cache = record.calls === null ? answers : null;
      const question = cache && `${compiled.number} ${JSON.stringify(args.variableValues ?? {})}`;
      const known = question === null ? undefined : cache?.find(question, record);
      if (known !== undefined) {
        record.requestedCalls = known.standing.requestedCalls;
        setExecuteFn(() => ({ data: known.data }));
        return;
      }

      // 2. What it may cost at worst.
      const binding = new Binding(compiled.variant(variables), variables);
      const plain = createContext(record);
      const excess = cost({ binding, context: plain }, record);
      if (excess !== null) return setResultAndStopExecution({ errors: [excess] });

      // 3. The operation itself; in parts by the interpreter, until nobody waits for it any more.
      const watched = cache === null ? undefined : watch?.(plain);
      const context = watched?.context ?? plain;
      setExecuteFn((given) =>
        compiled.isIncremental
          ? executeFn(Object.assign(given, { contextValue: context, signal: record.signal }))
          : executeOperation(binding, context, given.rootValue),
      );

      return {
        // 4. What will be the same for a while is kept.
        onExecuteDone({ result, setResult }) {
          if (question === null || !('data' in result) || !result.data || result.errors) return;
          const fresh = watched?.freshness();
          if (fresh !== undefined && fresh.ms > 0 && record.incomplete.count === 0)
            setResult({ data: cache!.keep(question, result.data, fresh, record).data });
        },
      };
    },
  };
}

/** What is no request is 400 in every media type. */
function requestFault({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { http: { status: 400, spec: false } } });
}

/** Each fault quotes the value it is in, which may be all that was sent: few are enough. */
const maxFaults = 3;

function coerceVariables(
  schema: GraphQLSchema,
  { definition }: CompiledOperation,
  given: Args | null | undefined,
) {
  const { variableDefinitions = [] } = definition;
  return getVariableValues(schema, variableDefinitions, given ?? {}, { maxErrors: maxFaults });
}
