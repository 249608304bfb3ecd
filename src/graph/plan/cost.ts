/**
 * What a field costs in upstream calls, declared beside the field as its option `cost`, or beside a
 * type for all fields that lead to it. A field without either leads to what came with its object.
 */

import type { FieldNullability, InputFieldMap, SchemaTypes, TypeParam } from '@pothos/core';
import type { GraphQLObjectType } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../context.ts';
import type { Binding } from './binding.ts';
import type { Estimate } from './estimate.ts';
import type { Args, PlanNode } from './operation.ts';

/** Objects that arrive at a place of the query: how many at most, and at how many different moments. */
export interface Flow {
  readonly rows: number;
  /** Objects that arrive together are asked about in one batch; each further moment may be a batch more. */
  readonly waves: number;
  /** Of CRM records: how many references away from the record a statement was about. */
  readonly level?: number;
  /** Of CRM records: keys of the child windows that came along. */
  readonly brought?: ReadonlySet<string>;
  /** Objects of the CRM that what hangs on these rows may lead to. */
  readonly targets?: readonly CrmObject[];
  /** Behind an interface or union: of each type that can be there. */
  readonly byType?: ReadonlyMap<string, Flow>;
}

/** A field somewhere in the query, and the objects it is asked of. */
export interface Place {
  readonly type: GraphQLObjectType;
  readonly node: PlanNode;
  readonly flow: Flow;
  /** @throws GraphQLError for arguments that can't be. */
  readonly args: Args;
  readonly binding: Binding;
  readonly context: GraphContext;
  readonly estimate: Estimate;
}

/** Adds to the estimate what the field asks. @returns the flow of what it leads to. */
export type Cost = (place: Place) => Flow;

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

/** Objects of a list that is no connection: parties of a call, people behind its voices. */
export const listSize = 50;
/** Beyond it a figure says nothing more. */
export const countless = 1e9;

export const atMost = (figure: number): number => Math.min(figure, countless);
export const single: Flow = { rows: 1, waves: 1 };
export const none: Flow = { rows: 0, waves: 0 };

/** `rows` objects below each of a flow. */
export const times = ({ rows, waves }: Flow, each: number): Flow => ({
  rows: atMost(rows * each),
  waves,
});

/** Rows a window may have, also where its size will be refused. */
export function sizeOf({ args, context }: Pick<Place, 'args' | 'context'>): number {
  const given = args.first ?? args.last ?? context.pageLimits.defaultSize;
  return typeof given === 'number' && given > 0 ? given : 0;
}

/** What the field leads to came with its object. */
export const brought: Cost = ({ flow }) => flow;

/** A list of at most so many that came with its object. */
export const listOf =
  (rows: number): Cost =>
  ({ flow }) =>
    times(flow, rows);

/** A window of a list that came with its object. */
export const broughtWindow: Cost = (place) => times(place.flow, sizeOf(place));

/** A window of a list that costs one call for each object it hangs on; all are waited for together. */
export const listOfEach: Cost = (place) => {
  place.estimate.add(place.flow.rows);
  return broughtWindow(place);
};

/** Objects of which each comes with a list of its own. */
export const oneOfEach: Cost = ({ estimate, flow }) => {
  estimate.add(flow.rows);
  return flow;
};

/** A window of a list that comes whole, once a request. */
export const wholeList =
  (name: string): Cost =>
  (place) => {
    place.estimate.once(name, 1);
    return broughtWindow(place);
  };

/** An object of such a list, whose existence is part of the question. */
export const wholeObject =
  (name: string): Cost =>
  ({ estimate, flow }) => {
    estimate.once(name, 1);
    return flow;
  };
