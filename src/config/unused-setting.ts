/** Unused settings: limits, places and credentials that were set and that no tenant uses, each with the reason. */

import { withheldBy } from '../contract/permission.ts';
import type { Access } from './access-file.ts';
import { type DataSource, dataSources, hasSystem, type SourceSettings } from './data-source.ts';
import { givenNames } from './own-account.ts';
import { showsTranscripts } from './transcript-right.ts';
import type { VariableName } from './variable.ts';

interface UsedTenant {
  readonly name: string;
  readonly source: DataSource;
  /** Whether the connector of the environment is its source. */
  readonly asksEnvironment: boolean;
  readonly budgets: NonNullable<ReturnType<Access['tenants']['get']>>['budgets'];
  readonly webhookKey: string | null;
}

/** A variable, whether a tenant uses it, and why none does. */
type Use = readonly [names: readonly VariableName[], isUsed: boolean, why: string];

/** @param isGiven whether the environment sets a variable. */
export function unusedSettings(
  isGiven: (name: VariableName) => boolean,
  settings: SourceSettings,
): readonly string[] {
  const tenants = usedTenants(settings);
  const uses = [
    ...credentialUses(settings, tenants),
    ...limitUses(tenants),
    ...indexUses(settings, tenants),
  ];
  const lines = uses.flatMap(([names, isUsed, why]) => {
    const unused = isUsed ? [] : names.filter(isGiven);
    return unused.length === 0 ? [] : [`${unused.join(', ')}: no tenant uses this: ${why}`];
  });
  return [...lines, ...unusedBudgets(settings, tenants)];
}

const budgetNames = [
  ['call-analytics', 'callAnalytics'],
  ['crm', 'crm'],
] as const;

/** Budgets of the access file without a system, or above that of another tenant which asks the same account. */
function unusedBudgets(
  { environment: env }: SourceSettings,
  tenants: readonly UsedTenant[],
): readonly string[] {
  const lines: string[] = [];
  for (const [system, member] of budgetNames) {
    const fallbacks = {
      perSecond: system === 'crm' ? env.CRM_PER_SECOND || undefined : env.CALL_ANALYTICS_PER_SECOND,
      perDay: system === 'crm' ? env.CRM_PER_DAY : env.CALL_ANALYTICS_PER_DAY,
    };
    for (const limit of ['perSecond', 'perDay'] as const) {
      const limitOf = ({ budgets, source }: UsedTenant): number => {
        const isFree = source.kind === 'embedded' && limit === 'perSecond';
        return budgets?.[member]?.[limit] ?? (isFree ? undefined : fallbacks[limit]) ?? Infinity;
      };
      for (const tenant of tenants) {
        const ownLimit = tenant.budgets?.[member]?.[limit];
        if (ownLimit === undefined) continue;
        const stricter = tenants.find(
          (other) => isOneAccount(tenant.source, other.source, system) && limitOf(other) < ownLimit,
        );
        const at = `ACCESS_FILE: tenants.${tenant.name}.budgets.${member}.${limit}: no tenant uses this`;
        if (!hasSystem(tenant.source, system)) lines.push(`${at}: there is no such account`);
        else if (stricter !== undefined)
          lines.push(
            `${at}: ${stricter.name} asks the same account, whose calls are counted together, and may send ${limitOf(stricter)}`,
          );
      }
    }
  }
  return lines;
}

function isOneAccount(a: DataSource, b: DataSource, system: 'call-analytics' | 'crm'): boolean {
  if (a === b) return true;
  return (
    a.kind === 'hosted' &&
    b.kind === 'hosted' &&
    a.baseUrl.href === b.baseUrl.href &&
    a.instances[system] === b.instances[system]
  );
}

function usedTenants({ environment, connector, access }: SourceSettings): readonly UsedTenant[] {
  return [...dataSources({ environment, connector, access })].map(([name, source]) => ({
    name,
    source,
    asksEnvironment: source === connector,
    budgets: access?.tenants.get(name)?.budgets,
    webhookKey: access?.tenants.get(name)?.webhookKey ?? null,
  }));
}

const hostedCredential = [
  ...(['CONNECTOR_BASE_URL', 'CONNECTOR_TOKEN', 'CONNECTOR_CLIENT_ID'] as const),
  ...(['CONNECTOR_CLIENT_SECRET', 'CONNECTOR_TOKEN_URL'] as const),
  ...(['CALL_ANALYTICS_INSTANCE_ID', 'CRM_INSTANCE_ID'] as const),
];

function credentialUses(
  { environment, connector, access }: SourceSettings,
  tenants: readonly UsedTenant[],
): readonly Use[] {
  const isAsked = tenants.some(({ asksEnvironment }) => asksEnvironment);
  const others = 'each has a connector of its own in ACCESS_FILE';
  const hasOwn = connector.kind === 'vendor';
  const noAccounts = hasOwn ? others : 'there are no accounts of your own';
  return [
    [hostedCredential, isAsked, others],
    [givenNames(environment), isAsked, others],
    [['TOKEN_KEY'], isAsked && hasOwn, noAccounts],
    [['CRM_CUSTOM_SCHEMA'], environment.CRM_CUSTOM_SCHEMA !== 'discover' || isAsked, others],
    [
      [...withheldBy.values()],
      access === null && hasOwn,
      access === null
        ? 'it is about accounts of your own, and there are none'
        : 'roles of ACCESS_FILE say who may see what',
    ],
    [
      ['CALL_ANALYTICS_WEBHOOK_KEY_FILE'],
      tenants.some(({ asksEnvironment, webhookKey }) => asksEnvironment && webhookKey === null),
      'each has a connector or a key of its own in ACCESS_FILE',
    ],
  ];
}

function limitUses(tenants: readonly UsedTenant[]): readonly Use[] {
  const withCalls = tenants.filter(({ source }) => hasSystem(source, 'call-analytics'));
  const withCrm = tenants.filter(({ source }) => hasSystem(source, 'crm'));
  const noSharedLimit = (system: string): string =>
    `there is no ${system}, or each has a limit of its own in ACCESS_FILE`;
  const real = withCalls.filter(({ source }) => source.kind !== 'embedded');
  return [
    [
      ['CALL_ANALYTICS_PER_SECOND'],
      real.some(({ budgets }) => budgets?.callAnalytics?.perSecond === undefined),
      withCalls.length > 0 && real.length === 0
        ? 'the synthetic company has no limit a second'
        : noSharedLimit('call platform'),
    ],
    [
      ['CALL_ANALYTICS_PER_DAY'],
      withCalls.some(({ budgets }) => budgets?.callAnalytics?.perDay === undefined),
      noSharedLimit('call platform'),
    ],
    [
      ['CRM_PER_SECOND'],
      withCrm.some(({ budgets }) => budgets?.crm?.perSecond === undefined),
      noSharedLimit('CRM'),
    ],
    [
      ['CRM_PER_DAY'],
      withCrm.some(({ budgets }) => budgets?.crm?.perDay === undefined),
      noSharedLimit('CRM'),
    ],
    [['CRM_CONCURRENT'], withCrm.length > 0, 'there is no CRM'],
  ];
}

function indexUses(settings: SourceSettings, tenants: readonly UsedTenant[]): readonly Use[] {
  const { environment: env } = settings;
  const isIndexed = tenants.some(
    ({ source }) => source.kind !== 'embedded' && hasSystem(source, 'call-analytics'),
  );
  const holdsTokens =
    env.TOKEN_KEY !== undefined && tenants.some(({ source }) => source.kind === 'vendor');
  return [
    [
      ['TRANSCRIPTS_INDEX', 'TRANSCRIPTS_INDEX_HORIZON_MONTHS'],
      env.INDEX === 'on' &&
        tenants.some(
          ({ source }) => hasSystem(source, 'call-analytics') && showsTranscripts(settings, source),
        ),
      env.INDEX === 'off'
        ? 'INDEX is off'
        : 'there is no call platform, or nobody may see transcripts (TRANSCRIPTS, or the roles of ACCESS_FILE)',
    ],
    [
      ['INDEX_DATABASE_URL'],
      (env.INDEX === 'on' && isIndexed) || holdsTokens,
      env.INDEX === 'off'
        ? 'INDEX is off'
        : 'the index of the synthetic company is in memory, and made anew at every start',
    ],
  ];
}
