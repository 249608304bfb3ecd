/** The token endpoint: a client's id and secret for a bearer token that lasts some minutes. */

import { type Exchange, readObject, readText, sendJson } from '../http/exchange.ts';
import type { BearerGate } from './bearer.ts';

/**
 * `POST {client_id, client_secret}`, as JSON or as a form, answers
 * `{access_token, token_type, expires_in}` with `expires_in` in seconds.
 * @throws Refusal 401 for another id or secret.
 */
export async function issueToken(
  bearers: BearerGate,
  { request, response }: Exchange,
): Promise<void> {
  const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const body: Record<string, unknown> = form
    ? Object.fromEntries(new URLSearchParams(await readText(request)))
    : await readObject(request);
  const token = bearers.issue(body.client_id, body.client_secret);
  sendJson(response, 200, token, { 'cache-control': 'no-store' });
}
