/** The connector service of the demonstration: over the synthetic company, with faults on order. */

import type { VendorBackend } from '../connector-service/backend.ts';
import type { InstanceStore } from '../connector-service/instance/store.ts';
import { type ConnectorService, startConnectorService } from '../connector-service/service.ts';
import type { InstanceProfile, ListenOptions } from '../connector-service/service-option.ts';
import type { SystemName } from '../errors.ts';
import type { DemoBackend } from './demo-backend.ts';
import type { Fault } from './fault/fault.ts';
import { type FaultPlan, faultPlan } from './fault/fault-plan.ts';
import { faultInterceptor } from './fault/interceptor.ts';

export interface DemoServiceOptions extends ListenOptions {
  readonly backend: DemoBackend;
  /** Answers the instances that were created for it. Default: there is none, and none can be created. */
  readonly vendor?: VendorBackend | undefined;
  readonly callAnalytics?: Partial<InstanceProfile> | undefined;
  readonly crm?: Partial<InstanceProfile> | undefined;
  /** Faults in force from the start, and the seed of their chance (default 1). */
  readonly faults?: readonly Fault[] | undefined;
  readonly seed?: number | undefined;
}

type TwoInstances = ConnectorService<{ readonly callAnalytics: string; readonly crm: string }>;

export interface DemoService extends TwoInstances {
  readonly admin: TwoInstances['admin'] & { readonly faults: FaultPlan };
}

/**
 * Starts the service with an instance of each system.
 * @throws Error when the port is taken, or `storeFile` comes without its key.
 */
export async function startDemoService(options: DemoServiceOptions): Promise<DemoService> {
  const { backend, vendor = null, clock = Date.now } = options;
  const faults = faultPlan(options.seed ?? 1);
  faults.add(...(options.faults ?? []));
  const service = await startConnectorService(
    { synthetic: backend, vendor },
    faultInterceptor(faults, backend, clock),
    options,
    (instances) => ({
      callAnalytics: instanceOf(instances, 'call-analytics', options.callAnalytics),
      crm: instanceOf(instances, 'crm', options.crm),
    }),
  );
  return { ...service, admin: { ...service.admin, faults } };
}

/** Initial instance of a system; found again in a store that survives the process. */
function instanceOf(
  instances: InstanceStore,
  system: SystemName,
  profile: Partial<InstanceProfile> = {},
): string {
  const name = `embedded ${system}`;
  const stored = instances
    .list()
    .find((instance) => instance.system === system && instance.name === name);
  if (stored !== undefined) return instances.reshape(stored.id, profile).id;
  return instances.create({ system, name, credentials: {}, profile }).id;
}
