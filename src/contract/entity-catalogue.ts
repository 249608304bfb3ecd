/** Entity catalogue: every entity of both systems with its operations; nothing else is called upstream. */

import type { SystemName } from '../errors.ts';
import { callEntities } from './calls/entity.ts';
import { crmEntities } from './crm/entity.ts';
import type { Action, EntitySpec, OperationSpec } from './entity-spec.ts';

export const entities: readonly EntitySpec[] = [...callEntities, ...crmEntities];

export interface CatalogueOperation {
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
}

/** One row for each action of each entity. */
export const operations: readonly CatalogueOperation[] = entities.flatMap((entity) =>
  Object.entries(entity.operations).map(([action, operation]) => ({
    entity,
    action: action as Action,
    operation,
  })),
);

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

/** An entity by its name on the wire; case counts. */
export function findEntity(system: SystemName, entity: string): EntitySpec | undefined {
  return bySystem[system].get(entity);
}
