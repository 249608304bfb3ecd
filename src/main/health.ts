/** Health of the gateway's parts, as the admin port reports it: the systems of each tenant, Redis, the index, revocations. */

import type { HostedService } from '../config/hosted-service.ts';
import type { HealthPart } from '../server/admin.ts';
import type { Tenants } from './open-tenant.ts';
import type { Shared } from './redis-state.ts';
import type { RunningParticipants } from './start-index.ts';

/** A dead upstream does not make the gateway unready: the other system's data is still served. */
export function healthOf(
  { names, connector, resources }: Tenants,
  index: RunningParticipants,
): readonly HealthPart[] {
  const shared = resources.shared();
  const parts: HealthPart[] = names.flatMap((tenant) =>
    (['call-analytics', 'crm'] as const).flatMap((system) => {
      const health = connector(tenant).health(system);
      if (health === null) return [];
      // A breaker opens after many failures: an upstream that few ask would long seem to be well.
      const closed = health.isFailing ? 'degraded' : 'ok';
      const state = { closed, 'half-open': 'degraded', open: 'down' } as const;
      return [{ name: `${tenant}/${system}`, state: state[health.state] }];
    }),
  );
  const refusal = resources.sharedRefusal();
  if (shared !== 'off')
    parts.push({
      name: 'redis',
      state: shared === 'ready' ? 'ok' : 'degraded',
      ...(refusal !== null && { reason: `Redis refuses to write (${refusal}).` }),
    });
  const state = index.state();
  const reason = index.reason();
  if (state !== null) parts.push({ name: 'index', state, ...(reason !== null && { reason }) });
  return parts;
}

/** Down: some account's stored tokens can't be read, so it can't sign in. */
export function tokenHealth({ tokens }: HostedService): HealthPart[] {
  if (tokens === undefined) return [];
  const { reasons } = tokens;
  if (reasons.length === 0) return [{ name: 'tokens', state: 'ok' }];
  return [{ name: 'tokens', state: 'down', reason: reasons.join(' ') }];
}

/** Degraded: the list of revoked clients is of an earlier time, or missing. */
export function revocationHealth(shared: Shared | null): HealthPart[] {
  if (shared === null) return [];
  return [{ name: 'revocations', state: shared.knowsRevoked() ? 'ok' : 'degraded' }];
}
