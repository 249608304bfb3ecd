/** The one request that is not an execute: the exchange of a client's id and secret for a token. */

import { Pool } from 'undici';
import type { Limits, Surroundings } from './option.ts';
import type { PostJson } from './token.ts';

/** A fresh connection each time: it happens every few minutes at most. */
export function createExchange({ attemptMs }: Limits, { clock }: Surroundings): PostJson {
  return async (url, body) => {
    const { origin, pathname, search } = new URL(url);
    const pool = new Pool(origin, { connections: 1, maxResponseSize: 1_000_000 });
    const stop = new AbortController();
    const cancel = clock.setTimeout(() => stop.abort(), attemptMs);
    try {
      const response = await pool.request({
        path: pathname + search,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        signal: stop.signal,
      });
      return { status: response.statusCode, text: await response.body.text() };
    } finally {
      cancel();
      void pool.destroy();
    }
  };
}
