/** User links: users of the platform and of the CRM who are the same person, by e-mail address or alias. */

import type { GraphQLResolveInfo } from 'graphql';
import { users } from '../../contract/calls/user.ts';
import { normaliseEmail } from '../../contract/email-address.ts';
import { entityKey } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  emailOf,
  listOf,
  missingUpstreamField,
  textOf,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { times } from '../../engine/plan/cost-sum.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { needs } from '../../engine/plan/row-requirement.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import { keylessRow } from '../../fetch/read-by-key.ts';
import { wireList } from '../builder.ts';
import type { UserRow } from '../calls/platform-row.ts';
import { compareIds } from '../calls/statistic-loader.ts';
import { allUsers, allUsersCost } from '../calls/user-list.ts';
import { userRow } from '../calls/user-loader.ts';
import { reportIncomplete } from '../connection-type.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import { reads } from '../crm/record-plan.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { readAddresses } from './hidden-address.ts';
import { personSelection } from './party-link.ts';
import { peopleByEmail, peopleCost, sharers } from './people-lookup.ts';

/** Addresses of one user of the platform. */
const aliases = 5;

const usersByEmailCost: Cost = (fieldPlace) => {
  allUsersCost(fieldPlace);
  return times(fieldPlace.fanout, sharers);
};

export function defineUserLinks({ builder, calls, crm }: TypeRegistry): void {
  const crmUser = crmType(crm, 'User');
  builder.objectField(calls.user, 'crmUsers', (t) =>
    t.field({
      type: [crmUser.row],
      cost: peopleCost('User', { people: aliases, rows: aliases }),
      nullable: { list: true, items: false },
      description:
        "Users of the CRM with one of this user's e-mail addresses (main, aliases, trusted) in any case, inactive ones among them, by ascending id.",
      ...needs('user'),
      resolve: (row, _args, context, info) => {
        const selection = personSelection(context, info, crmUser.object, null);
        return peopleByEmail(context, crmUser.object, addressesOf(row.record), selection);
      },
    }),
  );
  builder.objectField(crmUser.row, 'users', (t) =>
    t.field({
      type: [calls.user],
      cost: usersByEmailCost,
      nullable: wireList,
      description:
        'Users of the call-analytics platform who have this e-mail address, as their main one, an alias or the trusted one, in any case, inactive ones among them, by ascending id.',
      ...reads(...crmUser.object.addresses),
      resolve: (row, _args, context, info) => usersByEmail(context, info, row),
    }),
  );
}

/** Addresses of a user. @throws SwitchboardError for a user with an unreadable address, whose owner is unknown */
function addressesOf(record: Row): readonly (string | null)[] {
  const { emailAddress, emailAliases, trustedEmailAddress } = record;
  return [emailAddress, ...(listOf(emailAliases) ?? []), trustedEmailAddress].map(emailOf);
}

/** Readable addresses of a user. */
function readableAddresses(record: Row): ReadonlySet<string> {
  const { emailAddress, emailAliases, trustedEmailAddress } = record;
  const aliases: readonly unknown[] = Array.isArray(emailAliases) ? emailAliases : [];
  const addresses = [emailAddress, ...aliases, trustedEmailAddress].map(normaliseEmail);
  return new Set(addresses.filter((address) => address !== null));
}

async function usersByEmail(
  context: GraphContext,
  info: GraphQLResolveInfo,
  row: CrmRow,
): Promise<UserRow[]> {
  // An address that is no text may be anybody's.
  const addresses = readAddresses(() =>
    row.object.addresses.map((name) => normaliseEmail(textOf(fieldOf(row, name)))),
  );
  const emails = addresses.filter((email) => email !== null);
  if (emails.length === 0) return [];
  const { byEmail, shortfall } = await directory(context);
  if (shortfall !== null) reportIncomplete(context, info, shortfall);
  const users = new Set(emails.flatMap((email) => byEmail.get(email) ?? []));
  // An error in the place of a user has no id.
  return [...users].sort((left, right) => compareIds(left.id ?? '', right.id ?? ''));
}

interface Directory {
  readonly byEmail: ReadonlyMap<string, UserRow[]>;
  /** Users missing from the list. */
  readonly shortfall: Shortfall | null;
}

/** Directory of users by address: the platform finds users by id only, so its whole list is read, once per request. */
const directory = memoizeByRequest(async (context: GraphContext): Promise<Directory> => {
  const { rows, shortfall } = await allUsers(context);
  // Without addresses in any row no user could be found, so that is an error.
  if (rows.length > 0 && rows.every(({ emailAddress }) => emailAddress === undefined))
    throw missingUpstreamField('emailAddress');
  const byEmail = new Map<string, UserRow[]>();
  for (const row of rows) {
    const id = entityKey(users, row);
    // An executor takes an Error in the place of a user for the failure of that item.
    const user = id === null ? (keylessRow(users) as never) : userRow(id, row);
    for (const email of readableAddresses(row))
      byEmail.set(email, [...(byEmail.get(email) ?? []), user]);
  }
  return { byEmail, shortfall };
});
