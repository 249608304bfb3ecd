/** Notices an upstream that sends a walk in circles, in constant memory and across requests. */

import { hash } from 'node:crypto';

/**
 * Brent's cycle detection over page tokens: one remembered token, renewed at every power of two,
 * is met again by a walk that goes in circles, whatever the circle's length. Small enough to
 * travel in every cursor.
 */
export interface LoopState {
  /** Pages before this one. */
  readonly hop: number;
  /** Hash of the remembered token; empty at the start. */
  readonly anchor: string;
}

export const loopStart: LoopState = { hop: 0, anchor: '' };

/** The state on the page that `token` leads to; null when the walk has been there before. */
export function advance(state: LoopState, token: string): LoopState | null {
  const mark = hash('sha256', token, 'base64url').slice(0, 10);
  if (mark === state.anchor) return null;
  const hop = state.hop + 1;
  const isPowerOfTwo = (hop & (hop - 1)) === 0;
  return { hop, anchor: isPowerOfTwo ? mark : state.anchor };
}
