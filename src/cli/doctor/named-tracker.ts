/** The doctor's look at a tenant's `trackers`: each name of the access file is one of a tracker at the platform. */

import { nearest } from '../../config/name-suggestion.ts';
import type { Config } from '../../config.ts';
import { settingsTrackers } from '../../contract/calls/tracker.ts';
import { type NamedTrackers, trackerKey } from '../../contract/calls/tracker-kind.ts';
import { textOf } from '../../contract/wire/upstream-value-reader.ts';
import { counted } from '../../errors.ts';
import { startConnectorServices } from '../../main/connector-service.ts';
import { openTenants } from '../../main/open-tenant.ts';

/** @throws Error that names each one that the platform does not have */
export async function examineTrackers(
  config: Config,
  tenant: string,
  named: NamedTrackers,
): Promise<string> {
  const names = await platformNames(config, tenant);
  const keys = new Set(names.map(trackerKey));
  const entries = (['competitor', 'objection'] as const).flatMap((kind) =>
    (named[kind] ?? []).map((name) => ({ kind, name })),
  );
  const unknown = entries
    .filter(({ name }) => !keys.has(trackerKey(name)))
    .map(({ kind, name }) => {
      const meant = nearest(name, names);
      return `${kind} "${name}"${meant === null ? '' : ` (did you mean "${meant}"?)`}`;
    });
  if (unknown.length > 0)
    throw new Error(
      `ACCESS_FILE: tenants.${tenant}.trackers: expected names of trackers at the call platform, which has ${counted(names.length, 'tracker')}; got ${unknown.join(', ')}`,
    );
  return `${counted(entries.length, 'name')} of the access file, each of a tracker at the platform`;
}

async function platformNames(config: Config, tenant: string): Promise<readonly string[]> {
  const env = { ...config.environment, REDIS_URL: undefined };
  const started = startConnectorServices(config);
  const tenants = openTenants(env, config.access, await started.services);
  try {
    const { rows } = await tenants
      .connector(tenant)
      .execute(settingsTrackers, 'list', {}, { cache: 'off', priority: 'interactive' });
    return rows.flatMap((row) => textOf(row.trackerName) ?? []);
  } finally {
    await tenants.close();
    await started.close();
  }
}
