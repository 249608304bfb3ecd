/** Relay windows over a parent's rows, read no further than the window reaches. */

import type { Row } from '../contract/wire/answer.ts';
import { arrayConnection, checkPlaces } from './array-window.ts';
import type { Connection, Wants } from './connection.ts';
import { foreignPosition, type ListCursors } from './cursor.ts';
import type { Group, GroupedRequest } from './group-list.ts';
import type { Window } from './window.ts';

/**
 * @param load the parent's first rows, at least so many where it has as many.
 * @throws UserInputError for a cursor that is not of this list; what `load` throws.
 */
export async function groupConnection(
  load: (wanted: number) => Promise<Group>,
  key: (row: Row) => string,
  window: Window,
  cursors: ListCursors,
  { more = true, order }: Wants & Pick<GroupedRequest, 'order'> = {},
): Promise<Connection<Row>> {
  checkPlaces(window, cursors);
  const wanted = reach(window, cursors) + (more ? 1 : 0);
  const group = wanted === 0 ? null : await load(wanted);
  const connection = arrayConnection(group?.rows ?? [], key, window, cursors, order);
  const { edges, nodes, pageInfo } = connection;
  return {
    edges,
    nodes,
    pageInfo: {
      hasPreviousPage: pageInfo.hasPreviousPage,
      // Of a list that was not read to its end, more rows follow than were looked at.
      hasNextPage: pageInfo.hasNextPage || group?.complete === false,
      get startCursor() {
        return pageInfo.startCursor;
      },
      get endCursor() {
        return pageInfo.endCursor;
      },
    },
    shortfall: group?.shortfall ?? connection.shortfall,
    totalCount: async () => (group ?? (await load(1))).total ?? (await load(Infinity)).rows.length,
  };
}

/** How many rows from the list's beginning the window needs. */
function reach(window: Window, cursors: ListCursors): number {
  if (window.direction === 'backward' || window.before !== null) return Infinity;
  if (window.after === null) return window.size;
  const index = cursors.decode(window.after, 'after')[1];
  if (typeof index !== 'number') throw foreignPosition('after');
  return index + 1 + window.size;
}
