/**
 * Field cost: the upstream calls of one field, declared as the field's option `cost`, or beside a type
 * for all fields that lead to it. A field without either reads data that came with its object.
 */

import type { FieldNullability, InputFieldMap, SchemaTypes, TypeParam } from '@pothos/core';
import type { GraphQLObjectType } from 'graphql';
import { decodePosition, type TokenPosition } from '../../fetch/token-list.ts';
import { estimateTokenPages } from '../../fetch/token-window.ts';
import type { GraphContext, PlanContext } from '../context.ts';
import type { Args } from './argument.ts';
import { type CostSum, type Fanout, times } from './cost-sum.ts';
import type { Binding, PlanNode } from './operation.ts';
import { connectionSelection } from './row-requirement.ts';

/** Inputs of an estimate besides the document. */
export interface EstimateInput {
  readonly binding: Binding;
  readonly context: GraphContext;
}

/**
 * A field of the query and the objects it is resolved on. Values that differ between requests are
 * read through `args`, `binding` and `given`: an estimate is cached by those.
 */
export interface FieldPlace {
  readonly type: GraphQLObjectType;
  readonly node: PlanNode;
  readonly fanout: Fanout;
  /** All arguments; where less decides, see `given`. @throws GraphQLError for arguments that can't be. */
  readonly args: Args;
  /** What a cost reads of other fields' arguments it reads through this. */
  readonly binding: Binding;
  readonly context: PlanContext;
  readonly estimate: CostSum;
  /**
   * Reads a value of the request that decides on the cost; it has to be JSON.
   * @param name unlike that of all other values which the field's cost is given.
   */
  given<T>(name: string, read: (args: Args, context: GraphContext, binding: Binding) => T): T;
  /** The same field on other objects. */
  of(fanout: Fanout): FieldPlace;
}

/** Adds the field's calls to the estimate. @returns the fan-out of the objects it leads to. */
export type Cost = (fieldPlace: FieldPlace) => Fanout;

declare global {
  namespace PothosSchemaTypes {
    // Parameters have to be those of the library's own declarations.
    interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** Upstream calls. */
      cost?: Cost | undefined;
    }
    interface BaseTypeOptions<Types extends SchemaTypes = SchemaTypes> {
      /** Upstream calls of a field that leads to the type and has no cost of its own. */
      cost?: Cost | undefined;
    }
  }
}

/** Most rows of a window: none of an invalid size, which the field refuses by itself, whatever it would have cost. */
export function sizeOf(fieldPlace: FieldPlace): number {
  const { defaultSize, maxSize } = fieldPlace.context.pageLimits;
  const requested = fieldPlace.given('size', ({ first, last }) => first ?? last ?? null);
  const size = requested ?? defaultSize;
  return typeof size === 'number' && size > 0 && size <= maxSize ? size : 0;
}

/** No call: the field's value came with its object. */
export const prefetched: Cost = ({ fanout }) => fanout;

/** A window of a list that came with its object. */
export const prefetchedWindow: Cost = (fieldPlace) => times(fieldPlace.fanout, sizeOf(fieldPlace));

/** A window of a list that costs one call for each object it hangs on; all are waited for together. */
export const listOfEach: Cost = (fieldPlace) => {
  fieldPlace.estimate.add('call-analytics', fieldPlace.fanout.rows);
  return prefetchedWindow(fieldPlace);
};

/** Objects of which each comes with a list of its own. */
export const oneOfEach: Cost = ({ estimate, fanout }) => {
  estimate.add('call-analytics', fanout.rows);
  return fanout;
};

/** A window of a list that comes whole, once a request. */
export const wholeList =
  (name: string): Cost =>
  (fieldPlace) => {
    fieldPlace.estimate.once('call-analytics', name, 1);
    return prefetchedWindow(fieldPlace);
  };

/** An object of such a list, whose existence is part of the question. */
export const wholeObject =
  (name: string): Cost =>
  ({ estimate, fanout }) => {
    estimate.once('call-analytics', name, 1);
    return fanout;
  };

interface TokenPagesCost {
  /** Rows are filtered here. */
  readonly scans?: boolean;
  /** The list can begin at a sort key. */
  readonly restarts?: boolean;
}

/** The windows of several parents end together. */
export function tokenPagesCost(
  fieldPlace: FieldPlace,
  { scans = false, restarts = false }: TokenPagesCost = {},
): Fanout {
  const { fields } = connectionSelection(fieldPlace.node);
  const size = sizeOf(fieldPlace);
  const start = startOf(fieldPlace);
  const isRead = size > 0 || fields.has('pageInfo');
  const pages = isRead ? estimateTokenPages({ size, scans, start, restarts }) : 0;
  const knowsTotal = size > 0 && start === null;
  const counts = fields.has('totalCount') && !knowsTotal && !scans ? 1 : 0;
  fieldPlace.estimate.add('call-analytics', fieldPlace.fanout.rows * (pages + counts));
  return times(fieldPlace.fanout, size);
}

/** Position of the `after` cursor; null for the list's beginning, and for an invalid cursor. */
const startOf = (fieldPlace: FieldPlace): TokenPosition | null =>
  fieldPlace.given('start', ({ after }, { cursors }) => {
    const position = typeof after === 'string' ? cursors.peek(after) : null;
    if (position === null) return null;
    try {
      return decodePosition(position);
    } catch {
      return null;
    }
  });
