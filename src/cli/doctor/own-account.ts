/** Own accounts in the doctor: the answer of each right as a table, and as a recording on request. */

import { writeFileSync } from 'node:fs';
import type { OwnAccounts } from '../../config/own-account.ts';
import type { Environment } from '../../config/variable.ts';
import type { VendorExchange } from '../../connector-service/backends/vendor/http.ts';
import { counted, type SystemName } from '../../errors.ts';
import { type ProbedAccount, probeAccounts } from '../../main/account-probe.ts';
import { accountOptions, ownAccountsAt } from '../../main/connector-service.ts';
import { startOwnAccounts } from '../../main/own-account-service.ts';
import { openTenants } from '../../main/tenant.ts';
import { scrubExchange } from './redaction.ts';

interface Examination {
  /** Lines to print. */
  readonly table: string;
  /** Whether something is other than a right that was not given. */
  readonly isWrong: boolean;
}

/**
 * Calls with the accounts' own credentials: the tokens, the lock and the limits of a gateway.
 * @param file of the scrubbed recording; null: none is made.
 */
export async function examineAccounts(
  env: Environment,
  accounts: OwnAccounts,
  file: string | null,
): Promise<Examination> {
  const exchanges: VendorExchange[] = [];
  const reasons = new Map<SystemName, string>();
  const service = await startOwnAccounts(accountOptions(env, accounts), {
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
    const probed = await probeAccounts(
      tenants.connector('default'),
      Date.now(),
      'interactive',
      (system) => reasons.get(system),
    ).finally(() => tenants.close());
    if (file !== null) writeFileSync(file, recordingOf(exchanges));
    return {
      table: `${probed.map(tableOf).join('')}      ${counted(exchanges.length, 'request')} to the vendors\n`,
      isWrong: probed.some(({ rights }) =>
        rights.some(({ state }) => !['works', 'not permitted', 'not tried'].includes(state)),
      ),
    };
  } finally {
    await service.close();
  }
}

const titles = { 'call-analytics': 'Call platform', crm: 'CRM' } as const;

function tableOf({ system, name, rights }: ProbedAccount): string {
  const width = Math.max(...rights.map((one) => one.name.length));
  const rightWidth = Math.max(...rights.map(({ right }) => right.length));
  const lines = rights.map(({ name, right, state, reason }) => {
    const why = reason === null || state === 'not permitted' ? '' : reason;
    const line = [state.padEnd(13), name.padEnd(width), right.padEnd(rightWidth), why].join('  ');
    return `      ${line.trimEnd()}\n`;
  });
  return `      ${titles[system]}: ${name ?? '(its name may not be read)'}\n${lines.join('')}`;
}

function recordingOf(exchanges: readonly VendorExchange[]): string {
  const note =
    'Scrubbed by an allow-list: keys and words of the published descriptions stay, digits of numbers are ones, dates are one date, all other text is replaced by its kind and length. Lists end after three.';
  return `${JSON.stringify({ note, exchanges: exchanges.map(scrubExchange) }, null, 1)}\n`;
}
