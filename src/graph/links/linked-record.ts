/** Linked records: whether a record that the platform names beside a call may be told of. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { GraphContext } from '../../engine/context.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { recordsWith } from '../crm/record-loader.ts';
import { seesRecord } from '../crm/row-visibility.ts';

const noPaths: ReadonlySet<string> = new Set();

/** Accounts and deals are told by their ids; others are looked up. What the graph does not know is nobody's. */
export function seesLinked(context: GraphContext, id: string | null): MaybePromise<boolean> {
  if (context.rowAccess === null) return true;
  const recordId = normalizeCrmId(id ?? '');
  const object = recordId === null ? undefined : context.model.objectOfId(recordId);
  if (recordId === null || object === undefined) return false;
  return thenMaybe(
    seesRecord(context, object, recordId),
    (sees) =>
      sees ?? thenMaybe(recordsWith(context, object, noPaths, [])(recordId), (row) => row !== null),
  );
}
