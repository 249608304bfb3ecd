/** Account probe: identity and rights of own accounts, each right tried once with its cheapest call. */

import { crmObjects } from '../connector-service/vendor/crm/execute.ts';
import { query } from '../contract/crm/entity.ts';
import { rootNames } from '../contract/crm/naming.ts';
import { knownRefusal } from '../contract/wire/known-refusal.ts';
import { type SystemName, UpstreamError } from '../errors.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import {
  askOf,
  type DeclaredFields,
  type HiddenPart,
  hiddenFields,
  isHidden,
  objectsToProbe,
  type ProbedObject,
  statementOf,
} from './crm-probe.ts';
import type { UsedObject } from './crm-usage.ts';
import { type Found, memberText, type Probe, platformProbes } from './platform-probe.ts';

/** What was found out of a right, or of a whole account. */
type State =
  | 'works'
  /** Some fields of the object that are used may not be read. */
  | 'in part'
  | 'not permitted'
  | 'not tried'
  | 'not signed in'
  | 'not reachable'
  | 'failed';

export interface Right {
  /** Purpose of the right, for a reader. */
  readonly name: string;
  /** The vendor's name of it: an OAuth scope of the call platform, an object of the CRM. */
  readonly right: string;
  readonly state: State;
  /** Why it does not work. */
  readonly reason: string | null;
  /** Whether somebody answered, or took too long to: later it may work. */
  readonly isPassing?: boolean | undefined;
  /** Used parts of the object that may not be read; none of the call platform's. */
  readonly hidden: readonly HiddenPart[];
}

/** Why an account can't be used at all: said once, and no further right is tried. */
export interface AccountProblem {
  readonly state: 'not signed in' | 'not reachable' | 'failed';
  readonly reason: string;
  /** Names of the settings to look at; none where the cure is on the vendor's side. */
  readonly settings: readonly string[];
  /** Whether it is the vendor who can't answer now, and no setting is to blame. Default: no. */
  readonly isPassing?: boolean | undefined;
}

export interface ProbedAccount {
  readonly system: SystemName;
  /** The organisation's, or the workspaces'; null where that may not be read. */
  readonly name: string | null;
  /** Null where the account can be used. */
  readonly problem: AccountProblem | null;
  /** Empty beside a problem. */
  readonly rights: readonly Right[];
}

const organisation: Probe = {
  name: 'organisation',
  right: 'Organization',
  entity: query,
  params: () => ({ q: 'SELECT Name FROM Organization LIMIT 1' }),
  learn: (rows, findings) => {
    findings.name = memberText(rows[0], 'Name');
  },
};

const crmProbes = ({ usage, declared }: ProbeOptions): readonly Probe[] => [
  organisation,
  ...objectsToProbe(usage, declared).map((object): Probe => {
    const { name, fields } = object;
    const params: Probe['params'] = ({ isRecorded }) => ({
      q: statementOf(name, fields.keys(), isRecorded ? recordedRows : 1),
    });
    return { name: wordsOf(name), right: name, entity: query, params, object };
  }),
];

/** Of each object, where the answers are recorded. */
const recordedRows = 3;

const entities = new Map(Object.entries(crmObjects).map(([entity, object]) => [object, entity]));

/** `ContentVersion` → `content versions`, `OpportunityHistory` → `opportunity histories`; the API names of an organisation's own stay. */
function wordsOf(object: string): string {
  if (object.endsWith('__c')) return object;
  const [, plural] = rootNames(object);
  return entities.get(object)?.replace('_', ' ') ?? plural.replace(/[A-Z]/g, ' $&').toLowerCase();
}

interface ProbeOptions {
  /** Objects and fields of the CRM that are used. */
  readonly usage: readonly UsedObject[];
  /** What the operator's custom schema adds to them. */
  readonly declared: DeclaredFields;
  /** Epoch ms. */
  readonly now: number;
  /** Whether the answers are recorded. Default: no. */
  readonly isRecorded?: boolean;
  readonly priority: 'interactive' | 'background';
  /** The failure of the system's last operation, for readers who may see more than a client of the graph. */
  readonly reasonOf?: (system: SystemName) => string | undefined;
  /** Names of the settings to look at. */
  readonly settingsOf: (
    system: SystemName,
    problem: Omit<AccountProblem, 'settings'>,
  ) => readonly string[];
}

/** Tries every right of every configured account, one call each. */
export async function probeAccounts(
  connector: UpstreamConnector,
  options: ProbeOptions,
): Promise<readonly ProbedAccount[]> {
  const { now, isRecorded = false, priority, settingsOf, reasonOf = () => undefined } = options;
  const probes = { 'call-analytics': platformProbes, crm: crmProbes(options) } as const;
  const configured = (['call-analytics', 'crm'] as const).filter(
    (system) => connector.health(system) !== null,
  );
  return Promise.all(
    configured.map(async (system): Promise<ProbedAccount> => {
      const findings: Found = { now, isRecorded, user: null, workspace: null, name: null };
      const rights: Right[] = [];
      for (const probe of probes[system]) {
        const copied = hopeless(rights, probe);
        const right = copied ?? (await tryRight(connector, probe, findings, priority));
        const isExplained = copied !== null || !refusedStates.has(right.state);
        rights.push(isExplained ? right : { ...right, reason: reasonFor(right, reasonOf(system)) });
        const problem = problemOf(rights);
        if (problem === null) continue;
        const settings = settingsOf(system, problem);
        return { system, name: null, problem: { ...problem, settings }, rights: [] };
      }
      return { system, name: findings.name, problem: null, rights };
    }),
  );
}

const refusedStates: ReadonlySet<State> = new Set(['not signed in', 'not reachable', 'failed']);

/** A refusal that is known has its cure in the gateway's own error. */
const reasonFor = ({ reason }: Right, seen: string | undefined): string | null =>
  reason !== null && knownRefusal(reason) !== null ? reason : (seen ?? reason);

/** The account's problem where nothing has worked yet and nothing will: a failed sign-in, or two calls without an answer. */
function problemOf(rights: readonly Right[]): Omit<AccountProblem, 'settings'> | null {
  const before = rights.at(-2);
  const last = rights.at(-1);
  if (last === undefined || rights.some(({ state }) => !refusedStates.has(state))) return null;
  const isDead =
    last.state === 'not reachable' && (before !== undefined || noHost.test(last.reason ?? ''));
  if (last.state !== 'not signed in' && !isDead) return null;
  const isPassing = last.isPassing && !unreached.test(last.reason ?? '');
  return { state: last.state as AccountProblem['state'], reason: last.reason ?? '', isPassing };
}

/** Where nobody answers at the vendor's address, that may be wrong. */
const unreached =
  /^(?:No machine has the name|The vendor accepted no connection|No whole answer came)/;

const noHost = /^No machine has the name/;

/** After a failed sign-in, or two calls without an answer, all further probes would fail alike. */
function hopeless(rights: readonly Right[], { name, right }: Probe): Right | null {
  const before = rights.at(-2);
  const last = rights.at(-1);
  if (last === undefined) return null;
  const isOut = [before?.state, last.state].includes('not signed in');
  const isDead = before?.state === 'not reachable' && last.state === 'not reachable';
  return isOut || isDead ? { ...last, name, right, hidden: [] } : null;
}

async function tryRight(
  connector: UpstreamConnector,
  { name, right, entity, params, learn, object }: Probe,
  findings: Found,
  priority: 'interactive' | 'background',
): Promise<Right> {
  const sent = params(findings);
  const as = (state: State, reason: string | null = null, hidden: Right['hidden'] = []): Right => ({
    name,
    right,
    state,
    reason,
    hidden,
  });
  if (sent === null) return as('not tried', 'needs a user or a workspace to ask with');
  for (let tries = 1; ; tries += 1) {
    try {
      const { rows } = await connector.execute(entity, 'list', sent, { cache: 'off', priority });
      learn?.(rows, findings);
      return as('works');
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // A gateway beside this one may have used up the second's calls: the next try waits for the platform's Retry-After.
      const isBusy = error.code === 'RATE_LIMITED' && (error.retryAfterMs ?? 0) <= longestPauseMs;
      if (isBusy && tries < mostTries) continue;
      if (object === undefined || !isHidden(error))
        return {
          ...as(stateOf(error), error.message),
          ...(isPassing(error) && { isPassing: true }),
        };
      const ask = askOf(connector, priority);
      const hidden = await hiddenPartsOf(ask, object);
      const isWhole = hidden.some(({ field }) => field === null);
      if (findings.isRecorded && !isWhole) await recordReadable(ask, object, hidden);
      return as(isWhole ? 'not permitted' : 'in part', error.message, hidden);
    }
  }
}

/** For the recording: what is left of an object's rows. A refusal is in it, too. */
async function recordReadable(
  ask: ReturnType<typeof askOf>,
  { name, fields }: ProbedObject,
  hidden: readonly HiddenPart[],
): Promise<void> {
  const readable = [...fields.keys()].filter(
    (field) => !hidden.some((part) => part.field === field),
  );
  await ask(statementOf(name, readable, recordedRows)).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
  });
}

/** Without a closer look everything that is used of the object is taken for hidden. */
async function hiddenPartsOf(
  ask: ReturnType<typeof askOf>,
  object: ProbedObject,
): Promise<readonly HiddenPart[]> {
  const fields = await hiddenFields(ask, object).catch((error: unknown) => {
    if (error instanceof UpstreamError) return null;
    throw error;
  });
  const { by, declared } = object;
  if (fields === null)
    return [{ field: null, missingIn: [...by], isDeclared: object.name.endsWith('__c') }];
  return fields.map((field) => ({
    field,
    missingIn: [...(object.fields.get(field) ?? [])],
    isDeclared: declared?.has(field) === true,
  }));
}

const longestPauseMs = 10_000;
const mostTries = 8;

export const isPassing = ({ code, status }: UpstreamError): boolean =>
  code === 'UPSTREAM_TIMEOUT' ||
  code === 'RATE_LIMITED' ||
  (code === 'UPSTREAM_UNAVAILABLE' && status !== undefined);

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
