/**
 * Fields whose value may have come with their row. A field says by `brought` what its row tells
 * without asking anybody; only what that leaves undefined has to be loaded.
 */

import type { GraphQLResolveInfo } from 'graphql';
import type { GraphContext } from './context.ts';

/** @returns undefined where the row does not tell. A function of row, arguments and selection alone. */
export type Brought<Source, Args, Value> = (
  source: Source,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Value | undefined;

/** Declares, on a field, what its row may have brought; `load` gets what it has not. */
export function broughtOr<Source, Args, Value>(
  brought: Brought<Source, Args, Value>,
  load: (
    source: Source,
    args: Args,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) => Value | Promise<Value>,
  declared: { readonly extensions: object },
) {
  return {
    extensions: { ...declared.extensions, brought },
    resolve(source: Source, args: Args, context: GraphContext, info: GraphQLResolveInfo) {
      const value = brought(source, args, context, info);
      return value === undefined ? load(source, args, context, info) : value;
    },
  };
}

/** Vouches for what earlier requests left. */
export interface Holding {
  /** Whether a request that reads now, through its own context, would read the same. */
  holds(context: GraphContext): boolean;
}

/** A value that needs nobody to be asked, because earlier requests did; good for as long as it holds. */
export interface Lent<Value> extends Holding {
  readonly value: Value;
}

/** @returns undefined where something has to be fetched. */
export type Lend<Source, Args, Value> = (
  source: Source,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Lent<Value> | undefined;

/** Declares, on a field, what earlier requests may have left for it; `load` gets it in any case. */
export function lentOr<Source, Args, Value>(
  lend: Lend<Source, Args, Value>,
  load: (
    source: Source,
    args: Args,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) => Value | Promise<Value>,
  declared: { readonly extensions: object },
) {
  return { extensions: { ...declared.extensions, lend }, resolve: load };
}

/**
 * A value made of a kept upstream answer, never changed, and gone when the answer is: what was made
 * of it may be kept with it.
 */
export abstract class KeptValue {
  /** For whoever makes something of it; empty until then. */
  made: unknown = null;
}

/** What each request makes anew of a kept value, so that texts made of it may be kept with that. */
export abstract class OfKept<Kept extends KeptValue = KeptValue> {
  readonly keeper: Kept;

  constructor(keeper: Kept) {
    this.keeper = keeper;
  }
}
