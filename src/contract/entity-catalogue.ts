/** Entity catalogue: every entity of both systems with its operations; nothing else is called upstream. */

import type { SystemName } from '../errors.ts';
import { callEntities } from './calls/entity.ts';
import {
  crmEntities,
  objectDescriptions,
  organisationSettings,
  recordTypePicklists,
} from './crm/entity.ts';
import type { EntitySpec } from './entity-spec.ts';

export const entities: readonly EntitySpec[] = [...callEntities, ...crmEntities];

const bySystem: Readonly<Record<SystemName, ReadonlyMap<string, EntitySpec>>> = {
  'call-analytics': byName('call-analytics'),
  crm: byName('crm'),
};

function byName(system: SystemName): ReadonlyMap<string, EntitySpec> {
  return new Map(
    entities.filter((spec) => spec.system === system).map((spec) => [spec.entity, spec]),
  );
}

/** Entities of a system, in the order of its interface document. */
export function entitiesOf(system: SystemName): readonly EntitySpec[] {
  return [...bySystem[system].values()];
}

/** What own accounts are asked beside the catalogue. */
const accountEntities: readonly EntitySpec[] = [
  objectDescriptions,
  recordTypePicklists,
  organisationSettings,
];

/** The same of the embedded service over own accounts alone. */
export function findAccountEntity(system: SystemName, entity: string): EntitySpec | undefined {
  return accountEntities.find((spec) => spec.system === system && spec.entity === entity);
}

/** An entity by its name on the wire; case counts. */
export function findEntity(system: SystemName, entity: string): EntitySpec | undefined {
  return bySystem[system].get(entity);
}
