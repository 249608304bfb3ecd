/** `switchboard doctor --as ADDRESS`: who the person is in both systems, what they will see, and why not more. */

import type { Access } from '../../config/access-file.ts';
import { rowLevelOf } from '../../config/access-reference.ts';
import type { Config } from '../../config.ts';
import { normaliseEmail } from '../../contract/email-address.ts';
import { counted, SwitchboardError } from '../../errors.ts';
import { startConnectorServices } from '../../main/connector-service.ts';
import { openTenants } from '../../main/open-tenant.ts';
import type {
  AbsenceReason,
  FoundUser,
  RowAccess,
  RowLevel,
  ViewerPeople,
} from '../../row-access/row-access.ts';

interface ViewerReport {
  readonly tenant: string;
  readonly isFound: boolean;
  readonly lines: readonly string[];
}

const quiet = { write: () => {} };

/** Reads what a gateway would, in each tenant. @param person normalised */
export async function viewerReports(config: Config, person: string): Promise<ViewerReport[]> {
  const { services, close } = startConnectorServices(config, quiet);
  try {
    const env = { ...config.environment, REDIS_URL: undefined };
    const tenants = openTenants(env, config.access, await services);
    try {
      const reports: ViewerReport[] = [];
      for (const tenant of tenants.names) {
        const accessOf = (level: RowAccess['level']) =>
          tenants.rowAccess(tenant, { level, person });
        const [own, team] = [accessOf('own'), accessOf('team')];
        if (own !== null && team !== null)
          reports.push(await reportOf(config.access, { tenant, person, own, team }));
      }
      return reports;
    } finally {
      await tenants.close();
    }
  } finally {
    await close();
  }
}

interface Examined {
  readonly tenant: string;
  readonly person: string;
  readonly own: RowAccess;
  readonly team: RowAccess;
}

async function reportOf(access: Access | null, examined: Examined): Promise<ViewerReport> {
  const { tenant, own, team } = examined;
  try {
    const [alone, withTeam] = [await own.people(), await team.people()];
    const { crmUser, platformUser } = alone;
    return {
      tenant,
      isFound: crmUser.id !== null || platformUser.id !== null,
      lines: [
        line('CRM', inSystem(crmUser, crmReasons, below(withTeam.crmUserIds))),
        line('Calls', inSystem(platformUser, platformReasons, below(withTeam.platformUserIds))),
        line('own', await seen(own, alone)),
        line('team', await seen(team, withTeam)),
        ...credentials(access, examined).map((text) => line('', text)),
      ],
    };
  } catch (error) {
    if (!(error instanceof SwitchboardError)) throw error;
    return { tenant, isFound: false, lines: [line('Failed', `${error.code}: ${error.message}`)] };
  }
}

const line = (title: string, text: string): string => `  ${title.padEnd(8)}${text}`;

const below = (ids: ReadonlySet<string>): number => Math.max(0, ids.size - 1);

type Reasons = Readonly<Record<AbsenceReason, string>>;

const crmReasons: Reasons = {
  'no person': 'names no person',
  'no user':
    'nobody: no active user has this address, or one that the call platform knows of the same person; nothing that belongs to somebody is shown',
  'several users':
    'nobody: several active users have this person’s addresses, and nobody can tell which it is; nothing that belongs to somebody is shown',
  'not configured': 'not connected',
};

const platformReasons: Reasons = {
  'no person': 'names no person',
  'no user': 'nobody: no user has this address, as the main one or an alias; no calls are shown',
  'several users': 'nobody: several users have this address; no calls are shown',
  'not configured': 'not connected',
};

const inSystem = ({ id, name, reason }: FoundUser, reasons: Reasons, people: number): string =>
  reason === null
    ? `${name ?? 'a user without a name'} (${id}), ${people === 0 ? 'nobody' : counted(people, 'user')} below`
    : reasons[reason];

/** What hangs on the people. */
async function seen(access: RowAccess, people: ViewerPeople): Promise<string> {
  const calls =
    people.platformUserIds.size === 0
      ? 'no calls'
      : `calls of ${counted(people.platformUserIds.size, 'user')} with ${counted(people.emails.size, 'address', 'addresses')}`;
  if (people.crmUserIds.size === 0) return `no accounts, no deals, ${calls}`;
  const anchors = await access.anchors();
  const { accountIds, dealIds, teamAccountIds, teamDealIds, accountIdsAbove } = anchors;
  const byTeam = teamAccountIds.size + teamDealIds.size;
  const anchored = `${counted(accountIds.size, 'account')} and ${counted(dealIds.size, 'deal')}`;
  return `${anchored} (${byTeam} by a team) with what refers to them, ${counted(accountIdsAbove.size, 'account')} above, ${calls}`;
}

const levelTexts: Readonly<Record<RowLevel, string>> = {
  own: 'own rows, not those of people below',
  team: 'rows of the team, not those of others',
  all: 'all rows that the connected user sees',
};

/** What the person's keys show; of tokens nobody knows beforehand which roles they bring. */
function credentials(access: Access | null, { tenant, person }: Examined): string[] {
  if (access === null)
    return ['there is no access file: whoever asks sees all rows that the connected user sees'];
  const keys = access.keys.filter(
    (key) => key.tenant === tenant && normaliseEmail(key.person) === person,
  );
  const levelOf = (roles: readonly string[]) => levelTexts[rowLevelOf(access, tenant, roles)];
  return [
    ...keys.map(({ name, roles }) => `key ${name} shows ${levelOf(roles)}`),
    ...(keys.length === 0 ? ['no key of the access file names this person'] : []),
    ...(access.issuers.length === 0
      ? []
      : [
          `a token without a known role shows ${levelOf([])}; with roles, the narrowest rows that one of them names`,
        ]),
  ];
}
