/**
 * Pipeline: an operation's way through the engine, which Yoga's plugin (`yoga.ts`) and the fast path of JSON POSTs
 * (`json-fast-path.ts`) both go. In order; 1 to 3 are done once for a text, and 5 once for a document:
 *
 * 1. Parse: tokens, names and nesting are counted before the tree is built (`engine/document/document-parser.ts`).
 * 2. Limits of the document, fragments expanded (`engine/document/document-limit.ts`).
 * 3. Validation (`engine/document/validation.ts`).
 * 4. Limit of arguments, a variable counted at each use (`engine/document/value-limit.ts`).
 * 5. Compile (`engine/plan/compiled-operation.ts`), then coerce the variables.
 * 6. Answer cache (`answer-cache.ts`): an answer that is found goes on with 11.
 * 7. Rights and switches choose a variant, which has no field that the viewer may not see (`engine/field-permission.ts`).
 * 8. Bind: arguments by node, read from the variables (`engine/plan/operation.ts`).
 * 9. Estimate: the cost is limited, and granted as the request's call allowance (`engine/plan/operation-estimate.ts`).
 *    Where the client asks for the cost alone, it is the answer (`estimate.ts`).
 * 10. Execute, and complete each value as its type wants it (`engine/execute/executor.ts`, `value-completion.ts`);
 *     once more where the answer would show a record at two moments (`execution.ts`).
 * 11. Size, `extensions`, and the parts of an answer in parts (`limit/answer-writer.ts`, `engine/execute/deferred-part-buffer.ts`).
 */

import {
  type ArgumentNode,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  valueFromASTUntyped,
} from 'graphql';
import type { GraphContext } from '../engine/context.ts';
import { limitError } from '../engine/document/limit-error.ts';
import { withVariableSuggestions } from '../engine/document/suggestion.ts';
import type { ValueLimit } from '../engine/document/value-limit.ts';
import { readAhead } from '../engine/execute/deferred-part-buffer.ts';
import type { AnswerParts } from '../engine/execute/later-part.ts';
import { firstTurn, inTurnOfItsSize, isTurnSpent, nextTurn } from '../engine/execute/loop-turn.ts';
import type { Args } from '../engine/plan/argument.ts';
import { type CompiledOperation, compile } from '../engine/plan/compiled-operation.ts';
import type { CallEstimate } from '../engine/plan/cost-sum.ts';
import type { EstimateInput } from '../engine/plan/field-cost.ts';
import { Binding } from '../engine/plan/operation.ts';
import type { SystemName } from '../errors.ts';
import { type MaybePromise, thenMaybe } from '../fetch/maybe-promise.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';
import { fingerprint } from './document/document.ts';
import { estimatedAnswer, estimatedCost } from './estimate.ts';
import { execute, isInParts } from './execution.ts';
import { explain } from './explain.ts';
import type { Identity } from './identity/identity.ts';
import type { AnswerSizes } from './limit/answer-size.ts';
import type { AnswerWriter, WrittenPart } from './limit/answer-writer.ts';
import { operationUse } from './operation-use.ts';
import type { RequestRecord } from './request-record.ts';

export interface CostOptions {
  /** Upstream calls at worst, and the fields that cost most, the dearest first. @param runs whether the operation is executed */
  readonly estimate: (input: EstimateInput, runs: boolean) => MaybePromise<CallEstimate>;
  readonly maxCost: number;
}

export interface PipelineOptions {
  readonly createContext: (record: RequestRecord) => GraphContext;
  readonly exceedsValues: ValueLimit;
  readonly cost: CostOptions;
  /** Null where no answers are cached. */
  readonly answers: AnswerCache | null;
  readonly sizes: AnswerSizes;
  readonly writer: AnswerWriter;
  /** The `extensions` of an answer. */
  readonly extensions: (record: RequestRecord) => Record<string, unknown>;
  readonly estimateExtensions: AnswerExtensions['estimate'];
}

/** An operation of a valid document, as a client sent it. */
interface OperationRequest {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Args | null | undefined;
  readonly record: RequestRecord;
  /** Whether the client takes an answer in parts; else @defer and @stream are ignored, and it gets the whole in one. */
  readonly takesParts: boolean;
}

/** @param unknown answers where the document has no operation of that name. */
export type Pipeline = (
  request: OperationRequest,
  unknown: () => MaybePromise<ExecutionResult>,
) => MaybePromise<ExecutionResult | AnswerParts>;

/** Values of an answer that is made in a few milliseconds at worst: it waits for no turn. */
const smallValues = 2_000;

/** What another viewer may not see would be read, and kept for this one. */
function checkScope({ connector, viewer }: GraphContext, { identity }: RequestRecord): void {
  const { rowScope } = identity!;
  if (!rowScope.equals(connector.scope) || !rowScope.equals(viewer.rowScope))
    throw new Error('Expected a connector that reads with the eyes of the viewer; got another one');
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const { createContext, exceedsValues, cost, sizes, writer, extensions } = options;

  /** The answer with its `extensions`. */
  const finish = (
    result: ExecutionResult | AnswerParts,
    record: RequestRecord,
    cached: (data: object) => CachedAnswer | null,
  ): ExecutionResult | AnswerParts => {
    if (isInParts(result)) {
      const { part, failed } = writer.ofParts(record, extensions);
      const { parts, end } = readAhead<object, WrittenPart>(result, part, failed);
      record.lastPart = end;
      return parts;
    }
    const { errors } = result;
    let { data } = result;
    if (data && errors === undefined && writer.mayWrite(record, data))
      data = cached(data)?.data ?? data;
    return resultOf(errors, data, extensions(record));
  };

  return (request, unknown) => {
    const { schema, document, operationName, variables: inputs, record } = request;
    const excessive = exceedsValues(document, operationName, inputs);
    if (excessive !== null) return { errors: [excessive] };
    record.document = fingerprint(document);
    const compiled = compile(schema, document, operationName);
    if (compiled === null)
      return thenMaybe(unknown(), (result) => finish(result, record, uncached));
    record.operationName = compiled.definition.name?.value ?? null;
    record.use = operationUse(schema, document, compiled.definition);
    const coerced = coerceVariables(schema, compiled, inputs);
    if (coerced.errors !== undefined) return { errors: coerced.errors.map(argumentError) };

    const answers = record.takesCached ? options.answers : null;
    const question = answers === null ? '' : `${compiled.number} ${JSON.stringify(inputs ?? {})}`;
    const hit = answers?.find(question, record);
    if (hit !== undefined) {
      record.repeat(hit.terms.notes);
      return inTurnOfItsSize(hit.bytes, () => finish({ data: hit.data }, record, uncached));
    }

    const generation = answers?.generation(record) ?? 0;
    const operation = compiled.variant(coerced.coerced, record.identity!.permissions);
    const bind = (): Binding => new Binding(operation, coerced.coerced);
    const binding = bind();
    const plain = createContext(record);
    checkScope(plain, record);
    return thenMaybe(cost.estimate({ binding, context: plain }, !record.isEstimate), (estimate) => {
      record.requestedCalls = estimate.calls;
      const excess = costError(estimate, cost.maxCost);
      const told = options.estimateExtensions(record, estimate, cost.maxCost);
      if (excess !== null) return { errors: [excess], ...told };
      if (told !== null) return estimatedAnswer({ binding, context: plain }, told);

      /** At once, or in another turn where others have taken enough of this one. */
      const inTurn = <T>(
        work: () => MaybePromise<T>,
        turn: () => Promise<void>,
      ): MaybePromise<T> =>
        estimate.values > smallValues && isTurnSpent() ? turn().then(work) : work();
      const answer = (): MaybePromise<ExecutionResult | AnswerParts> => {
        const executed = execute(
          {
            bind,
            plain,
            record,
            tally: () => writer.tally(),
            maxBytes: sizes.answerBytes,
            isInParts: compiled.isIncremental && request.takesParts,
          },
          binding,
        );
        return thenMaybe(executed, ({ result, context }) =>
          inTurn(
            () =>
              finish(result, record, (data) => {
                const fresh = context.freshness();
                const notes = record.repeatable;
                if (answers === null || fresh.ms <= 0 || notes === null) return null;
                return answers.store(question, data, { ...fresh, generation }, notes, record);
              }),
            nextTurn,
          ),
        );
      };
      return inTurn(answer, firstTurn);
    });
  };
}

const uncached = (): null => null;

const resultOf = (
  errors: ExecutionResult['errors'],
  data: ExecutionResult['data'],
  extensions: ExecutionResult['extensions'],
): ExecutionResult =>
  errors === undefined
    ? { data, extensions }
    : { errors, ...(data !== undefined && { data }), extensions };

/** Variables that can't be coerced are 400 in every media type. */
function argumentError({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { http: { status: 400, spec: false } } });
}

/** Each fault quotes its value, which may be all that was sent: few are enough. */
const maxVariableErrors = 3;
const noVariables: Args = {};

function coerceVariables(
  schema: GraphQLSchema,
  { definition, switches, partArguments }: CompiledOperation,
  inputs: Args | null | undefined,
): ReturnType<typeof getVariableValues> {
  const { variableDefinitions = [] } = definition;
  const values =
    variableDefinitions.length === 0
      ? { coerced: noVariables }
      : getVariableValues(schema, variableDefinitions, inputs ?? {}, {
          maxErrors: maxVariableErrors,
        });
  if (values.errors !== undefined)
    return { errors: withVariableSuggestions(schema, values.errors, inputs ?? {}) };
  // A default lets a nullable variable pass validation; null neither includes nor skips.
  const unset = switches.find((name) => values.coerced?.[name] === null);
  if (unset !== undefined) return { errors: [nullSwitch(unset)] };
  const wrong = partArguments.find((argument) => !isPartArgument(argument, values.coerced));
  return wrong === undefined ? values : { errors: [wrongPartArgument(wrong)] };
}

/** A nullable argument with a default admits null, and any number, to validation. */
function isPartArgument({ name, value }: ArgumentNode, variables: Args): boolean {
  const argument = valueFromASTUntyped(value, variables);
  return argument !== null && !(name.value === 'initialCount' && Number(argument) < 0);
}

const wrongPartArgument = (argument: ArgumentNode): GraphQLError =>
  new GraphQLError(
    argument.name.value === 'initialCount'
      ? 'Expected "initialCount" of @stream to be 0 or more; got less, or null.'
      : `Expected "${argument.name.value}" of @defer and @stream to be true or false; got null.`,
    { nodes: argument },
  );

const nullSwitch = (name: string): GraphQLError =>
  new GraphQLError(
    `Expected variable "$${name}" of @skip or @include to be true or false; got null.`,
  );

function costError({ calls, fields }: CallEstimate, maxCost: number): GraphQLError | null {
  if (calls <= maxCost) return null;
  return limitError(
    `Expected a query of at most ${maxCost} upstream calls at worst; got one of ${calls}.${dearest(fields)} Ask for smaller pages or fewer levels.`,
  );
}

/** The three fields that cost most. */
function dearest(fields: CallEstimate['fields']): string {
  const named = fields.slice(0, 3).map(({ path, calls }) => `${path} (${calls})`);
  return named.length === 0 ? '' : ` Most of it: ${named.join(', ')}.`;
}

export interface BudgetLeft {
  /** Upstream calls left today; null without a limit. */
  readonly remaining: number | null;
  /** End of the day of the limit, ISO 8601. */
  readonly resetAt: string | null;
}

export type Budgets = Readonly<Record<SystemName, BudgetLeft | null>>;

/** A request that sent no calls reports budgets that were read within so many milliseconds. */
const budgetMs = 1_000;

interface AnswerExtensions {
  all(record: RequestRecord): Record<string, unknown>;
  /** Those of an error in place of an answer: of the same size, whatever was asked for. */
  least(record: RequestRecord): Record<string, unknown>;
  /** Those of an estimate in place of an answer; null where that is not asked for. @param limit of upstream calls. */
  estimate(
    record: RequestRecord,
    estimate: CallEstimate,
    limit: number,
  ): { readonly extensions: Record<string, unknown> } | null;
}

/**
 * Extensions of an answer: what it says about itself beside data and errors (incomplete lists, cost, budgets,
 * explanation).
 * @param budgets reads what is left of a tenant's upstream budgets.
 * @param absences says why nothing of a system is shown to a viewer.
 */
export function answerExtensions(
  budgets: (tenant: string) => Budgets,
  absences: (viewer: Identity) => readonly string[] = () => [],
): AnswerExtensions {
  const latest = new Map<string, { readonly at: number; readonly left: Budgets }>();
  const budgetsOf = ({ identity, upstreamCalls }: RequestRecord): Budgets => {
    const { tenant } = identity!;
    const cachedBudgets = latest.get(tenant);
    const now = performance.now();
    if (cachedBudgets !== undefined && upstreamCalls === 0 && now - cachedBudgets.at < budgetMs)
      return cachedBudgets.left;
    const left = budgets(tenant);
    latest.set(tenant, { at: now, left });
    return left;
  };
  const cost = (record: RequestRecord) => ({
    requested: record.requestedCalls,
    actual: record.upstreamCalls,
    ...(record.cachedCalls > 0 && { cached: record.cachedCalls }),
    ...(record.withheldCalls > 0 && { withheld: record.withheldCalls }),
    ...(record.isRepeated && { executions: 2 }),
    budget: budgetsOf(record),
  });
  /** Why lists are empty: of the viewer, so it is the same in each answer. */
  const notFound = ({ identity }: RequestRecord): { readonly notFound?: readonly string[] } => {
    if (identity?.rows === undefined) return {};
    const sentences = absences(identity);
    return sentences.length === 0 ? {} : { notFound: sentences };
  };
  return {
    all: (record) => ({
      ...(record.isIncomplete && { incomplete: record.incomplete.entries() }),
      ...(record.identity?.leavesOutPrivate === true && { leftOut: ['private calls'] }),
      ...notFound(record),
      cost: cost(record),
      ...(record.calls !== null && {
        explain: explain(
          record.calls,
          record.startedAt,
          performance.now(),
          (record.identity?.rows ?? null) === null,
        ),
      }),
    }),
    least: (record) => ({ cost: cost(record) }),
    estimate: (record, estimate, limit) =>
      record.isEstimate
        ? { extensions: { cost: { ...cost(record), ...estimatedCost(estimate, limit) } } }
        : null,
  };
}
