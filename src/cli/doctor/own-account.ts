/** Own accounts in the doctor: the answer of each right as a table, and as a recording on request. */

import type { OwnAccounts } from '../../config/own-account.ts';
import type { Config } from '../../config.ts';
import type { VendorExchange } from '../../connector-service/vendor/http.ts';
import { counted, type SystemName } from '../../errors.ts';
import { buildSchema } from '../../graph/schema.ts';
import { type ProbedAccount, probeAccounts, type Right } from '../../main/account-probe.ts';
import { blamedSettings, problemText } from '../../main/blamed-setting.ts';
import { accountOptions, ownAccountsAt } from '../../main/connector-service.ts';
import { crmModelFor } from '../../main/crm-model.ts';
import type { HiddenPart } from '../../main/crm-probe.ts';
import { crmUsage, type UsedObject } from '../../main/crm-usage.ts';
import { openTenants } from '../../main/open-tenant.ts';
import { startOwnAccounts } from '../../main/own-account-service.ts';
import { declaredIn } from '../../main/source-probe.ts';
import { namedDocuments } from '../../main/trusted-document.ts';
import { replaceFile, writeDraft } from '../../storage/private-file.ts';
import { scrubExchange } from './redaction.ts';

interface Examination {
  readonly accounts: readonly ProbedAccount[];
  /** Requests to the vendors. */
  readonly requests: number;
  /** Whether something is other than a right that was not given. */
  readonly isWrong: boolean;
}

/** Objects and fields of the CRM that the screens, the showcase and the saved questions use. */
export function usageOf(config: Config): readonly UsedObject[] {
  const model = crmModelFor(config);
  const schema = buildSchema(model);
  return crmUsage(schema, model, namedDocuments(config.environment, schema));
}

/**
 * Calls with the accounts' own credentials: the tokens, the lock and the limits of a gateway.
 * @param file of the scrubbed recording; null: none is made.
 */
export async function examineAccounts(
  config: Config,
  ownAccounts: OwnAccounts,
  file: string | null,
): Promise<Examination> {
  const exchanges: VendorExchange[] = [];
  const reasons = new Map<SystemName, string>();
  const { environment: env } = config;
  const usage = usageOf(config);
  const service = await startOwnAccounts(accountOptions(env, ownAccounts), {
    watch: {
      record: (exchange) => exchanges.push(exchange),
      failed: (system, reason) => reasons.set(system, reason),
    },
  });
  try {
    const address = {
      baseUrl: new URL(service.url),
      credential: { kind: 'token', token: service.token },
      instances: {
        'call-analytics': service.instances.callAnalytics,
        crm: service.instances.crm,
      },
      ...ownAccountsAt,
    } as const;
    // One attempt each: a doctor reports failures. Only a call that a busy platform postpones is sent again.
    const tenants = openTenants(env, null, new Map([['default', address]]), { attempts: 1 });
    const accounts = await probeAccounts(tenants.connector('default'), {
      usage,
      declared: declaredIn(config, crmModelFor(config)),
      now: Date.now(),
      isRecorded: file !== null,
      priority: 'interactive',
      reasonOf: (system) => reasons.get(system),
      settingsOf: (system, problem) => blamedSettings(ownAccounts, system, problem),
    }).finally(() => tenants.close());
    if (file !== null) replaceFile(file, (draft) => writeDraft(draft, recordingOf(exchanges)));
    return {
      accounts,
      requests: exchanges.length,
      isWrong: accounts.some(
        ({ problem, rights }) => problem !== null || rights.some(({ state }) => !fine.has(state)),
      ),
    };
  } finally {
    await service.close();
  }
}

/** A right that was not given is nothing wrong. */
const fine: ReadonlySet<Right['state']> = new Set([
  'works',
  'in part',
  'not permitted',
  'not tried',
]);

const titles = { 'call-analytics': 'Call platform', crm: 'CRM' } as const;

/** Lines to print. */
export const accountReport = ({ accounts, requests }: Examination): string =>
  `${accounts.map(accountTable).join('')}      ${counted(requests, 'request')} to the vendors\n`;

function accountTable({ system, name, problem, rights }: ProbedAccount): string {
  if (problem !== null) return `      ${titles[system]}: ${problemText(problem)}\n`;
  const width = Math.max(...rights.map((right) => right.name.length));
  const rightWidth = Math.max(...rights.map(({ right }) => right.length));
  const lines = rights.map(({ name, right, state, reason, hidden }) => {
    const why = reason === null || state === 'not permitted' || state === 'in part' ? '' : reason;
    const line = [state.padEnd(13), name.padEnd(width), right.padEnd(rightWidth), why].join('  ');
    return `      ${line.trimEnd()}\n${hidden.map((part) => hiddenLine(right, part)).join('')}`;
  });
  return `      ${titles[system]}: ${name ?? '(its name may not be read)'}\n${lines.join('')}`;
}

/** What a hidden part is missing from. */
function hiddenLine(object: string, { field, missingIn, isDeclared }: HiddenPart): string {
  const kinds = ['screen', 'showcase', 'question'] as const;
  const places = kinds.flatMap((kind) => {
    const names = missingIn
      .filter((member) => member.startsWith(`${kind} `))
      .map((member) => member.slice(kind.length + 1));
    return names.length === 0 ? [] : `${kind}${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
  });
  const lacks = [
    ...(isDeclared
      ? ['declared in CRM_CUSTOM_SCHEMA; not there, or not readable for this user']
      : []),
    ...(places.length > 0 ? [`missing in ${places.join('; ')}`] : []),
  ];
  const lack = lacks.length === 0 ? 'nothing shipped asks for it' : lacks.join('; ');
  return `                     ${field === null ? object : `${object}.${field}`}: ${lack}\n`;
}

function recordingOf(exchanges: readonly VendorExchange[]): string {
  const note =
    'Scrubbed by an allow-list: keys and words of the published descriptions stay, digits of numbers are ones, dates are one date, all other text is replaced by its kind and length. Lists end after three.';
  return `${JSON.stringify({ note, exchanges: exchanges.map(scrubExchange) }, null, 1)}\n`;
}
