/** Probes of the call platform: each right by its cheapest call. */

import { platformOperations } from '../connector-service/vendor/call-platform/operation.ts';
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
import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import type { ProbedObject } from './crm-probe.ts';

export interface Probe {
  readonly name: string;
  readonly right: string;
  readonly entity: EntitySpec;
  /** Parameters from the findings of earlier probes; null where these are missing. */
  readonly params: (findings: Found) => Readonly<Record<string, unknown>> | null;
  readonly learn?: (rows: readonly Row[], findings: Found) => void;
  /** Object of the CRM that is probed. */
  readonly object?: ProbedObject;
}

/** Findings that later probes need. */
export interface Found {
  readonly now: number;
  /** Whether the answers are recorded: then rows are wanted, with all that the platform has of them. */
  readonly isRecorded: boolean;
  user: string | null;
  workspace: string | null;
  name: string | null;
}

const dayMs = 86_400_000;
const instant = (now: number, days: number): string => new Date(now + days * dayMs).toISOString();
const dateOf = (now: number, days: number): string => instant(now, days).slice(0, 10);
export const memberText = (row: Row | undefined, name: string): string | null => {
  const value = row?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** A day of calls is enough to see whether they may be read. */
const lastDay = ({ now, isRecorded }: Found) => ({
  filter: { fromDateTime: instant(now, isRecorded ? -7 : -1), toDateTime: instant(now, 0) },
});
/** Every part of a call but its media, for which there is a right of its own. */
const everyPart = {
  context: 'Extended',
  exposedFields: {
    parties: true,
    collaboration: { publicComments: true },
    content: Object.fromEntries(
      [
        'structure',
        'topics',
        'trackers',
        'trackerOccurrences',
        'brief',
        'outline',
        'highlights',
        'callOutcome',
        'keyPoints',
      ].map((part) => [part, true]),
    ),
    interaction: { personInteractionStats: true, questions: true, speakers: true, video: true },
  },
};
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

export const platformProbes: readonly Probe[] = [
  probe('workspaces', workspaces, () => ({}), {
    learn: (rows, findings) => {
      findings.workspace = memberText(rows[0], 'id');
      findings.name = rows.map((row) => memberText(row, 'name')).join(', ') || null;
    },
  }),
  probe('users', users, () => ({}), {
    learn: (rows, findings) => {
      findings.user = memberText(rows[0], 'id');
    },
  }),
  probe('calls', platformCalls, (findings) => lastDay(findings).filter),
  probe('parties and content of calls', callsExtensive, (findings) => ({
    ...lastDay(findings),
    ...(findings.isRecorded && { contentSelector: everyPart }),
  })),
  probe(
    'recordings',
    callsExtensive,
    (findings) => ({ ...lastDay(findings), contentSelector: { exposedFields: { media: true } } }),
    { right: 'api:calls:read:media-url' },
  ),
  probe('transcripts', callTranscripts, lastDay),
  probe('activity of users', statsActivityAggregate, ofUser),
  probe('activity of users by day', statsActivityDayByDay, ofUser),
  probe('how users speak', statsInteraction, ofUser),
  probe('answered scorecards', statsActivityScorecards, ({ now, isRecorded }) => ({
    filter: { fromDateTime: instant(now, isRecorded ? -7 : 0) },
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
