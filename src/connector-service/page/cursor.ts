/** Cursors of the call-analytics platform: opaque, signed, expiring, and good only for the request that got them. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Continuation } from '../backend.ts';
import { refusedCursor } from '../http/refusal.ts';

export interface CursorOptions {
  readonly key: Uint8Array;
  readonly clock: () => number;
  readonly lifeMs: number;
}

export interface CursorCodec {
  /** A token that continues at `next`; `scope` is what must be the same when it comes back. */
  seal(scope: string, next: Continuation): string;
  /** @throws BackendError 400 as the platform refuses an expired, foreign or mangled cursor. */
  open(scope: string, cursor: string): Continuation;
}

/** Expiry in epoch ms, digest of the scope, where to go on. */
type Payload = readonly [expires: number, scope: string, next: Continuation];

export function cursorCodec({ key, clock, lifeMs }: CursorOptions): CursorCodec {
  const sign = (text: string): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, 16);

  return {
    seal(scope, next) {
      const payload: Payload = [clock() + lifeMs, digest(scope), next];
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `${body}.${sign(body).toString('base64url')}`;
    },

    open(scope, cursor) {
      const [body = '', signature = ''] = cursor.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw refusedCursor('foreign');
      }
      const [expires, of, next] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload;
      if (of !== digest(scope)) throw refusedCursor('foreign');
      if (clock() >= expires) throw refusedCursor('expired');
      return next;
    },
  };
}

function digest(scope: string): string {
  return createHash('sha256').update(scope).digest('base64url').slice(0, 16);
}
