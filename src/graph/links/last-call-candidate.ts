/** Records that can have a last call since an instant, as the participant index names them: a list need not look at others. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { idOf } from '../../contract/wire/value.ts';
import type { CallFilter } from '../../participants/question.ts';
import { anyOf, type Condition, never } from '../../soql/query.ts';
import type { GraphContext } from '../context.ts';
import { fieldOf } from '../crm/row.ts';
import { executeOptions } from '../execute-options.ts';
import { peopleByEmail } from './people-lookup.ts';
import { oneOf } from './people-query.ts';

/** Keys that fit into one statement beside the rest of it. */
const maxKeys = 250;

/**
 * Worth it only for the keys of a short time: with more than fit into one statement, the list is
 * read instead. The answer is kept for the list's later stretches.
 * @param since null where any last call fits, or none.
 */
export function candidates(
  context: GraphContext,
  object: CrmObject,
  { viaContactRoles }: { readonly viaContactRoles: boolean },
  since: number | null,
  { includePrivate }: CallFilter,
): (read: number) => Promise<Condition | undefined> {
  if (since === null || viaContactRoles) return async () => undefined;
  const keys = (kind: 'crm' | 'email', prefix = '') =>
    keysSince(context, { kind, prefix, after: since, includePrivate, first: maxKeys });
  const contact = context.model.object('Contact')!;
  const find = async (): Promise<Condition | undefined> => {
    const ids = await keys('crm', object.keyPrefix);
    if (ids === null) return undefined;
    if (object.name === 'Opportunity') return oneOf('Id', ids) ?? never;
    const emails = await keys('email');
    const { addresses } = object.name === 'Account' ? contact : object;
    if (emails === null || ids.length + emails.length * addresses.length > maxKeys)
      return undefined;
    if (object.name !== 'Account') {
      return anyOf(oneOf('Id', ids), ...addresses.map((path) => oneOf(path, emails))) ?? never;
    }
    const people = await peopleByEmail(context, contact, emails, wantedAccount);
    const accounts = people.flatMap((row) => idOf(fieldOf(row, 'AccountId')) ?? []);
    return oneOf('Id', [...new Set([...ids, ...accounts.map((id) => id.slice(0, 15))])]) ?? never;
  };
  let found: Promise<Condition | undefined> | undefined;
  return async (read) => {
    // The accounts of contacts cost a call: worth it once a thousand accounts were not enough.
    if (object.name === 'Account' && read < 2) return undefined;
    found ??= find();
    return found;
  };
}

/** Of a contact. */
const wantedAccount = { paths: new Set(['AccountId']), windows: [] };

/** Ascending; null when there are more than asked for. */
async function keysSince(
  { participants, tenant, ...context }: GraphContext,
  ask: Parameters<GraphContext['participants']['keysWithLastCall']>[1],
): Promise<string[] | null> {
  const options = executeOptions({ participants, tenant, ...context });
  const { value } = await participants.keysWithLastCall(tenant, ask, options);
  return value.hasNext ? null : value.keys.map(({ key }) => key);
}
