/** The answers the index must give, worked out by looking at every call: slow, short, and without any of its code. */

import type {
  CallsQuery,
  CallWindow,
  IndexFilter,
  Match,
  ParticipantKeys,
} from '../../src/participants/call-query.ts';
import type { FakeCall, FakeParty, FakeUser } from './platform.ts';

type Reason = Match['reason'];

export interface BruteForce {
  /** An alias stands for the user it belongs to. */
  person(email: string): string;
  window(ask: CallsQuery): CallWindow;
  all(subject: ParticipantKeys, filter?: IndexFilter): FakeCall[];
  matches(call: FakeCall, subject: ParticipantKeys, filter?: IndexFilter): Match[];
}

/** Members of a filter that the loop knows: another one would be ignored, and look like a fault of the index. */
const compared: ReadonlySet<string> = new Set<keyof IndexFilter>([
  ...(['from', 'to', 'directions', 'hosts', 'scopes'] as const),
  ...(['minDurationSeconds', 'includePrivate', 'roles', 'notLinkedTo'] as const),
]);

export function bruteForce(
  calls: readonly FakeCall[],
  users: readonly FakeUser[] = [],
): BruteForce {
  const mainOf = new Map<string, string>();
  for (const user of users)
    for (const other of [...(user.emailAliases ?? []), user.trustedEmailAddress ?? ''])
      if (other !== '') mainOf.set(plain(other), plain(user.emailAddress));
  const person = (email: string): string => mainOf.get(plain(email)) ?? plain(email);
  /** Everything a call could be found by. */
  const keys = new WeakMap<FakeCall, readonly string[]>();
  const keysOf = ({ context, primaryUserId, parties }: FakeCall): readonly string[] => [
    ...context,
    primaryUserId,
    ...parties.flatMap(({ emailAddress, userId, context: own = [] }) => [
      person(emailAddress ?? ''),
      userId ?? '',
      ...own.map((id) => id.slice(0, 15)),
    ]),
  ];
  // The same for every call: worked out once a subject.
  const wanted = new WeakMap<ParticipantKeys, ReturnType<typeof wantedOf>>();
  const wantedOf = ({ emails = [], crmIds = [], userIds }: ParticipantKeys) => ({
    emails: new Set(emails?.map((email) => person(email ?? ''))),
    crmIds: new Set(crmIds?.map((id) => id!.slice(0, 15))),
    userIds: new Set(userIds),
  });

  const matches = (call: FakeCall, subject: ParticipantKeys, filter: IndexFilter = {}): Match[] => {
    const { emails, crmIds, userIds } = wanted.get(subject) ?? wantedOf(subject);
    wanted.set(subject, { emails, crmIds, userIds });
    const known = keys.get(call) ?? keysOf(call);
    keys.set(call, known);
    if (!known.some((key) => emails.has(key) || crmIds.has(key) || userIds.has(key))) return [];
    const found = new Map<string, Match[]>();
    const add = (reason: Reason, key: string, party: FakeParty | null, isHost: boolean): void => {
      const list = found.get(`${reason} ${key}`) ?? [];
      const match: Match = {
        reason,
        key,
        partyId: party?.id ?? null,
        affiliation: party?.affiliation ?? null,
        roles: [
          ...(isHost ? (['HOST'] as const) : []),
          ...(party?.methods?.includes('Invitee') ? (['INVITEE'] as const) : []),
          ...(party?.methods?.includes('Attendee') ? (['ATTENDEE'] as const) : []),
        ],
      };
      if (!list.some((other) => other.partyId === match.partyId)) list.push(match);
      found.set(`${reason} ${key}`, list);
    };
    const isHost = (party: FakeParty): boolean => party.userId === call.primaryUserId;
    for (const id of call.context) if (crmIds.has(id)) add('CRM_CONTEXT', id, null, false);
    for (const party of call.parties) {
      const email = plain(party.emailAddress ?? '');
      if (email.includes('@') && emails.has(person(email)))
        add('EMAIL', email, party, isHost(party));
      if (party.userId && userIds.has(party.userId))
        add('USER', party.userId, party, isHost(party));
      for (const id of party.context ?? [])
        if (crmIds.has(id.slice(0, 15))) add('CRM_CONTEXT', id.slice(0, 15), party, isHost(party));
    }
    if (userIds.has(call.primaryUserId) && !call.parties.some(isHost))
      add('USER', call.primaryUserId, null, true);
    // Two parties who share an address are two: each has its own roles.
    return [...found.values()]
      .flat()
      .filter(({ roles }) => !filter.roles || filter.roles.some((role) => roles.includes(role)))
      .sort(
        (a, b) =>
          order(a.reason, b.reason) ||
          order(a.key, b.key) ||
          numeric(a.partyId ?? '', b.partyId ?? ''),
      );
  };

  const linksOf = ({ context, parties }: FakeCall): readonly string[] =>
    [...context, ...parties.flatMap((party) => party.context ?? [])].map((id) => id.slice(0, 15));

  const all = (subject: ParticipantKeys, filter: IndexFilter = {}): FakeCall[] => {
    const { from, to, directions, hosts, scopes, minDurationSeconds, includePrivate } = filter;
    for (const [name, value] of Object.entries(filter))
      if (value != null && !compared.has(name))
        throw new Error(`Expected members of a filter that this loop compares, got ${name}`);
    return calls
      .filter(
        (call) =>
          call.started >= (from ?? -Infinity) &&
          call.started < (to ?? Infinity) &&
          (!directions || directions.includes(call.direction)) &&
          (!hosts || hosts.includes(call.primaryUserId)) &&
          (!scopes || scopes.includes(call.scope)) &&
          call.duration >= (minDurationSeconds ?? 0) &&
          !(filter.notLinkedTo ?? []).some((id) => linksOf(call).includes(id.slice(0, 15))) &&
          !(includePrivate === false && call.isPrivate) &&
          matches(call, subject, filter).length > 0,
      )
      .sort((a, b) => a.started - b.started || numeric(a.id, b.id));
  };

  return {
    person,
    matches,
    all,
    window({ subject, filter, order: way = 'newest', first, last, after, before }) {
      const sorted = all(subject, filter);
      if (way === 'newest') sorted.reverse();
      const sign = way === 'newest' ? -1 : 1;
      const place = (call: FakeCall, at: { startedAt: number; callId: string }): number =>
        sign * (call.started - at.startedAt || numeric(call.id, at.callId));
      const inside = sorted.filter(
        (call) => (!after || place(call, after) > 0) && (!before || place(call, before) < 0),
      );
      const size = last ?? first ?? 0;
      const chosen =
        last === undefined ? inside.slice(0, size) : inside.slice(-size || inside.length);
      const isBefore = after ? sorted.some((call) => place(call, after) <= 0) : false;
      const isAfter = before ? sorted.some((call) => place(call, before) >= 0) : false;
      const more = inside.length > size;
      return {
        calls: chosen.map((call) => ({
          callId: call.id,
          startedAt: call.started,
          isPrivate: call.isPrivate,
          matches: matches(call, subject, filter),
        })),
        hasNext: last === undefined ? more : isAfter,
        hasPrevious: last === undefined ? isBefore : more,
      };
    },
  };
}

const plains = new Map<string, string>();
const plain = (text: string): string => {
  const known = plains.get(text) ?? text.trim().toLowerCase();
  plains.set(text, known);
  return known;
};
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const numeric = (a: string, b: string): number => a.length - b.length || order(a, b);
