/** People and records that own calls, for the lists below them: what each should have, from the raw tables. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { Join, Subject } from '../../graph/links/everything.ts';
import type { RawTables } from './raw-table.ts';
import type { Owner } from './row.ts';

type Kind = readonly [type: string, subjects: (join: Join) => readonly [string, Subject][]];

export const contacts: Kind = [
  'Contact',
  (join) => join.all.contacts.map((one) => [one.Id, join.contact(one)]),
];
export const kinds: readonly Kind[] = [
  contacts,
  ['Lead', (join) => join.all.leads.map((one) => [one.Id, join.contact(one)])],
  ['Account', (join) => join.all.accounts.slice(0, 60).map((one) => [one.Id, join.account(one)])],
  ['Opportunity', (join) => join.all.opportunities.map((one) => [one.Id, join.deal(one)])],
  ['User', (join) => join.all.users.map((one) => [one.id, { userIds: [one.id] }])],
];

/** The three with most. */
export async function most(
  raw: RawTables,
  [type, subjects]: Kind,
  keys: (join: Join, subject: Subject) => readonly string[],
): Promise<readonly Owner[]> {
  const join = await raw.join();
  const all = subjects(join).slice(0, 120);
  return all
    .map(([id, subject]) => ({ id: encodeGlobalId(type, id), truth: keys(join, subject) }))
    .sort((a, b) => b.truth.length - a.truth.length)
    .slice(0, 3);
}

export function spokenWith(join: Join, subject: Subject): readonly string[] {
  const addresses = join
    .callsOf(subject)
    .flatMap(({ call }) => [
      ...new Set(
        (call.parties ?? []).flatMap(({ emailAddress }) =>
          emailAddress ? [join.person(emailAddress)] : [],
        ),
      ),
    ]);
  return [...Map.groupBy(addresses, (one) => one)].map(([one, own]) => `${one}: ${own.length}`);
}

/** A list that is null where it should not be is one unreadable item. */
export const orNull = (list: readonly unknown[] | null | undefined): readonly unknown[] =>
  list ?? [null];
