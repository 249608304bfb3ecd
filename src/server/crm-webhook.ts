/** Webhook of the CRM: takes the ids of changed records from a client with the right to announce them. Nothing else in the message is believed or stored. */

import { normalizeCrmId } from '../contract/crm/id.ts';
import { isObject, parseJsonOrNull } from '../contract/wire/json.ts';
import { beginningOf } from '../errors.ts';
import { HttpError } from './error-response.ts';
import { readBody } from './graphql-params.ts';
import type { Route } from './http-server.ts';
import type { Authenticator } from './identity/authentication.ts';
import type { Quota } from './limit/admission.ts';
import { refuseForeign } from './origin-policy.ts';

export const crmWebhookPath = '/webhooks/crm';

/**
 * Forgets what was read of records, before it resolves: rows, answers, and whose rows hang on them.
 * @param ids of 18 characters, of any objects
 */
export type ForgetRecords = (tenant: string, ids: readonly string[]) => Promise<void>;

interface CrmWebhookOptions {
  readonly authenticator: Authenticator;
  readonly quota: Quota;
  readonly onRecords: ForgetRecords;
}

/** What one change of the CRM's own interfaces touches at most is 2,000 records. */
const mostRecords = 2_000;
const body = { maxBytes: 2 ** 17, maxDepth: 4 };

/** Answers `{ "accepted": 2 }` once the records are forgotten. */
export function createCrmWebhookRoute({
  authenticator,
  quota,
  onRecords,
}: CrmWebhookOptions): Route {
  return async (request, response, record) => {
    if (request.method !== 'POST')
      throw new HttpError(405, 'BAD_USER_INPUT', 'Expected POST.', { headers: { allow: 'POST' } });
    refuseForeign(request, []);
    const { headers } = request;
    record.identity = await authenticator.authenticate(headers.authorization, headers);
    const { tenant, permissions } = record.identity;
    if (!permissions.has('announce-changes'))
      throw new HttpError(
        403,
        'FORBIDDEN',
        'Expected a client with the permission announce-changes; got one without it.',
        { unread: true },
      );
    await quota.spend(record.identity);
    const ids = recordIdsIn(await readBody(request, body));
    await onRecords(tenant, ids);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ accepted: ids.length }));
  };
}

/** Each once. @throws HttpError 400 that says what came in place of an id */
function recordIdsIn(text: string): readonly string[] {
  const message = parseJsonOrNull(text);
  const values: unknown = isObject(message) ? message.crmRecords : null;
  if (!Array.isArray(values)) throw unexpected('something else');
  if (values.length === 0 || values.length > mostRecords) throw unexpected(`${values.length}`);
  const ids = values.map((value: unknown) => {
    const id = typeof value === 'string' ? normalizeCrmId(value) : null;
    if (id === null) throw unexpected(beginningOf(JSON.stringify(value), 40));
    return id;
  });
  return [...new Set(ids)];
}

const unexpected = (got: string): HttpError =>
  new HttpError(
    400,
    'BAD_USER_INPUT',
    `Expected { "crmRecords": […] } with 1 to ${mostRecords} ids of 15 or 18 characters; got ${got}.`,
  );
