/** Private calls: hides their fields from viewers without the permission. */

import type { GraphQLResolveInfo } from 'graphql';
import { metaPart } from '../../contract/calls/call.ts';
import { idText } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { requirePermission } from '../../engine/field-permission.ts';
import { isPublic, loadCall } from './call-loader.ts';
import { CallRow, type RowSource } from './platform-row.ts';

type Resolver<Shown, Args, Result> = (
  row: Shown,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Result;

const meta: ReadonlySet<string> = new Set([metaPart]);

/**
 * Hides a field of private calls, or of a row that names a call by `callId`, from viewers without
 * the right to them. For those viewers a call without a readable privacy counts as private, and a
 * call of which only the id is known is looked up first.
 */
export function unlessPrivate<Shown extends RowSource, Args, Result>(
  resolve: Resolver<Shown, Args, Result>,
): Resolver<Shown, Args, Result | Promise<Awaited<Result> | null>> {
  return (row, args, context, info) => {
    if (context.viewer.permissions.has('private-calls')) return resolve(row, args, context, info);
    const isCall = row.owner instanceof CallRow;
    if (isCall && row.owner.record.metaData !== undefined) {
      refusePrivate(context, row.owner);
      return resolve(row, args, context, info);
    }
    const id = isCall ? row.owner.id : (idText(row.record.callId) ?? '');
    return loadCall(context, id, meta).then((call) => {
      // A call that does not exist has no fields to hide or show.
      if (call === null && isCall) return null;
      refusePrivate(context, call);
      return resolve(row, args, context, info) as Awaited<Result>;
    });
  };
}

function refusePrivate(context: GraphContext, call: CallRow | null): void {
  if (call === null || !isPublic(call.record))
    requirePermission(context, 'private-calls', 'this field of a private call');
}
