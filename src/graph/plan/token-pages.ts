/** What a window over a list behind tokens costs: the pages it may have to read, and its total where nothing tells it. */

import { decodePosition, type TokenPosition } from '../../fetch/token-list.ts';
import { estimateTokenPages } from '../../fetch/token-window.ts';
import { connectionSelection } from '../needs.ts';
import { type Place, sizeOf } from './cost.ts';
import { type Flow, times } from './estimate.ts';

export interface TokenPagesCost {
  /** Rows are filtered here. */
  readonly scans?: boolean;
  /** The list can be asked for from a sort key on. */
  readonly restarts?: boolean;
}

/** The windows of several parents end together. */
export function tokenPagesCost(
  place: Place,
  { scans = false, restarts = false }: TokenPagesCost = {},
): Flow {
  const { fields } = connectionSelection(place.node);
  const size = sizeOf(place);
  const start = startOf(place);
  const isRead = size > 0 || fields.has('pageInfo');
  const pages = isRead ? estimateTokenPages({ size, scans, start, restarts }) : 0;
  const tellsTotal = size > 0 && start === null;
  const counts = fields.has('totalCount') && !tellsTotal && !scans ? 1 : 0;
  place.estimate.add(place.flow.rows * (pages + counts));
  return times(place.flow, size);
}

/** Where a window begins; null for the list's beginning, and for a cursor that will be refused. */
const startOf = (place: Place): TokenPosition | null =>
  place.given('start', ({ after }, { cursors }) => {
    const position = typeof after === 'string' ? cursors.peek(after) : null;
    if (position === null) return null;
    try {
      return decodePosition(position);
    } catch {
      return null;
    }
  });
