/** People: the users of both systems that a viewer's person is, and for `team` everybody below. */

import { users } from '../contract/calls/user.ts';
import { normaliseEmail } from '../contract/email-address.ts';
import { entityKey, pageRows } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { idText } from '../contract/wire/upstream-value-reader.ts';
import { UpstreamError } from '../errors.ts';
import { listSite, rowsMissing } from '../fetch/incomplete-list.ts';
import { readTokenList } from '../fetch/token-list-reader.ts';
import { maxListPages } from '../fetch/token-window.ts';
import { KeptRead, type KeptSource, type Reading, sameSet } from './kept-read.ts';
import { idIn, readRecords, recordsOf } from './record-list.ts';
import type { AbsenceReason, FoundUser, RowViewer, ViewerPeople } from './row-access.ts';

/** What says who is below whom in the CRM. */
export type TeamRule = 'manager' | 'role';

interface PlatformUser {
  readonly id: string;
  readonly name: string | null;
  readonly isActive: boolean;
  readonly managerId: string | null;
  readonly main: string | null;
  readonly others: readonly string[];
}

interface PlatformUsers {
  readonly isConfigured: boolean;
  readonly all: ReadonlyMap<string, PlatformUser>;
  readonly byAddress: ReadonlyMap<string, readonly PlatformUser[]>;
  readonly below: Reports;
}

/** Users by who they report to. */
type Reports = ReadonlyMap<string, readonly string[]>;

/** Who is below whom in the CRM, and the addresses of those who are. */
interface CrmTeams {
  below(userId: string): ReadonlySet<string>;
  readonly emails: ReadonlyMap<string, string>;
}

const crmUsers = recordsOf('User');
const crmRoles = recordsOf('UserRole');

/** What all viewers of a tenant share: the platform's users, and the teams of the CRM. */
export class TenantPeople {
  readonly #source: KeptSource;
  readonly #rule: TeamRule;
  readonly #platform: KeptRead<PlatformUsers>;
  readonly #teams: KeptRead<CrmTeams>;

  constructor(source: KeptSource, rule: TeamRule) {
    this.#source = source;
    this.#rule = rule;
    this.#platform = new KeptRead(source, [users], readPlatformUsers);
    this.#teams = new KeptRead(
      source,
      [crmUsers],
      rule === 'role' ? readRoleTeams : readManagerTeams,
    );
  }

  /** The people of a viewer. */
  of({ level, person }: RowViewer): KeptRead<ViewerPeople> {
    const address = normaliseEmail(person);
    if (address === null) return new KeptRead(this.#source, [], async () => nobody('no person'));
    const read = async (reading: Reading): Promise<ViewerPeople> => {
      const platform = await reading.use(this.#platform);
      const platformUser = platformUserOf(platform, address);
      const addresses = new Set([address, ...addressesOf(platform, idsOf(platformUser))]);
      const crmUser = await readCrmUser(reading, addresses);
      const crmUserIds = idsOf(crmUser);
      const platformUserIds = idsOf(platformUser);
      if (level === 'team') {
        const teams = crmUser.id === null ? null : await reading.use(this.#teams);
        for (const id of teams?.below(crmUser.id ?? '') ?? []) crmUserIds.add(id);
        const below = this.#belowOnPlatform(platform, platformUser, crmUserIds, teams);
        for (const id of below) platformUserIds.add(id);
      }
      const emails = addressesOf(platform, platformUserIds);
      return { crmUserIds, platformUserIds, emails, crmUser, platformUser };
    };
    return new KeptRead(this.#source, [crmUsers, users], read, samePeople);
  }

  /** By the platform's own managers; the CRM's roles lead to users by their addresses. */
  #belowOnPlatform(
    platform: PlatformUsers,
    { id }: FoundUser,
    crmUserIds: ReadonlySet<string>,
    teams: CrmTeams | null,
  ): Iterable<string> {
    if (id === null) return [];
    if (this.#rule === 'manager') return everybodyBelow(platform.below, id);
    return [...crmUserIds].flatMap((userId) => {
      const address = teams?.emails.get(userId);
      return address === undefined ? [] : (platformUserOf(platform, address).id ?? []);
    });
  }
}

const idsOf = ({ id }: FoundUser): Set<string> => new Set(id === null ? [] : [id]);

const absent = (reason: AbsenceReason): FoundUser => ({ id: null, name: null, reason });

const nobody = (reason: AbsenceReason): ViewerPeople => ({
  crmUserIds: new Set(),
  platformUserIds: new Set(),
  emails: new Set(),
  crmUser: absent(reason),
  platformUser: absent(reason),
});

const samePeople = (left: ViewerPeople, right: ViewerPeople): boolean =>
  sameSet(left.crmUserIds, right.crmUserIds) &&
  sameSet(left.platformUserIds, right.platformUserIds) &&
  sameSet(left.emails, right.emails) &&
  sameUser(left.crmUser, right.crmUser) &&
  sameUser(left.platformUser, right.platformUser);

const sameUser = (left: FoundUser, right: FoundUser): boolean =>
  left.id === right.id && left.name === right.name && left.reason === right.reason;

/** Everybody below somebody, in any order. Circles end; whoever is missing has nobody below. */
function everybodyBelow(reports: Reports, id: string): Set<string> {
  const below = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const report of reports.get(at) ?? [])
      if (!below.has(report)) {
        below.add(report);
        open.push(report);
      }
  return below;
}

function grouped<T>(entries: readonly (readonly [string | null, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of entries) {
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Whether a system has no account: nobody is found there. */
const isNotConfigured = (error: unknown): boolean =>
  error instanceof UpstreamError && error.code === 'NOT_CONFIGURED';

// ---- the call platform

async function readPlatformUsers(reading: Reading): Promise<PlatformUsers> {
  try {
    return platformUsers(await readAllUsers(reading), true);
  } catch (error) {
    if (isNotConfigured(error)) return platformUsers(new Map(), false);
    throw error;
  }
}

async function readAllUsers(reading: Reading): Promise<ReadonlyMap<string, PlatformUser>> {
  const all = new Map<string, PlatformUser>();
  const list = {
    site: listSite(users),
    pageRows,
    key: userId,
    order: userId,
    fetch: ({ token, fresh }: { readonly token: string | null; readonly fresh: boolean }) =>
      reading.list(users, token === null ? {} : { cursor: token }, fresh),
  };
  for await (const { rows, shortfall } of readTokenList<Row>(list, maxListPages)) {
    // A missing user may be the person, or below.
    if (shortfall !== null) throw rowsMissing(list.site, shortfall);
    for (const { row, key } of rows) all.set(key, platformUser(key, row));
  }
  return all;
}

function platformUsers(
  all: ReadonlyMap<string, PlatformUser>,
  isConfigured: boolean,
): PlatformUsers {
  const addressed = [...all.values()].flatMap((user) =>
    addressesOfUser(user).map((address) => [address, user] as const),
  );
  return {
    isConfigured,
    all,
    byAddress: grouped(addressed),
    below: grouped([...all.values()].map(({ id, managerId }) => [managerId, id] as const)),
  };
}

const userId = (row: Row): string | null => entityKey(users, row);

function platformUser(id: string, row: Row): PlatformUser {
  const aliases = Array.isArray(row.emailAliases) ? (row.emailAliases as unknown[]) : [];
  const others = [...aliases, row.trustedEmailAddress].flatMap(
    (alias) => normaliseEmail(alias) ?? [],
  );
  const names = [row.firstName, row.lastName].filter((part) => typeof part === 'string');
  return {
    id,
    name: names.join(' ').trim() || null,
    isActive: row.active === true,
    managerId: idText(row.managerId),
    main: normaliseEmail(row.emailAddress),
    others,
  };
}

const addressesOfUser = ({ main, others }: PlatformUser): readonly string[] => [
  ...new Set([...(main === null ? [] : [main]), ...others]),
];

/** The user with the address, a main one before an alias, an active one before others. */
function platformUserOf({ isConfigured, byAddress }: PlatformUsers, address: string): FoundUser {
  if (!isConfigured) return absent('not configured');
  const all = byAddress.get(address) ?? [];
  const mains = all.filter(({ main }) => main === address);
  const candidates = mains.length > 0 ? mains : all;
  const active = candidates.filter(({ isActive }) => isActive);
  const [user, ...others] = active.length > 0 ? active : candidates;
  if (user === undefined) return absent('no user');
  return others.length > 0
    ? absent('several users')
    : { id: user.id, name: user.name, reason: null };
}

/** Addresses of users, without aliases that are the main address of somebody else. */
function addressesOf({ all, byAddress }: PlatformUsers, ids: ReadonlySet<string>): Set<string> {
  const addresses = new Set<string>();
  for (const id of ids) {
    const user = all.get(id);
    for (const address of user === undefined ? [] : addressesOfUser(user)) {
      const isOfAnother = byAddress
        .get(address)
        ?.some((other) => other.main === address && !ids.has(other.id));
      if (isOfAnother !== true || user?.main === address) addresses.add(address);
    }
  }
  return addresses;
}

// ---- the CRM

/** The one active user with any of the addresses. */
async function readCrmUser(reading: Reading, addresses: ReadonlySet<string>): Promise<FoundUser> {
  try {
    const rows = await readRecords(reading, {
      entity: crmUsers,
      object: 'User',
      select: ['Name', 'Email', 'IsActive'],
      where: {
        op: 'and',
        conditions: [
          { op: 'in', path: 'Email', values: [...addresses].sort() },
          { op: 'eq', path: 'IsActive', value: true },
        ],
      },
    });
    // A service that knows no such filter returns everybody.
    const [row, ...others] = rows.filter(
      ({ Email, IsActive }) => IsActive === true && addresses.has(normaliseEmail(Email) ?? ''),
    );
    const id = row === undefined ? null : idIn(row, 'Id');
    if (row === undefined || id === null) return absent('no user');
    if (others.length > 0) return absent('several users');
    return { id, name: typeof row.Name === 'string' ? row.Name : null, reason: null };
  } catch (error) {
    if (isNotConfigured(error)) return absent('not configured');
    throw error;
  }
}

/** Inactive users count: what they own is somebody's to look after. */
async function readManagerTeams(reading: Reading): Promise<CrmTeams> {
  const rows = await readRecords(reading, {
    entity: crmUsers,
    object: 'User',
    select: ['ManagerId'],
    where: { op: 'ne', path: 'ManagerId', value: null },
  });
  const reports = grouped(
    rows.map((row) => [idIn(row, 'ManagerId'), idIn(row, 'Id') ?? ''] as const),
  );
  return { below: (id) => everybodyBelow(reports, id), emails: new Map() };
}

/** Below are the users of all roles below, not those of the same. */
async function readRoleTeams(reading: Reading): Promise<CrmTeams> {
  const [roles, members] = await Promise.all([
    readRecords(reading, {
      entity: crmRoles,
      object: 'UserRole',
      select: ['ParentRoleId'],
      where: { op: 'ne', path: 'ParentRoleId', value: null },
    }),
    readRecords(reading, {
      entity: crmUsers,
      object: 'User',
      select: ['UserRoleId', 'Email'],
      where: { op: 'ne', path: 'UserRoleId', value: null },
    }),
  ]);
  const below = grouped(
    roles.map((row) => [idIn(row, 'ParentRoleId'), idIn(row, 'Id') ?? ''] as const),
  );
  const users = members.map((row) => ({
    id: idIn(row, 'Id') ?? '',
    roleId: idIn(row, 'UserRoleId'),
    email: normaliseEmail(row.Email),
  }));
  const usersOf = grouped(users.map(({ roleId, id }) => [roleId, id] as const));
  const roleOf = new Map(users.map(({ id, roleId }) => [id, roleId]));
  return {
    below(id) {
      const roleId = roleOf.get(id) ?? null;
      const roleIds = roleId === null ? [] : [...everybodyBelow(below, roleId)];
      // In a circle of roles the person's own is below itself.
      return new Set(
        roleIds.filter((other) => other !== roleId).flatMap((role) => usersOf.get(role) ?? []),
      );
    },
    emails: new Map(
      users.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])),
    ),
  };
}
