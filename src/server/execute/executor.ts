/**
 * Executor: compiles the operations of a document once, into one closure per node, made when the node is first met,
 * in place of an interpreter that looks up the type of each value. Answers and errors are those of graphql-js.
 */

import {
  type ArgumentNode,
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import { forEachSelection } from '../../graph/field-permission.ts';
import { memoizeByObject } from '../../graph/memoize.ts';
import type { Args } from '../../graph/plan/argument.ts';
import { type Binding, fragmentsOf, Operation, type PlanNode } from '../../graph/plan/operation.ts';
import { type Path, PlannedInfo, plainRead } from '../../graph/plan/resolve-info.ts';
import { uncheckedResolver } from '../../graph/resolver-value-check.ts';
import { codeOf } from '../error-response.ts';
import { explained } from '../explain.ts';
import { ErrorTally } from '../limit/error-tally.ts';
import {
  addError,
  countError,
  type Execution,
  FurtherError,
  failed,
  TooMuchData,
} from './field-error.ts';
import { RepeatedErrors } from './repeated-error.ts';
import {
  completerOf,
  type FieldsRunner,
  isThenable,
  leafCompleter,
  nullError,
  settling,
} from './value-completion.ts';

/** A document of many switches would have a variant for each way to set them. */
const maxVariants = 16;

/** One operation of a document, whose @skip and @include choose among its variants. */
export interface CompiledOperation {
  readonly definition: OperationDefinitionNode;
  /** Unique in the process. */
  readonly number: number;
  /** Whether the operation asks for its answer in parts, which the interpreter gives. */
  readonly isIncremental: boolean;
  /** Arguments of @defer and @stream on which parts hang. */
  readonly partArguments: readonly ArgumentNode[];
  /** Names of the variables on which @skip and @include hang. */
  readonly switches: readonly string[];
  /** @param variables coerced, none of the switches null. */
  variant(variables: Args): Operation;
}

const operationsOf = memoizeByObject(
  (_document: DocumentNode) => new Map<string, CompiledOperation>(),
);
let count = 0;

/** @returns null where the document has no query of that name. */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledOperation | null {
  const byName = operationsOf(document);
  const name = operationName ?? '';
  const known = byName.get(name);
  if (known !== undefined) return known;
  const definition = getOperationAST(document, operationName);
  if (definition?.operation !== 'query') return null;
  const compiled = compileOperation(schema, document, definition);
  byName.set(name, compiled);
  return compiled;
}

function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): CompiledOperation {
  count += 1;
  const fragments = fragmentsOf(document);
  const { switches, isIncremental, partArguments } = directivesOf(document);
  const variants = new Map<string, Operation>();
  return {
    definition,
    number: count,
    isIncremental,
    partArguments,
    switches,
    variant(variables) {
      const key = switches.map((name) => String(variables[name])).join();
      let operation = variants.get(key);
      if (operation === undefined) {
        if (variants.size >= maxVariants) variants.clear();
        const choices = Object.fromEntries(switches.map((name) => [name, variables[name]]));
        operation = new Operation({ schema, definition, fragments, choices });
        variants.set(key, operation);
      }
      return operation;
    },
  };
}

/** Names of the variables on which @skip and @include hang, and whether selections have other directives. */
function directivesOf(document: DocumentNode) {
  const names = new Set<string>();
  const partArguments: ArgumentNode[] = [];
  let isIncremental = false;
  forEachSelection(document, ({ directives = [] }) => {
    for (const { name, arguments: given = [] } of directives)
      if (name.value !== 'skip' && name.value !== 'include') {
        isIncremental = true;
        partArguments.push(...given.filter((argument) => argument.name.value !== 'label'));
      } else
        for (const { value } of given)
          if (value.kind === Kind.VARIABLE) names.add(value.name.value);
  });
  return { switches: [...names], isIncremental, partArguments };
}

interface ExecutionOptions {
  /** Upstream calls are to be traced to the fields that made them. */
  readonly isExplained?: boolean;
  /** Called with the least bytes of the data as JSON; Infinity where it was given up. */
  readonly measured?: (bytes: number) => void;
  /** Counts errors beyond those that the answer names. Default: it names all. */
  readonly tally?: ErrorTally;
  /** Bytes of the data, measured so, beyond which the answer is none. Default: without end. */
  readonly maxBytes?: number;
}

type Data = Record<string, unknown>;

/** Resolves one field of an object. */
type FieldRunner = (
  run: Execution,
  source: unknown,
  prev: Path | undefined,
) => MaybePromise<unknown>;

export function executeOperation(
  binding: Binding,
  context: unknown,
  options: ExecutionOptions = {},
): MaybePromise<ExecutionResult> {
  const errors: GraphQLError[] = [];
  const { isExplained = false, measured, tally = new ErrorTally(Infinity, codeOf) } = options;
  const { maxBytes = Infinity } = options;
  const repeated = new RepeatedErrors();
  const run: Execution = {
    binding,
    context,
    isExplained,
    errors,
    repeated,
    tally,
    bytes: 0,
    maxBytes,
  };
  const finish = (data: Data | null): ExecutionResult => {
    measured?.(run.bytes);
    return errors.length > 0 ? { errors, data } : { data };
  };
  const fail = (error: unknown): ExecutionResult => {
    if (error instanceof TooMuchData) {
      measured?.(Infinity);
      return { data: null };
    }
    if (error instanceof FurtherError) countError(tally, error);
    else addError(run, error as GraphQLError);
    return finish(null);
  };
  const { operation } = binding;
  try {
    const runner = operation.memo('runner', () => fieldsRunner(operation.root));
    const data = runner(run, undefined, undefined);
    return data instanceof Promise ? data.then(finish, fail) : finish(data);
  } catch (error) {
    return fail(error);
  }
}

/** Runs the fields selected on an object, which is complete once the last of them is. */
function fieldsRunner(nodes: readonly PlanNode[]): FieldsRunner {
  const keys = nodes.map(({ responseKey }) => responseKey);
  const runners = nodes.map((node) =>
    node.leaf === null ? compositeRunner(node) : leafRunner(node),
  );
  const bytes = keys.reduce((sum, key) => sum + key.length + 4, 0);
  // A plain object is written as JSON at twice the speed of one without a prototype.
  const prototype = keys.includes('__proto__') ? null : Object.prototype;
  return (run, source, path) => {
    const data: Data = prototype === null ? Object.create(null) : {};
    run.bytes += bytes;
    if (run.bytes > run.maxBytes) throw new TooMuchData();
    let pending: Promise<void>[] | null = null;
    try {
      for (let at = 0; at < runners.length; at += 1) {
        const key = keys[at]!;
        const value = runners[at]!(run, source, path);
        // Late or not, a field has its place in the order of the selection.
        data[key] = value;
        if (!(value instanceof Promise)) continue;
        pending ??= [];
        pending.push(
          value.then((settled) => {
            data[key] = settled;
          }),
        );
      }
    } catch (error) {
      // Fields in flight may fail too, which must not be an unhandled rejection.
      if (pending !== null)
        return Promise.allSettled(pending).then(() => Promise.reject(error as Error));
      throw error;
    }
    return pending === null ? data : Promise.all(pending).then(() => data);
  };
}

/** A field whose type is a leaf and no list: most of an answer. */
function leafRunner(node: PlanNode): FieldRunner {
  const { nullable } = node;
  const { fixed } = node.args;
  const resolve = resolverOf(node);
  const complete = leafCompleter(node, node.leaf!);
  const settle = (run: Execution, value: unknown): unknown => {
    const completed = value === null || value === undefined ? null : complete(run, value);
    if (completed === null && !nullable) throw nullError(node);
    return completed;
  };
  const read = plainRead(resolve);
  if (read !== null)
    return (run, source, prev) => {
      try {
        return settle(run, read(source));
      } catch (error) {
        const path = new PlannedInfo(node, run.binding, prev);
        return failed(run, node, error, path, nullable);
      }
    };
  return (run, source, prev) => {
    const info = new PlannedInfo(node, run.binding, prev);
    try {
      const args = fixed ?? run.binding.args(node);
      const value = run.isExplained
        ? explained(info, () => resolve(source, args, run.context, info))
        : resolve(source, args, run.context, info);
      if (!isThenable(value)) return settle(run, value);
      return Promise.resolve(value)
        .then((settled) => settle(run, settled))
        .catch((error: unknown) => failed(run, node, error, info, nullable));
    } catch (error) {
      return failed(run, node, error, info, nullable);
    }
  };
}

function compositeRunner(node: PlanNode): FieldRunner {
  const { nullable, field } = node;
  const { fixed } = node.args;
  const resolve = resolverOf(node);
  const complete = settling(node, completerOf(node, field.type, fieldsRunner), nullable);
  return (run, source, prev) => {
    const info = new PlannedInfo(node, run.binding, prev);
    try {
      const args = fixed ?? run.binding.args(node);
      const value = run.isExplained
        ? explained(info, () => resolve(source, args, run.context, info))
        : resolve(source, args, run.context, info);
      const completed = complete(run, value, info, info);
      if (!(completed instanceof Promise)) return completed;
      return completed.catch((error: unknown) => failed(run, node, error, info, nullable));
    } catch (error) {
      return failed(run, node, error, info, nullable);
    }
  };
}

/** The field's resolver; where it can do without, without the check of its value, which completing makes. */
const resolverOf = ({ field }: PlanNode) =>
  uncheckedResolver(field) ?? field.resolve ?? defaultFieldResolver;
