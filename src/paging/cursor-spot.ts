/** How a place in a token-paged list travels in a cursor. */

import type { Position } from './cursor.ts';
import { foreignPosition } from './cursor.ts';
import type { Spot } from './cursor-pages.ts';
import { isOrder } from './place.ts';

export function positionOf(spot: Spot): Position {
  const { token, from, hop, anchor, index, order, key, total, next } = spot;
  return ['c', token, from, hop, anchor, index, order, key, total, next];
}

/** @throws UserInputError for a position of another style of list. */
export function readSpot(position: Position): Spot {
  const [style, token, from, hop, anchor, index, order, key, total, next] = position;
  if (
    style === 'c' &&
    isText(token) &&
    isOrder(from) &&
    typeof hop === 'number' &&
    typeof anchor === 'string' &&
    typeof index === 'number' &&
    isOrder(order) &&
    isText(key) &&
    (total === null || typeof total === 'number') &&
    isText(next)
  ) {
    return { token, from, hop, anchor, index, order, key, total, next };
  }
  throw foreignPosition('after');
}

const isText = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';
