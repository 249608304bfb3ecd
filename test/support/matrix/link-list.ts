/** Lists that join both systems: calls of people and records, people and records of calls, what the index counts, and nodes by id. */

import type { ExtensiveCallRecord } from '../../../src/contract/calls/call.ts';
import type { PartyRecord } from '../../../src/contract/calls/call-content.ts';
import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import { type Join, plain, type Subject } from '../../graph/links/everything.ts';
import type { TruthRow } from '../truth.ts';
import { today } from '../world.ts';
import type { RawTables } from './raw-table.ts';
import { connectionRow, type MatrixList, type Owner } from './row.ts';

const from = '2026-03-02T00:00:00Z';
const inRange = { from: Date.parse(from), to: today.getTime() };

type Kind = readonly [type: string, subjects: (join: Join) => readonly [string, Subject][]];

const contacts: Kind = [
  'Contact',
  (join) => join.all.contacts.map((one) => [one.Id, join.contact(one)]),
];
const kinds: readonly Kind[] = [
  contacts,
  ['Lead', (join) => join.all.leads.map((one) => [one.Id, join.contact(one)])],
  ['Account', (join) => join.all.accounts.slice(0, 60).map((one) => [one.Id, join.account(one)])],
  ['Opportunity', (join) => join.all.opportunities.map((one) => [one.Id, join.deal(one)])],
  ['User', (join) => join.all.users.map((one) => [one.id, { userIds: [one.id] }])],
];

/** The three with most. */
async function most(
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

const relatedCalls: readonly MatrixList[] = kinds.map((kind) =>
  connectionRow(`${kind[0]}.relatedCalls`, {
    kind: 'related calls',
    indexed: true,
    windows: 'both',
    example: kind[0] !== 'Lead' && kind[0] !== 'Opportunity',
    node: 'upstreamId title',
    beside: 'coverage { completeFrom completeTo }',
    owners: (raw) => most(raw, kind, (join, subject) => join.callsOf(subject).map(({ id }) => id)),
  }),
);

/** The order is known before the deals are read by their ids. */
const bySilence: MatrixList = connectionRow('Query.opportunitiesBySilence', {
  kind: 'by silence',
  indexed: true,
  windows: 'both',
  args: 'timeZone: "UTC", filter: { isClosed: { eq: false } }',
  beside: 'coverage { completeFrom completeTo }',
  async owners(raw) {
    const open = (await raw.join()).all.opportunities.filter(({ IsClosed }) => !IsClosed);
    return [{ id: null, truth: open.map(({ Id }) => Id) }];
  },
});

interface Insight {
  readonly fields: readonly string[];
  readonly ask: string;
  readonly items: (value: TruthRow) => readonly unknown[];
  readonly truth: (join: Join, subject: Subject) => readonly string[];
}

const dayMs = 86_400_000;
const mondayOf = (at: number): number =>
  at - (((new Date(at).getUTCDay() + 6) % 7) * dayMs + (at % dayMs));

function weeks(join: Join, subject: Subject): readonly string[] {
  const counts = new Map<number, number>();
  for (let at = mondayOf(inRange.from); at < inRange.to; at += 7 * dayMs) counts.set(at, 0);
  for (const { startedAt } of join.callsOf(subject, inRange))
    counts.set(mondayOf(startedAt), counts.get(mondayOf(startedAt))! + 1);
  return [...counts].map(([at, count]) => `${at}: ${count}`);
}

function trackers(join: Join, subject: Subject): readonly [id: string, at: number, n: number][] {
  return join
    .callsOf(subject, inRange)
    .flatMap(({ call, startedAt }) =>
      (call.content?.trackers ?? [])
        .filter(({ count }) => count > 0)
        .map(({ id, count }): [string, number, number] => [
          id,
          startedAt - (startedAt % dayMs),
          count,
        ]),
    );
}

function spokenWith(join: Join, subject: Subject): readonly string[] {
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

const sums = (all: readonly (readonly [string, number])[]): readonly string[] =>
  [...Map.groupBy(all, ([name]) => name)].map(
    ([name, own]) => `${name}: ${own.reduce((sum, [, n]) => sum + n, 0)}`,
  );

/** A list that is null where it should not be is one unreadable item. */
const orNull = (list: readonly unknown[] | null | undefined): readonly unknown[] => list ?? [null];

const insights: readonly MatrixList[] = (
  [
    {
      fields: ['CallsPerPeriod.periods'],
      ask: `callsPerPeriod(bucket: WEEK, from: "${from}") { periods { startsAt calls } }`,
      items: (value) =>
        orNull(value?.periods).map(
          (one: TruthRow) => one && `${Date.parse(one.startsAt)}: ${one.calls}`,
        ),
      truth: weeks,
    },
    {
      fields: ['TrackersOverTime.trackers'],
      ask: `trackersOverTime(bucket: DAY, from: "${from}") { trackers { trackerId count } }`,
      items: (value) =>
        orNull(value?.trackers).map((one: TruthRow) => one && `${one.trackerId}: ${one.count}`),
      truth: (join, subject) => sums(trackers(join, subject).map(([id, , n]) => [id, n])),
    },
    {
      fields: ['TrackerTrend.periods'],
      ask: `trackersOverTime(bucket: DAY, from: "${from}") { trackers { trackerId periods { startsAt count } } }`,
      items: (value) =>
        orNull(value?.trackers).flatMap((tracker: TruthRow) =>
          orNull(tracker?.periods).flatMap((one: TruthRow) => {
            if (one === null) return [null];
            // Whether days without any are listed is no matter of completeness.
            const text = `${tracker.trackerId} ${Date.parse(one.startsAt)}: ${one.count}`;
            return one.count === 0 ? [] : [text];
          }),
        ),
      truth: (join, subject) =>
        sums(trackers(join, subject).map(([id, at, n]) => [`${id} ${at}`, n])),
    },
    {
      fields: ['PeopleSpokenWith.people'],
      ask: 'peopleSpokenWith(first: 100) { people { email calls } }',
      items: (value) =>
        orNull(value?.people).map((one: TruthRow) => one && `${one.email}: ${one.calls}`),
      truth: spokenWith,
    },
    {
      fields: ['LastCall.matches'],
      ask: 'lastCall { matches { reason key } }',
      items: (value) => [
        ...new Set(
          orNull(value?.matches).map((one: TruthRow) => one && `${one.reason} ${one.key}`),
        ),
      ],
      truth: (join, subject) => join.callsOf(subject)[0]?.matches ?? [],
    },
    {
      fields: ['RelatedCallEdge.matches'],
      ask: 'relatedCalls(first: 20) { edges { node { upstreamId } matches { reason key } } }',
      items: (value) =>
        orNull(value?.edges).flatMap((edge: TruthRow) => [
          ...new Set(
            orNull(edge?.matches).map(
              (one: TruthRow) => one && `${edge.node?.upstreamId} ${one.reason} ${one.key}`,
            ),
          ),
        ]),
      truth: (join, subject) =>
        join
          .callsOf(subject)
          .slice(0, 20)
          .flatMap(({ id, matches }) => matches.map((one) => `${id} ${one}`)),
    },
  ] satisfies readonly Insight[]
).map(({ fields, ask, items, truth }) => ({
  name: fields[0]!,
  covers: fields,
  host: 'Contact',
  kind: 'insight',
  indexed: true as const,
  example: false,
  windows: 'none' as const,
  announced: true,
  inside: 'row' as const,
  owners: (raw: RawTables) => most(raw, contacts, truth),
  ask: () => ask,
  items,
  key: (item: string) => item,
}));

const callGroups: MatrixList = {
  name: 'CallGroups.groups',
  covers: ['CallGroups.groups', 'CallGroup.keys'],
  host: 'Query',
  kind: 'insight',
  indexed: true,
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const { all } = await raw.join();
    const hosts = Map.groupBy(all.calls, ({ metaData }) => metaData.primaryUserId);
    return [{ id: null, truth: [...hosts].map(([host, own]) => `${host}: ${own.length}`) }];
  },
  ask: () => 'callsAggregate(groupBy: [OWNER], first: 1000) { groups { count keys { value } } }',
  items: (value) => orNull((value as TruthRow)?.groups),
  key: (item: { count: number; keys: readonly { value: string | null }[] }) =>
    `${item.keys[0]?.value}: ${item.count}`,
};

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

const people: readonly MatrixList[] = (
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
            const same = [email, ...aliasesOf(join, email)];
            return join.all[rows]
              .filter(({ Email }) => Email !== null && same.includes(plain(Email)))
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

/** A person found by the main address is looked up by that address alone. */
const aliasesOf = (_join: Join, _email: string): readonly string[] => [];

const replies: MatrixList = {
  name: 'CallComment.replies',
  covers: ['CallComment.replies'],
  host: 'Call',
  kind: 'part of a Call',
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const rows = await raw.list('calls_extensive', {
      filter: { fromDateTime: '2026-10-01T00:00:00Z', toDateTime: '2026-10-25T00:00:00Z' },
      contentSelector: { exposedFields: { collaboration: { publicComments: true } } },
    });
    return rows
      .map((row) => ({
        id: encodeGlobalId('Call', row.metaData.id),
        truth: (row.collaboration?.publicComments ?? [])
          .filter((one: TruthRow) => one.inReplyTo !== null)
          .map((one: TruthRow) => `${one.inReplyTo} ${one.id}`),
      }))
      .sort((a, b) => b.truth.length - a.truth.length)
      .slice(0, 8);
  },
  ask: () => 'comments { upstreamId replies { upstreamId } }',
  items: (value) =>
    orNull(value as TruthRow).flatMap((one: TruthRow) =>
      orNull(one?.replies).map(
        (reply: TruthRow) => reply && `${one.upstreamId} ${reply.upstreamId}`,
      ),
    ),
  key: (item: string) => item,
};

const atCall: MatrixList = {
  name: 'Call.crmContextAtCall',
  covers: ['Call.crmContextAtCall'],
  host: 'Call',
  kind: 'part of a Call',
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const rows = await raw.list('calls_extensive', {
      filter: { fromDateTime: '2026-10-20T00:00:00Z', toDateTime: '2026-10-25T00:00:00Z' },
      contentSelector: { context: 'Extended', contextTiming: ['TimeOfCall'] },
    });
    return rows
      .map((row) => ({
        id: encodeGlobalId('Call', row.metaData.id),
        truth: linkedIds(row),
      }))
      .sort((a, b) => b.truth.length - a.truth.length)
      .slice(0, 8);
  },
  ask: () => 'crmContextAtCall { objects { objectId } }',
  items: (value) =>
    orNull(value as TruthRow).flatMap((one: TruthRow) =>
      orNull(one?.objects).map((object: TruthRow) => object?.objectId),
    ),
  key: (item: string) => item,
};

const linkedIds = (row: TruthRow): readonly string[] =>
  (row.context ?? []).flatMap((one: TruthRow) =>
    one.objects.map(({ objectId }: TruthRow) => objectId),
  );

/** Nodes and entities of a router, by id: each is what was asked for, or an error stands at its place. */
const byId: readonly MatrixList[] = ['Query.nodes', 'Query._entities'].map((field) => ({
  name: field,
  covers: [field],
  host: 'Query',
  kind: 'by id',
  indexed: true as const,
  example: true,
  windows: 'none' as const,
  announced: true,
  owners: async (raw: RawTables) => [
    {
      id: null,
      truth: [
        ...(await raw.table('Contact')).slice(0, 30).map(({ Id }) => Id),
        ...(await raw.list('calls', {})).slice(0, 30).map(({ id }) => id),
      ],
    },
  ],
  ask: () =>
    field === 'Query.nodes'
      ? 'nodes(ids: $ids) { ... on Contact { upstreamId name } ... on Call { upstreamId title } }'
      : '_entities(representations: $entities) { ... on Contact { upstreamId name } ... on Call { upstreamId title } }',
  items: (value: unknown) => value as readonly unknown[],
  key: (item: { upstreamId: string }) => item.upstreamId,
}));

/** Variables of the lists by id. */
export async function nodeVariables(raw: RawTables) {
  const contacts = (await raw.table('Contact')).slice(0, 30).map(({ Id }) => ['Contact', Id]);
  const calls = (await raw.list('calls', {})).slice(0, 30).map(({ id }) => ['Call', id]);
  const ids = [...contacts, ...calls].map(([type, id]) => [type!, encodeGlobalId(type!, id)]);
  return {
    ids: ids.map(([, id]) => id),
    entities: ids.map(([type, id]) => ({ __typename: type, id })),
  };
}

export const linkLists: readonly MatrixList[] = [
  ...relatedCalls,
  bySilence,
  ...insights,
  callGroups,
  ...people,
  replies,
  atCall,
  ...byId,
];
