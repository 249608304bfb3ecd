/** Field errors of one execution: the first are located and named in the answer, the others counted. */

import { GraphQLError } from 'graphql';
import type { Binding, PlanNode } from '../plan/operation.ts';
import type { Path } from '../plan/resolve-info.ts';
import { type ErrorTally, patternOf } from './error-tally.ts';
import { locatedAt } from './field-place.ts';
import type { LaterPart, LaterParts } from './later-part.ts';
import type { RepeatedErrors } from './repeated-error.ts';

/** One execution of an operation. */
export interface Execution {
  readonly binding: Binding;
  readonly context: unknown;
  readonly isExplained: boolean;
  readonly errors: GraphQLError[];
  /** Counts errors beyond those that the answer names. */
  readonly tally: ErrorTally;
  /** What is said once for a list. */
  readonly repeated: RepeatedErrors;
  /** Parts that come later; null where the answer comes in one. */
  readonly later: LaterParts | null;
  /** The later part that is executed; null for the first, or the only one. */
  readonly part: LaterPart | null;
  /** Bytes of the data as JSON, without escapes and multi-byte letters. */
  bytes: number;
  /** How many they were when the time was last looked at. */
  bytesAtLook: number;
  /** Limit of those, after which nothing more is completed. */
  readonly maxBytes: number;
}

/** An error that is only counted, on its way to the next place that may be null. */
class FurtherError {
  readonly cause: unknown;
  readonly node: PlanNode;
  readonly path: Path;

  constructor(cause: unknown, node: PlanNode, path: Path) {
    this.cause = cause;
    this.node = node;
    this.path = path;
  }
}

/** Ends an execution whose data is too large, whatever may be null. */
export class TooMuchData extends Error {}

/** Null with an error beside it, or thrown on to the next place that may be null. */
export function failed(
  run: Execution,
  node: PlanNode,
  cause: unknown,
  path: Path,
  nullable: boolean,
): null {
  if (cause instanceof TooMuchData) throw cause;
  // Nothing is below a leaf, nor below what was refused.
  if (nullable && run.later !== null && node.leaf === null && !node.refused)
    run.later.drop(run.part, path);
  if (nullable && run.repeated.has(cause, () => patternOf(path))) return null;
  const { tally } = run;
  if (cause instanceof FurtherError) {
    if (!nullable) throw cause;
    countError(tally, cause);
  } else if (countOf(run) >= tally.most && !isLocated(cause)) {
    const further = new FurtherError(cause, node, path);
    if (!nullable) throw further;
    countError(tally, further);
  } else {
    const error = locatedAt(cause, node, path);
    if (!nullable) throw error;
    addError(run, error);
  }
  return null;
}

const isLocated = (cause: unknown): boolean =>
  cause instanceof GraphQLError && cause.path !== undefined;

/** Notes an error that reached the top of an answer, or of a later part. */
export function noteFailure(run: Execution, error: unknown): void {
  if (error instanceof FurtherError) countError(run.tally, error);
  else addError(run, error as GraphQLError);
}

/** A located error where there is room for it, else counted. */
function addError(run: Execution, error: GraphQLError): void {
  const named = run.tally.within([error], countOf(run));
  run.errors.push(...named);
  if (run.later !== null) run.later.errors += named.length;
}

/** Errors that the answer names so far, whatever parts they are in. */
const countOf = ({ errors, later }: Execution): number =>
  later === null ? errors.length : later.errors;

function countError(tally: ErrorTally, { cause, node, path }: FurtherError): void {
  let indexes = 0;
  for (let at: Path | undefined = path; typeof at?.key === 'number'; at = at.prev) indexes += 1;
  tally.count(cause, `${node.index} ${indexes}`, () => patternOf(path));
}
