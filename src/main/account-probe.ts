/** Account probe: identity and rights of own accounts, each right tried once with its cheapest call. */

import { platformOperations } from '../connector-service/backends/vendor/call-platform/operation.ts';
import { crmObjects } from '../connector-service/backends/vendor/crm/execute.ts';
import { callsExtensive, calls as platformCalls } from '../contract/calls/call.ts';
import { coaching } from '../contract/calls/coaching.ts';
import { libraryFolders } from '../contract/calls/library.ts';
import { settingsScorecards, statsActivityScorecards } from '../contract/calls/scorecard.ts';
import {
  statsActivityAggregate,
  statsActivityDayByDay,
  statsInteraction,
} from '../contract/calls/statistics.ts';
import { settingsTrackers } from '../contract/calls/tracker.ts';
import { callTranscripts } from '../contract/calls/transcript.ts';
import { users } from '../contract/calls/user.ts';
import { workspaces } from '../contract/calls/workspace.ts';
import { crmEntities, query } from '../contract/crm/entity.ts';
import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { type SystemName, UpstreamError } from '../errors.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';

interface Right {
  /** Purpose of the right, for a reader. */
  readonly name: string;
  /** The vendor's name of it: an OAuth scope of the call platform, an object of the CRM. */
  readonly right: string;
  readonly state:
    | 'works'
    | 'not permitted'
    | 'not tried'
    | 'not signed in'
    | 'not reachable'
    | 'failed';
  /** Why it does not work. */
  readonly reason: string | null;
}

export interface ProbedAccount {
  readonly system: SystemName;
  /** The organisation's, or the workspaces'; null where that may not be read. */
  readonly name: string | null;
  readonly rights: readonly Right[];
}

interface Probe {
  readonly name: string;
  readonly right: string;
  readonly entity: EntitySpec;
  /** Parameters from the findings of earlier probes; null where these are missing. */
  readonly params: (found: Found) => Readonly<Record<string, unknown>> | null;
  readonly learn?: (rows: readonly Row[], found: Found) => void;
}

/** Findings that later probes need. */
interface Found {
  readonly now: number;
  user: string | null;
  workspace: string | null;
  name: string | null;
}

const dayMs = 86_400_000;
const instant = (now: number, days: number): string => new Date(now + days * dayMs).toISOString();
const dateOf = (now: number, days: number): string => instant(now, days).slice(0, 10);
const textOf = (row: Row | undefined, name: string): string | null => {
  const value = row?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** A day of calls is enough to see whether they may be read. */
const lastDay = ({ now }: Found) => ({
  filter: { fromDateTime: instant(now, -1), toDateTime: instant(now, 0) },
});
const ofUser = ({ now, user }: Found) =>
  user === null
    ? null
    : { filter: { fromDate: dateOf(now, -3), toDate: dateOf(now, -1), userIds: [user] } };

const scopeOf = ({ entity }: EntitySpec): string =>
  platformOperations[`${entity} list`]?.scope ?? 'api:stats:scorecards';

const probe = (
  name: string,
  entity: EntitySpec,
  params: Probe['params'],
  more: Partial<Probe> = {},
): Probe => ({ name, right: scopeOf(entity), entity, params, ...more });

const platformProbes: readonly Probe[] = [
  probe('workspaces', workspaces, () => ({}), {
    learn: (rows, found) => {
      found.workspace = textOf(rows[0], 'id');
      found.name = rows.map((row) => textOf(row, 'name')).join(', ') || null;
    },
  }),
  probe('users', users, () => ({}), {
    learn: (rows, found) => {
      found.user = textOf(rows[0], 'id');
    },
  }),
  probe('calls', platformCalls, (found) => lastDay(found).filter),
  probe('parties and content of calls', callsExtensive, lastDay),
  probe(
    'recordings',
    callsExtensive,
    (found) => ({ ...lastDay(found), contentSelector: { exposedFields: { media: true } } }),
    { right: 'api:calls:read:media-url' },
  ),
  probe('transcripts', callTranscripts, lastDay),
  probe('activity of users', statsActivityAggregate, ofUser),
  probe('activity of users by day', statsActivityDayByDay, ofUser),
  probe('how users speak', statsInteraction, ofUser),
  probe('answered scorecards', statsActivityScorecards, ({ now }) => ({
    filter: { fromDateTime: instant(now, 0) },
  })),
  probe('scorecards', settingsScorecards, () => ({})),
  probe('trackers', settingsTrackers, () => ({})),
  probe('library', libraryFolders, ({ workspace }) =>
    workspace === null ? null : { workspaceId: workspace },
  ),
  probe('coaching', coaching, ({ now, user, workspace }) =>
    user === null || workspace === null
      ? null
      : {
          'workspace-id': workspace,
          'manager-id': user,
          from: instant(now, -2),
          to: instant(now, -1),
        },
  ),
];

const crmProbes: readonly Probe[] = [
  {
    name: 'organisation',
    right: 'Organization',
    entity: query,
    params: () => ({ q: 'SELECT Name FROM Organization LIMIT 1' }),
    learn: (rows, found) => {
      found.name = textOf(rows[0], 'Name');
    },
  },
  ...Object.entries(crmObjects).map(
    ([entity, right]): Probe => ({
      name: entity.replace('_', ' '),
      right,
      entity: crmEntities.find((spec) => spec.entity === entity)!,
      params: () => ({ q: `SELECT Id FROM ${right} LIMIT 1` }),
    }),
  ),
];

/**
 * Tries every right of every configured account, one call each, behind all interactive requests.
 * @param reasonOf the failure of the system's last operation, for readers who may see more than a client of the graph.
 */
export async function probeAccounts(
  connector: UpstreamConnector,
  now: number,
  priority: 'interactive' | 'background',
  reasonOf: (system: SystemName) => string | undefined = () => undefined,
): Promise<readonly ProbedAccount[]> {
  const probes = { 'call-analytics': platformProbes, crm: crmProbes } as const;
  const configured = (['call-analytics', 'crm'] as const).filter(
    (system) => connector.health(system) !== null,
  );
  return Promise.all(
    configured.map(async (system) => {
      const found: Found = { now, user: null, workspace: null, name: null };
      const rights: Right[] = [];
      const tryOne = async (one: Probe): Promise<Right> => {
        const right = await tryRight(connector, one, found, priority);
        const isExplained = right.state !== 'works' && right.state !== 'not tried';
        return isExplained ? { ...right, reason: reasonOf(system) ?? right.reason } : right;
      };
      for (const one of probes[system]) rights.push(hopeless(rights, one) ?? (await tryOne(one)));
      return { system, name: found.name, rights };
    }),
  );
}

/** After a failed sign-in, or two calls without an answer, all further probes would fail alike. */
function hopeless(rights: readonly Right[], { name, right }: Probe): Right | null {
  const [before, last] = rights.slice(-2).map(({ state }) => state);
  const isOut = [before, last].includes('not signed in');
  const isDead = before === 'not reachable' && last === 'not reachable';
  return isOut || isDead ? { ...rights.at(-1)!, name, right } : null;
}

async function tryRight(
  connector: UpstreamConnector,
  { name, right, entity, params, learn }: Probe,
  found: Found,
  priority: 'interactive' | 'background',
): Promise<Right> {
  const sent = params(found);
  if (sent === null)
    return { name, right, state: 'not tried', reason: 'needs a user or a workspace to ask with' };
  for (let tries = 1; ; tries += 1) {
    try {
      const { rows } = await connector.execute(entity, 'list', sent, { cache: 'off', priority });
      learn?.(rows, found);
      return { name, right, state: 'works', reason: null };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // A gateway beside this one may have used up the second's calls: the next try waits for the platform's Retry-After.
      const isBusy = error.code === 'RATE_LIMITED' && (error.retryAfterMs ?? 0) <= longestPauseMs;
      if (!isBusy || tries === mostTries)
        return { name, right, state: stateOf(error), reason: error.message };
    }
  }
}

const longestPauseMs = 10_000;
const mostTries = 8;

function stateOf({ code, upstreamCode }: UpstreamError): Right['state'] {
  switch (code) {
    case 'UPSTREAM_FORBIDDEN':
      return 'not permitted';
    case 'UPSTREAM_AUTH':
      return 'not signed in';
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
    case 'RATE_LIMITED':
      return 'not reachable';
    default:
      // The CRM knows no object that its user may not see.
      return upstreamCode === 'INVALID_TYPE' ? 'not permitted' : 'failed';
  }
}
