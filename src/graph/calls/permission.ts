/** The right to private calls, which hides fields row by row: what a viewer may not see is null with FORBIDDEN at its path. */

import type { GraphQLResolveInfo } from 'graphql';
import type { GraphContext } from '../context.ts';
import { demand } from '../guard.ts';
import { loadCall, metaPart } from './call-loader.ts';
import type { CallRow } from './row.ts';

type CallResolver<Args, Result> = (
  call: CallRow,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Result;

const meta: ReadonlySet<string> = new Set([metaPart]);

/**
 * Hides a field of private calls from viewers without the right to them. For those viewers a call
 * that says nothing of its privacy counts as private, and one of which only the id is known is
 * looked up first.
 */
export function unlessPrivate<Args, Result>(
  resolve: CallResolver<Args, Result>,
): CallResolver<Args, Result | Promise<Awaited<Result> | null>> {
  return (call, args, context, info) => {
    if (context.viewer.permissions.has('private-calls')) return resolve(call, args, context, info);
    const { metaData } = call.record;
    if (metaData !== undefined) {
      refusePrivate(context, metaData.isPrivate);
      return resolve(call, args, context, info);
    }
    return loadCall(context, call.id, meta).then((found) => {
      if (found === null) return null;
      refusePrivate(context, found.record.metaData?.isPrivate);
      return resolve(call, args, context, info) as Awaited<Result>;
    });
  };
}

/**
 * The same for what hangs on a call and came without it. A call the platform does not show says
 * nothing of its privacy either.
 */
export function unlessOfPrivate<Row, Args, Result>(
  callId: (row: Row) => string,
  resolve: (row: Row, args: Args, context: GraphContext, info: GraphQLResolveInfo) => Result,
): (
  row: Row,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Result | Promise<Awaited<Result>> {
  return (row, args, context, info) => {
    if (context.viewer.permissions.has('private-calls')) return resolve(row, args, context, info);
    return loadCall(context, callId(row), meta).then((found) => {
      refusePrivate(context, found?.record.metaData?.isPrivate);
      return resolve(row, args, context, info) as Awaited<Result>;
    });
  };
}

/**
 * The same for fields that show nothing but the call's own row, with what they declare: of a call
 * that says it is not private everybody sees the same.
 */
export function shownUnlessPrivate<Result>(
  declared: { readonly extensions: object },
  show: (call: CallRow) => Result,
) {
  const brought = (call: CallRow): Result | null | undefined =>
    call.record.metaData?.isPrivate === false ? (show(call) ?? null) : undefined;
  return { extensions: { ...declared.extensions, brought }, resolve: unlessPrivate(show) };
}

function refusePrivate(context: GraphContext, isPrivate: boolean | undefined): void {
  if (isPrivate !== false) demand(context, 'private-calls', 'this field of a private call');
}
