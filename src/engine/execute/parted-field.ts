/** Fields of an answer in parts: a runner starts the fragments that are deferred, and a completer the items that are streamed, as later parts. */

import {
  type DirectiveNode,
  type GraphQLOutputType,
  getNullableType,
  isListType,
  isNonNullType,
  valueFromASTUntyped,
} from 'graphql';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import type { PartedFields, PlanNode } from '../plan/operation.ts';
import type { Path } from '../plan/resolve-info.ts';
import { partDirective } from '../plan/selected-field.ts';
import { type Execution, noteFailure, TooMuchData } from './field-error.ts';
import type { LaterPart } from './later-part.ts';
import { isTurnSpent, nextTurn } from './loop-turn.ts';
import {
  type Completer,
  completerOf,
  type FieldsRunner,
  isPlain,
  isPlainBelow,
  itemsCompleter,
  listedItems,
  type Select,
} from './value-completion.ts';

/** How what is selected below a field is run. */
export interface Selector {
  readonly select: Select;
  readonly completer: (node: PlanNode) => Completer;
}

/** @param fieldsRunner runs fields of one part. */
export function partedSelector(
  fieldsRunner: (nodes: readonly PlanNode[], selector: Selector) => FieldsRunner,
) {
  const runner = ({ fields, deferred }: PartedFields): FieldsRunner => {
    const run = fieldsRunner(fields, selector);
    if (deferred.length === 0) return run;
    const later = deferred.map(({ label, fields: nodes }) => ({
      label,
      run: fieldsRunner(nodes, selector),
      isPlain: nodes.every(isPlain),
    }));
    return (execution, source, path) => {
      const data = run(execution, source, path);
      for (const fragment of later) defer(execution, fragment, source, path);
      return data;
    };
  };
  const selector: Selector & { readonly runner: typeof runner } = {
    runner,
    select: (node, type) => runner(node.partedBelow(type)),
    completer(node) {
      const { type } = node.field;
      const complete = completerOf(node, type, selector.select);
      const list = getNullableType(type);
      return isListType(list) && node.fieldNodes[0]!.directives?.some(isStream)
        ? streamingCompleter(node, list.ofType, selector.select, complete)
        : complete;
    },
  };
  return selector;
}

const isStream = ({ name }: DirectiveNode): boolean => name.value === 'stream';

interface DeferredFragment {
  readonly label: string | undefined;
  readonly run: FieldsRunner;
  /** Whether it loads nothing, so that it need not run beside the rest. */
  readonly isPlain: boolean;
}

function defer(
  run: Execution,
  fragment: DeferredFragment,
  source: unknown,
  path: Path | undefined,
): void {
  const { label, isPlain: mayWait } = fragment;
  const parent = run.part;
  run.later!.add({ kind: 'data', path, label, parent, after: parent }, (part) => {
    const execute = (): MaybePromise<unknown> =>
      inPart(run, part, (partRun) => fragment.run(partRun, source, path));
    return mayWait && isTurnSpent() ? nextTurn().then(execute) : execute();
  });
}

/** Executes something of a later part, which is null where it fails. */
function inPart(
  run: Execution,
  part: LaterPart,
  execute: (partRun: Execution) => MaybePromise<unknown>,
  failed: () => void = () => {},
): MaybePromise<unknown> {
  const partRun: Execution = { ...run, part, errors: part.errors, bytes: 0, bytesAtLook: 0 };
  const later = run.later!;
  const done = (value: unknown): unknown => {
    // What all parts hold may not be too much, whatever each is below.
    later.bytes += partRun.bytes;
    if (later.bytes > run.maxBytes) throw new TooMuchData();
    return value;
  };
  const fail = (error: unknown): null => {
    if (error instanceof TooMuchData) throw error;
    noteFailure(partRun, error);
    later.drop(part, undefined);
    failed();
    return null;
  };
  try {
    const value = execute(partRun);
    return value instanceof Promise ? value.then(done).catch(fail) : done(value);
  } catch (error) {
    return fail(error);
  }
}

/** @param completeAll completes the list where it is not streamed. */
function streamingCompleter(
  node: PlanNode,
  type: GraphQLOutputType,
  select: Select,
  completeAll: Completer,
): Completer {
  const complete = itemsCompleter(node, type, select);
  const endsWithItem = isNonNullType(type);
  return (run, value, info, prev) => {
    const stream = streamOf(node, run);
    if (stream === null) return completeAll(run, value, info, prev);
    const list = listedItems(node, value);
    const first = complete(run, list.slice(0, stream.initialCount), info, prev);
    // Items that load something come as they are loaded, the others together.
    const size = isPlainBelow(node, type) ? list.length : 1;
    const { label } = stream;
    let after = run.part;
    for (let from = stream.initialCount; from < list.length; from += size) {
      const path: Path = { prev, key: from, typename: undefined };
      const items = list.slice(0, from + size);
      const options = { kind: 'items', path, label, parent: run.part, after } as const;
      after = run.later!.add(options, (part) =>
        inPart(
          run,
          part,
          (partRun) => complete(partRun, items, info, prev, from),
          // No item may follow one that is null and may not be.
          () => {
            if (endsWithItem) run.later!.drop(run.part, prev, part);
          },
        ),
      );
    }
    return first;
  };
}

function streamOf(
  node: PlanNode,
  { binding: { variables } }: Execution,
): { readonly initialCount: number; readonly label: string | undefined } | null {
  const stream = partDirective(variables, node.fieldNodes[0]!, 'stream');
  if (stream === null) return null;
  const argument = stream.node.arguments?.find(({ name }) => name.value === 'initialCount');
  const count = argument && valueFromASTUntyped(argument.value, variables);
  return { initialCount: Number(count ?? 0), label: stream.label };
}
