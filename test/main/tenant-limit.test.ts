/** Limits of tenants: each has those of its own source, and tenants that ask one account the strictest of theirs. */

import { expect, it, onTestFinished } from 'vitest';
import type { HostedService } from '../../src/config/hosted-service.ts';
import { loadConfig } from '../../src/config.ts';
import { openTenants } from '../../src/main/open-tenant.ts';

const serviceOf = (account: string, facts: Partial<HostedService> = {}): HostedService => ({
  baseUrl: new URL('http://127.0.0.1:1'),
  credential: { kind: 'token', token: 'token' },
  instances: { 'call-analytics': account, crm: `crm-${account}` },
  ...facts,
});

type Budgets = Readonly<Record<string, { readonly perSecond?: number; readonly perDay?: number }>>;

/** Limits of the call platform by tenant. */
function limitsOf(services: ReadonlyMap<string, HostedService>, budgets: Budgets = {}): unknown {
  const { environment } = loadConfig({ CALL_ANALYTICS_PER_DAY: '50' });
  const entries = [...services.keys()].map(
    (name) => [name, { connector: null, budgets: { callAnalytics: budgets[name] } }] as const,
  );
  const access = { tenants: new Map(entries), roles: new Map(), keys: [], issuers: [] };
  const tenants = openTenants(environment, access as never, services);
  onTestFinished(() => tenants.close());
  return Object.fromEntries(
    tenants.names.map((name) => {
      const view = tenants.connector(name).budget('call-analytics');
      return [name, [view?.limits.perSecond, view?.limits.perDay]];
    }),
  );
}

it('each has those of its own source, whatever the others have', () => {
  const services = new Map([
    ['demo', serviceOf('one', { isSynthetic: true })],
    ['acme', serviceOf('two')],
    ['globex', serviceOf('three')],
  ]);
  expect(limitsOf(services, { globex: { perSecond: 7 } })).toEqual({
    demo: [null, 50],
    acme: [3, 50],
    globex: [7, 50],
  });
});

it('of one account the strictest holds for all, whichever comes first', () => {
  const budgets = { a: { perSecond: 9, perDay: 20 }, b: { perSecond: 2 }, c: { perSecond: 5 } };
  for (const names of [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
    ['b', 'c', 'a'],
  ]) {
    const services = new Map(names.map((name) => [name, serviceOf('one')]));
    expect(limitsOf(services, budgets)).toEqual({ a: [2, 20], b: [2, 20], c: [2, 20] });
  }
});
