/** Users of the platform and users of the CRM: the same people, by e-mail address or alias. */

import { createContextCache } from '@pothos/core';
import { UpstreamError } from '../../errors.ts';
import { ageOf } from '../../loaders/field-loader.ts';
import { keylessRow } from '../../loaders/filter-list.ts';
import { normaliseEmail } from '../../participants/key.ts';
import { type UserRecord, users } from '../../records/calls/user.ts';
import type { Row } from '../../wire/answer.ts';
import { absent, emailOf, idText, listOf } from '../../wire/value.ts';
import { UserRow } from '../calls/row.ts';
import { primeUsers } from '../calls/user-loader.ts';
import type { GraphContext } from '../context.ts';
import { reads } from '../crm/plan.ts';
import { type CrmRow, fieldOf } from '../crm/row.ts';
import { crmType } from '../crm/type.ts';
import { executeOptions } from '../execute-options.ts';
import { type Graph, wireList } from '../graph.ts';
import { needs } from '../needs.ts';
import { wantedOf } from './party.ts';
import { peopleByEmail } from './people-lookup.ts';

export function defineUserLinks({ builder, calls, crm }: Graph): void {
  const crmUser = crmType(crm, 'User');
  builder.objectField(calls.user, 'crmUsers', (t) =>
    t.field({
      type: [crmUser.row],
      nullable: { list: true, items: false },
      description:
        'Users of the CRM with the same e-mail address or one of its aliases, by ascending id.',
      ...needs('user'),
      resolve: (row, _args, context, info) => {
        const wanted = wantedOf(context, info, crmUser.object, null);
        return peopleByEmail(context, crmUser.object, addressesOf(row.record), wanted);
      },
    }),
  );
  builder.objectField(crmUser.row, 'users', (t) =>
    t.field({
      type: [calls.user],
      nullable: wireList,
      description:
        'Users of the call-analytics platform who have this e-mail address, as their main one or as an alias, by ascending id.',
      ...reads('Email'),
      resolve: (row, _args, context) => usersByEmail(context, row),
    }),
  );
}

/** @throws SwitchboardError for a user with an address that is none: whom it belongs to is not known then. */
function addressesOf(record: UserRecord | null): readonly (string | null)[] {
  if (record === null) return [];
  return [record.emailAddress, ...(listOf(record.emailAliases) ?? [])].map(emailOf);
}

/** Those that can be read. */
function knownAddresses({ emailAddress, emailAliases }: UserRecord): ReadonlySet<string> {
  const aliases: readonly unknown[] = Array.isArray(emailAliases) ? emailAliases : [];
  const addresses = [emailAddress, ...aliases].map(normaliseEmail);
  return new Set(addresses.filter((address) => address !== null));
}

async function usersByEmail(context: GraphContext, row: CrmRow): Promise<UserRow[]> {
  const email = normaliseEmail(fieldOf(row, 'Email'));
  if (email === null) return [];
  return (await directory(context)).get(email) ?? [];
}

type Directory = ReadonlyMap<string, UserRow[]>;

/** The platform finds users by id only, so its whole list is read, once a request, and kept by address. */
const directories = createContextCache((_context: GraphContext) => ({
  flight: null as Promise<Directory> | null,
}));

function directory(context: GraphContext): Promise<Directory> {
  const slot = directories(context);
  slot.flight ??= readDirectory(context);
  return slot.flight;
}

/** 10,000 users: more than the platform's largest customers have. */
const maxPages = 100;

async function readDirectory(context: GraphContext): Promise<Directory> {
  const byEmail = new Map<string, UserRow[]>();
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    if (page === maxPages) {
      throw new UpstreamError('SCAN_LIMIT', `Read ${maxPages} pages of users without an end.`, {
        service: users.system,
        entity: users.entity,
        action: 'list',
      });
    }
    const params: Row = cursor === null ? {} : { cursor };
    const answer = await context.connector.execute(users, 'list', params, executeOptions(context));
    context.sizes.learnUsers(context.tenant, answer.page.total);
    primeUsers(context, answer.rows, ageOf(answer));
    // Nobody would be found under any address, and nobody would know why.
    if (
      answer.rows.length > 0 &&
      answer.rows.every(({ emailAddress }) => emailAddress === undefined)
    )
      throw absent('emailAddress');
    for (const record of answer.rows as unknown as UserRecord[]) {
      const id = idText(record.id);
      // An executor takes an Error in the place of a user for the failure of that item.
      const user = id === null ? (keylessRow(users) as never) : new UserRow(id, record);
      for (const email of knownAddresses(record))
        byEmail.set(email, [...(byEmail.get(email) ?? []), user]);
    }
    cursor = answer.page.cursor;
  }
  return byEmail;
}
