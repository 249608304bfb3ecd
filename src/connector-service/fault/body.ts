/** Faults of the outside of an answer: the wrapper around it, its page block, and its last bytes. */

import type { ServerResponse } from 'node:http';
import type { Page } from '../execute/page.ts';
import { type Wrapped, type WrapperFacts, wrap } from '../execute/wrapper.ts';
import { sendText } from '../http/exchange.ts';
import type { WrapperForm } from '../option.ts';
import type { Strike } from './plan.ts';

/** The page in the wrapper the faults leave of it. */
export function wrapBadly(
  strike: Strike,
  form: WrapperForm,
  page: Page,
  facts: WrapperFacts,
): unknown {
  const other = strike.of('wrapper')?.effect.form;
  switch (other) {
    case 'other':
      return wrap(form === 'older' ? 'newer' : 'older', page, facts);
    case 'bare':
      return page.rows;
    case 'stranger':
      return { data: { items: page.rows, hasMore: !page.done }, ok: true };
    case 'null':
      return null;
    default:
      return withMetadata(strike, wrap(form, page, facts));
  }
}

function withMetadata(strike: Strike, wrapped: Wrapped): unknown {
  const form = strike.of('metadata')?.effect.form;
  if (form === undefined) return wrapped;
  const { connector_metadata: _replaced, ...others } = wrapped;
  if (form === 'missing') return others;
  return { ...others, connector_metadata: form === 'null' ? null : { pagination: null } };
}

/** Sends `text` as 200, or as much of it as the faults let through. */
export function sendBadly(strike: Strike, response: ServerResponse, text: string): void {
  const truncated = strike.of('truncated')?.effect;
  if (truncated === undefined) {
    sendText(response, 200, text, 'application/json');
    return;
  }
  const bytes = Buffer.from(text);
  const part = bytes.subarray(0, Math.floor(bytes.length * (truncated.at ?? 0.5)));
  const abrupt = truncated.close === 'abrupt';
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': abrupt ? bytes.length : part.length,
  });
  if (abrupt) response.write(part, () => response.socket?.resetAndDestroy());
  else response.end(part);
}
