/** People and records of calls, and users of both systems, each found from the other side. */

import type { ExtensiveCallRecord } from '../../../src/contract/calls/call.ts';
import type { PartyRecord } from '../../../src/contract/calls/call-content.ts';
import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import { type Join, plain } from '../../graph/links/everything.ts';
import type { TruthRow } from '../truth.ts';
import { contacts, most, orNull, spokenWith } from './link-owner.ts';
import type { RawTables } from './raw-table.ts';
import type { MatrixList, Owner } from './row.ts';

interface People {
  readonly fields: readonly string[];
  readonly type: 'Call' | 'User' | 'CrmUser' | 'Contact';
  readonly ask: string;
  readonly items: (value: TruthRow) => readonly unknown[];
  readonly owners: (raw: RawTables) => Promise<readonly Owner[]>;
}

const recordOf = (match: TruthRow): unknown => match && (match.record?.upstreamId ?? null);
const linked = (of: Pick<PartyRecord, 'context'>, type: string): readonly string[] =>
  (of.context ?? []).flatMap(({ objects }) =>
    objects.filter(({ objectType }) => objectType === type).map(({ objectId }) => objectId),
  );

/** Ids of the records a party can be: linked by the platform, or by address. */
function recordsOf(join: Join, party: PartyRecord, type: 'Contact' | 'Lead' | 'User') {
  const { all } = join;
  const tables = { Contact: all.contacts, Lead: all.leads, User: all.crmUsers };
  const email = party.emailAddress ? plain(party.emailAddress) : null;
  const known = new Set(tables[type].map(({ Id }) => Id));
  return [
    ...new Set([
      ...linked(party, type).filter((id) => known.has(id)),
      ...tables[type]
        .filter((one) => email && one.Email && plain(one.Email) === email)
        .map(({ Id }) => Id),
    ]),
  ];
}

const callOwners =
  (keys: (join: Join, call: ExtensiveCallRecord) => readonly string[]) =>
  async (raw: RawTables): Promise<readonly Owner[]> => {
    const join = await raw.join();
    return join.all.calls
      .slice(-60)
      .map((call) => ({ id: encodeGlobalId('Call', call.metaData.id), truth: keys(join, call) }))
      .sort((a, b) => b.truth.length - a.truth.length)
      .slice(0, 8);
  };

const inParties = (type: 'Contact' | 'Lead' | 'User') =>
  callOwners((join, { parties = [] }) => [
    ...new Set(parties.flatMap((party) => recordsOf(join, party, type))),
  ]);

const byParty = (type: 'Contact' | 'Lead' | 'User') =>
  callOwners((join, { parties = [] }) =>
    parties.flatMap((party) => recordsOf(join, party, type).map((id) => `${party.id} ${id}`)),
  );

const partyMatches = (value: TruthRow, name: string): readonly unknown[] =>
  orNull(value).flatMap((party: TruthRow) =>
    orNull(party?.[name]).map((match: TruthRow) => {
      const record = recordOf(match);
      return record === null ? null : `${party.upstreamId} ${record}`;
    }),
  );

const addresses = (user: TruthRow): readonly string[] =>
  [user.emailAddress, user.trustedEmailAddress, ...(user.emailAliases ?? [])]
    .filter((one) => one)
    .map(plain);

export const peopleLists: readonly MatrixList[] = (
  [
    ...(
      [
        ['contacts', 'Contact'],
        ['leads', 'Lead'],
      ] as const
    ).map(([name, type]) => ({
      fields: [`Call.${name}`],
      type: 'Call' as const,
      ask: `${name} { record { upstreamId } }`,
      items: (value: TruthRow) => orNull(value).map(recordOf),
      owners: inParties(type),
    })),
    {
      fields: ['Call.accounts'],
      type: 'Call',
      ask: 'accounts { record { upstreamId } }',
      items: (value) => orNull(value).map(recordOf),
      owners: callOwners((join, call) => {
        const known = new Set(join.all.accounts.map(({ Id }) => Id));
        const ids = new Set(
          (call.parties ?? []).flatMap((party) => recordsOf(join, party, 'Contact')),
        );
        const own = join.all.contacts.filter(({ Id }) => ids.has(Id)).map((one) => one.AccountId);
        return [...new Set([...linked(call, 'Account'), ...own])].filter(
          (id): id is string => typeof id === 'string' && known.has(id),
        );
      }),
    },
    {
      fields: ['Call.opportunities'],
      type: 'Call',
      ask: 'opportunities { record { upstreamId } }',
      items: (value) => orNull(value).map(recordOf),
      owners: callOwners((join, call) => {
        const known = new Set(join.all.opportunities.map(({ Id }) => Id));
        return [...new Set(linked(call, 'Opportunity'))].filter((id) => known.has(id));
      }),
    },
    ...(
      [
        ['contactMatches', 'Contact'],
        ['leadMatches', 'Lead'],
        ['crmUserMatches', 'User'],
      ] as const
    ).map(([name, type]) => ({
      fields: [`Party.${name}`],
      type: 'Call' as const,
      ask: `parties { upstreamId ${name} { record { upstreamId } } }`,
      items: (value: TruthRow) => partyMatches(value, name),
      owners: byParty(type),
    })),
    {
      fields: ['User.crmUsers'],
      type: 'User',
      ask: 'crmUsers { upstreamId }',
      items: (value) => orNull(value).map((one: TruthRow) => one?.upstreamId),
      owners: async (raw) => {
        const { all } = await raw.join();
        return all.users.slice(0, 12).map((user) => ({
          id: encodeGlobalId('User', user.id),
          truth: all.crmUsers
            .filter(({ Email }) => Email !== null && addresses(user).includes(plain(Email)))
            .map(({ Id }) => Id),
        }));
      },
    },
    {
      fields: ['CrmUser.users'],
      type: 'CrmUser',
      ask: 'users { upstreamId }',
      items: (value) => orNull(value).map((one: TruthRow) => one?.upstreamId),
      owners: async (raw) => {
        const { all } = await raw.join();
        return all.crmUsers.slice(0, 12).map(({ Id, Email }) => ({
          id: encodeGlobalId('CrmUser', Id),
          truth: all.users
            .filter((user) => Email !== null && addresses(user).includes(plain(Email)))
            .map(({ id }) => id),
        }));
      },
    },
    ...(
      [
        ['contacts', 'contacts'],
        ['leads', 'leads'],
        ['crmUsers', 'crmUsers'],
      ] as const
    ).map(([name, rows]) => ({
      fields: [`PersonSpokenWith.${name}`],
      type: 'Contact' as const,
      ask: `peopleSpokenWith(first: 100) { people { email ${name} { upstreamId } } }`,
      items: (value: TruthRow) =>
        orNull(value?.people).flatMap((person: TruthRow) =>
          orNull(person?.[name]).map((one: TruthRow) => one && `${person.email} ${one.upstreamId}`),
        ),
      owners: (raw: RawTables) =>
        most(raw, contacts, (join, subject) => {
          const spoken = spokenWith(join, subject).map((text) => text.split(': ')[0]!);
          return spoken.flatMap((email) => {
            // A person found by the main address is looked up by that address alone.
            return join.all[rows]
              .filter(({ Email }) => Email !== null && plain(Email) === email)
              .map(({ Id }) => `${email} ${Id}`);
          });
        }),
    })),
  ] satisfies readonly People[]
).map(({ fields, type, ask, items, owners }) => ({
  name: fields[0]!,
  covers: fields,
  host: type,
  kind: 'people',
  indexed: true as const,
  example: false,
  windows: 'none' as const,
  announced: false,
  inside: 'row' as const,
  owners,
  ask: () => ask,
  items,
  key: (item: string) => item,
}));
