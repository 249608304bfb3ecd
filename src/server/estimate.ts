/**
 * Estimate in place of an answer, where the client asks for the cost alone: what each system would be asked at worst,
 * and by which fields. It follows from the question, the viewer's rights and what every run tells as `requested`.
 */

import type { ExecutionResult } from 'graphql';
import { locatedAt } from '../engine/execute/field-place.ts';
import type { CallEstimate } from '../engine/plan/cost-sum.ts';
import type { EstimateInput } from '../engine/plan/field-cost.ts';
import { type RefusedField, refusedFields } from '../engine/plan/operation-estimate.ts';
import type { Path } from '../engine/plan/resolve-info.ts';
import type { SystemName } from '../errors.ts';

interface EstimatedCost {
  /** Upstream calls that a query may need at worst. */
  readonly limit: number;
  /** With the reserve they are `requested`. */
  readonly systems: Readonly<Record<SystemName, number>>;
  /** Calls held ready for pages that end early, of whichever system. */
  readonly reserve: number;
  /** By path, the dearest first; those that come with another field's call cost none. */
  readonly fields: CallEstimate['fields'];
  /** What a run may need besides. */
  readonly uncounted?: readonly string[];
}

/** Fields that are named. */
const mostFields = 10;

export function estimatedCost(
  { systems, reserve, fields, isLeast }: CallEstimate,
  limit: number,
): EstimatedCost {
  const dearest = fields.filter(({ calls }) => calls > 0).slice(0, mostFields);
  return {
    ...{ limit, systems, reserve, fields: dearest },
    ...(isLeast && { uncounted: ['statements that say which rows are visible'] }),
  };
}

/**
 * Data that is null and not absent: an answer may lack its data only beside errors, and then has a status of 400 in
 * GraphQL over HTTP; urql takes one that lacks both for no answer.
 */
export function estimatedAnswer(
  input: EstimateInput,
  told: Pick<ExecutionResult, 'extensions'>,
): ExecutionResult {
  const errors = refusedFields(input).map(({ cause, node, path }: RefusedField) =>
    locatedAt(cause, node, pathOf(path)!),
  );
  return { ...(errors.length > 0 && { errors }), data: null, ...told };
}

const pathOf = (keys: readonly string[]): Path | undefined =>
  keys.reduce<Path | undefined>((prev, key) => ({ prev, key, typename: undefined }), undefined);
