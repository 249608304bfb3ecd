/** Rows of a list that comes for everybody, chosen by the id each carries of what it belongs to. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../contract/wire/answer.ts';
import { idText, isBlank } from '../../contract/wire/value.ts';
import { unplacedRows } from '../../fetch/incomplete.ts';
import type { GraphContext } from '../context.ts';
import { reportIncomplete } from '../incomplete.ts';
import { isPlatformId } from '../key.ts';

/**
 * The rows whose owner passes; a row that names none has the owner null. A row whose owner can't be
 * read may belong to anybody: it is in no list, and each list it may belong to says so.
 * @param member of the row, that holds the owner's id: `workspaceId`.
 */
export function ownedRows(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  rows: readonly Row[],
  member: string,
  passes: (owner: string | null) => boolean,
): readonly Row[] {
  let hasUnplaced = false;
  const owned = rows.filter((row) => {
    if (isBlank(row[member])) return passes(null);
    const owner = idText(row[member]);
    if (owner !== null && isPlatformId(owner)) return passes(owner);
    hasUnplaced = true;
    return false;
  });
  if (hasUnplaced) reportIncomplete(context, info, unplacedRows);
  return owned;
}
