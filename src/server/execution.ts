/** Execution: an operation is executed for a request, and once more where its answer would show a record at two moments. */

import type { ExecutionResult } from 'graphql';
import type { GraphContext } from '../engine/context.ts';
import type { ErrorTally } from '../engine/execute/error-tally.ts';
import { executeOperation } from '../engine/execute/executor.ts';
import type { AnswerParts } from '../engine/execute/later-part.ts';
import type { Binding } from '../engine/plan/operation.ts';
import { WatchedContext } from '../engine/watched-context.ts';
import { type MaybePromise, thenMaybe } from '../fetch/maybe-promise.ts';
import { systemClock } from '../upstream/clock.ts';
import type { RequestRecord } from './request-record.ts';

interface ExecutionRequest {
  /** Makes a binding, whose memos are of one execution. */
  readonly bind: () => Binding;
  readonly plain: GraphContext;
  readonly record: RequestRecord;
  /** Counts the errors of one execution. */
  readonly tally: () => ErrorTally;
  readonly maxBytes: number;
  readonly isInParts: boolean;
}

/** An execution that has ended, with what it has noted. */
interface Executed {
  readonly result: ExecutionResult | AnswerParts;
  readonly context: WatchedContext;
  readonly tally: ErrorTally;
  readonly dataBytes: number | null;
}

/** @param binding of the first execution; its estimate was made with it */
export function execute(
  request: ExecutionRequest,
  binding: Binding,
): MaybePromise<Pick<Executed, 'result' | 'context'>> {
  const { plain, record } = request;
  const first = executeOnce(request, binding, new WatchedContext(plain, systemClock.monotonic));
  return thenMaybe(
    thenMaybe(first, (executed) => atOneMoment(request, executed)),
    (executed) => {
      record.errors = executed.tally;
      record.dataBytes = executed.dataBytes;
      record.incomplete = executed.context.incomplete;
      return executed;
    },
  );
}

function executeOnce(
  { record, tally: createTally, maxBytes, isInParts }: ExecutionRequest,
  binding: Binding,
  context: WatchedContext,
): MaybePromise<Executed> {
  const tally = createTally();
  record.errors = tally;
  let dataBytes: number | null = null;
  const executed = executeOperation(binding, context, {
    isExplained: record.calls !== null,
    isInParts,
    tally,
    maxBytes,
    measured: (bytes) => {
      dataBytes = bytes;
    },
  });
  return thenMaybe(executed, (result) => ({ result, context, tally, dataBytes }));
}

function atOneMoment(request: ExecutionRequest, first: Executed): MaybePromise<Executed> {
  // The first part of an answer in parts goes out while others are still read.
  const past = isInParts(first.result) ? null : first.context.moments.changed();
  if (past === null) return first;
  request.record.isRepeated = true;
  const context = new WatchedContext(request.plain, systemClock.monotonic, past);
  return thenMaybe(executeOnce(request, request.bind(), context), (second) =>
    // Two moments are better than a failure of the upstream meanwhile.
    hasErrors(second) && !hasErrors(first) ? first : second,
  );
}

const hasErrors = ({ result }: Executed): boolean =>
  !isInParts(result) && result.errors !== undefined;

export const isInParts = (result: ExecutionResult | AnswerParts): result is AnswerParts =>
  Symbol.asyncIterator in result;
