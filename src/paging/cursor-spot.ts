/** How a place in a token-paged list travels in a cursor. */

import type { Position } from './cursor.ts';
import { foreignPosition } from './cursor.ts';
import type { Spot } from './cursor-list.ts';
import { isOrder } from './place.ts';

/** Ties remembered at most: more rows of one order value than this may repeat when a list is cut anew. */
const maxTies = 100;

export function positionOf(spot: Spot): Position {
  const { token, from, hop, anchor, index, order, key, total, next, tied } = spot;
  const ties = spot.ties.slice(0, maxTies);
  return ['c', token, from, hop, anchor, index, order, key, total, next, tied, ...ties];
}

/** @throws UserInputError for a position of another style of list. */
export function readSpot(position: Position): Spot {
  const [style, token, from, hop, anchor, index, order, key, total, next, tied, ...ties] = position;
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
    isText(next) &&
    typeof tied === 'number' &&
    ties.every((tie) => typeof tie === 'string')
  ) {
    return { token, from, hop, anchor, index, order, key, total, next, tied, ties };
  }
  throw foreignPosition('after');
}

const isText = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';
